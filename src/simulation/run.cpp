#include "simulation/run.hpp"

#include "base/stopwatch.hpp"
#include "linalg/sparsity.hpp"
#include "simulation/failure_report.hpp"
#include "simulation/instants.hpp"
#include "simulation/typical_sizes.hpp"
#include "simulation/unknown_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace dashpot::simulation {

namespace {

using codegen::Entry;
using Clock = std::chrono::steady_clock;

// For models with relations.
constexpr double mostIntervalsPerStep = 10, fewestStepsWithRelations = 50;
// Of the result, that an interpolant is trusted for.
constexpr double mostPointsPerStep = 2;
// To which algebraic unknowns are solved for where they are recorded.
constexpr double shareOfTolerance = 0.01;

}  // namespace

Run::Run(SharedCode& code, const Settings& settings, Vector parameters, Recorder& recorder, Diagnostics& diagnostics)
    : compiled_(code.functions.model()),
      settings_(settings),
      recorder_(recorder),
      diagnostics_(diagnostics),
      bound_(code.functions, code.eliminations, std::move(parameters)),
      algebraic_(bound_),
      isStill_(std::ranges::find(compiled_.states.isDifferential, true) == compiled_.states.isDifferential.end()),
      tolerances_(bound_, experimentOf(compiled_.experiment, settings).tolerance),
      ranges_(bound_, experimentOf(compiled_.experiment, settings).tolerance),
      delayDependence_(compiled_),
      jumps_(bound_, tolerances_),
      fold_(bound_),
      fast_(bound_, tolerances_),
      isGrid_(recordsAtIntervals(compiled_.experiment, settings)),
      interpolated_(stateCount()),
      observed_(compiled_[Entry::observed].outputCount()),
      began_(Clock::now()),
      running_(began_) {
  bound_.giveUp = settings.giveUp;
  for (const codegen::VariableInfo& variable : compiled_.recorded.variables) {
    if (variable.isInteger && !isParameter(variable)) integers_.push_back(&variable);
  }
  algebraic_.measureIn(tolerances_.sizes());
  outcome_.experiment = experimentOf(compiled_.experiment, settings);
  outcome_.parameters = bound_.parameters();
  outcome_.endTime = outcome_.experiment.start;
  if (isStill_ || settings.step > 0) jumps_.stopWatching();
  if (settings.inputs) bound_.inputData = *settings.inputs;
  course_ = CourseWatch(recorder.follows(), outcome_.experiment.stop - outcome_.experiment.start);
  watch_ = EventWatch(outcome_.experiment.start, outcome_.experiment.stop);
  steps_ = StepWatch(stateCount(), outcome_.experiment.start, outcome_.experiment.stop);
  // Short enough for a first step in which the history of a delay is not known, and must be guessed by its present.
  bound_.history.firstReach = settings.step > 0.0 ? settings.step
                                                  : 0.01 * std::sqrt(outcome_.experiment.tolerance) *
                                                        (outcome_.experiment.stop - outcome_.experiment.start);
}

