// equations/hoist.hpp: what depends on parameters alone is evaluated once, with them.
//
// An expression that is not defined for the given parameters does no harm there: the value that is not a number spreads
// only to where it is used, and a branch that is not taken does not use it.
#pragma once

#include "equations/solvable_system.hpp"

namespace dashpot::equations {

/// Variables that the simulation assigns from parameters alone get the role `computed`. Returns their equations.
std::vector<EquationId> computeWithParameters(SolvableSystem& system);

/// The largest parts of expressions that depend on parameters alone become computed variables.
void hoistParameterParts(SolvableSystem& system);
/// The same in further sorted systems, which belong to this one.
void hoistParameterParts(SolvableSystem& system, std::vector<SortedSystem>& parts);

}  // namespace dashpot::equations
