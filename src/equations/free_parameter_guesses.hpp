// equations/free_parameter_guesses.hpp
//
// Iterations begin before initialisation has found the parameters that are free (fixed = false). A start or nominal
// value that depends on them takes their own start values for that; where it is an initial condition the equation keeps
// the parameter itself.
#pragma once

#include "base/diagnostic.hpp"
#include "equations/solvable_system.hpp"

namespace dashpot::equations {

/// After the initial system is sorted. Start values of discrete variables and inputs are no guesses but what these begin
/// with: there such a value is refused.
void guessByFreeParameters(SolvableSystem& system, Diagnostics& diagnostics);

}  // namespace dashpot::equations
