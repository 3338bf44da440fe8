// equations/step_operations.hpp: what a step of an inlined formula costs, in operations on numbers.
#pragma once

#include "equations/solvable_system.hpp"

namespace dashpot::equations {

/// Of what y at the end of the step needs. Each operation of an expression counts once, also a call of a function or an
/// exponential; equal expressions of a section are evaluated once. Linear equations are eliminated as sparse ones, with
/// the pivots that promise the least fill-in, and equal matrices once.
struct StepOperations {
  std::size_t once = 0;          // in each step
  std::size_t perIteration = 0;  // of Newton in all nonlinear blocks: residuals, their exact Jacobian, elimination
};
[[nodiscard]] StepOperations countOperations(const SolvableSystem& system);

}  // namespace dashpot::equations
