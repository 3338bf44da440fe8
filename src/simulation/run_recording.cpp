// What a run records of its steps, and remembers of them for delayed expressions.
#include "simulation/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dashpot::simulation {

using codegen::Entry;

double Run::gridPoint(std::int64_t i) const {
  return outcome_.experiment.start + static_cast<double>(i) * outcome_.experiment.interval;
}

/// A variable that has no value here ends the run, even if no state depends on it. Only at the very end of a mode may
/// that be: the event lies a last bit beyond the point where the relation turns.
void Run::record(double t, ConstView y, Moment moment) {
  if (status_ == RunStatus::failed) return;
  // A time event on the grid: what was before it stands there already.
  if (moment == Moment::beforeEvent && lastRegular_ == t) return;
  lastRegular_ = moment == Moment::regular ? std::optional(t) : std::nullopt;
  if (bound_.evaluate(Entry::observed, t, y, observed_) != Evaluation::ok) {
    if (moment != Moment::beforeEvent) fail(undefinedVariable(t));
    return;
  }
  recorder_.record(t, observed_, moment);
  ranges_.seeObserved(t, observed_);
  outcome_.finalObserved = observed_;
  outcome_.endTime = t;
}

Diagnostic Run::undefinedVariable(double t) const {
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

/// What the last step covers of the grid, and its end where that is to be seen.
void Run::recordStep(bool isEvent, bool isTick, bool isEnd) {
  const double end = integrator_->time();
  const double roundOff = 1e-9 * outcome_.experiment.interval;
  const bool isGrid = !settings_.everyStep;
  algebraic_.forget();
  for (; isGrid && gridPoint(nextGridPoint_) < end - roundOff; ++nextGridPoint_) {
    record(gridPoint(nextGridPoint_), stateWithin(gridPoint(nextGridPoint_)), Moment::regular);
  }
  if (isStill_ && !follow(end)) return;
  const bool onGrid = isGrid && std::fabs(gridPoint(nextGridPoint_) - end) <= roundOff;
  const double shown = onGrid && !isEnd ? gridPoint(nextGridPoint_) : end;
  if (onGrid) ++nextGridPoint_;
  if (isEvent && isShown(isTick))
    record(end, state(), Moment::beforeEvent);
  else if (onGrid || isEnd || (!isGrid && !isEvent))
    record(shown, state(), Moment::regular);
}

/// The delayed expressions over the last step.
void Run::remember() {
  if (compiled_.delayCount == 0) return;
  const double from = integrator_->previousTime();
  // Within the last step, too, values will be asked for: when it is recorded.
  bound_.history.forgetBefore(from - remember(from, integrator_->time(), 0));
}

/// In halves, where the polynomial through the nodes does not do: what is delayed need not be a state, whose changes
/// the steps follow. Gives the longest delay.
double Run::remember(double from, double to, int depth) {
  constexpr std::size_t nodes = DelayHistory::nodesPerStep;
  constexpr int deepest = 7;
  const std::size_t count = compiled_.delayCount;
  const auto evaluate = [&](double share) {
    const double t = share == 1.0 ? to : from + (to - from) * share;
    return bound_.evaluate(Entry::delays, t, stateWithin(t));
  };
  Vector values, ages(count);
  double longest = 0.0;
  for (std::size_t node = 0; node < nodes; ++node) {
    const auto at = evaluate(static_cast<double>(node) / (nodes - 1));
    if (!at) return std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < count; ++k) {
      values.push_back((*at)[3 * k]);
      ages[k] = (*at)[3 * k + 1], longest = std::max(longest, (*at)[3 * k + 2]);
    }
  }
  // Between the first nodes the polynomial is at its worst.
  constexpr double between = 0.125;
  const auto check = evaluate(between);
  bool fits = true;
  for (std::size_t k = 0; check && k < count; ++k) {
    double size = 0.0;
    for (std::size_t node = 0; node < nodes; ++node) size = std::max(size, std::fabs(values[node * count + k]));
    const double error = std::fabs(DelayHistory::between(values, count, k, between) - (*check)[3 * k]);
    fits = fits && error <= 0.1 * outcome_.experiment.tolerance * size;
  }
  if (fits || depth == deepest) {
    bound_.history.add(from, to, values, ages);
    return longest;
  }
  const double middle = from + (to - from) / 2;
  const double first = remember(from, middle, depth + 1);
  return std::max(first, remember(middle, to, depth + 1));
}

/// After an event: whether a delayed expression jumped, which will come back.
void Run::rememberJump(double t, ConstView y) {
  const std::size_t count = compiled_.delayCount;
  if (count == 0) return;
  const auto after = bound_.evaluate(Entry::delays, t, y);
  if (!after) return;
  const ConstView before = bound_.history.last();
  bool jumps = false;
  for (std::size_t k = 0; k < count; ++k) jumps = jumps || (*after)[3 * k] != before[k];
  bound_.history.noteJump(t, jumps ? 0 : 1);
}

}  // namespace dashpot::simulation
