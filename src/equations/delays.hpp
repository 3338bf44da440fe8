// equations/delays.hpp
//
// delay(u, T) as an equation. The run keeps the history of u as polynomials and supplies the one in whose stretch the
// wanted time s = t - T lies; s stands in the equation, so that the slope of the history enters the Jacobian and dF/dt
// whatever T depends on.
//
// Where T may become shorter than a step (it varies, or is zero), s may lie beyond what is known. The last stretch is
// then open: of its five equidistant nodes the last one is replaced by the present, u(t), which stands in the equation.
// The value is that of the polynomial through the four nodes left and the present:
//
//   P(x_s) + (u - P(x_t)) w(x_s)/w(x_t),   w(x) = x (x + 1/4) (x + 1/2) (x + 3/4)
//
// where P is the polynomial of the stretch, and x is counted in lengths of the stretch from the last node that is left.
// At T = 0 it is u itself. Nothing jumps where a stretch becomes an open one: s passes a node there.
#pragma once

#include "equations/solvable_system.hpp"

namespace dashpot::equations {

/// The right side of the equation that gives the delayed value during the run.
[[nodiscard]] Expr delayedValue(Pool& pool, const Delay& delay);

/// Whether the delay time is more than a parameter, or a parameter with the value zero.
[[nodiscard]] bool mayVanish(const SolvableSystem& system, Expr time);

}  // namespace dashpot::equations
