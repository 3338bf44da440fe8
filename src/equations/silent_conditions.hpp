// equations/silent_conditions.hpp
//
// Conditions that may make F jump without an event: relations that were left where they stand (inside noEvent(), or of
// small functions that were written into the equations), sign(), roundings beside them, and the ways that calls take
// through their functions. None of them is held while the system is integrated, and none makes an event; the run looks
// at their values to know whether a step went across a jump that its error estimate did not see.
//
// Here: conditions of the simulation whose value can change between events, each once; and which of them F only bends
// at (equations/continuity.hpp). Not here: |x|, min and max, which are continuous.
#pragma once

#include "equations/solvable_system.hpp"

namespace dashpot::equations {

/// Fills `system.silentConditions` from the steps and rows of the simulation.
void findSilentConditions(SolvableSystem& system);

}  // namespace dashpot::equations
