// equations/preferred_states.hpp
//
// Variables that are to be states although the model does not differentiate them: stateSelect = prefer and always
// apply to them, too (Modelica 3.6, section 4.8.8.1). A chamber whose mass is differentiated is integrated by its
// pressure then.
#pragma once

#include "equations/causalise.hpp"

namespace dashpot::equations {

/// Those of `wanted`, unknowns of the system, that follow from states by equations that can be differentiated and do
/// not switch: a state must not jump, and what depends on an input has no derivative.
[[nodiscard]] std::vector<VariableId> findPreferredStates(const SolvableSystem& model,
                                                          const std::vector<VariableId>& wanted,
                                                          const EquationSystem& system, const Incidence& incidence,
                                                          const Matching& matching);

}  // namespace dashpot::equations
