// symbolic/solve.hpp
//
// Solving an equation for a variable: where it is linear in it, or where the variable stands in one place, under
// operations that have one inverse. An inverse that holds only on part of the line carries its condition with it:
// outside, the value is not a number, as it would be in the equation itself. The author of a function may name its
// inverse (Modelica 3.6, section 12.8).
#pragma once

#include "symbolic/function.hpp"
#include "symbolic/linear.hpp"

namespace dashpot::symbolic {

/// x such that left = right; empty if x stands in several places that cannot be joined, or under an operation whose
/// inverse is not single-valued (squares, sines, |x|) or not at hand.
[[nodiscard]] std::optional<Expr> solveFor(Pool& pool, Walker& walker, Expr left, Expr right, Expr x,
                                           std::span<const Function> functions = {});

}  // namespace dashpot::symbolic
