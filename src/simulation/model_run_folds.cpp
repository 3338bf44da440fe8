// Where the solution for algebraic unknowns ends, and jumps to another one.
#include "simulation/model_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace dashpot::simulation {

/// Of a model without derivatives: where within the last step the solution could not be followed any further; nothing
/// if it could. What is followed becomes the last point before it.
std::optional<ModelRun::Point> ModelRun::endOfAlgebraicSolution() {
  constexpr double near = 0.2;  // of the sizes of unknowns: a correction that moves them further may have jumped
  constexpr int mostFurtherFactors = 2;  // cheaper than to halve the way
  const double end = integrator_->time();
  Point last{followedTime_, followed_};
  if (algebraic_.empty()) return std::nullopt;
  for (double length = end - last.time; last.time < end;) {
    const double t = std::min(end, last.time + length);
    if (t <= last.time) return last;
    Vector y = last.y;
    algebraic_.forget();
    if (algebraic_.correct(t, y, AlgebraicPart::toleranceWithoutStates, mostFurtherFactors) &&
        fold_.difference(last.y, y).size <= near)
      last = {t, std::move(y)}, length *= 2;
    else
      length /= 2;
  }
  return std::nullopt;
}

/// Whether the last step led, or failed to lead, beyond a point where algebraic unknowns jump. The run then goes on
/// from there.
bool ModelRun::passFold() {
  if (bound_.givesUp()) return false;
  const Point last = *std::exchange(folded_, std::nullopt);
  constexpr double farthest = 1e-4;  // of the run, that the end of the solution may lie ahead
  const double reach = farthest * (outcome_.experiment.stop - outcome_.experiment.start);
  const auto beyond = fold_.jumpFrom(last.time, last.y, std::max(reach, 2 * (integrator_->time() - last.time)));
  if (!beyond) return false;
  status_ = RunStatus::running;
  if (isAlgebraic_) recordGridUpTo(last.time);
  record(last.time, last.y, Moment::beforeEvent);
  bound_.arrive(last.time, last.y);
  auto settled = settleOrStay(last.time, *beyond);
  if (!settled) {
    fail(std::move(settled.error()));
    return true;
  }
  if (settled->cancelled) {  // a run that goes on meets the fold again
    status_ = startSegment(last.time, last.y);
    if (status_ == RunStatus::running) status_ = RunStatus::cancelled;
    return true;
  }
  if (folds_.count++ == 0) {
    const std::size_t element = fold_.difference(last.y, *beyond).element;
    folds_.time = last.time, folds_.element = element;
    folds_.before = last.y[element], folds_.after = (*beyond)[element];
  }
  takeUnknowns(last.time, settled->y);
  segmentEnd_ = last.time;  // the integrator is beyond: it starts anew
  goOnAfterEvent(last.time, std::move(*settled), {}, {}, true, {});
  return true;
}

void ModelRun::warnOfFolds() {
  if (folds_.count == 0) return;
  const std::string rest = folds_.count == 1 ? "" : fmt::format(", the first of {} such jumps", folds_.count);
  diagnostics_
      .warning("fold", {},
               fmt::format("at time {:.9g} '{}' jumped from {:.6g} to {:.6g}{}: the equations have no solution beyond "
                           "that continues the one before",
                           folds_.time, compiled_.states.names[folds_.element], folds_.before, folds_.after, rest))
      .hint("it goes where very fast dynamics would lead: a capacity, an inertia or a lag says what really happens");
}

}  // namespace dashpot::simulation
