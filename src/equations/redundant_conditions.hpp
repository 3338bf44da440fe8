// equations/redundant_conditions.hpp
//
// Initial conditions that are one too many: two components that are connected may each give the start value of what
// they share. If they agree, nothing is wrong. So a condition for which no unknown is left is not solved for but
// checked: at once where numbers are compared with numbers, else when the initial state has been found.
#pragma once

#include "base/diagnostic.hpp"
#include "equations/causalise.hpp"

namespace dashpot::equations {

/// Takes out of `system` the initial equations and fixed start values that `matching` leaves without an unknown; each
/// becomes an assertion of the start, and a warning says so. False, with nothing done: an unknown or another equation
/// is left over, or the numbers disagree.
[[nodiscard]] bool setAsideRedundantConditions(SolvableSystem& model, EquationSystem& system,
                                               const Incidence& incidence, const Matching& matching,
                                               const Sources& sources, Diagnostics& diagnostics);

}  // namespace dashpot::equations
