// equations/derivatives.hpp
//
// The exact derivatives of a sorted system, dF/dy, dF/dt, dF/du of its inputs and dF/dp of chosen parameters: forward
// mode, symbolically and sparsely.
//
// Each assigned variable carries its gradient, a sparse list of (column, expression); the chain rule merges the
// gradients of what an expression uses. A linear solve A z = b has A dz = db - dA z: the same matrix with further right
// sides.
#pragma once

#include "base/expected.hpp"
#include "equations/solvable_system.hpp"
#include "symbolic/function_derivative.hpp"

#include <span>

namespace dashpot::equations {

/// jacobian: dF/dy alone; run: also dF/dt and dF/du, as a run needs them; all: also the derivatives of every variable,
/// for linearisation.
enum class Wanted : std::uint8_t { jacobian, run, all };

/// Fills derivativeSteps and the derivatives that are wanted.
void differentiate(SolvableSystem& model, SortedSystem& system, Wanted wanted,
                   symbolic::FunctionDerivatives& functions);

/// Fills model.parameterDerivatives: dF/dp for each of these parameters, exact, through steps and linear solves as for
/// the Jacobian. Other parameters and what is computed from them follow by their bindings, but for those in `given`,
/// which have numbers of their own; the chosen ones stand for themselves.
void differentiateByParameters(SolvableSystem& model, std::vector<VariableId> parameters,
                               const std::vector<VariableId>& given = {});

/// The parameters of these names, as far as a derivative by them makes sense: Real, and not final. Else why not.
[[nodiscard]] Expected<std::vector<VariableId>, std::string> findParameters(const SolvableSystem& model,
                                                                            std::span<const std::string> names);

}  // namespace dashpot::equations
