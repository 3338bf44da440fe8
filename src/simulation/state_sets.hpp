// simulation/state_sets.hpp
//
// Dynamic state selection: which candidates of a state set are integrated. A selection is as good as the constraints
// determine the candidates left out of it, measured by the determinant of their Jacobian; the best one found by
// elimination with full column pivoting is taken when the present one is much worse.
#pragma once

#include "simulation/bound_model.hpp"

namespace dashpot::simulation {

/// Looks at the candidates at (t, y) and selects anew where the present selection is poor; `y` then holds the new
/// states. True if a selection changed. `from` is Entry::selection, or Entry::initialSelection with z in `unknowns`.
bool reselect(BoundModel& model, codegen::Entry from, double t, ConstView unknowns, View y);

}  // namespace dashpot::simulation
