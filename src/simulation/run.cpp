#include "simulation/run.hpp"

#include "simulation/chattering.hpp"
#include "simulation/failure_report.hpp"
#include "simulation/state_sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dashpot::simulation {

namespace {

using codegen::Entry;
using Clock = std::chrono::steady_clock;

// For models with relations.
constexpr double mostIntervalsPerStep = 10, fewestStepsWithRelations = 50;
// To which algebraic unknowns are solved for where they are recorded.
constexpr double shareOfTolerance = 0.01;
constexpr std::string_view algebraicPhase = "the solution of the equations";

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

}  // namespace

Run::Run(SharedCode& code, const Settings& settings, Vector parameters, Recorder& recorder, Diagnostics& diagnostics)
    : compiled_(code.functions.model()),
      settings_(settings),
      recorder_(recorder),
      diagnostics_(diagnostics),
      bound_(code.functions, code.eliminations, std::move(parameters)),
      algebraic_(bound_),
      isStill_(std::ranges::find(compiled_.isDifferential, true) == compiled_.isDifferential.end()),
      tolerances_(bound_, experimentOf(compiled_, settings).tolerance),
      interpolated_(stateCount()),
      observed_(compiled_[Entry::observed].outputCount()),
      began_(Clock::now()),
      running_(began_) {
  outcome_.experiment = experimentOf(compiled_, settings);
  outcome_.parameters = bound_.parameters();
  outcome_.endTime = outcome_.experiment.start;
  if (settings.inputs) bound_.inputData = *settings.inputs;
  const double duration = outcome_.experiment.stop - outcome_.experiment.start;
  watch_ = EventWatch(duration);
  steps_ = StepWatch(stateCount(), outcome_.experiment.start, outcome_.experiment.stop);
}

bool Run::begin() {
  const double t = outcome_.experiment.start;
  warnAboutInputs(compiled_, bound_.inputs, bound_.inputData, t, outcome_.experiment.stop, diagnostics_);
  bound_.inputData.moveTo(t);
  auto initialised = initialise(bound_, t, settings_.startFrom);
  if (!initialised) return fail(std::move(initialised.error()));
  outcome_.initialisation = std::move(initialised->how);
  if (auto fault = clocks_.start(bound_, t)) return fail(std::move(*fault));
  recorder_.begin(compiled_, bound_.parameters());
  Vector y = std::move(initialised->y);
  y.resize(stateCount(), 0.0);
  auto settled = settle(t, std::move(y));
  if (!settled) return fail(std::move(settled.error()));
  y = std::move(settled->y);
  tolerances_.see(y);
  outcome_.initialiseSeconds = secondsSince(began_);

  integrator_.emplace(problem(), options());
  running_ = Clock::now();
  status_ = startSegment(t, y);
  if (status_ == RunStatus::failed) return false;
  record(t, y, Moment::regular);
  nextGridPoint_ = 1;
  if (settings_.inspect) settings_.inspect(bound_, t, y);
  if (settled->terminated) terminate(t, *settled->terminated);
  return status_ == RunStatus::running;
}

bool Run::begin(const SavedRun& saved) {
  const double t = saved.integrator.time;
  outcome_.experiment.start = saved.experiment.start, outcome_.experiment.interval = saved.experiment.interval;
  if (auto fault = clocks_.start(bound_, outcome_.experiment.start)) return fail(std::move(*fault));
  clocks_.load(saved.clocks);
  bound_.modes = saved.modes, bound_.d = saved.d, bound_.pre = saved.pre, bound_.inputs = saved.inputs;
  bound_.inputData.moveTo(t);
  warnAboutInputs(compiled_, bound_.inputs, bound_.inputData, t, outcome_.experiment.stop, diagnostics_);
  bound_.hysteresis = saved.hysteresis;
  std::copy_n(saved.phases.begin(), std::min(saved.phases.size(), bound_.phases.size()), bound_.phases.begin());
  bound_.history.load(saved.history);
  watch_.load(saved.events);
  tolerances_.restore(saved.largest);
  isWarned_.clear();
  for (const double flag : saved.isWarned) isWarned_.push_back(flag != 0.0);
  for (std::size_t i = 0; i + 1 < saved.chatterings.size(); i += 2)
    calmed_[static_cast<std::size_t>(saved.chatterings[i])] = saved.chatterings[i + 1];
  outcome_.statistics = saved.statistics;
  nextGridPoint_ = saved.nextGridPoint, eventCount_ = saved.eventCount;
  steps_ = StepWatch(stateCount(), t, outcome_.experiment.stop);
  recorder_.begin(compiled_, bound_.parameters());

  integrator_.emplace(problem(), options());
  running_ = Clock::now();
  Checkpoint point = saved.integrator;
  followed_ = point.state;
  point.end = segmentEnd(t);
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
  // A run that failed within an event is still on the old side of it.
  if (const auto truth = bound_.relations(t, state()); truth && *truth != bound_.modes) handleEvent(false);
  return status_ == RunStatus::running;
}

