// Records of a run's steps.
#include "simulation/model_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace dashpot::simulation {

using codegen::Entry;

constexpr int mostTimesUndefined = 12;  // a step is then 4^-12 of what the tolerance would allow

namespace {

constexpr double largestExact = 9007199254740992.0;  // of whole numbers

}  // namespace

/// A variable that has no value here is none of the solution, even if no state depends on it: the step is taken again,
/// or the run ends. Only at the very end of a mode may that be: the event lies a last bit beyond the point where the
/// relation turns.
void ModelRun::record(double t, ConstView y, Moment moment) {
  if (status_ == RunStatus::failed || undefined_) return;
  // A time event on the grid: what was before it stands there already.
  if (moment == Moment::beforeEvent && lastRegular_ == t) return;
  lastRegular_ = moment == Moment::regular ? std::optional(t) : std::nullopt;
  if (!observe(t, y)) {
    if (moment == Moment::regular && mayTakeStepAgain(mostTimesUndefined))
      undefined_ = t;
    else if (moment == Moment::regular || moment == Moment::afterEvent)
      fail(undefinedVariable(t));
    return;
  }
  trace(t, moment);
  take(t, moment);
}

/// All variables into observed_. Where there is code for four points, other code for one is made only if there are many
/// points that stand alone, for each of which functions of the library are called four times.
bool ModelRun::observe(double t, ConstView y) {
  constexpr int mostAlone = 200;
  if (isGrid_ && recordedAlone_ < mostAlone && recordsInBlocks() && batch_->isAssembled()) {
    ++recordedAlone_;
    bound_.gather(Entry::observed, t, y, lanes_);
    if (bound_.evaluate(*batch_, lanes_, block_, 1) == Evaluation::ok) {
      by_fours::pick(block_, 0, observed_);
      return true;
    }
  }
  const auto isDefined = [&] { return bound_.evaluate(Entry::observed, t, y, observed_) == Evaluation::ok; };
  return isDefined() || (isLeftOpen() && keepOpen() && isDefined());  // remembers why, if not
}

/// Whether the Integers among the numbers of a block are exact.
bool ModelRun::areExact(ConstView block) const {
  const std::size_t outputs = observed_.size();
  return std::ranges::all_of(integers_, [&](const codegen::VariableInfo* variable) {
    for (std::size_t first = 0; first < block.size(); first += by_fours::count * outputs)
      for (const double value : block.subspan(first + by_fours::count * variable->index, by_fours::count))
        if (!(std::fabs(value) <= largestExact)) return false;
    return true;
  });
}

/// What is in observed_, to where it goes.
void ModelRun::take(double t, Moment moment) {
  recorder_.record(t, observed_, moment);
  ranges_.seeObserved(t, observed_);
  if (auto inexact = inexactInteger(t)) fail(std::move(*inexact));
  keepAsLast(t);
}

/// What is in observed_ becomes the last record, whose memory is used again.
void ModelRun::keepAsLast(double t) {
  outcome_.endTime = t;
  if (outcome_.finalObserved.empty()) outcome_.finalObserved.resize(observed_.size());
  std::swap(outcome_.finalObserved, observed_);
  lastPoint_.reset();
}

/// Where the last record is one of a block, it is taken out of it.
void ModelRun::takeLastOfBlock() {
  if (!lastPoint_) return;
  by_fours::pick(lastBlock_, *lastPoint_, observed_);
  keepAsLast(outcome_.endTime);
}

/// Integers are kept as doubles, which hold every whole number up to 2^53. Beyond, n + 1 may be n.
std::optional<Diagnostic> ModelRun::inexactInteger(double t) const {
  for (const codegen::VariableInfo* variable : integers_)
    if (const double value = observed_[variable->index]; std::fabs(value) > largestExact)
      return Diagnostic{
          Severity::error,
          "integer-overflow",
          fmt::format("the simulation stopped at time {:.9g}: the Integer {} has become {:.9g}, and whole "
                      "numbers are exact only up to 2^53 = {:.0f}",
                      t, variable->name, value, largestExact),
          {},
          {},
          {},
          {"declare it as a Real if its last digits do not matter"}};
  return std::nullopt;
}

/// The course up to a record, from the one before it.
void ModelRun::trace(double t, Moment moment) {
  if (!course_.isWanted()) return;
  const auto isWithinStep = [this](double last) {  // a delayed jump is passed within the last bits of time
    const double begin = integrator_->previousTime();
    return last >= begin - 1e-9 * (integrator_->time() - begin);
  };
  const bool isContinuous =
      moment != Moment::afterEvent && integrator_ && course_.lastTime() && isWithinStep(*course_.lastTime());
  if (!isContinuous) return course_.start(t, observed_);
  course_.reach(
      t, observed_, [this](double at) { return observedWithin(at); },
      [this](double at, ConstView values) { recorder_.record(at, values, Moment::between); });
}

/// All variables at a time within the last step; null where one is not defined.
const Vector* ModelRun::observedWithin(double t) {
  if (isAlgebraic_ && solveUnknowns(t, interpolated_)) return nullptr;
  const ConstView y = isAlgebraic_ ? ConstView(interpolated_) : stateWithin(t);
  within_.resize(observed_.size());
  return bound_.evaluate(Entry::observed, t, y, within_) == Evaluation::ok ? &within_ : nullptr;
}

