// What the automatic method knows of a problem before it starts: facts, and what its parts cost.
#pragma once

#include "integrators/system/system.hpp"
#include "selection/decide.hpp"

namespace dashpot::integrators {

/// Whatever stays the same through a run.
selection::Facts factsOf(const Problem& problem, const Options& options);

/// Nanoseconds of an ordinary machine, estimated from size and pattern of J: nothing is run, and no clock is asked, so
/// that the same problem always gets the same method.
selection::Work workOf(const Problem& problem, const Options& options);

}  // namespace dashpot::integrators
