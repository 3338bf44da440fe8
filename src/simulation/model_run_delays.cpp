// The memory of a run for delayed expressions, and the steps that end where their breaks come back.
#include "simulation/initialise.hpp"
#include "simulation/model_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dashpot::simulation {

using codegen::Entry;

namespace {

// The outputs of `delays` for each of them.
enum : std::size_t { argumentOf, timeOf, longestOf, perDelay };

// A stretch is halved at most so often.
constexpr int deepest = 7;
// Of the tolerance: how well stretches fit, and what is no jump.
constexpr double fit = 0.1, negligible = 0.01;

double sizeOf(double a, double b) { return std::max(std::fabs(a), std::fabs(b)); }

/// Modelica 3.6, section 3.7.4.1: 0 <= delayTime <= delayMax, as far as the tolerance can tell. Nothing: all are
/// allowed.
std::optional<Diagnostic> forbiddenDelay(const codegen::CompiledModel& model, double t, const Vector& delays,
                                         double tolerance) {
  for (std::size_t k = 0; k < model.delays.size(); ++k) {
    const codegen::DelayInfo& delay = model.delays[k];
    const double time = delays[perDelay * k + timeOf], longest = delays[perDelay * k + longestOf];
    const double margin = tolerance * std::fabs(longest);
    const bool isNegative = time < -margin;
    const bool isTooLong = time > longest + margin;
    const bool vanishes = time <= 0.0 && !delay.mayVanish;
    if (!isNegative && !isTooLong && !vanishes) continue;
    const std::string what =
        isNegative  ? fmt::format("the time of {} is negative: {:.9g} at time {:.9g}", delay.text, time, t)
        : isTooLong ? fmt::format("the time of {} is {:.9g} at time {:.9g}, beyond its largest value {:.9g}",
                                  delay.text, time, t, longest)
                    : fmt::format("the time of {} is zero, but the model was compiled for one that is not", delay.text);
    Diagnostic d{Severity::error, "delay", what, {}, {}, {}, {}};
    d.detail(delay.origin);
    d.hint(isNegative  ? "nothing can be known before it happens: limit the delay time by max(0, ...)"
           : isTooLong ? "the third argument says how long the past is kept: delay(x, T, Tmax)"
                       : "give the delay time the value zero in the model itself, by a modification");
    return d;
  }
  return std::nullopt;
}

Diagnostic stepTooLong(double step, double shortest) {
  Diagnostic d{Severity::error,
               "delay",
               fmt::format("the fixed step {:.9g} is longer than the shortest delay, {:.9g}", step, shortest),
               {},
               {},
               {},
               {}};
  d.hint("take a step that is shorter, or leave it to the error control");
  return d;
}

}  // namespace

/// The delayed expressions over the last step.
void ModelRun::remember() {
  const double from = integrator_->previousTime();
  if (integrator_->time() > from) remember(from, integrator_->time(), 0);
  // Within the last step, too, values will be asked for: when it is recorded.
  if (!hasFailed_) forget(from);
}

/// At a time within the last step. At its end, an expression may be undefined by a last bit: the event that ends it
/// lies beyond the point where its relation turns.
std::optional<Vector> ModelRun::delaysWithin(double t, double end) {
  if (auto values = bound_.evaluate(Entry::delays, t, stateWithin(t))) return values;
  constexpr double little = 1e-9;
  const double before = t - little * (end - integrator_->previousTime());
  if (t == end)
    if (auto values = bound_.evaluate(Entry::delays, before, stateWithin(before))) return values;
  if (!hasFailed_) fail(undefinedVariable(t));
  return std::nullopt;
}