void ModelRun::recordGridUpTo(double end) {
  algebraic_.forget();
  while (isGrid_ && status_ != RunStatus::failed && !undefined_) {
    const std::size_t count = pointsBefore(end);
    if (count == 0) return;
    if (count > 1) {
      recordBlock(count);
    } else {
      record(times_[0], stateWithin(times_[0]), Moment::regular);
      ++nextGridPoint_;
    }
  }
}

/// Those that blocks are filled up with have the time of the last one.
std::size_t ModelRun::pointsBefore(double end) {
  const double limit = end - gridRounding();
  const std::size_t most = recordsInBlocks() ? times_.size() : 1;
  std::size_t count = 0;
  for (; count < most; ++count) {
    times_[count] = gridPoint(nextGridPoint_ + static_cast<std::int64_t>(count));
    if (!(times_[count] < limit)) break;
  }
  if (count > 0)
    for (std::size_t filled = count; filled < by_fours::filledUp(count); ++filled) times_[filled] = times_[count - 1];
  return count;
}

/// Code for four points at once pays where there are many points, but not where it would have procedures interpreted.
/// What follows a course is looked at one by one.
bool ModelRun::recordsInBlocks() {
  constexpr double fewestPoints = 64;
  if (bound_.isSliding()) return false;  // each point has shares of its own
  if (batch_) return true;
  const Experiment& experiment = outcome_.experiment;
  if (isAlgebraic_ || callsProcedures_ || course_.isWanted() ||
      experiment.stop - experiment.start < fewestPoints * experiment.interval)
    return false;
  // As many points as most steps span, and no more numbers than the nearest cache holds.
  constexpr std::size_t mostPoints = 32, mostNumbers = 4096;
  const std::size_t points = by_fours::filledUp(
      std::clamp<std::size_t>(mostNumbers / std::max<std::size_t>(observed_.size(), 1), 1, mostPoints));
  batch_ = bound_.batch(Entry::observed);
  lanes_.resize(points);
  times_.resize(points);
  block_ = lastBlock_ = bound_.outputs(*batch_, points);
  return true;
}

/// So many points of the grid, which lie in the last step.
void ModelRun::recordBlock(std::size_t count) {
  const std::size_t filled = by_fours::filledUp(count);
  const ConstView times = ConstView(times_).first(filled);
  if (isInterpolantEnough()) {
    integrator_->interpolateMany(times, View(lanes_.y).first(filled * lanes_.yCount));
    bound_.gather(Entry::observed, times, lanes_);
  } else {
    for (std::size_t k = 0; k < filled; ++k)
      bound_.gather(Entry::observed, times[k], k < count ? stateWithin(times[k]) : interpolated_, k, lanes_);
  }
  const bool isDefined = bound_.evaluate(*batch_, lanes_, block_, count) == Evaluation::ok;
  const ConstView values = ConstView(block_).first(filled * observed_.size());
  if (isDefined && areExact(values)) {  // nothing ends the run among these points
    ranges_.seeObserved(times, values);
    recorder_.recordBlock({times.first(count), values, observed_.size()});
    std::swap(block_, lastBlock_);
    lastPoint_ = count - 1;
    lastRegular_ = outcome_.endTime = times[count - 1];
    nextGridPoint_ += static_cast<std::int64_t>(count);
    return;
  }
  for (std::size_t k = 0; k < count && status_ != RunStatus::failed && !undefined_; ++k, ++nextGridPoint_) {
    const double t = times[k];
    if (!isDefined) {
      record(t, stateWithin(t), Moment::regular);  // finds the point and the variable
      continue;
    }
    by_fours::pick(values, k, observed_);
    lastRegular_ = t;
    take(t, Moment::regular);
  }
}

/// Records the points of the grid in the last step, and its end where that is wanted.
void ModelRun::recordStep(double t, Arrival arrival, bool isEnd) {
  algebraic_.forget();
  const bool isEvent = arrival == Arrival::event || arrival == Arrival::tick;
  const bool isBeforeGridPoint = isGrid_ && gridPoint(nextGridPoint_) - t > gridRounding();
  if (isBeforeGridPoint && !isEvent && !isEnd && !course_.isWanted() && !isAlgebraic_) return;
  recordGridUpTo(t);
  if (isAlgebraic_ && !follow(t)) return;
  const bool onGrid = isGrid_ && std::fabs(gridPoint(nextGridPoint_) - t) <= gridRounding();
  const double shown = onGrid && !isEnd ? gridPoint(nextGridPoint_) : t;
  if (onGrid) ++nextGridPoint_;
  if (isEvent && isShown(arrival == Arrival::tick))
    record(t, state(), Moment::beforeEvent);
  else if (onGrid || isEnd || (!isGrid_ && !isEvent))
    record(shown, state(), Moment::regular);
  else if (course_.isWanted() && (!isEvent || isOverdue(t)))
    record(t, state(), Moment::between);
}

/// Whether nothing has been recorded for so long that even switches that are not shown must not hide the course.
bool ModelRun::isOverdue(double t) const {
  return !course_.lastTime() || t - *course_.lastTime() >= outcome_.experiment.interval;
}

}  // namespace dashpot::simulation
