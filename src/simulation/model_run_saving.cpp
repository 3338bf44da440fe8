// A run that is saved between two steps, and that goes on.
#include "base/kept_number.hpp"
#include "simulation/model_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {

using Clock = std::chrono::steady_clock;

bool ModelRun::begin(const SavedRun& saved) {
  const double t = saved.integrator.time;
  outcome_.experiment.start = saved.experiment.start, outcome_.experiment.interval = saved.experiment.interval;
  if (const Experiment& given = outcome_.experiment; !((given.stop - given.start) / given.interval <= mostIntervals))
    return fail(
        {Severity::error, "checkpoint",
         fmt::format("the output interval {:.9g} of the checkpoint is too small for a run from {:.9g} to {:.9g} s",
                     given.interval, given.start, given.stop)});
  if (auto fault = clocks_.start(bound_, outcome_.experiment.start)) return fail(std::move(*fault));
  clocks_.load(saved.clocks);
  bound_.modes = saved.modes, bound_.d = saved.d, bound_.pre = saved.pre, bound_.inputs = saved.inputs;
  bound_.inputData.moveTo(t);
  warnAboutInputs(compiled_, bound_.inputs, bound_.inputData, t, outcome_.experiment.stop, diagnostics_);
  bound_.hysteresis = saved.hysteresis, bound_.slack = saved.slack;
  std::copy_n(saved.phases.begin(), std::min(saved.phases.size(), bound_.phases.size()), bound_.phases.begin());
  bound_.history.load(saved.history);
  bound_.breaks.load(saved.delayBreaks);
  if (const std::size_t delays = compiled_.delays.size();
      bound_.history.present().size() != delays || bound_.breaks.size() != delays)
    return fail({Severity::error, "checkpoint", "the checkpoint is damaged: its delays are not those of the model"});
  if (!watch_.load(saved.events, compiled_.modeCount()))
    return fail({Severity::error, "checkpoint", "the checkpoint is damaged: its events are not those of the model"});
  tolerances_.restore(saved.largest, saved.eased);
  isWarned_.clear();
  for (const double flag : saved.isWarned) isWarned_.push_back(flag != 0.0);
  calmed_.load(saved.chatterings);
  jumps_.load(saved.silentJumps);
  outcome_.statistics = saved.statistics;
  const double intervals = (t - outcome_.experiment.start) / outcome_.experiment.interval;
  const std::int64_t passed = keptNumber(std::floor(intervals * (1 + 1e-9)), std::int64_t{0}, std::int64_t{1} << 53);
  nextGridPoint_ = std::max(saved.nextGridPoint, passed + 1);
  eventCount_ = saved.eventCount;
  steps_ = StepWatch(stateCount(), outcome_.experiment, t);
  if (!steps_.load(saved.steps))
    return fail({Severity::error, "checkpoint", "the checkpoint is damaged: its steps are not those of the model"});
  if (!loadMotion(saved.motion))
    return fail({Severity::error, "checkpoint", "the checkpoint is damaged: its motion is not one of the model"});
  slides_.load(saved.slides);
  if (saved.again.size() == 2) takenAgain_ = keptNumber(saved.again[0], 0, 1000), again_ = saved.again[1];
  recorder_.begin(bound_.parameters());

  integrator_.emplace(problem(), options());
  running_ = Clock::now();
  Checkpoint point = saved.integrator;
  takeUnknowns(t, point.state);
  point.state.resize(integrated(point.state).size());
  point.end = segmentEnd_ = segmentEnd(t);
  if (saved.endedInEvent != 0) {
    add(point.statistics);
    status_ = integrator_->start(t, point.state, point.end);
  } else if (point.method != settings_.method) {
    diagnostics_.warning(
        "checkpoint", {},
        fmt::format("the run was begun with the method '{}': with '{}' it starts again from the state it "
                    "had reached",
                    point.method, settings_.method));
    add(point.statistics);
    status_ = integrator_->start(t, point.state, point.end);
  } else {
    if (point.memory.size() <= 1)
      diagnostics_.warning(
          "checkpoint", {},
          fmt::format("the method '{}' keeps its history to itself: it starts again at order one, and the "
                      "digits beyond the tolerance differ from those of a run in one piece",
                      point.method));
    bound_.restorePivots(saved.pivots);
    status_ = integrator_->resume(point);
  }
  outcome_.endTime = t;
  outcome_.finalObserved = observed();
  if (!outcome_.finalObserved.empty()) course_.start(t, outcome_.finalObserved);
  // A run that failed within an event is still on the old side of it.
  if (const auto truth = bound_.relations(t, state()); truth && *truth != bound_.modes) handleEvent(false);
  return status_ == RunStatus::running;
}

SavedRun ModelRun::save() const {
  SavedRun saved;
  saved.model = identityOf(compiled_), saved.modelName = compiled_.name();
  saved.experiment = outcome_.experiment;
  saved.integrator = integrator_->checkpoint();
  saved.endedInEvent = ended_.empty() ? 0 : 1;
  if (!ended_.empty() || isAlgebraic_) saved.integrator.state = ended_.empty() ? followed_ : ended_;
  saved.pivots = bound_.savePivots();
  saved.parameters = bound_.parameters();
  saved.modes = bound_.modes, saved.d = bound_.d, saved.pre = bound_.pre, saved.inputs = bound_.inputs;
  saved.hysteresis = bound_.hysteresis, saved.largest = tolerances_.largest();
  saved.eased = tolerances_.eased(), saved.steps = steps_.save();
  saved.phases.assign(bound_.phases.begin(), bound_.phases.end());
  saved.history = bound_.history.save(), saved.delayBreaks = bound_.breaks.save();
  saved.clocks = clocks_.save(), saved.events = watch_.save();
  for (const bool flag : isWarned_) saved.isWarned.push_back(flag ? 1.0 : 0.0);
  saved.chatterings = calmed_.save();
  saved.slack = bound_.slack, saved.motion = saveMotion(), saved.slides = slides_.save();
  if (takenAgain_ > 0) saved.again = {static_cast<double>(takenAgain_), again_};
  saved.silentJumps = jumps_.save();
  saved.statistics = outcome_.statistics;
  saved.nextGridPoint = nextGridPoint_, saved.eventCount = eventCount_;
  return saved;
}

}  // namespace dashpot::simulation
