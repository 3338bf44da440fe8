// equations/causalise.hpp
//
// From sorted blocks to steps and rows: explicit equations become assignments, linear blocks one linear solve for their
// torn variables, nonlinear blocks iteration variables with residual rows.
#pragma once

#include "equations/matching.hpp"
#include "equations/solvable_system.hpp"

#include <span>

namespace dashpot::equations {

/// A system of equations in given unknowns; everything else is known.
struct EquationSystem {
  std::vector<EquationId> equations;
  std::vector<VariableId> unknowns;
};

/// Fills steps, blocks, and the unknowns and rows of nonlinear blocks. `incidence` and `matching` are those of
/// `system`, the matching perfect. Iteration variables get their role in `model.variables`.
void causalise(SolvableSystem& model, const EquationSystem& system, const Incidence& incidence,
               const Matching& matching, SortedSystem& out);

}  // namespace dashpot::equations
