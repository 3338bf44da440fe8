// equations/vanishing_coefficients.hpp
//
// Capacities that are zero whatever the state is. In i = c*der(v) a capacity c may come from a function of v that gives
// zero because of its parameters alone, as the capacities of a transistor whose data has none. Where sorting divides by
// it, v can be no state: c itself is taken for zero then, and the parameters that made it so are final. Where it does
// not, nothing changes.
#pragma once

#include "equations/rewriting.hpp"

#include <vector>

namespace dashpot::equations {

/// Those of the model, if the sorted equations divide by zero because of them; else none.
[[nodiscard]] std::vector<KnownValue> findVanishingDivisors(const SolvableSystem& system);

}  // namespace dashpot::equations