bool Run::advance() {
  if (status_ == RunStatus::cancelled) status_ = RunStatus::running;
  if (status_ != RunStatus::running) return false;
  if (inputsChanged_) {
    inputsChanged_ = false;
    handleEvent(true);
    if (status_ != RunStatus::running) return false;
  }
  status_ = integrator_->step();
  if (isFirstStep_) outcome_.firstStepSeconds = secondsSince(began_), isFirstStep_ = false;
  if (status_ == RunStatus::failed) return false;
  const double t = integrator_->time();
  const bool isTick = status_ == RunStatus::finished && t >= nextTimeEvent();
  const bool isBreak = status_ == RunStatus::finished && !isTick && t == break_.before;
  const bool isEvent = status_ == RunStatus::event || isTick;
  remember();
  recordStep(isEvent, status_ == RunStatus::finished && !isTick && !isBreak);
  if (status_ == RunStatus::failed) return false;
  tolerances_.see(state());
  if (isEvent)
    handleEvent(isTick);
  else if (isBreak)
    passBreak();
  else
    afterStep();
  if (status_ == RunStatus::running && settings_.cancelled && settings_.cancelled()) status_ = RunStatus::cancelled;
  return status_ == RunStatus::running;
}

Outcome Run::finish() {
  if (status_ == RunStatus::finished && compiled_.usesTerminal) handleEnd();
  if (status_ == RunStatus::finished && settings_.inspect)
    settings_.inspect(bound_, outcome_.endTime, ended_.empty() ? state() : ConstView(ended_));
  outcome_.runSeconds = secondsSince(running_);
  if (integrator_) add(integrator_->statistics());
  outcome_.statistics.events = eventCount_;
  if (compiled_.size() == 0) outcome_.statistics = {.events = eventCount_};
  for (const std::string& text : tolerances_.warnings()) diagnostics_.warning("scaling", {}, text);
  reportRemedies();
  if (status_ == RunStatus::failed && !hasFailed_)
    diagnostics_.add(failureReport(bound_, integrator_->failure(), watch_, steps_, state()));
  outcome_.kind = status_ == RunStatus::finished ? OutcomeKind::finished
                  : status_ == RunStatus::failed ? OutcomeKind::failed
                                                 : OutcomeKind::cancelled;
  return std::move(outcome_);
}

void Run::setInput(std::size_t input, double value) {
  if (bound_.inputs[input] == value) return;
  if (integrator_ && !inputsChanged_) record(time(), state(), Moment::beforeEvent);
  inputsChanged_ = integrator_.has_value();
  bound_.inputs[input] = value;
}

Vector Run::observed() {
  if (!integrator_) return {};
  Vector values(observed_.size());
  if (bound_.evaluate(Entry::observed, time(), state(), values) != Evaluation::ok) return {};
  return values;
}

