// simulation/typical_sizes.hpp: what size the values of a variable have, as far as the model tells: by its nominal
// value, else by its unit. Tolerances and Newton's iteration measure in these.
#pragma once

#include "simulation/bound_model.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace dashpot::simulation {

/// A usual size in machines for this unit, in SI; 0: none is known.
[[nodiscard]] double sizeOfUnit(std::string_view unit);

/// Of the elements of y: nominal value, size of the unit, or 0 where neither is known.
[[nodiscard]] Vector sizesOfStates(BoundModel& model);

/// The units of those elements of y whose size is guessed from it, for want of a nominal value; empty for the others.
[[nodiscard]] std::vector<std::string> guessedUnits(BoundModel& model);

/// The same of the iteration variables of the initial system.
[[nodiscard]] Vector sizesOfIterationVariables(BoundModel& model);

}  // namespace dashpot::simulation
