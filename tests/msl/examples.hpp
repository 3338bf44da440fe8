// How far the examples of the library come: checked, compiled, simulated, by two methods that agree.
#pragma once

#include "library.hpp"

namespace dashpot::msl {

struct ExampleOptions {
  std::vector<std::string> below;  // packages; none: all examples
  bool rereads = false;            // the flat text of each is taken as a model of its own, which must be the same
  bool simulates = false;
  bool rank = false;   // the most frequent failures
  bool quiet = false;  // without the failures themselves
  unsigned seconds = 60;
};

/// Prints counts per package with the first diagnostic of each failure.
void checkExamples(StandardLibrary& library, const ExampleOptions& options);

}  // namespace dashpot::msl
