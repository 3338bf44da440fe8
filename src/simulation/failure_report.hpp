// simulation/failure_report.hpp: why a run stopped, in words: time, step, the state that limits it, the last events
// with their conditions, and what to try.
#pragma once

#include "base/diagnostic.hpp"
#include "dashpot/integrate.hpp"
#include "simulation/bound_model.hpp"
#include "simulation/event_watch.hpp"
#include "simulation/step_watch.hpp"

namespace dashpot::simulation {

[[nodiscard]] Diagnostic failureReport(BoundModel& model, const Failure& failure, const EventWatch& events,
                                       const StepWatch& steps, ConstView y);

/// The steps became so short that the run gets nowhere.
[[nodiscard]] Diagnostic stuckReport(const BoundModel& model, double time, const EventWatch& events,
                                     const StepWatch& steps, ConstView y);

}  // namespace dashpot::simulation