/// In halves, where the polynomial through the nodes does not do: what is delayed need not be a state, whose changes
/// the steps follow.
void ModelRun::remember(double from, double to, int depth) {
  constexpr std::size_t nodes = DelayHistory::nodesPerStep;
  const std::size_t count = compiled_.delays.size();
  Vector values;
  for (std::size_t node = 0; node < nodes; ++node) {
    const double t = node + 1 == nodes ? to : from + (to - from) * static_cast<double>(node) / (nodes - 1);
    const auto at = delaysWithin(t, integrator_->time());
    if (!at) return;
    if (forbiddenDelay(compiled_, t, *at, outcome_.experiment.tolerance)) return failFirstForbidden(from, t);
    for (std::size_t k = 0; k < count; ++k) values.push_back((*at)[perDelay * k + argumentOf]);
  }
  // Between the first nodes the polynomial is at its worst.
  constexpr double between = DelayHistory::nodeDistance / 2;
  const auto check = depth < deepest ? delaysWithin(from + (to - from) * between, to) : std::nullopt;
  bool fits = true;
  for (std::size_t k = 0; check && k < count; ++k) {
    if (compiled_.delays[k].isDiscrete) continue;
    double size = 0.0;
    for (std::size_t node = 0; node < nodes; ++node) size = std::max(size, std::fabs(values[node * count + k]));
    const double error = std::fabs(bound_.history.between(values, k, between) - (*check)[perDelay * k + argumentOf]);
    fits = fits && error <= fit * outcome_.experiment.tolerance * size;
  }
  if (hasFailed_) return;
  if (fits) return bound_.history.add(from, to, values);
  const double middle = from + (to - from) / 2;
  remember(from, middle, depth + 1);
  if (!hasFailed_) remember(middle, to, depth + 1);
}

/// Where between two times within the last step a delay time is no longer allowed.
void ModelRun::failFirstForbidden(double left, double right) {
  constexpr int halvings = 40;
  for (int k = 0; k < halvings; ++k) {
    const double middle = left + (right - left) / 2;
    const auto at = delaysWithin(middle, right);
    if (!at) return;
    (forbiddenDelay(compiled_, middle, *at, outcome_.experiment.tolerance) ? right : left) = middle;
  }
  if (const auto at = delaysWithin(right, right))
    fail(*forbiddenDelay(compiled_, right, *at, outcome_.experiment.tolerance));
}

void ModelRun::forget(double from) {
  double longest = 0.0;
  const auto values = bound_.evaluate(Entry::delays, integrator_->time(), state());
  if (!values) return;
  for (std::size_t k = 0; k < compiled_.delays.size(); ++k)
    longest = std::max(longest, bound_.breaks.varies(k) ? (*values)[perDelay * k + longestOf] : bound_.breaks.age(k));
  const double oldest = from - longest * (1 + outcome_.experiment.tolerance);
  bound_.history.forgetBefore(oldest);
  bound_.breaks.forgetBefore(oldest);
}

/// Before the start, delayed expressions had the values that they have at the start. These may in turn depend on the
/// history, so both are settled together.
bool ModelRun::startHistoryAnew(double t, Vector& y) {
  constexpr int mostTries = 10;
  for (int round = 0; round < mostTries; ++round) {
    const auto values = bound_.evaluate(Entry::delays, t, y);
    if (!values) return fail(undefinedVariable(t));
    if (auto forbidden = forbiddenDelay(compiled_, t, *values, outcome_.experiment.tolerance))
      return fail(std::move(*forbidden));
    Vector arguments;
    for (std::size_t k = 0; k < compiled_.delays.size(); ++k) arguments.push_back((*values)[perDelay * k + argumentOf]);
    if (std::ranges::equal(arguments, bound_.history.present())) break;
    startHistory(bound_, t, arguments, y);
    auto settled = iterateEvent(bound_, t, y, {}, diagnostics_);
    if (!settled) return fail(std::move(settled.error()));
    y = std::move(settled->y);
  }
  constexpr double roundOff = 1e-12;
  const double shortest = bound_.breaks.shortestAge();
  return settings_.step <= shortest * (1 + roundOff) || fail(stepTooLong(settings_.step, shortest));
}

