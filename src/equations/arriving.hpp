// equations/arriving.hpp
//
// pre(x) of a continuous variable is its left limit at an event (Modelica 3.6, section 3.7.5). A state is where the
// integrator left it, but an algebraic variable may jump at this very event, so what it was is kept: a held variable
// takes its value before anything of the event happens, and again before each further iteration of it.
#pragma once

#include "equations/solvable_system.hpp"

#include <unordered_map>

namespace dashpot::equations {

using ArrivingVariables = std::unordered_map<VariableId, VariableId>;  // of each such variable what keeps its value

/// Makes them for every continuous variable whose pre() occurs in the model.
[[nodiscard]] ArrivingVariables keepArriving(SolvableSystem& system);

}  // namespace dashpot::equations
