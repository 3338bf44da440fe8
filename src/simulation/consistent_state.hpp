// simulation/consistent_state.hpp
//
// Modes and algebraic unknowns that agree with one another: at the start, and after each event. Modes are evaluated,
// the algebraic equations solved with them, and so on until nothing changes (event iteration).
#pragma once

#include "base/diagnostic.hpp"
#include "base/expected.hpp"
#include "simulation/bound_model.hpp"

namespace dashpot::simulation {

/// Solves the initial system; sets the modes; gives y at `t`.
[[nodiscard]] Expected<Vector, Diagnostic> initialise(BoundModel& model, double t);

/// After an event: evaluates the relations at (t, y), then the iteration variables of y, until both agree.
[[nodiscard]] Expected<Vector, Diagnostic> switchModes(BoundModel& model, double t, Vector y);

}  // namespace dashpot::simulation
