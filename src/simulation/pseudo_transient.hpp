// simulation/pseudo_transient.hpp
//
// Towards the steady state of M y' = F(t, y) with t held: linearly implicit Euler steps (M/d - J) s = F(y) whose length
// d doubles as long as the linear prediction is a good one (pseudo-transient continuation, Kelley and Keyes 1998). It
// follows the way the system itself would take, so that it finds the steady state that the start leads to.
#pragma once

#include "simulation/bound_model.hpp"

namespace dashpot::simulation {

struct PseudoTransientResult {
  bool settled = false;  // the last step was long, and changed nothing any more
  int steps = 0;
};

/// Improves y in place, also where it does not settle; modes follow.
[[nodiscard]] PseudoTransientResult pseudoTransient(BoundModel& model, double t, Vector& y);

}  // namespace dashpot::simulation
