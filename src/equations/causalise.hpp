// equations/causalise.hpp
//
// From sorted blocks to steps and rows: explicit equations become assignments, linear blocks one linear solve for their
// torn variables (one torn variable: an assignment), nonlinear blocks iteration variables with residual rows. A block
// that tears badly is handed on whole, with all its unknowns as iteration variables: its Jacobian is sparse then.
#pragma once

#include "base/diagnostic.hpp"
#include "equations/matching.hpp"
#include "equations/solvable_system.hpp"
#include "equations/tearing.hpp"
#include "symbolic/function_derivative.hpp"

#include <functional>

namespace dashpot::equations {

/// A parameter, or a variable that parameters alone determine, whose value makes zero what had to be divided by.
struct VanishingPivot {
  VariableId variable = VariableId::none;
  double value = 0.0;
  EquationId definition = EquationId::none;  // of a variable that is no parameter
  std::vector<VariableId> parameters;        // that it depends on
};

struct Causalised {
  bool isSound = true;  // false: a linear block is singular whatever the parameters are, which was reported
  // Not empty: with the values that parameters have, the equations do not determine what their structure says they do.
  std::vector<VanishingPivot> vanishing;
};

/// How a block is torn, given which of its unknowns are in which of its equations; empty: it cannot be.
using TearBlock = std::function<std::optional<Tearing>(const Block& block, Incidence incidence)>;

/// Fills steps, blocks, and the unknowns and rows of nonlinear blocks. `incidence` and `matching` are those of
/// `system`, the matching perfect. Inside a block nothing is divided by that may vanish: what cannot be solved for
/// safely is torn, and pivots are chosen by value. In nonlinear blocks, where the torn variables are known to the
/// tolerance only, nothing is solved for that its equation hardly depends on. With `tearBlock` all this is left to that.
[[nodiscard]] Causalised causalise(SolvableSystem& model, const EquationSystem& system, const Incidence& incidence,
                                   const Matching& matching, const Sources& sources,
                                   symbolic::FunctionDerivatives& functions, Diagnostics& diagnostics,
                                   SortedSystem& out, const TearBlock& tearBlock = {});

}  // namespace dashpot::equations
