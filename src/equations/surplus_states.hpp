// equations/surplus_states.hpp
//
// States that constraints bind though no derivative shows it. With r = T(phi)*s goes, by annotation (Modelica 3.6, section
// 12.7.1: noDerivative), a velocity that depends on the speed of rotation w and not on the rate of phi; so nothing tells,
// level by level, that the angle must be given up with the speed. What is over-determined when states are taken for
// known names the states that are too many.
#pragma once

#include "equations/incidence.hpp"
#include "equations/matching.hpp"
#include "equations/solvable_system.hpp"

namespace dashpot::equations {

/// Of the states in the over-determined equations the one that is wanted least, among equals the last; none: there is
/// no state in them.
[[nodiscard]] VariableId surplusState(SolvableSystem& model, const EquationSystem& system, const Incidence& incidence,
                                      const Matching& matching);

}  // namespace dashpot::equations
