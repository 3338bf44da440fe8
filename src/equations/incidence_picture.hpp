// equations/incidence_picture.hpp: the incidence matrix of the simulation system as the user wrote it and as it was
// sorted, for people to look at.
#pragma once

#include "equations/incidence.hpp"

namespace dashpot::equations {

/// The equations of the flat model in their order, and its unknowns when the states are known: algebraic variables, and
/// derivatives in the place of states. Discrete variables are left out.
[[nodiscard]] Incidence incidenceBefore(const FlatModel& model);

/// Equations and unknowns in the order of the blocks: everything above the diagonal blocks is empty.
[[nodiscard]] Incidence incidenceAfter(const SolvableSystem& system);

}  // namespace dashpot::equations
