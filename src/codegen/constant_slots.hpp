// codegen/constant_slots.hpp
//
// Local variables of a function that are given a number when the function begins, and nothing else ever: coefficients
// of fits, points of tables. They need no registers that each call fills again.
#pragma once

#include "symbolic/function.hpp"

#include <optional>
#include <vector>

namespace dashpot::codegen {

/// By slot, the number that it always has; empty: it varies. An array that is indexed has all of its elements in it, or
/// none.
[[nodiscard]] std::vector<std::optional<double>> constantSlots(const symbolic::Function& function);

}  // namespace dashpot::codegen
