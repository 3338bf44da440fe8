// equations/derivatives.hpp
//
// The exact derivatives of a sorted system, dF/dy, dF/dt and dF/du of its inputs: forward mode, symbolically and
// sparsely.
//
// Each assigned variable carries its gradient, a sparse list of (column, expression); the chain rule merges the
// gradients of what an expression uses. A linear solve A z = b has A dz = db - dA z: the same matrix with further right
// sides.
#pragma once

#include "equations/solvable_system.hpp"
#include "symbolic/function_derivative.hpp"

namespace dashpot::equations {

/// jacobian: dF/dy alone; run: also dF/dt and dF/du, as a run needs them; all: also the derivatives of every variable,
/// for linearisation.
enum class Wanted : std::uint8_t { jacobian, run, all };

/// Fills derivativeSteps and the derivatives that are wanted.
void differentiate(SolvableSystem& model, SortedSystem& system, Wanted wanted,
                   symbolic::FunctionDerivatives& functions);

}  // namespace dashpot::equations
