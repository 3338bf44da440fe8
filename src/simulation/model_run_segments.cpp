// Segments: from one time at which something is known to happen to the next, in steps.
#include "simulation/counts.hpp"
#include "simulation/instants.hpp"
#include "simulation/model_run.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dashpot::simulation {

double ModelRun::nextTimeEvent() const { return std::min({clocks_.next(), bound_.inputData.nextJump(), nextTurn_}); }

/// The next time event or relation that time decides, the next break of a delayed expression, or the end. What is due
/// at the end of the run belongs to it, so that no step is as short as rounding.
double ModelRun::segmentEnd(double t) {
  nextTurn_ = bound_.nextTurn(t);
  nextBreak_ = bound_.breaks.next();
  const double stop = outcome_.experiment.stop, other = std::min(nextTimeEvent(), stop);
  if (keepsToSteps()) return stop;
  if (std::fabs(nextBreak_ - other) <= DelayBreaks::rounding(other)) nextBreak_ = other;
  const double end = std::min({nextBreak_, jumps_.nextAfter(t), other});
  return isDue(stop, end) ? stop : std::max(t, end);
}

/// A segment of no length, where something is due at once, ends with the next step.
RunStatus ModelRun::startSegment(double t, ConstView y) {
  locateWindows(t, y);
  segmentEnd_ = segmentEnd(t);
  jumps_.forget();
  takeUnknowns(t, y);
  add(integrator_->statistics());
  if (t >= outcome_.experiment.stop) return RunStatus::finished;
  return integrator_->start(t, integrated(y), segmentEnd_);
}

/// After an event: in the same segment, unless it ends here or what happened moved its end.
RunStatus ModelRun::goOn(double t, ConstView y) {
  const bool isSameSegment = !std::exchange(isRenewed_, false) && t < segmentEnd_ && segmentEnd(t) == segmentEnd_;
  if (!isSameSegment || !compiled_.delays.empty()) return startSegment(t, y);  // a jump will come back: a new break
  jumps_.forget();
  takeUnknowns(t, y);
  return integrator_->restart(integrated(y));
}

RunStatus ModelRun::step() {
  folded_.reset();
  const RunStatus status = jumps_.isWatching() && !bound_.isSliding() ? stepAndLook() : integrator_->step();
  if (isAlgebraic_)
    folded_ = endOfAlgebraicSolution();
  else if (status == RunStatus::failed && !bound_.isSliding())
    folded_ = {integrator_->time(), Vector(state().begin(), state().end())};
  return status == RunStatus::failed ? stepKeepingOpen() : status;
}

RunStatus ModelRun::stepAndLook() {
  const SilentJumps::Path path{[this](ConstView times, View y) { integrator_->glimpse(times, y); },
                               [this](double t) -> ConstView {
                                 integrator_->interpolate(t, interpolated_);
                                 return interpolated_;
                               },
                               [this](double t) { return stateWithin(t); }};
  const double from = integrator_->time();
  const Vector start(integrator_->state().begin(), integrator_->state().end());
  std::optional<SilentJumps::Jump> first;
  for (;;) {
    const auto rejectedBefore = integrator_->statistics().rejected;
    const RunStatus status = integrator_->step();
    if (status == RunStatus::failed) return status;
    const double to = integrator_->time();
    algebraic_.forget();
    const auto jump = jumps_.find(from, to, path);
    const bool isStrained = integrator_->statistics().rejected > rejectedBefore;
    if ((jumps_.hasTurned() && fold_.mayLieBetween(from, start, to, integrator_->state())) ||
        (isStrained && fold_.isAhead(from, start, to - from))) {
      folded_ = {from, start};
      return status;
    }
    // Where no earlier one was found than before, this step ends at it.
    if (!jump || (first && jump->before >= first->before)) return status;
    first = jump;
    jumps_.stopAt(*jump);
    if (const RunStatus again = startSegment(from, start); again != RunStatus::running) return again;
  }
}

void ModelRun::add(const Statistics& part) { outcome_.statistics = sum(outcome_.statistics, part); }

/// How the automatic method chose, of this integrator behind those before it.
void ModelRun::keepTrail() {
  constexpr std::size_t mostChoices = 100;
  const MethodTrail& trail = integrator_->trail();
  auto& choices = outcome_.trail.choices;
  const std::size_t room = mostChoices - std::min(mostChoices, choices.size());
  const std::size_t kept = choices.empty() ? trail.choices.size() : std::min(room, trail.choices.size());
  choices.insert(choices.end(), trail.choices.begin(), trail.choices.begin() + static_cast<std::ptrdiff_t>(kept));
  outcome_.trail.left += trail.left + static_cast<std::int64_t>(trail.choices.size() - kept);
}

Statistics ModelRun::statistics() const {
  Statistics all = integrator_ ? sum(outcome_.statistics, integrator_->statistics()) : outcome_.statistics;
  all.events = eventCount_;
  return all;
}

}  // namespace dashpot::simulation