SavedRun Run::save() const {
  SavedRun saved;
  saved.model = identityOf(compiled_), saved.modelName = compiled_.name;
  saved.experiment = outcome_.experiment;
  saved.integrator = integrator_->checkpoint();
  saved.endedInEvent = ended_.empty() ? 0 : 1;
  if (!ended_.empty() || isStill_) saved.integrator.state = ended_.empty() ? followed_ : ended_;
  saved.pivots = bound_.savePivots();
  saved.parameters = bound_.parameters();
  saved.modes = bound_.modes, saved.d = bound_.d, saved.pre = bound_.pre, saved.inputs = bound_.inputs;
  saved.hysteresis = bound_.hysteresis, saved.largest = tolerances_.largest();
  saved.phases.assign(bound_.phases.begin(), bound_.phases.end());
  saved.history = bound_.history.save(), saved.clocks = clocks_.save(), saved.events = watch_.save();
  for (const bool flag : isWarned_) saved.isWarned.push_back(flag ? 1.0 : 0.0);
  for (const auto& [mode, count] : calmed_)
    saved.chatterings.insert(saved.chatterings.end(), {static_cast<double>(mode), count});
  saved.statistics = outcome_.statistics;
  saved.nextGridPoint = nextGridPoint_, saved.eventCount = eventCount_;
  return saved;
}

// ---- options
// ---------------------------------------------------------------------------------------------------------

Options Run::options() {
  Options result;
  result.method = settings_.method;
  result.tolerances = tolerances_.tolerances();
  result.step = settings_.step;
  result.jacobian = settings_.jacobian;
  result.estimate = settings_.estimate;
  result.start = settings_.starter;
  result.blowUpLimit = settings_.blowUpLimit;
  // The integrator counts from one time event to the next.
  if (settings_.progress)
    result.progress = [this](const Progress& part) {
      settings_.progress(
          {part.time, outcome_.experiment.start, outcome_.experiment.stop, outcome_.statistics.steps + part.steps});
    };
  // What relations do is seen where steps end and in between, so these must not be too rare.
  const Experiment& experiment = outcome_.experiment;
  if (isStill_)
    result.maxStep = experiment.interval;
  else if (compiled_.modeCount() > 0)
    result.maxStep = std::min(mostIntervalsPerStep * experiment.interval,
                              (experiment.stop - experiment.start) / fewestStepsWithRelations);
  // A step must not reach beyond what a delayed expression is known for.
  if (compiled_.delayCount > 0 && (result.maxStep == 0.0 || bound_.history.shortest() < result.maxStep))
    result.maxStep = bound_.history.shortest();
  return result;
}

/// Without states there is still a time to integrate over: a state that stays zero stands for them.
std::size_t Run::stateCount() const { return std::max<std::size_t>(compiled_.size(), 1); }

Problem Run::problem() {
  Problem result = bound_.problem();
  return isStill_ ? stillProblem(std::move(result)) : result;
}

/// Nothing for the integrator to do but to go on in time and to look for events.
Problem Run::stillProblem(Problem model) {
  Problem still;
  still.size = static_cast<int>(stateCount());
  still.rhs = [](double, ConstView, View f) { std::ranges::fill(f, 0.0); };
  if (model.events.evaluate)
    still.events.evaluate = [this, events = std::move(model.events.evaluate)](double t, ConstView, View g) {
      Vector y = followed_;
      algebraic_.forget();
      const bool isFound = algebraic_.correct(t, y, shareOfTolerance * outcome_.experiment.tolerance) ||
                           !algebraic_.solve(t, y, algebraicPhase).has_value();
      return isFound ? events(t, y, g) : Evaluation::recoverable;
    };
  still.events.crossings = std::move(model.events.crossings);
  still.discontinuities = std::move(model.discontinuities);
  still.autonomous = true;
  return still;
}

/// The unknowns of a model without derivatives, from where they were last.
bool Run::follow(double t) {
  algebraic_.forget();
  if (algebraic_.correct(t, followed_, shareOfTolerance * outcome_.experiment.tolerance)) return true;
  auto failure = algebraic_.solve(t, followed_, algebraicPhase);
  return !failure || fail(std::move(*failure));
}

/// At the present time.
ConstView Run::state() const { return isStill_ ? ConstView(followed_) : integrator_->state(); }

/// At a time within the last step, in rising order.
ConstView Run::stateWithin(double t) {
  if (isStill_) {
    follow(t);
    return followed_;
  }
  integrator_->interpolate(t, interpolated_);
  algebraic_.correct(t, interpolated_, shareOfTolerance * outcome_.experiment.tolerance);
  return interpolated_;
}

