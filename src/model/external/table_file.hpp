// model/external/table_file.hpp
//
// Tables in text files, as the Modelica Standard Library describes them (Blocks.Sources.CombiTimeTable):
//
//   #1
//   double name(3,2)   # a comment
//     0 1
//     1 2
//     2 4
//
// Numbers are separated by blanks, tabulators, commas or semicolons; a comment begins with # and ends with the line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dashpot::model {

/// A table that has more is a mistake in its size.
inline constexpr std::size_t mostTableNumbers = 20'000'000;

/// A matrix, row by row.
struct TableData {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values = {};

  [[nodiscard]] double operator()(std::size_t i, std::size_t j) const { return values[i * columns + j]; }
};

/// The table `name` in a text. Otherwise `problem` says what is wrong.
[[nodiscard]] bool readTable(std::string_view text, std::string_view name, TableData& table, std::string& problem);
/// Rows of numbers, separated by commas, semicolons or blanks; lines before the first that begins with a number are
/// headings.
[[nodiscard]] bool readCsv(std::string_view text, TableData& table, std::string& problem);

}  // namespace dashpot::model
