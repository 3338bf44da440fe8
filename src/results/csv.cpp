#include "results/csv.hpp"

#include <fmt/format.h>

#include <iterator>

namespace dashpot::results {

namespace {

std::string field(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

CsvWriter::CsvWriter(std::filesystem::path file, std::vector<Column> columns, const FileOptions& options)
    : ResultFile(std::move(file)), columns_(std::move(columns)), options_(options) {
  for (const Column& column : columns_)
    units_.push_back(options.displayUnits ? shownUnit(column) : Unit{column.unit, column.unit});
}

void CsvWriter::begin(const codegen::CompiledModel&, ConstView parameters) {
  open();
  parameters_.assign(parameters.begin(), parameters.end());
  std::string head = "time";
  for (const Column& column : columns_) head += ',' + field(column.name);
  head += '\n';
  if (options_.unitsRow || options_.displayUnits) {
    head += 's';
    for (const Unit& unit : units_) head += ',' + field(unit.name);
    head += '\n';
  }
  append(head);
  flush();
}

void CsvWriter::record(double time, ConstView observed, simulation::Moment) {
  std::string line = fmt::format("{}", time);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const double value = columns_[i].value(observed, parameters_);
    fmt::format_to(std::back_inserter(line), ",{}", options_.displayUnits ? units_[i].fromSi(value) : value);
  }
  line += '\n';
  append(line);
}

}  // namespace dashpot::results
