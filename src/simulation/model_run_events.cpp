// The end of a step of a run: events, and the checks after every step.
#include "simulation/failure_report.hpp"
#include "simulation/instants.hpp"
#include "simulation/model_run.hpp"
#include "simulation/rounding_noise.hpp"
#include "simulation/state_sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace dashpot::simulation {

using codegen::Entry;

/// Everything settled at t: first with the clocks that tick here, then with their flags down again.
Expected<AfterEvent, Diagnostic> ModelRun::settle(double t, Vector y, const std::function<bool()>& isCancelled) {
  bound_.history.isInstant = true;
  const bool ticks = clocks_.raise(bound_, t);
  auto result = iterateEvent(bound_, t, std::move(y), isCancelled, diagnostics_);
  if (!result || !ticks || result->cancelled) return result;
  clocks_.lower(bound_);
  bound_.arrive(t, result->y);
  auto after = iterateEvent(bound_, t, std::move(result->y), isCancelled, diagnostics_);
  if (after && result->terminated) after->terminated = std::move(result->terminated);
  if (after) after->restarted |= result->restarted;
  if (after) std::ranges::move(result->printed, std::inserter(after->printed, after->printed.begin()));
  return after;
}

/// The same; where it is interrupted, everything is as before, so that a run that goes on meets the event again.
Expected<AfterEvent, Diagnostic> ModelRun::settleOrStay(double t, Vector y) {
  const Vector modes = bound_.modes, d = bound_.d, pre = bound_.pre, ticks = clocks_.save();
  const auto goBack = [&] {
    bound_.modes = modes, bound_.d = d, bound_.pre = pre;
    clocks_.load(ticks);
  };
  auto result = settle(t, y, settings_.cancellation.afterStep);
  if (!result && keepOpen()) {
    goBack();
    auto again = settle(t, std::move(y), settings_.cancellation.afterStep);
    if (again) result = std::move(again);
  }
  if (result && result->cancelled) goBack();
  return result;
}

bool ModelRun::isShown(bool isTick) const {
  return isTick || !calmed_.areAllChattering(integrator_->event().functions);
}

void ModelRun::handleEvent(bool isTick) {
  const double t = integrator_->time();
  const ConstView before = state();
  const bool isStateEvent = status_ == RunStatus::event;
  std::vector<int> modes;
  if (isStateEvent) modes = integrator_->event().functions;
  if (isTick) std::ranges::copy(bound_.modesThatTurnAt(t), std::back_inserter(modes));
  std::erase_if(modes, [&](int mode) { return mode >= static_cast<int>(compiled_.modeCount()); });
  const bool isRecorded = isShown(isTick);
  bound_.arrive(t, before);
  bound_.inputData.moveTo(t + roundingOf(t));
  const DelayBreaks breaks = bound_.breaks;
  const auto passed = passWindows(t, isStateEvent);
  const Vector held = bound_.modes, slack = bound_.slack;
  const Vector motion = saveMotion();
  auto surfaces = stopSliding(t, before, modes);
  bound_.demandAll();
  auto settled = settleOrStay(t, Vector(before.begin(), before.end()));
  if (!settled) {
    fail(std::move(settled.error()));
    return;
  }
  if (settled->cancelled) {
    bound_.breaks = breaks;
    bound_.modes = held, bound_.slack = slack;
    loadMotion(motion);
    interrupted_ = isTick;
    status_ = RunStatus::cancelled;
    return;
  }
  goOnAfterEvent(t, std::move(*settled), modes, std::move(surfaces), isRecorded, passed);
}

/// These relations switched, along these surfaces the solution slid and has not left them, and these breaks of delays
/// were passed.
void ModelRun::goOnAfterEvent(double t, AfterEvent settled, const std::vector<int>& modes,
                              std::vector<SwitchingSurface> held, bool isRecorded,
                              const std::vector<DelayBreaks::Passed>& passed) {
  print(settled.printed);
  reselect(bound_, Entry::selection, t, settled.y, settled.y);
  calmed_.adopt(bound_);
  calmed_.count(modes);
  tolerances_.see(settled.y);
  if (maySlide()) slideWhereHeld(t, settled.y, std::move(held), modes);
  if (isRecorded) record(t, settled.y, Moment::afterEvent);
  if (status_ == RunStatus::failed) return;
  ++eventCount_;
  watch_.note({t, modes, settled.restarted});
  ended_ = settled.y;
  if (settled.terminated) return terminate(t, *settled.terminated);
  if (t >= outcome_.experiment.stop) {
    status_ = RunStatus::finished;
    return;
  }
  if (!keepsToSteps() && !calmDown(t, settled.y)) return;  // steps that do not shrink cannot get stuck
  ended_.clear();
  followMotion(t);
  noteBreaks(t, settled.y, passed, true);
  status_ = goOn(t, settled.y);
}

/// States that start again at every bounce, each time with the other sign and slower, end at zero. If the model has a
/// state of rest there, in which nothing drives them any more, it goes on from that. False: everything is as before.
bool ModelRun::comeToRest(double t, Vector& y) {
  const ConstView before = state();
  const Vector modes = bound_.modes, d = bound_.d, pre = bound_.pre, ticks = clocks_.save();
  Vector rest = y;
  std::vector<std::size_t> bouncing;
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (!compiled_.states.isDifferential[i] || before[i] == y[i]) continue;
    if (before[i] * y[i] >= 0.0 || std::fabs(y[i]) >= std::fabs(before[i])) return false;
    rest[i] = 0.0;
    bouncing.push_back(i);
  }
  const auto driven = bound_.evaluate(Entry::rhs, t, y);
  if (bouncing.empty() || !driven) return false;
  bound_.arrive(t, rest);
  auto settled = settle(t, std::move(rest), {});
  const bool isCalm = settled && !settled->restarted && !settled->terminated;
  const auto left = isCalm ? bound_.evaluate(Entry::rhs, t, settled->y) : std::nullopt;
  constexpr double nothing = 1e-9;
  const bool rests = left && std::ranges::all_of(bouncing, [&](std::size_t i) {
                       return std::fabs((*left)[i]) <= nothing * std::fabs((*driven)[i]);
                     });
  if (!rests) {
    bound_.modes = modes, bound_.d = d, bound_.pre = pre;
    clocks_.load(ticks);
    return false;
  }
  print(settled->printed);
  y = std::move(settled->y);
  for (const std::size_t i : bouncing)
    outcome_.remedies.push_back(
        fmt::format("'{}' started again ever faster and was set to rest at time {:.6g}", compiled_.states.names[i], t));
  watch_.forget();
  return true;
}

