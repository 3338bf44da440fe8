// Compares the models of the library with published reference results and reports what came of each.
#pragma once

#include "library.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace dashpot::msl {

struct ReferenceOptions {
  std::filesystem::path folder;
  std::vector<std::string> below;  // packages or models; none: all
  bool quiet = false;              // without the deviations and failures themselves
  unsigned seconds = 60;           // per model
  std::string json;                // the file for all of it; empty: none
  std::filesystem::path expected;  // what must agree (expectations.hpp); empty: nothing
  bool updates = false;            // the expectations are rewritten
};

/// Prints a table per package, with what is wrong with each model that does not agree. Gives the number of models that
/// say they have finished before the reference does, and of those that have agreed before.
std::size_t compareWithReferences(StandardLibrary& library, const ReferenceOptions& options);

}  // namespace dashpot::msl
