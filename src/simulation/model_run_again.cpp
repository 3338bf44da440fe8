// Steps that the tolerance allows and the model does not, which are taken again with a quarter of their length:
//
//   ranges     a state leaves its min and max, a pressure near vacuum below zero, although the solution keeps to them
//   undefined  a variable that is recorded has no value, although F has: the logarithm of that pressure
//
// A step that ends at an event is judged by what is left of it. Only where shorter steps do not help is it the solution
// that leaves its range, or the model that has no value.
#include "simulation/model_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dashpot::simulation {

/// What has been remembered for delays, or shown to somebody in real time, cannot be taken back.
bool ModelRun::mayTakeStepAgain(int mostTimes) const {
  return integrator_ && !isFirstStep_ && !keepsToSteps() && settings_.step == 0 && compiled_.delays.empty() &&
         !isAlgebraic_ && (takenAgain_ < mostTimes || integrator_->time() > again_) &&
         integrator_->time() > integrator_->previousTime();
}

/// Up to a quarter of it.
void ModelRun::takeStepAgain() {
  const double from = integrator_->previousTime(), end = from + (integrator_->time() - from) / 4;
  Vector y(state().size());
  integrator_->interpolate(from, y);
  takenAgain_ = integrator_->time() > again_ ? 1 : takenAgain_ + 1;
  again_ = std::max(again_, integrator_->time());
  ++outcome_.statistics.rejected;
  jumps_.stopAt({end, end});
  status_ = startSegment(from, y);
}

/// A state is outside its range at the end of the last step, and none was at its beginning.
bool ModelRun::leavesRanges() {
  constexpr int mostTimes = 4;
  if (!ranges_.isAnyOutside(state()) || !mayTakeStepAgain(mostTimes)) return false;
  Vector before(state().size());
  integrator_->interpolate(integrator_->previousTime(), before);
  return !ranges_.isAnyOutside(before);
}

/// What was recorded before the undefined point stays.
void ModelRun::takeUndefinedAgain() {
  constexpr double rounding = 1e-6;
  const double place = (*undefined_ - outcome_.experiment.start) / outcome_.experiment.interval;
  if (isGrid_) nextGridPoint_ = static_cast<std::int64_t>(std::ceil(place - rounding));
  undefined_.reset();
  lastRegular_.reset();
  takeStepAgain();
}

Diagnostic ModelRun::undefinedVariable(double t) const {
  const auto fault = bound_.lastFault();
  Diagnostic d{
      Severity::error,
      "evaluation",
      fmt::format("the simulation stopped at time {:.9g}: {}", t, fault ? fault->reason : "a variable is not finite"),
      {},
      {},
      {},
      {}};
  if (fault && !fault->origin.empty()) d.detail(fault->origin);
  return d;
}

}  // namespace dashpot::simulation
