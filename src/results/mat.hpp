// results/mat.hpp
//
// Trajectories as Modelica tools keep them: MATLAB files, level 4, in the layout "Atrajectory 1.1" of Dymola's result
// files, which OpenModelica writes and Python's readers expect.
//
//   Aclass       the name of the layout; "binTrans": one column per variable, per instant
//   name         names of all variables, time first
//   description  "text [unit|displayUnit]"
//   dataInfo     4 numbers per variable: matrix 1 or 2 (0: time), plus or minus the row in it, 0 (linear
//                interpolation), -1 (not defined outside the time range)
//   data_1       what does not change: two instants, the first and the last
//   data_2       trajectories: one column per instant, so that the file grows at its end
//
// Aliases have rows of their own in dataInfo only. All values are doubles in SI.
#pragma once

#include "results/result_file.hpp"

namespace dashpot::results {

class MatWriter final : public ResultFile {
 public:
  MatWriter(std::filesystem::path file, std::vector<Column> columns, const FileOptions& options = {});

  void begin(ConstView parameters) override;

 private:
  void writeRow(double time, ConstView observed) override;
  void afterFlush() override;
  void appendText(std::string_view name, const std::vector<std::string>& columns);
  void appendDataInfo();

  std::vector<std::uint32_t> constants_, trajectories_;  // places in p and in `observed`, each once
  long stopTime_ = 0;                                    // where it stands in the file
  long instants_ = 0;                                    // where their number stands
  std::int32_t recorded_ = 0;                            // instants
  double last_ = 0;                                      // time
  std::string bytes_;  // of the next record; the first one has all that stands before it
};

/// How many different trajectories these columns have.
[[nodiscard]] std::size_t trajectoryCount(const std::vector<Column>& columns);

/// A matrix by columns, and the same in a file of level 4.
struct NamedMatrix {
  std::string name;
  std::size_t rows = 0, columns = 0;
  Vector values;
};
/// A text matrix: one string per row.
struct NamedTexts {
  std::string name;
  std::vector<std::string> rows;
};
[[nodiscard]] std::optional<Diagnostic> writeMatrices(const std::filesystem::path& file,
                                                      const std::vector<NamedMatrix>& matrices,
                                                      const std::vector<NamedTexts>& texts);

}  // namespace dashpot::results
