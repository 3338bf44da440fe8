// equations/parameters.hpp: the order in which parameters can be evaluated from one another.
#pragma once

#include "base/diagnostic.hpp"
#include "equations/solvable_system.hpp"

namespace dashpot::equations {

/// One assignment per parameter or constant that has a value. A circle is reported with its members.
[[nodiscard]] std::vector<Assignment> orderParameters(const FlatModel& model, Diagnostics& diagnostics);

}  // namespace dashpot::equations
