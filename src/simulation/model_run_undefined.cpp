// Variables that are not defined where a step leads, although F is: the logarithm of a pressure that came out below zero
// by less than the tolerance. The step is taken again with a quarter of its length, as it would be if F were not defined
// there. Only where that does not help is it the model that has no value.
#include "simulation/model_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dashpot::simulation {

constexpr int mostTimesAgain = 12;  // a step is then 4^-12 of what the tolerance would allow

/// What has been remembered for delays, or shown to somebody in real time, cannot be taken back.
bool ModelRun::mayTakeStepAgain() const {
  return integrator_ && !isFirstStep_ && !keepsToSteps() && settings_.step == 0 && compiled_.delays.empty() &&
         !isAlgebraic_ && (takenAgain_ < mostTimesAgain || integrator_->time() > again_) &&
         integrator_->time() > integrator_->previousTime();
}

/// Up to a quarter of the last step. What was recorded before the undefined point stays.
void ModelRun::takeStepAgain() {
  const double undefined = *std::exchange(undefined_, std::nullopt);
  const double from = integrator_->previousTime(), end = from + (integrator_->time() - from) / 4;
  if (end <= from || end >= integrator_->time()) {
    fail(undefinedVariable(undefined));
    return;
  }
  Vector y(state().size());
  integrator_->interpolate(from, y);
  takenAgain_ = integrator_->time() > again_ ? 1 : takenAgain_ + 1;
  again_ = std::max(again_, integrator_->time());
  ++outcome_.statistics.rejected;
  constexpr double rounding = 1e-6;
  const double place = (undefined - outcome_.experiment.start) / outcome_.experiment.interval;
  if (isGrid_) nextGridPoint_ = static_cast<std::int64_t>(std::ceil(place - rounding));
  lastRegular_.reset();
  jumps_.stopAt({end, end});
  status_ = startSegment(from, y);
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
