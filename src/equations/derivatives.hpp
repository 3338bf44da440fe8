// equations/derivatives.hpp
//
// The exact Jacobian dF/dy and dF/dt of a sorted system: forward mode, symbolically and sparsely.
//
// Each assigned variable carries its gradient, a sparse list of (column, expression); the chain rule merges the
// gradients of what an expression uses. A linear solve A z = b has A dz = db - dA z: the same matrix with further right
// sides.
#pragma once

#include "equations/solvable_system.hpp"
#include "symbolic/function_derivative.hpp"

namespace dashpot::equations {

enum class WithTime : bool { no, yes };

/// Fills derivativeSteps, jacobian and, if asked for, timeDerivative.
void differentiate(SolvableSystem& model, SortedSystem& system, WithTime withTime,
                   symbolic::FunctionDerivatives& functions);

}  // namespace dashpot::equations
