#include "simulation/model_run.hpp"

#include "base/stopwatch.hpp"
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

double durationOf(const Experiment& experiment) { return experiment.stop - experiment.start; }

}  // namespace

ModelRun::ModelRun(ModelCode& code, const Settings& settings, Vector parameters, Recorder& recorder,
                   Diagnostics& diagnostics)
    : compiled_(code.functions.model()),
      settings_(settings),
      recorder_(recorder),
      diagnostics_(diagnostics),
      bound_(code, std::move(parameters)),
      algebraic_(bound_),
      tolerances_(bound_, experimentOf(compiled_.experiment, settings).tolerance,
                  durationOf(experimentOf(compiled_.experiment, settings))),
      fast_(bound_, algebraic_, tolerances_),
      isAlgebraic_(std::ranges::find(compiled_.states.isDifferential, true) == compiled_.states.isDifferential.end()),
      callsProcedures_(std::ranges::find(compiled_[Entry::observed].code, codegen::Code::call,
                                         &codegen::Instruction::code) != compiled_[Entry::observed].code.end()),
      hasAssertions_(hasAssertions(compiled_)),
      surfaces_(bound_, durationOf(experimentOf(compiled_.experiment, settings))),
      ranges_(bound_, experimentOf(compiled_.experiment, settings).tolerance),
      delayDependence_(compiled_),
      jumps_(bound_, tolerances_, durationOf(experimentOf(compiled_.experiment, settings))),
      fold_(bound_),
      isGrid_(recordsAtIntervals(compiled_.experiment, settings)),
      began_(Clock::now()),
      running_(began_),
      interpolated_(stateCount()),
      observed_(compiled_[Entry::observed].outputCount()),
      lanes_(bound_.lanes()),
      times_(by_fours::count) {
  bound_.isCancelledAtOnce = settings.cancellation.atOnce;
  bound_.effort = settings.effort;
  for (const codegen::VariableInfo& variable : compiled_.recorded.variables)
    if (variable.isInteger && !isParameter(variable)) integers_.push_back(&variable);
  algebraic_.measureIn(tolerances_.sizes());
  outcome_.experiment = experimentOf(compiled_.experiment, settings);
  outcome_.parameters = bound_.parameters();
  outcome_.endTime = outcome_.experiment.start;
  if (isAlgebraic_ || settings.step > 0) jumps_.stopWatching();
  if (settings.inputs) bound_.inputData = *settings.inputs;
  course_ = CourseWatch(recorder.follows(), outcome_.experiment.stop - outcome_.experiment.start);
  watch_ = EventWatch(outcome_.experiment.start, outcome_.experiment.stop);
  steps_ = StepWatch(stateCount(), outcome_.experiment, outcome_.experiment.start);
  // Short enough for a first step in which the history of a delay is not known, and must be guessed by its present.
  bound_.history.firstReach = settings.step > 0.0 ? settings.step
                                                  : 0.01 * std::sqrt(outcome_.experiment.tolerance) *
                                                        (outcome_.experiment.stop - outcome_.experiment.start);
}