// ---- segments
// --------------------------------------------------------------------------------------------------------

double Run::nextTimeEvent() const { return std::min(clocks_.next(), bound_.inputData.nextJump()); }

/// The next time event, the next jump of a delayed expression, or the end.
double Run::segmentEnd(double t) {
  break_ = bound_.history.nextBreak(t);
  return std::min({nextTimeEvent(), break_.before, outcome_.experiment.stop});
}

RunStatus Run::startSegment(double t, ConstView y) {
  const double end = segmentEnd(t);
  followed_.assign(y.begin(), y.end());
  add(integrator_->statistics());
  if (t >= end) return RunStatus::finished;
  return integrator_->start(t, y, end);
}

void Run::add(const Statistics& part) {
  Statistics& sum = outcome_.statistics;
  sum.steps += part.steps, sum.rejected += part.rejected, sum.rhsEvals += part.rhsEvals;
  sum.rhsEvalsForJacobian += part.rhsEvalsForJacobian, sum.jacEvals += part.jacEvals, sum.lu += part.lu;
  sum.solves += part.solves, sum.newtonIterations += part.newtonIterations;
  sum.stiffSteps += part.stiffSteps, sum.switches += part.switches, sum.dominantSteps += part.dominantSteps;
}

bool Run::fail(Diagnostic diagnostic) {
  diagnostics_.add(std::move(diagnostic));
  hasFailed_ = true;
  status_ = RunStatus::failed;
  return false;
}

