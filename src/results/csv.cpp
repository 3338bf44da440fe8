#include "results/csv.hpp"

#include "base/printable.hpp"

#include <fmt/compile.h>

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

/// The shortest digits that read back exactly, straight to where they go: text is most of what a short run takes.
void CsvWriter::writeRow(double time, ConstView observed) {
  constexpr std::size_t longest = 32;  // a comma and a number: -2.2250738585072014e-308 has 24
  line_.resize(longest * (columns_.size() + 1) + 1);
  char* end = fmt::format_to(line_.data(), FMT_COMPILE("{}"), time);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const double value = columns_[i].value(observed, parameters_);
    *end++ = ',';
    end = fmt::format_to(end, FMT_COMPILE("{}"), options_.displayUnits ? units_[i].fromSi(value) : value);
  }
  *end++ = '\n';
  append({line_.data(), end});
}

}  // namespace dashpot::results
