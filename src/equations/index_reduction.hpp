// equations/index_reduction.hpp
//
// Which equations must be differentiated, and how often, until they determine the highest derivatives of their
// variables (Pantelides 1988). The equations are differentiated symbolically; the given ones stay.
//
// Deviation: der(x) = v where v is differentiated itself counts as "v is the derivative of x"; the equation takes no
// part. So positions and velocities form one chain, and no constraint is differentiated for their sake.
#pragma once

#include "base/diagnostic.hpp"
#include "equations/matching.hpp"
#include "symbolic/function_derivative.hpp"

#include <optional>
#include <unordered_map>

namespace dashpot::equations {

struct ReducedSystem {
  std::vector<EquationId> equations;  // all, those given and their derivatives
  // The highest derivatives and the equations that determine them.
  std::vector<EquationId> highestEquations;
  std::vector<VariableId> highestUnknowns;
  Incidence incidence;
  Matching matching;
};

/// Adds derivatives of equations and variables to `system`. There must be a matching of the equations with the
/// variables when a variable and its derivatives count as one (else the algorithm would not end). Empty after errors:
/// the derivative of something is needed that has none.
[[nodiscard]] std::optional<ReducedSystem> reduceIndex(SolvableSystem& system, std::span<const EquationId> equations,
                                                       symbolic::FunctionDerivatives& functions,
                                                       Diagnostics& diagnostics);

/// der(x) = v with v differentiated itself: v is the derivative of x, and stands for it in all other equations. Takes
/// these equations out of the list and returns them.
[[nodiscard]] std::vector<EquationId> linkVelocities(SolvableSystem& system, std::vector<EquationId>& equations);

/// The variable that is the time derivative of `id`, made if there is none.
VariableId derivativeOf(SolvableSystem& system, VariableId id);

}  // namespace dashpot::equations
