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
  if (isGrid_ && recordedAlone_ < mostAlone && recordsInBatches() && batch_->isAssembled()) {
    ++recordedAlone_;
    bound_.gather(Entry::observed, t, y, 0, lanes_);
    lanes_.repeat(0);
    if (bound_.evaluate(*batch_, lanes_, batchValues_, 1) == Evaluation::ok) {
      takeLane(batchValues_, 0);
      return true;
    }
  }
  const auto isDefined = [&] { return bound_.evaluate(Entry::observed, t, y, observed_) == Evaluation::ok; };
  return isDefined() || (isLeftOpen() && keepOpen() && isDefined());  // remembers why, if not
}

void ModelRun::takeLane(const Vector& batch, std::size_t lane) {
  constexpr std::size_t lanes = codegen::Lanes::count;
  const double* const values = batch.data() + lane;
  double* const row = observed_.data();
  const std::size_t size = observed_.size();
#pragma GCC unroll 8
  for (std::size_t k = 0; k < size; ++k) row[k] = values[lanes * k];
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
  lastLane_.reset();
}

/// Where the last record is one of a batch, it is taken out of it.
void ModelRun::takeLastOfBatch() {
  if (!lastLane_) return;
  takeLane(lastBatch_, *lastLane_);
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
  const auto isWithin = [&](std::size_t ahead) {
    return gridPoint(nextGridPoint_ + static_cast<std::int64_t>(ahead)) < end - gridRounding();
  };
  while (isGrid_ && status_ != RunStatus::failed && !undefined_ && isWithin(0)) {
    std::size_t count = 1;
    while (count < codegen::Lanes::count && isWithin(count)) ++count;
    if (count > 1 && recordsInBatches()) {
      recordBatch(count);
    } else {
      record(gridPoint(nextGridPoint_), stateWithin(gridPoint(nextGridPoint_)), Moment::regular);
      ++nextGridPoint_;
    }
  }
}

/// Code for batches pays where there are many points, but not where it would have procedures interpreted. What follows
/// a course is looked at one by one.
bool ModelRun::recordsInBatches() {
  constexpr double fewestPoints = 64;
  if (bound_.isSliding()) return false;  // each point has shares of its own
  if (batch_) return true;
  const Experiment& experiment = outcome_.experiment;
  if (isAlgebraic_ || callsProcedures_ || course_.isWanted() ||
      experiment.stop - experiment.start < fewestPoints * experiment.interval)
    return false;
  batch_ = bound_.batch(Entry::observed);
  batchValues_.resize(codegen::Lanes::count * observed_.size());
  lastBatch_.resize(batchValues_.size());
  return true;
}

/// So many points of the grid, which lie in the last step; fewer than four are filled up by the last of them.
void ModelRun::recordBatch(std::size_t count) {
  std::array<double, codegen::Lanes::count> times{};
  for (std::size_t lane = 0; lane < times.size(); ++lane)
    times[lane] = gridPoint(nextGridPoint_ + static_cast<std::int64_t>(std::min(lane, count - 1)));
  if (isInterpolantEnough()) {
    integrator_->interpolateMany(times, lanes_.y);
    bound_.gather(Entry::observed, times, lanes_);
  } else {
    for (std::size_t lane = 0; lane < count; ++lane)
      bound_.gather(Entry::observed, times[lane], stateWithin(times[lane]), lane, lanes_);
    lanes_.repeat(count - 1);
  }
  const bool isDefined = bound_.evaluate(*batch_, lanes_, batchValues_, count) == Evaluation::ok;
  const bool areExact = std::ranges::all_of(integers_, [this](const codegen::VariableInfo* variable) {
    const ConstView values =
        ConstView(batchValues_).subspan(codegen::Lanes::count * variable->index, codegen::Lanes::count);
    return std::ranges::all_of(values, [](double value) { return std::fabs(value) <= largestExact; });
  });
  if (isDefined && areExact) {  // nothing ends the run among these points
    ranges_.seeObserved(times, batchValues_);
    recorder_.recordBlock({ConstView(times).first(count), batchValues_, times.size()});
    std::swap(batchValues_, lastBatch_);
    lastLane_ = count - 1;
    lastRegular_ = outcome_.endTime = times[count - 1];
    nextGridPoint_ += static_cast<std::int64_t>(count);
    return;
  }
  for (std::size_t lane = 0; lane < count && status_ != RunStatus::failed && !undefined_; ++lane, ++nextGridPoint_) {
    const double t = times[lane];
    if (!isDefined) {
      record(t, stateWithin(t), Moment::regular);  // finds the point and the variable
      continue;
    }
    takeLane(batchValues_, lane);
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
