// Runs a model by two methods of different families and compares what they give.
#pragma once

#include "codegen/compiled_model.hpp"

#include <string>

namespace dashpot::msl {

struct Agreement {
  bool isSimulated = false;  // by the first method
  bool agrees = false;
  std::string problem;  // the first thing that is wrong
};

/// rodas4, or radau5 where that fails, against ida, both with tolerance 1e-8, or else both with 1e-10. They agree if,
/// on a grid of 200 intervals, no state (of a model without states: no variable) differs by more than 1e-3 of its
/// range, or by more than 1e-7 of max(1, its largest value). Points next to an event are left out: a jump may be a
/// little late.
[[nodiscard]] Agreement compareMethods(const codegen::CompiledModel& model, const Sources& sources);

}  // namespace dashpot::msl
