// results/csv.hpp: comma-separated values (RFC 4180). Numbers are in SI unless display units are asked for, and read
// back exactly. Text is printable, and no spreadsheet takes it for a formula.
#pragma once

#include "results/result_file.hpp"

namespace dashpot::results {

class CsvWriter final : public ResultFile {
 public:
  CsvWriter(std::filesystem::path file, std::vector<Column> columns, const FileOptions& options = {});

  void begin(ConstView parameters) override;

 private:
  void writeRow(double time, ConstView observed) override;

  std::vector<Unit> units_;  // what the columns are written in
  std::string line_;         // room for a row
};

/// A cell of text: quoted where it has to be, and with an apostrophe before what a spreadsheet would compute.
[[nodiscard]] std::string csvCell(std::string_view text);

}  // namespace dashpot::results
