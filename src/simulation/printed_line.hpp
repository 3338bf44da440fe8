// simulation/printed_line.hpp: what a model prints while it runs.
#pragma once

#include "base/written_matrix.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dashpot::simulation {

struct PrintedLine {
  std::string text;
  std::string file;                          // an absolute name; empty: the output
  std::optional<WrittenMatrix> matrix = {};  // stands in the file instead of a text
  std::vector<double> values = {};           // of the matrix, by rows
};

}  // namespace dashpot::simulation
