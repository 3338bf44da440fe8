// How many variables of a system have a role.
#pragma once

#include "equations/solvable_system.hpp"

#include <algorithm>

namespace dashpot::equations {

inline std::size_t count(const SolvableSystem& system, Role role) {
  return static_cast<std::size_t>(std::ranges::count(system.variables, role, &SystemVariable::role));
}

}  // namespace dashpot::equations
