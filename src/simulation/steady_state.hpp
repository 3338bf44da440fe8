// simulation/steady_state.hpp: the state in which nothing changes, 0 = F(t, y): by Newton's iteration, else by letting
// the system settle (pseudo_transient). States that no equation determines, such as the position of a free mass, stay
// where they are.
#pragma once

#include "simulation/initialise.hpp"

namespace dashpot::simulation {

/// From y, with modes and discrete variables as they are there; these follow.
[[nodiscard]] Expected<Initialised, Diagnostic> findSteadyState(BoundModel& model, double t, Vector y);

}  // namespace dashpot::simulation