/// At t: which expressions jump, or have a kink because something happened (an event) or a break came back.
void ModelRun::noteBreaks(double t, ConstView y, const std::vector<DelayBreaks::Passed>& passed, bool isEvent) {
  const std::size_t count = compiled_.delays.size();
  if (count == 0) return;
  const auto values = bound_.evaluate(Entry::delays, t, y);
  if (!values) return;
  const ConstView before = bound_.history.present();
  Vector after;
  for (std::size_t k = 0; k < count; ++k) {
    const double value = (*values)[perDelay * k + argumentOf];
    after.push_back(value);
    const bool isDiscrete = compiled_.delays[k].isDiscrete;
    const double small = isDiscrete ? 0.0 : negligible * outcome_.experiment.tolerance * sizeOf(value, before[k]);
    const bool jumps = std::fabs(value - before[k]) > small;
    int level = jumps ? 0 : isEvent ? 1 : DelayBreaks::smoothEnough;
    for (const auto& [j, passedLevel] : passed)
      if (const auto smoothing = delayDependence_.smoothing(k, j); smoothing && !jumps)
        level = std::min(level, std::max(1, passedLevel + *smoothing));
    if (jumps || !isDiscrete) bound_.breaks.note(k, t, level);
  }
  bound_.history.jumpTo(after);
}

/// Whether nothing happens but that breaks come back.
bool ModelRun::isOfDelaysOnly(const Event& event) const {
  return std::ranges::all_of(event.functions, [&](int f) { return f >= static_cast<int>(compiled_.modeCount()); });
}

/// Moves the windows whose ends are reached at t.
std::vector<DelayBreaks::Passed> ModelRun::passWindows(double t, bool isStateEvent) {
  if (compiled_.delays.empty()) return {};
  auto passed = bound_.breaks.passAt(t);
  if (!isStateEvent || bound_.vanishingDelays().empty()) return passed;
  const auto wanted = bound_.wantedTimes(t, state());
  if (!wanted) return passed;
  for (const int function : integrator_->event().functions) {
    const int place = function - static_cast<int>(compiled_.modeCount());
    if (place < 0) continue;
    const auto i = static_cast<std::size_t>(place) / 2;
    const std::size_t k = bound_.vanishingDelays()[i];
    const auto more = place % 2 == 0 ? bound_.breaks.passUp(k, (*wanted)[i]) : bound_.breaks.passDown(k, (*wanted)[i]);
    passed.insert(passed.end(), more.begin(), more.end());
  }
  return passed;
}

/// A jump is an event that is shown; of a kink nothing is seen.
void ModelRun::passBreak(bool isStateEvent) {
  const double t = integrator_->time();
  const Vector y(state().begin(), state().end());
  const auto before = bound_.evaluate(Entry::observed, t, y);
  bound_.arrive(t, y);
  const Vector discrete = modesAndDiscrete(bound_);
  const auto passed = passWindows(t, isStateEvent);
  auto settled = settle(t, y, {});
  if (!settled) {
    fail(std::move(settled.error()));
    return;
  }
  print(settled->printed);
  const bool isSwitched = modesAndDiscrete(bound_) != discrete || settled->restarted;
  const bool jumps = std::ranges::any_of(passed, [](const auto& at) { return at.level == 0; });
  if ((jumps || isSwitched) && before && lastRegular_ != t) recorder_.record(t, *before, Moment::beforeEvent);
  if (jumps || isSwitched) record(t, settled->y, Moment::afterEvent);
  if (isSwitched) ++eventCount_;
  if (status_ == RunStatus::failed) return;
  ended_ = settled->y;
  if (settled->terminated) return terminate(t, *settled->terminated);
  if (t >= outcome_.experiment.stop) {
    status_ = RunStatus::finished;
    return;
  }
  ended_.clear();
  noteBreaks(t, settled->y, passed, isSwitched);
  status_ = startSegment(t, settled->y);
}

/// Delay times that vary may have jumped.
void ModelRun::locateWindows(double t, ConstView y) {
  bound_.history.isInstant = false;
  if (bound_.vanishingDelays().empty()) return;
  const auto wanted = bound_.wantedTimes(t, y);
  for (std::size_t i = 0; wanted && i < wanted->size(); ++i) {
    const std::size_t k = bound_.vanishingDelays()[i];
    if ((*wanted)[i] >= t - DelayBreaks::rounding(t))
      bound_.breaks.passUp(k, (*wanted)[i]);
    else
      bound_.breaks.relocate(k, (*wanted)[i]);
  }
}

}  // namespace dashpot::simulation
