// simulation/chattering.hpp
//
// What is done about a relation that chatters: it gets a hysteresis, so wide that it takes about 1e-5 of the run (or
// the tolerance, if that is larger) to cross it. The solution then slides along the switching surface within that
// width, and a run has some 1e5 switches instead of infinitely many. Said in a warning, with the width and the count.
#pragma once

#include "simulation/bound_model.hpp"

namespace dashpot::simulation {

/// Whether the relation's function moves in the same direction on both sides: then the solution passes through, and
/// many switches are what the model says.
[[nodiscard]] bool passesThrough(BoundModel& model, std::size_t mode, double t, ConstView y, double duration);

/// The width for a relation that chatters at (t, y) in a run of this duration; the tolerance itself if nothing but
/// rounding moves its function.
[[nodiscard]] double hysteresisFor(BoundModel& model, std::size_t mode, double t, ConstView y, double duration,
                                   double tolerance);

}  // namespace dashpot::simulation
