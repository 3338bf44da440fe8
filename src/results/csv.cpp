#include "results/csv.hpp"

#include "base/printable.hpp"

#include <fmt/format.h>

#include <iterator>

namespace dashpot::results {

std::string csvCell(std::string_view text) {
  std::string shown = printable(text);
  // OWASP, CSV injection: these begin a formula. Control characters, which are skipped before one, are gone already.
  constexpr std::string_view computed = "=+-@";
  const std::size_t first = shown.find_first_not_of(' ');
  if (first != std::string::npos && computed.find(shown[first]) != std::string_view::npos) shown = '\'' + shown;
  if (shown.find_first_of(",;\"") == std::string::npos && !shown.starts_with(' ') && !shown.ends_with(' '))
    return shown;
  std::string quoted = "\"";
  for (const char c : shown) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

CsvWriter::CsvWriter(std::filesystem::path file, std::vector<Column> columns, const FileOptions& options)
    : ResultFile(std::move(file), std::move(columns), options) {
  for (const Column& column : columns_)
    units_.push_back(options.displayUnits ? shownUnit(column) : Unit{column.unit, column.unit});
}

void CsvWriter::begin(ConstView parameters) {
  open();
  parameters_.assign(parameters.begin(), parameters.end());
  std::string head = "time";
  for (const Column& column : columns_) head += ',' + csvCell(column.name);
  head += '\n';
  if (options_.unitsRow || options_.displayUnits) {
    head += 's';
    for (const Unit& unit : units_) head += ',' + csvCell(unit.name);
    head += '\n';
  }
  append(head);
  flush();
}

void CsvWriter::writeRow(double time, ConstView observed) {
  std::string line = fmt::format("{}", time);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const double value = columns_[i].value(observed, parameters_);
    fmt::format_to(std::back_inserter(line), ",{}", options_.displayUnits ? units_[i].fromSi(value) : value);
  }
  line += '\n';
  append(line);
}

}  // namespace dashpot::results
