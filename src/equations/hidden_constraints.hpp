// equations/hidden_constraints.hpp
//
// Constraints between states that no single equation shows, but a sum of equations does: of two capacitors between the
// same floating nodes, v1 = a - b and v2 = a - b together say v1 = v2; likewise around a loop of capacitors, and for
// the currents of inductors that are all that leaves a part of a circuit. By structure a and b look determined, and
// what is solved for them is singular. So one of the equations is replaced by the sum in which a and b cancel; index
// reduction then finds the constraint.
//
// Only equations that are sums of their unknowns with whole numbers as factors are looked at (Kirchhoff's laws and the
// like), and the elimination is exact: the solutions stay the same.
#pragma once

#include "equations/solvable_system.hpp"

#include <span>

namespace dashpot::equations {

/// States must have their role already. Returns the equations that were replaced.
std::vector<EquationId> showHiddenConstraints(SolvableSystem& system, std::span<const EquationId> equations);

}  // namespace dashpot::equations
