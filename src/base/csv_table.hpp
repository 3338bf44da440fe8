// base/csv_table.hpp
//
// Reads tables of numbers as spreadsheets and loggers write them: RFC 4180, and what is common beyond it: semicolons or
// tabs instead of commas, a decimal comma where semicolons separate, lines that begin with #, a byte order mark.
//
//   time,pump.p [bar],open       names, with the unit in brackets behind a blank
//   s,,                          or the units in a row of their own
//   0,210,true
#pragma once

#include "base/diagnostic.hpp"
#include "base/expected.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot {

struct CsvTable {
  std::vector<std::string> names;
  std::vector<std::string> units;            // one per name; empty: none is given
  std::vector<std::vector<double>> columns;  // one per name; true and false are 1 and 0
  std::vector<std::size_t> lines;            // of the file, one per row, for messages

  [[nodiscard]] std::size_t rows() const { return lines.size(); }
};

/// The failure names the line and what is wrong with it: a cell that is no number, a row of another length.
[[nodiscard]] Expected<CsvTable, Diagnostic> readCsv(const std::filesystem::path& file);
[[nodiscard]] Expected<CsvTable, Diagnostic> parseCsv(std::string_view text, std::string_view fileName);

}  // namespace dashpot