// ---- recording
// -------------------------------------------------------------------------------------------------------

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
void Run::recordStep(bool isEvent, bool isEnd) {
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
  // Relations that chatter would fill the result with their switching.
  const bool isShown = isEvent && !isCalmed(integrator_->event().functions);
  if (isShown)
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

// ---- events
// ----------------------------------------------------------------------------------------------------------

/// Everything settled at t: first with the clocks that tick here, then with their flags down again.
Expected<AfterEvent, Diagnostic> Run::settle(double t, Vector y) {
  const bool ticks = clocks_.raise(bound_, t);
  auto result = iterateEvent(bound_, t, std::move(y), diagnostics_);
  if (!result || !ticks) return result;
  clocks_.lower(bound_);
  auto after = iterateEvent(bound_, t, std::move(result->y), diagnostics_);
  if (after && result->terminated) after->terminated = std::move(result->terminated);
  if (after) after->restarted |= result->restarted;
  return after;
}

void Run::handleEvent(bool isTick) {
  const double t = integrator_->time();
  const ConstView before = state();
  const std::vector<int> modes = isTick ? std::vector<int>{} : integrator_->event().functions;
  const bool isShown = isTick || !isCalmed(modes);
  bound_.inputData.moveTo(t);
  auto settled = settle(t, Vector(before.begin(), before.end()));
  if (!settled) {
    fail(std::move(settled.error()));
    return;
  }
  reselect(bound_, Entry::selection, t, settled->y, settled->y);
  for (const int mode : modes)
    if (const auto calmed = calmed_.find(static_cast<std::size_t>(mode)); calmed != calmed_.end()) ++calmed->second;
  tolerances_.see(settled->y);
  if (isShown) record(t, settled->y, Moment::afterEvent);
  if (status_ == RunStatus::failed) return;
  ++eventCount_;
  watch_.note({t, modes, settled->restarted});
  ended_ = settled->y;
  if (settled->terminated) return terminate(t, *settled->terminated);
  if (t >= outcome_.experiment.stop) {
    status_ = RunStatus::finished;
    return;
  }
  if (!calmDown(t, settled->y)) return;
  ended_.clear();
  rememberJump(t, settled->y);
  const bool isSegmentEnd = isTick || compiled_.delayCount > 0;  // a jump will come back: a new break
  followed_ = settled->y;
  status_ = isSegmentEnd ? startSegment(t, settled->y) : integrator_->restart(settled->y);
}

/// From the last moment before a delayed expression jumps to the first after it.
void Run::passBreak() {
  const Vector y(state().begin(), state().end());
  const double t = break_.at;
  bound_.history.noteJump(t, break_.level + 1);
  auto settled = settle(t, y);
  if (!settled) {
    fail(std::move(settled.error()));
    return;
  }
  status_ = startSegment(t, settled->y);
}

/// Chattering gets a hysteresis; events that accumulate end the run there. False: it ends.
bool Run::calmDown(double t, const Vector& y) {
  if (const auto limit = watch_.accumulation()) {
    const std::string text = fmt::format(
        "events come ever closer together and would never pass time {:.9g} (Zeno behaviour): the run ends there",
        *limit);
    Diagnostic& d = diagnostics_.warning("zeno", {}, text);
    for (const int mode : watch_.recent().back().modes)
      d.detail("the last one: " + compiled_.modeTexts[static_cast<std::size_t>(mode)]);
    d.hint("let the model come to rest: below some velocity, a state of its own without bouncing");
    outcome_.remedies.push_back(text);
    status_ = RunStatus::finished;
    return false;
  }
  const int chattering = watch_.chattering();
  if (chattering < 0) return true;
  const auto mode = static_cast<std::size_t>(chattering);
  const double duration = outcome_.experiment.stop - outcome_.experiment.start;
  if (passesThrough(bound_, mode, t, y, duration)) return true;
  const double width = hysteresisFor(bound_, mode, t, y, duration, outcome_.experiment.tolerance);
  bound_.hysteresis[mode] = width;
  calmed_.try_emplace(mode, 0.0);
  watch_.forget();
  return true;
}

/// Whether nothing but relations with a hysteresis switched.
bool Run::isCalmed(const std::vector<int>& modes) const {
  return !calmed_.empty() && !modes.empty() &&
         std::ranges::all_of(modes, [&](int mode) { return calmed_.contains(static_cast<std::size_t>(mode)); });
}

/// terminal() becomes true: one more event.
void Run::handleEnd() {
  bound_.phases[static_cast<std::size_t>(codegen::Phase::terminal)] = 1.0;
  const Vector y = ended_.empty() ? Vector(state().begin(), state().end()) : ended_;
  auto settled = settle(outcome_.endTime, y);
  if (settled)
    record(outcome_.endTime, settled->y, Moment::afterEvent);
  else
    fail(std::move(settled.error()));
}

void Run::terminate(double t, const std::string& text) {
  diagnostics_.warning("terminate", {}, fmt::format("the model ended the run at time {:.9g}: {}", t, text));
  status_ = RunStatus::finished;
}

/// What is looked at after every step: assertions, progress, the choice of states.
void Run::afterStep() {
  const double t = integrator_->time();
  if (auto violation = checkAssertions(bound_, t, state(), isWarned_, diagnostics_)) {
    fail(std::move(*violation));
    return;
  }
  steps_.note(*integrator_);
  if (status_ != RunStatus::running) return;
  if (steps_.isStuck()) {
    fail(stuckReport(bound_, t, watch_, steps_, state()));
    return;
  }
  if (compiled_.stateSets.empty()) return;
  Vector y(state().begin(), state().end());
  if (!reselect(bound_, Entry::selection, t, y, y)) return;
  ++eventCount_;
  auto projected = solveAlgebraic(bound_, t, std::move(y));
  if (projected)
    status_ = integrator_->restart(*projected);
  else
    fail(std::move(projected.error()));
}

void Run::reportRemedies() {
  for (const auto& [mode, count] : calmed_) {
    const double width = bound_.hysteresis[mode];
    const bool isRounding = width == outcome_.experiment.tolerance;
    const std::string text =
        isRounding ? fmt::format(
                         "the two sides of the relation {} differed by rounding only: it switches when they differ "
                         "by more than {:.3g}",
                         compiled_.modeTexts[mode], width)
                   : fmt::format(
                         "the relation {} chatters: each side drives the solution to the other. It switches with a "
                         "hysteresis of {:.3g} to either side, and did so {} times",
                         compiled_.modeTexts[mode], width, count);
    Diagnostic& d = diagnostics_.warning("chattering", {}, text);
    if (!isRounding) d.hint("a hysteresis in the model, or a smooth transition, says what really happens there");
    outcome_.remedies.push_back(text);
  }
}

}  // namespace dashpot::simulation