bool ModelRun::begin() {
  const double t = outcome_.experiment.start;
  if (!settings_.inputsAreServed)
    warnAboutInputs(compiled_, bound_.inputs, bound_.inputData, t, outcome_.experiment.stop, diagnostics_);
  bound_.inputData.moveTo(t);
  auto initialised = this->initialised(t);
  if (!initialised) return fail(std::move(initialised.error()));
  outcome_.initialisation = std::move(initialised->how);
  if (!initialised->open.empty())
    diagnostics_
        .warning("undetermined-start", {},
                 fmt::format("no initial condition determines '{}': it has its start value", initialised->open))
        .note("initial conditions say what the equations say already, as that nothing moves while a brake holds it");
  if (auto fault = clocks_.start(bound_, t)) return fail(std::move(*fault));
  recorder_.begin(bound_.parameters());
  Vector y = std::move(initialised->y);
  y.resize(stateCount(), 0.0);
  bound_.arrive(t, y);
  if (auto violation = checkInitialAssertions(bound_, t, y, diagnostics_)) return fail(std::move(*violation));
  print(printedAtStart(bound_, t, y));
  auto settled = settleOrStay(t, std::move(y));
  if (!settled) return fail(std::move(settled.error()));
  print(settled->printed);
  if (settled->cancelled) {
    status_ = RunStatus::cancelled;
    return false;
  }
  y = std::move(settled->y);
  if (!compiled_.delays.empty() && !startHistoryAnew(t, y)) return false;
  tolerances_.see(y);
  outcome_.initialiseSeconds = secondsSince(began_);

  if (maySlide()) slideWhereHeld(t, y, surfacesAtStart(t, y), {});
  if (hasFailed_) return false;
  followMotion(t);
  integrator_.emplace(problem(), options());
  running_ = Clock::now();
  status_ = startSegment(t, y);
  // A run without length is its start: the integrator holds that state, and takes no step.
  if (status_ == RunStatus::finished && integrator_->start(t, integrated(y), t) == RunStatus::failed)
    status_ = RunStatus::failed;
  if (status_ == RunStatus::failed) return false;
  LapClock clock(settings_.timesPhases);
  record(t, y, Moment::regular);
  clock.lap(outcome_.phases.output);
  warnOfLostStarts();
  nextGridPoint_ = 1;
  if (settings_.inspect) settings_.inspect(bound_, t, y);
  if (settled->terminated) terminate(t, *settled->terminated);
  return status_ == RunStatus::running;
}

void ModelRun::print(const std::vector<PrintedLine>& lines) {
  if (settings_.print)
    for (const PrintedLine& line : lines) settings_.print(line);
}

bool ModelRun::advance() {
  if (status_ == RunStatus::cancelled) status_ = RunStatus::running;
  if (status_ != RunStatus::running) return false;
  LapClock clock(settings_.timesPhases);
  if (inputsChanged_ || interrupted_) {
    const bool isTick = inputsChanged_ || *interrupted_;
    inputsChanged_ = false;
    interrupted_.reset();
    handleEvent(isTick);
    clock.lap(outcome_.phases.events);
    if (status_ != RunStatus::running) return false;
  }
  status_ = step();
  clock.lap(outcome_.phases.steps);
  if (isFirstStep_) outcome_.firstStepSeconds = secondsSince(began_), isFirstStep_ = false;
  if (folded_ && passFold()) return status_ == RunStatus::running;
  if (status_ == RunStatus::failed) return giveUpSliding() && status_ == RunStatus::running;
  if (status_ != RunStatus::event && leavesRanges()) {
    takeStepAgain();
    return status_ == RunStatus::running;
  }
  const double t = integrator_->time();
  const Arrival arrival = this->arrival(t);
  const bool isSegment = arrival == Arrival::delayBreak || arrival == Arrival::jump;
  const bool isEnd =
      status_ == RunStatus::finished && arrival != Arrival::tick && (!isSegment || t >= outcome_.experiment.stop);
  if (!compiled_.delays.empty()) remember();
  if (hasFailed_) return false;
  recordStep(t, arrival, isEnd);
  clock.lap(outcome_.phases.output);
  if (undefined_) {
    takeUndefinedAgain();
    return status_ == RunStatus::running;
  }
  if (status_ == RunStatus::failed) return false;
  tolerances_.see(state());
  ranges_.seeState(t, state());
  switch (arrival) {
    case Arrival::nothing: afterStep(t); break;
    case Arrival::event:
    case Arrival::tick: handleEvent(arrival == Arrival::tick); break;
    case Arrival::window:
    case Arrival::delayBreak: passBreak(arrival == Arrival::window); break;
    case Arrival::jump: status_ = startSegment(jumps_.next().after, Vector(state().begin(), state().end())); break;
  }
  clock.lap(arrival == Arrival::nothing ? outcome_.phases.steps : outcome_.phases.events);
  if (status_ == RunStatus::running && settings_.cancellation.isRequested()) status_ = RunStatus::cancelled;
  return status_ == RunStatus::running;
}

