// Runs any list of models, each with the libraries it needs, and reports how far each came.
#pragma once

#include "library.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace dashpot::msl {

struct ModelListOptions {
  std::filesystem::path list;          // comma-separated values with a heading
  std::vector<std::string> below;      // packages or models; none: all
  bool quiet = false;                  // without the failures themselves
  unsigned seconds = 60;               // of computing, per model
  std::string json;                    // the file for all of it; empty: none
  std::vector<std::string> libraries;  // folders of libraries for all models
  CompileOptions compiling;
};

/// The list has a column `model`; `libraries`, if it is there, names further folders for a model (separated by ':'), and
/// `repository` what it is counted under instead of its package. Each model is flattened, compiled and run from start
/// to stop as its experiment says. Prints a table with the first diagnostic of each that does not run to its end; gives
/// the number of those.
[[nodiscard]] std::size_t runModels(const ModelListOptions& options);

}  // namespace dashpot::msl
