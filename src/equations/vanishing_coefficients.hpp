// equations/vanishing_coefficients.hpp
//
// Capacities that are zero whatever the state is. In i = c*der(v) a capacity c may come from a function of v that gives
// zero because of its parameters alone, as the capacities of a transistor whose data has none. Then v is no state, which
// sorting must know: c itself is taken for zero, and the parameters that made it so are final.
#pragma once

#include "equations/rewriting.hpp"

#include <vector>

namespace dashpot::equations {

[[nodiscard]] std::vector<KnownValue> findVanishingCoefficients(const model::FlatModel& model);

}  // namespace dashpot::equations