/// Chattering gets a hysteresis; events that accumulate come to rest; those that cannot, or have no end, stop the run
/// there. False: it ends.
bool ModelRun::calmDown(double t, Vector& y) {
  if (const auto limit = watch_.accumulation(); limit && !watch_.isBetweenRestarts())
    return comeToRest(t, y) || fail(zenoReport(bound_, *limit, watch_));
  if (watch_.isStorm()) return fail(stormReport(bound_, t, watch_));
  const int chattering = watch_.chattering();
  if (chattering < 0) return true;
  auto motion = bound_.stopSliding();
  const bool isCalmed = calmChattering(chattering, t, y);
  if (!isCalmed) bound_.slide(std::move(motion));
  return true;
}

/// False: it is none, and is left alone.
bool ModelRun::calmChattering(int chattering, double t, ConstView y) {
  const auto mode = static_cast<std::size_t>(chattering);
  const double duration = outcome_.experiment.stop - outcome_.experiment.start;
  const bool isPassing = passesThrough(bound_, mode, t, y, duration);
  if (isPassing && watch_.noise() != chattering) return false;
  if (!isPassing)
    calmed_.calm(bound_, mode, t, y, duration, outcome_.experiment.tolerance);
  else if (!calmed_.calmNoise(bound_, mode, t, y, outcome_.experiment.tolerance))
    return false;
  watch_.forget();
  return true;
}

/// terminal() becomes true: one more event.
void ModelRun::handleEnd() {
  bound_.phases[static_cast<std::size_t>(codegen::Phase::terminal)] = 1.0;
  const Vector y = ended_.empty() ? Vector(state().begin(), state().end()) : ended_;
  bound_.arrive(outcome_.endTime, y);
  auto settled = settle(outcome_.endTime, y, {});
  if (settled)
    record(outcome_.endTime, settled->y, Moment::afterEvent);
  else
    fail(std::move(settled.error()));
}

void ModelRun::terminate(double t, const std::string& text) {
  diagnostics_.warning("terminate", {}, fmt::format("the model ended the run at time {:.9g}: {}", t, text));
  status_ = RunStatus::finished;
  hasTerminated_ = true;
}

/// These states limit the steps, and they are short: where the error of one is rounding, a smaller one cannot be had.
void ModelRun::easeWhatIsNoise(std::span<const int> states) {
  constexpr double noticeable = 0.01;  // of the tolerance: estimates of the error amplify noise
  // Within so little of a step, or so many times the distance of two numbers, nothing happens but rounding.
  constexpr double shareOfStep = 1e-3, fewestNumbers = 64;
  const std::vector<bool>& isDifferential = compiled_.states.isDifferential;
  const auto mayBeNoise = [&](int state) {
    const auto i = static_cast<std::size_t>(state);
    return state >= 0 && i < isDifferential.size() && isDifferential[i] && tolerances_.mayBeNoise(i);
  };
  if (std::ranges::none_of(states, mayBeNoise)) return;
  const auto derivatives = [&](double t, ConstView y, View f) {
    if (bound_.evaluate(Entry::rhs, t, y, f) != Evaluation::ok) return false;
    for (std::size_t i = 0; i < f.size(); ++i)
      if (!isDifferential[i]) f[i] = 0.0;
    return true;
  };
  const ConstView y = this->state();
  const double t = integrator_->time(), h = t - integrator_->previousTime();
  const double resolved = fewestNumbers * (std::nextafter(std::fabs(t), HUGE_VAL) - std::fabs(t));
  const Vector noise = roundingNoise(derivatives, t, y, std::max(shareOfStep * h, resolved));
  if (noise.empty()) return;
  for (const int state : states) {
    const auto i = static_cast<std::size_t>(state);
    if (mayBeNoise(state) && noise[i] * h > noticeable * tolerances_.of(i, y[i])) tolerances_.ease(i);
  }
}

/// The checks after every step: assertions, progress, the choice of states.
void ModelRun::afterStep(double t) {
  if (hasAssertions_)
    if (auto violation = checkAssertions(bound_, t, state(), isWarned_, diagnostics_)) {
      fail(std::move(*violation));
      return;
    }
  steps_.note(*integrator_);
  easeWhatIsNoise(steps_.suspects());
  if (status_ != RunStatus::running) return;
  if (steps_.isStuck()) {
    fail(stuckReport(bound_, t, watch_, steps_, state()));
    return;
  }
  if (compiled_.states.sets.empty()) return;
  Vector y(state().begin(), state().end());
  if (!reselect(bound_, Entry::selection, t, y, y)) return;
  ++eventCount_;
  auto projected = solveAlgebraic(bound_, t, std::move(y));
  jumps_.forget();
  if (projected)
    status_ = integrator_->restart(integrated(*projected));
  else
    fail(std::move(projected.error()));
}

}  // namespace dashpot::simulation