ModelRun::Arrival ModelRun::arrival(double t) const {
  const bool isSegmentEnd = t >= segmentEnd_;
  if ((isSegmentEnd || keepsToSteps()) && isDue(nextTimeEvent(), t)) return Arrival::tick;
  if (status_ == RunStatus::event) return isOfDelaysOnly(integrator_->event()) ? Arrival::window : Arrival::event;
  if (status_ != RunStatus::finished) return Arrival::nothing;
  if (t >= nextBreak_) return Arrival::delayBreak;
  return t == jumps_.next().before ? Arrival::jump : Arrival::nothing;
}

Outcome ModelRun::finish() {
  takeLastOfBlock();
  if (status_ == RunStatus::failed && bound_.givesUp()) status_ = RunStatus::cancelled;
  if (status_ == RunStatus::finished) proveEnd();
  if (status_ == RunStatus::finished && compiled_.events.usesTerminal) handleEnd();
  if (status_ == RunStatus::finished && settings_.inspect)
    settings_.inspect(bound_, outcome_.endTime, ended_.empty() ? state() : ConstView(ended_));
  outcome_.runSeconds = secondsSince(running_);
  if (integrator_) add(integrator_->statistics()), keepTrail();
  outcome_.statistics.events = eventCount_;
  outcome_.largestMiss = course_.largestMiss();
  outcome_.evaluations = bound_.evaluations();
  if (compiled_.size() == 0) outcome_.statistics = {.events = eventCount_};
  // How large states become is not known of a run that has hardly begun.
  constexpr double enough = 0.01;
  const Experiment& experiment = outcome_.experiment;
  if (outcome_.endTime - experiment.start > enough * (experiment.stop - experiment.start))
    for (const std::string& text : tolerances_.warnings()) diagnostics_.warning("scaling", {}, text);
  for (std::string& text : calmed_.report(bound_, diagnostics_)) outcome_.remedies.push_back(std::move(text));
  outcome_.slides = slides_.report(compiled_, outcome_.endTime);
  warnOfFolds();
  warnOfOpenUnknowns();
  ranges_.report(diagnostics_);
  if (status_ == RunStatus::failed && settings_.inspectFailure)
    settings_.inspectFailure(bound_, time(), integrator_ ? state() : ConstView(),
                             integrator_ ? integrator_->failure() : Failure{});
  if (status_ == RunStatus::failed && !hasFailed_)
    diagnostics_.add(failureReport(bound_, integrator_->failure(), watch_, steps_, state()));
  outcome_.kind = status_ == RunStatus::finished ? OutcomeKind::finished
                  : status_ == RunStatus::failed ? OutcomeKind::failed
                                                 : OutcomeKind::cancelled;
  return std::move(outcome_);
}

/// Start values that were given and that others took the place of, if the run starts elsewhere.
void ModelRun::warnOfLostStarts() {
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

void ModelRun::setInput(std::size_t input, double value) {
  if (bound_.inputs[input] == value) return;
  if (integrator_ && !inputsChanged_) record(time(), state(), Moment::beforeEvent);
  inputsChanged_ = integrator_.has_value();
  bound_.inputs[input] = value;
}

Vector ModelRun::observed() {
  if (!integrator_) return {};
  Vector values(observed_.size());
  if (bound_.evaluate(Entry::observed, time(), state(), values) != Evaluation::ok) return {};
  return values;
}

/// "Finished" is a claim: the end was reached, or the model itself ended the run. Anything else is a failure.
void ModelRun::proveEnd() {
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

bool ModelRun::fail(Diagnostic diagnostic) {
  if (!bound_.givesUp()) diagnostics_.add(std::move(diagnostic));  // else the failure is none of the model's
  hasFailed_ = true;
  status_ = RunStatus::failed;
  return false;
}

}  // namespace dashpot::simulation