bool Run::begin() {
  const double t = outcome_.experiment.start;
  warnAboutInputs(compiled_, bound_.inputs, bound_.inputData, t, outcome_.experiment.stop, diagnostics_);
  bound_.inputData.moveTo(t);
  auto initialised = initialise(bound_, t, settings_.startFrom);
  if (!initialised) return fail(std::move(initialised.error()));
  outcome_.initialisation = std::move(initialised->how);
  if (auto fault = clocks_.start(bound_, t)) return fail(std::move(*fault));
  recorder_.begin(bound_.parameters());
  Vector y = std::move(initialised->y);
  y.resize(stateCount(), 0.0);
  if (auto violation = checkInitialAssertions(bound_, t, y, diagnostics_)) return fail(std::move(*violation));
  auto settled = settle(t, std::move(y), settings_.cancelled);
  if (!settled) return fail(std::move(settled.error()));
  if (settled->cancelled) {
    status_ = RunStatus::cancelled;
    return false;
  }
  y = std::move(settled->y);
  if (!compiled_.delays.empty() && !startHistoryAnew(t, y)) return false;
  tolerances_.see(y);
  outcome_.initialiseSeconds = secondsSince(began_);

  integrator_.emplace(problem(), options());
  running_ = Clock::now();
  status_ = startSegment(t, y);
  if (status_ == RunStatus::failed) return false;
  record(t, y, Moment::regular);
  warnOfLostStarts();
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
  bound_.breaks.load(saved.delayBreaks);
  if (const std::size_t delays = compiled_.delays.size();
      bound_.history.present().size() != delays || bound_.breaks.size() != delays)
    return fail({Severity::error, "checkpoint", "the checkpoint is damaged: its delays are not those of the model"});
  watch_.load(saved.events);
  tolerances_.restore(saved.largest);
  isWarned_.clear();
  for (const double flag : saved.isWarned) isWarned_.push_back(flag != 0.0);
  calmed_.load(saved.chatterings);
  jumps_.load(saved.silentJumps);
  outcome_.statistics = saved.statistics;
  const double intervals = (t - outcome_.experiment.start) / outcome_.experiment.interval;
  nextGridPoint_ = std::max(saved.nextGridPoint, static_cast<std::int64_t>(std::floor(intervals * (1 + 1e-9))) + 1);
  eventCount_ = saved.eventCount;
  steps_ = StepWatch(stateCount(), t, outcome_.experiment.stop);
  recorder_.begin(bound_.parameters());

  integrator_.emplace(problem(), options());
  running_ = Clock::now();
  Checkpoint point = saved.integrator;
  takeStill(t, point.state);
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

bool Run::advance() {
  if (status_ == RunStatus::cancelled) status_ = RunStatus::running;
  if (status_ != RunStatus::running) return false;
  if (inputsChanged_ || interrupted_) {
    const bool isTick = inputsChanged_ || *interrupted_;
    inputsChanged_ = false;
    interrupted_.reset();
    handleEvent(isTick);
    if (status_ != RunStatus::running) return false;
  }
  status_ = step();
  if (isFirstStep_) outcome_.firstStepSeconds = secondsSince(began_), isFirstStep_ = false;
  if (passFold()) return status_ == RunStatus::running;
  if (status_ == RunStatus::failed) return false;
  const double t = integrator_->time();
  const bool isSegmentEnd = t >= segmentEnd_;
  const bool isTick = isSegmentEnd && isDue(nextTimeEvent(), t);
  const bool isWindow = status_ == RunStatus::event && isOfDelaysOnly(integrator_->event());
  const bool isBreak = isWindow || (status_ == RunStatus::finished && !isTick && t >= nextBreak_);
  const bool isJump = status_ == RunStatus::finished && !isTick && !isBreak && t == jumps_.next().before;
  const bool isEvent = (status_ == RunStatus::event && !isWindow) || isTick;
  remember();
  if (hasFailed_) return false;
  const bool isEnd =
      status_ == RunStatus::finished && !isTick && ((!isBreak && !isJump) || t >= outcome_.experiment.stop);
  recordStep(isEvent, isTick, isEnd);
  if (status_ == RunStatus::failed) return false;
  tolerances_.see(state());
  ranges_.seeState(t, state());
  if (isEvent)
    handleEvent(isTick);
  else if (isBreak)
    passBreak(isWindow);
  else if (isJump)
    status_ = startSegment(jumps_.next().after, Vector(state().begin(), state().end()));
  else
    afterStep();
  if (status_ == RunStatus::running && settings_.cancelled && settings_.cancelled()) status_ = RunStatus::cancelled;
  return status_ == RunStatus::running;
}

Outcome Run::finish() {
  if (status_ == RunStatus::failed && bound_.isGivenUp()) status_ = RunStatus::cancelled;
  if (status_ == RunStatus::finished) proveEnd();
  if (status_ == RunStatus::finished && compiled_.events.usesTerminal) handleEnd();
  if (status_ == RunStatus::finished && settings_.inspect)
    settings_.inspect(bound_, outcome_.endTime, ended_.empty() ? state() : ConstView(ended_));
  outcome_.runSeconds = secondsSince(running_);
  if (integrator_) add(integrator_->statistics());
  outcome_.statistics.events = eventCount_;
  outcome_.largestMiss = course_.largestMiss();
  if (compiled_.size() == 0) outcome_.statistics = {.events = eventCount_};
  // How large states become is not known of a run that has hardly begun.
  constexpr double enough = 0.01;
  const Experiment& experiment = outcome_.experiment;
  if (outcome_.endTime - experiment.start > enough * (experiment.stop - experiment.start))
    for (const std::string& text : tolerances_.warnings()) diagnostics_.warning("scaling", {}, text);
  for (std::string& text : calmed_.report(bound_, diagnostics_)) outcome_.remedies.push_back(std::move(text));
  warnOfFolds();
  ranges_.report(diagnostics_);
  if (status_ == RunStatus::failed && !hasFailed_)
    diagnostics_.add(failureReport(bound_, integrator_->failure(), watch_, steps_, state()));
  outcome_.kind = status_ == RunStatus::finished ? OutcomeKind::finished
                  : status_ == RunStatus::failed ? OutcomeKind::failed
                                                 : OutcomeKind::cancelled;
  return std::move(outcome_);
}

/// Start values that were given and that others took the place of, if the run starts elsewhere.
void Run::warnOfLostStarts() {
  const auto attributes =
      compiled_.initial.lostStarts.empty() ? std::nullopt : bound_.evaluate(Entry::attributes, 0.0, {});
  if (!attributes || outcome_.finalObserved.empty()) return;
  constexpr double share = 1e-6;
  for (std::size_t k = 0; k < compiled_.initial.lostStarts.size(); ++k) {
    const codegen::LostStart& lost = compiled_.initial.lostStarts[k];
    const codegen::VariableInfo& info = compiled_.recorded.variables[lost.variable];
    const auto isSet = [&](const ParameterSetting& setting) {
      return std::ranges::any_of(lost.parameters, [&](const std::string& name) {
        return name == setting.name || name == setting.name + ".start";
      });
    };
    if (!lost.isDisputed && std::ranges::none_of(settings_.parameters, isSet)) continue;
    const double given = (*attributes)[3 * compiled_.bounds.size() + k];
    const double actual = (info.negated ? -1 : 1) * outcome_.finalObserved[info.index];
    const double size = std::max({std::fabs(given), std::fabs(actual), sizeOfUnit(info.unit), unknownSize});
    if (std::fabs(given - actual) <= share * size) continue;
    Diagnostic& d =
        diagnostics_.warning("start-value", {},
                             fmt::format("the start value {:.6g} of '{}' is not used: the run starts with {:.6g}",
                                         given, info.name, actual));
    for (const std::uint32_t rival : lost.rivals) {
      const codegen::VariableInfo& other = compiled_.recorded.variables[rival];
      d.detail(fmt::format("'{}' has a start value, too, and starts with {:.6g}", other.name,
                           (other.negated ? -1 : 1) * outcome_.finalObserved[other.index]));
    }
    d.hint("the two are tied together: give only one of them, or both the same");
  }
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
  saved.model = identityOf(compiled_), saved.modelName = compiled_.name();
  saved.experiment = outcome_.experiment;
  saved.integrator = integrator_->checkpoint();
  saved.endedInEvent = ended_.empty() ? 0 : 1;
  if (!ended_.empty() || isStill_) saved.integrator.state = ended_.empty() ? followed_ : ended_;
  saved.pivots = bound_.savePivots();
  saved.parameters = bound_.parameters();
  saved.modes = bound_.modes, saved.d = bound_.d, saved.pre = bound_.pre, saved.inputs = bound_.inputs;
  saved.hysteresis = bound_.hysteresis, saved.largest = tolerances_.largest();
  saved.phases.assign(bound_.phases.begin(), bound_.phases.end());
  saved.history = bound_.history.save(), saved.delayBreaks = bound_.breaks.save();
  saved.clocks = clocks_.save(), saved.events = watch_.save();
  for (const bool flag : isWarned_) saved.isWarned.push_back(flag ? 1.0 : 0.0);
  saved.chatterings = calmed_.save();
  saved.silentJumps = jumps_.save();
  saved.statistics = outcome_.statistics;
  saved.nextGridPoint = nextGridPoint_, saved.eventCount = eventCount_;
  return saved;
}

// ---- options ------------------------------------------------------------------------------------------------------

namespace {

/// Multistep formulas keep the error of each step below the tolerance, but their errors add up, and after every event
/// they start at order one with very many steps: at the end they are off by tens of tolerances, and by hundreds after a
/// hundred periods of a spring that nothing damps. With this part of the tolerance the result is about as good as that
/// of the one-step methods.
constexpr double multistepShare = 0.02;
/// Less than this has no meaning in double precision.
constexpr double finestRelative = 1e-13;

Tolerances forMultistep(Tolerances tolerances) {
  const auto share = [](double relative) {
    return relative > finestRelative ? std::max(multistepShare, finestRelative / relative) : 1.0;
  };
  for (std::size_t i = 0; i < tolerances.absoluteOf.size(); ++i)
    tolerances.absoluteOf[i] *= share(tolerances.relativeOf.empty() ? tolerances.relative : tolerances.relativeOf[i]);
  for (double& relative : tolerances.relativeOf) relative *= share(relative);
  tolerances.absolute *= share(tolerances.relative);
  tolerances.relative *= share(tolerances.relative);
  return tolerances;
}

/// Exponential methods solve what is linear exactly, whatever the step. Their estimate is then zero, and nothing keeps a
/// step from leading across the time at which a source drives the model out of where it is linear: a rectifier is
/// linear from one charging to the next.
bool isExactWhereLinear(const std::string& method, const codegen::CompiledModel& model) {
  const MethodTraits* const traits = findMethod(method);
  return !model.states.autonomous && traits &&
         (traits->family == Family::exponential || traits->family == Family::diagonalExponential);
}

}  // namespace

Options Run::options() {
  Options result;
  result.method = settings_.method;
  result.tolerances = tolerances_.tolerances();
  if (settings_.method == "ida" || settings_.method == "cvode") result.tolerances = forMultistep(result.tolerances);
  result.step = settings_.step;
  result.jacobian = settings_.jacobian;
  result.estimate = settings_.estimate;
  result.start = settings_.starter;
  result.blowUpLimit = settings_.blowUpLimit;
  // What is recorded, relations and what is delayed are looked at between the ends of steps.
  const bool recordsBetween =
      !settings_.everyStep && outcome_.experiment.interval < outcome_.experiment.stop - outcome_.experiment.start;
  result.accurateBetween = recordsBetween || bound_.hasStateEvents() || !compiled_.delays.empty();
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
  else if (bound_.hasStateEvents())
    result.maxStep = std::min(mostIntervalsPerStep * experiment.interval,
                              (experiment.stop - experiment.start) / fewestStepsWithRelations);
  else if (isExactWhereLinear(settings_.method, compiled_) || jumps_.isWatching())
    result.maxStep = (experiment.stop - experiment.start) / fewestStepsWithRelations;
  // A step must not reach beyond what a delayed expression is known for.
  if (const double shortest = bound_.breaks.shortestAge(); std::isfinite(shortest))
    result.maxStep = result.maxStep == 0.0 ? shortest : std::min(result.maxStep, shortest);
  // Where a delay may be shorter than a step, a step must not be much longer than the one before.
  if (!bound_.vanishingDelays().empty()) result.controller.maxFactor = DelayHistory::mostGrowth;
  if (settings_.maxStep > 0 && (result.maxStep == 0.0 || settings_.maxStep < result.maxStep))
    result.maxStep = settings_.maxStep;
  // What was between the ends of steps comes back, and the interpolants of explicit methods are an order behind.
  constexpr double shareForInterpolants = 0.1;
  const MethodTraits* const method = findMethod(settings_.method);
  if (!compiled_.delays.empty() && method && method->family == Family::explicitRungeKutta)
    result.tolerances.relative *= shareForInterpolants, result.tolerances.absolute *= shareForInterpolants;
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
  still.rhs = [this](double t, ConstView, View f) {
    std::ranges::fill(f, 0.0);
    return bound_.reachesDelayed(t, followed_) ? Evaluation::ok : Evaluation::recoverable;
  };
  still.jacobian = Jacobian{linalg::diagonalPattern(still.size),
                            [](double, ConstView, View values) { std::ranges::fill(values, 0.0); }};
  if (model.events.evaluate)
    still.events.evaluate = [this, events = std::move(model.events.evaluate)](double t, ConstView, View g) {
      return solveStill(t, interpolated_) ? Evaluation::recoverable : events(t, interpolated_, g);
    };
  still.events.crossings = std::move(model.events.crossings);
  still.discontinuities = std::move(model.discontinuities);
  still.autonomous = true;
  return still;
}

/// The unknowns of a model without derivatives, from where they were at the end of the last step: wherever it is asked
/// for, the same time gives the same bits, so that relations and events cannot disagree.
std::optional<Diagnostic> Run::solveStill(double t, Vector& y) {
  y = followed_;
  if (t == followedTime_) return std::nullopt;
  algebraic_.forget();
  if (algebraic_.correct(t, y, AlgebraicPart::stillTolerance)) return std::nullopt;
  if (auto relaxed = fold_.relaxed(followedTime_, followed_, t, followed_)) {
    y = std::move(*relaxed);
    return std::nullopt;
  }
  return algebraic_.solve(t, y, "the solution of the equations");
}

bool Run::follow(double t) {
  if (auto failure = solveStill(t, interpolated_)) return fail(std::move(*failure));
  takeStill(t, interpolated_);
  return true;
}

void Run::takeStill(double t, ConstView y) {
  followed_.assign(y.begin(), y.end());
  followedTime_ = t;
}

/// At the present time.
ConstView Run::state() const { return isStill_ ? ConstView(followed_) : integrator_->state(); }

/// At a time within the last step.
ConstView Run::stateWithin(double t) {
  if (isStill_) {
    if (auto failure = solveStill(t, interpolated_)) fail(std::move(*failure));
    return interpolated_;
  }
  integrator_->interpolate(t, interpolated_);
  // A step over many points of the result may be longer than what fast states follow.
  if (const double from = integrator_->previousTime(), to = integrator_->time();
      to - from > mostPointsPerStep * outcome_.experiment.interval && settings_.step == 0.0)
    fast_.correct(
        t, from, to, [this](double at, View y) { integrator_->interpolate(at, y); }, interpolated_);
  algebraic_.correct(t, interpolated_, shareOfTolerance * outcome_.experiment.tolerance);
  return interpolated_;
}

// ---- segments -----------------------------------------------------------------------------------------------------

double Run::nextTimeEvent() const { return std::min({clocks_.next(), bound_.inputData.nextJump(), nextTurn_}); }

/// The next time event or relation that time decides, the next break of a delayed expression, or the end. What is due
/// at the end of the run belongs to it, so that no step is as short as rounding.
double Run::segmentEnd(double t) {
  nextTurn_ = bound_.nextTurn(t);
  nextBreak_ = bound_.breaks.next();
  const double stop = outcome_.experiment.stop, other = std::min(nextTimeEvent(), stop);
  if (std::fabs(nextBreak_ - other) <= DelayBreaks::rounding(other)) nextBreak_ = other;
  const double end = std::min({nextBreak_, jumps_.nextAfter(t), other});
  return isDue(stop, end) ? stop : std::max(t, end);
}

/// A segment of no length, where something is due at once, ends with the next step.
RunStatus Run::startSegment(double t, ConstView y) {
  locateWindows(t, y);
  segmentEnd_ = segmentEnd(t);
  takeStill(t, y);
  add(integrator_->statistics());
  if (t >= outcome_.experiment.stop) return RunStatus::finished;
  return integrator_->start(t, y, segmentEnd_);
}

/// After an event: in the same segment, unless it ends here or what happened moved its end.
RunStatus Run::goOn(double t, ConstView y) {
  const bool isSameSegment = t < segmentEnd_ && segmentEnd(t) == segmentEnd_;
  if (!isSameSegment || !compiled_.delays.empty()) return startSegment(t, y);  // a jump will come back: a new break
  takeStill(t, y);
  return integrator_->restart(y);
}

/// "Finished" is a claim: the end was reached, or the model itself ended the run. Anything else is a failure.
void Run::proveEnd() {
  if (hasTerminated_ || time() >= outcome_.experiment.stop) return;
  fail({Severity::error,
        "early-end",
        fmt::format("the run ended at time {:.9g}, before its end at {:.9g}, without a reason", time(),
                    outcome_.experiment.stop),
        {},
        {},
        {},
        {}});
}

RunStatus Run::step() {
  folded_.reset();
  const RunStatus status = stepAndLook();
  if (isStill_)
    folded_ = endOfStillSolution();
  else if (status == RunStatus::failed)
    folded_ = {integrator_->time(), Vector(state().begin(), state().end())};
  return status;
}

RunStatus Run::stepAndLook() {
  if (!jumps_.isWatching()) return integrator_->step();
  const SilentJumps::Path path{[this](double t) -> ConstView {
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

void Run::add(const Statistics& part) {
  Statistics& sum = outcome_.statistics;
  sum.steps += part.steps, sum.rejected += part.rejected, sum.rhsEvals += part.rhsEvals;
  sum.rhsEvalsForJacobian += part.rhsEvalsForJacobian, sum.jacEvals += part.jacEvals, sum.lu += part.lu;
  sum.solves += part.solves, sum.newtonIterations += part.newtonIterations;
  sum.stiffSteps += part.stiffSteps, sum.switches += part.switches, sum.dominantSteps += part.dominantSteps;
}

bool Run::fail(Diagnostic diagnostic) {
  if (!bound_.isGivenUp()) diagnostics_.add(std::move(diagnostic));  // else the failure is none of the model's
  hasFailed_ = true;
  status_ = RunStatus::failed;
  return false;
}

}  // namespace dashpot::simulation
