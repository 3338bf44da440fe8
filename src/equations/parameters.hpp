// equations/parameters.hpp: the order in which parameters can be evaluated from one another.
#pragma once

#include "base/diagnostic.hpp"
#include "equations/solvable_system.hpp"

namespace dashpot::equations {

/// Parameters that the initial equations determine (fixed = false), and those whose values depend on them.
[[nodiscard]] std::vector<bool> findFreeParameters(const FlatModel& model);

/// One assignment per parameter or constant that has a value and is not free. A circle is reported with its members.
[[nodiscard]] std::vector<Assignment> orderParameters(const FlatModel& model, const std::vector<bool>& isFree,
                                                      Diagnostics& diagnostics);

}  // namespace dashpot::equations
