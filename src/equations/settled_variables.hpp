// equations/settled_variables.hpp
//
// Variables that never change, although they are declared as continuous: an equation sets them to something made of
// parameters, or of other such variables (`y = T1` of a block that shows a parameter). What a relation says about them is
// decided once and for all when the parameters are known, so it needs no mode, and nobody has to guess it at the start.
#pragma once

#include "equations/solvable_system.hpp"
#include "symbolic/substitute.hpp"

namespace dashpot::equations {

/// From such variables to what they are made of. `replacements` leads from the flat model's names to the system's.
[[nodiscard]] symbolic::Substitution settledVariables(SolvableSystem& system, symbolic::Substitution& replacements);

}  // namespace dashpot::equations
