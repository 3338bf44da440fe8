#include "simulation/simulate.hpp"

#include "base/nearest.hpp"
#include "codegen/generated_solver.hpp"
#include "simulation/bound_model.hpp"
#include "simulation/clocks.hpp"
#include "simulation/consistent_state.hpp"
#include "simulation/state_sets.hpp"
#include "simulation/tolerances.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace dashpot::simulation {

namespace {

using codegen::CompiledModel;
using codegen::Entry;

constexpr int defaultIntervals = 500;
constexpr double mostIntervals = 1e9;

// Straight-line elimination is for small, sparse systems; a dense one is better off with loops.
constexpr int largestGenerated = 150;
constexpr double densestGenerated = 0.6;

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// One run: integrates from event to event and records on the grid.
class Run {
 public:
  Run(SharedCode& code, const Settings& settings, Vector parameters, Recorder& recorder, Diagnostics& diagnostics)
      : compiled_(code.functions.model()),
        settings_(settings),
        recorder_(recorder),
        diagnostics_(diagnostics),
        bound_(code.functions, code.eliminations, std::move(parameters)),
        interpolated_(stateCount()),
        observed_(compiled_[Entry::observed].outputCount()),
        largest_(stateCount(), 0.0) {
    outcome_.experiment = experimentOf(compiled_, settings);
    outcome_.parameters = bound_.parameters();
    if (settings.inputs) bound_.inputData = *settings.inputs;
  }

  Outcome execute() {
    const auto began = std::chrono::steady_clock::now();
    const Experiment& experiment = outcome_.experiment;
    warnAboutInputs();
    bound_.inputData.moveTo(experiment.start);
    auto y = initialise(bound_, experiment.start);
    if (!y) return rejected(std::move(y.error()));
    if (auto fault = clocks_.start(bound_, experiment.start)) return rejected(std::move(*fault));
    recorder_.begin(compiled_, bound_.parameters());
    nextGridPoint_ = 0;
    outcome_.endTime = experiment.start;
    y->resize(stateCount(), 0.0);
    auto settled = settle(experiment.start, *y);
    if (!settled) return rejected(std::move(settled.error()));
    *y = std::move(settled->y);

    Integrator integrator(problem(), options());
    const auto running = std::chrono::steady_clock::now();
    RunStatus status = startSegment(integrator, experiment.start, *y);
    if (status != RunStatus::failed) {
      record(experiment.start, *y, Moment::regular);
      ++nextGridPoint_;
      rememberSizes(*y);
      if (settings_.inspect) settings_.inspect(bound_, experiment.start, *y);
      if (settled->terminated) status = terminate(experiment.start, *settled->terminated);
    }
    bool isFirst = true;
    if (failed_) status = RunStatus::failed;
    while (status == RunStatus::running || status == RunStatus::event) {
      if (status == RunStatus::event) {
        status = handleEvent(integrator);
        continue;
      }
      status = integrator.step();
      if (isFirst) outcome_.firstStepSeconds = secondsSince(began), isFirst = false;
      if (status == RunStatus::failed) break;
      if (status == RunStatus::finished && integrator.time() >= nextTimeEvent()) status = RunStatus::event;
      recordStep(integrator, status);
      if (!failed_ && status != RunStatus::event) status = afterStep(integrator, status);
      if (failed_) break;
      if (settings_.cancelled && settings_.cancelled()) status = RunStatus::cancelled;
    }
    if (status == RunStatus::finished && compiled_.usesTerminal) status = handleEnd(integrator);
    outcome_.runSeconds = secondsSince(running);
    if (status == RunStatus::finished && settings_.inspect)
      settings_.inspect(bound_, outcome_.endTime, ended_.empty() ? integrator.state() : ConstView(ended_));
    finish(integrator, status);
    return std::move(outcome_);
  }

 private:
  // --------------------------------------------------------------------------------------------------------- options

  Options options() {
    Options result;
    result.method = settings_.method;
    result.estimate = settings_.estimate;
    result.tolerances = tolerances_ = tolerancesFor(bound_, outcome_.experiment.tolerance);
    if (compiled_.size() == 0) result.tolerances = {};
    result.step = settings_.step;
    // The integrator counts from one time event to the next.
    if (settings_.progress)
      result.progress = [this](const Progress& part) {
        settings_.progress(
            {part.time, outcome_.experiment.start, outcome_.experiment.stop, outcome_.statistics.steps + part.steps});
      };
    // A step must not reach beyond what a delayed expression is known for.
    if (compiled_.delayCount > 0) result.maxStep = bound_.history.shortest();
    return result;
  }

  /// Without states there is still a time to integrate over: a state that stays zero stands for them.
  [[nodiscard]] std::size_t stateCount() const { return std::max<std::size_t>(compiled_.size(), 1); }

  Problem problem() {
    Problem result = bound_.problem();
    if (compiled_.size() > 0) return result;
    Problem still;
    still.size = 1;
    still.rhs = [](double, ConstView, View f) { f[0] = 0.0; };
    still.events = std::move(result.events);
    still.discontinuities = std::move(result.discontinuities);
    still.autonomous = true;
    return still;
  }

  /// A tick of a clock, or a jump of an input.
  [[nodiscard]] double nextTimeEvent() const { return std::min(clocks_.next(), bound_.inputData.nextJump()); }

  /// Integrates towards the next time event, or the end.
  RunStatus startSegment(Integrator& integrator, double t, ConstView y) {
    const double end = std::min(nextTimeEvent(), outcome_.experiment.stop);
    add(integrator.statistics());
    if (t >= end) return RunStatus::finished;
    return integrator.start(t, y, end);
  }

  void add(const Statistics& part) {
    Statistics& sum = outcome_.statistics;
    sum.steps += part.steps, sum.rejected += part.rejected, sum.rhsEvals += part.rhsEvals;
    sum.rhsEvalsForJacobian += part.rhsEvalsForJacobian, sum.jacEvals += part.jacEvals, sum.lu += part.lu;
    sum.solves += part.solves, sum.newtonIterations += part.newtonIterations;
  }

  /// No input is taken to be zero, or anything else, in silence.
  void warnAboutInputs() {
    std::string constant;
    for (std::size_t i = 0; i < compiled_.inputNames.size(); ++i) {
      if (std::ranges::find(bound_.inputData.inputs(), i) != bound_.inputData.inputs().end()) continue;
      constant += fmt::format("{}{} = {:.9g}", constant.empty() ? "" : ", ", compiled_.inputNames[i], bound_.inputs[i]);
    }
    if (!constant.empty())
      diagnostics_.warning("inputs", {}, "inputs without data keep their start values: " + constant);
    if (bound_.inputData.empty()) return;
    const Experiment& experiment = outcome_.experiment;
    const double from = bound_.inputData.begin(), to = bound_.inputData.end();
    if (from > experiment.start || to < experiment.stop)
      diagnostics_.warning(
          "inputs", {},
          fmt::format("the inputs have data from {:.9g} to {:.9g} s only: before and after, their first and last "
                      "values are held",
                      from, to));
  }

  // ------------------------------------------------------------------------------------------------------- recording

  [[nodiscard]] double gridPoint(std::int64_t i) const {
    return outcome_.experiment.start + static_cast<double>(i) * outcome_.experiment.interval;
  }

  /// A variable that has no value here ends the run, even if no state depends on it. Only at the very end of a mode may
  /// that be: the event lies a last bit beyond the point where the relation turns.
  void record(double t, ConstView y, Moment moment) {
    if (failed_) return;
    if (bound_.evaluate(Entry::observed, t, y, observed_) != Evaluation::ok) {
      if (moment != Moment::beforeEvent) failed_ = undefinedVariable(t);
      return;
    }
    recorder_.record(t, observed_, moment);
    outcome_.finalObserved = observed_;
    outcome_.endTime = t;
  }

  [[nodiscard]] Diagnostic undefinedVariable(double t) const {
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

  /// Grid points covered by the last step, and its end if an event or the end of the run is there.
  void recordStep(const Integrator& integrator, RunStatus status) {
    const double end = integrator.time();
    if (settings_.everyStep) {
      rememberSizes(integrator.state());
      return record(end, integrator.state(), status == RunStatus::event ? Moment::beforeEvent : Moment::regular);
    }
    const double roundOff = 1e-9 * outcome_.experiment.interval;
    for (; gridPoint(nextGridPoint_) < end - roundOff; ++nextGridPoint_) {
      integrator.interpolate(gridPoint(nextGridPoint_), interpolated_);
      record(gridPoint(nextGridPoint_), interpolated_, Moment::regular);
    }
    rememberSizes(integrator.state());
    const bool onGrid = std::fabs(gridPoint(nextGridPoint_) - end) <= roundOff;
    if (onGrid) ++nextGridPoint_;
    if (status == RunStatus::event)
      record(end, integrator.state(), Moment::beforeEvent);
    else if (onGrid || status == RunStatus::finished)
      record(end, integrator.state(), Moment::regular);
  }

  void rememberSizes(ConstView y) {
    for (std::size_t i = 0; i < y.size(); ++i) largest_[i] = std::max(largest_[i], std::fabs(y[i]));
  }

  // ---------------------------------------------------------------------------------------------------------- events

  /// Everything settled at t: first with the clocks that tick here, then with their flags down again.
  Expected<AfterEvent, Diagnostic> settle(double t, Vector y) {
    const bool ticks = clocks_.raise(bound_, t);
    auto result = iterateEvent(bound_, t, std::move(y), diagnostics_);
    if (!result || !ticks) return result;
    clocks_.lower(bound_);
    auto after = iterateEvent(bound_, t, std::move(result->y), diagnostics_);
    if (after && result->terminated) after->terminated = std::move(result->terminated);
    return after;
  }

  RunStatus handleEvent(Integrator& integrator) {
    const double t = integrator.time();
    const ConstView state = integrator.state();
    const bool isTick = t >= nextTimeEvent();
    bound_.inputData.moveTo(t);
    auto settled = settle(t, Vector(state.begin(), state.end()));
    if (!settled) {
      failed_ = std::move(settled.error());
      return RunStatus::failed;
    }
    reselect(bound_, Entry::selection, t, settled->y, settled->y);
    remember(t, settled->y);
    record(t, settled->y, Moment::afterEvent);
    if (failed_) return RunStatus::failed;
    ++eventCount_;
    ended_ = settled->y;
    if (settled->terminated) return terminate(t, *settled->terminated);
    if (t >= outcome_.experiment.stop) return RunStatus::finished;
    ended_.clear();
    return isTick ? startSegment(integrator, t, settled->y) : integrator.restart(settled->y);
  }

  /// terminal() becomes true: one more event.
  RunStatus handleEnd(const Integrator& integrator) {
    bound_.phases[static_cast<std::size_t>(codegen::Phase::terminal)] = 1.0;
    const Vector y = ended_.empty() ? Vector(integrator.state().begin(), integrator.state().end()) : ended_;
    auto settled = settle(outcome_.endTime, y);
    if (settled) record(outcome_.endTime, settled->y, Moment::afterEvent);
    if (!settled) failed_ = std::move(settled.error());
    return failed_ ? RunStatus::failed : RunStatus::finished;
  }

  RunStatus terminate(double t, const std::string& text) {
    diagnostics_.warning("terminate", {}, fmt::format("the model ended the run at time {:.9g}: {}", t, text));
    return RunStatus::finished;
  }

  /// What is looked at after every step: assertions, the choice of states, what must be remembered for delays.
  RunStatus afterStep(Integrator& integrator, RunStatus status) {
    const double t = integrator.time();
    if (auto violation = checkAssertions(bound_, t, integrator.state(), isWarned_, diagnostics_)) {
      failed_ = std::move(*violation);
      return RunStatus::failed;
    }
    remember(t, integrator.state());
    if (compiled_.stateSets.empty() || status != RunStatus::running) return status;
    Vector y(integrator.state().begin(), integrator.state().end());
    if (!reselect(bound_, Entry::selection, t, y, y)) return status;
    ++eventCount_;
    auto projected = solveAlgebraic(bound_, t, std::move(y));
    if (projected) return integrator.restart(*projected);
    failed_ = std::move(projected.error());
    return RunStatus::failed;
  }

  void remember(double t, ConstView y) {
    const std::size_t count = compiled_.delayCount;
    if (count == 0) return;
    const auto values = bound_.evaluate(Entry::delays, t, y);
    if (!values) return;
    Vector arguments(count), ages(count);
    double longest = 0.0;
    for (std::size_t k = 0; k < count; ++k) {
      arguments[k] = (*values)[3 * k], ages[k] = (*values)[3 * k + 1];
      longest = std::max(longest, (*values)[3 * k + 2]);
    }
    bound_.history.add(t, arguments, ages, longest);
  }

  // ------------------------------------------------------------------------------------------------------------- end

  Outcome rejected(Diagnostic diagnostic) {
    diagnostics_.add(std::move(diagnostic));
    outcome_.kind = OutcomeKind::failed;
    return std::move(outcome_);
  }

  void finish(const Integrator& integrator, RunStatus status) {
    add(integrator.statistics());
    outcome_.statistics.events = eventCount_;
    if (compiled_.size() == 0) outcome_.statistics = {.events = eventCount_};
    for (const std::string& text : scalingWarnings(compiled_, tolerances_, largest_))
      diagnostics_.warning("scaling", {}, text);
    if (failed_)
      diagnostics_.add(std::move(*failed_));
    else if (status == RunStatus::failed)
      reportFailure(integrator.failure());
    outcome_.kind = status == RunStatus::cancelled              ? OutcomeKind::cancelled
                    : status == RunStatus::finished && !failed_ ? OutcomeKind::finished
                                                                : OutcomeKind::failed;
  }

  void reportFailure(const Failure& failure) {
    Diagnostic& d = diagnostics_.error(
        "integration", {}, fmt::format("the simulation stopped at time {:.9g}: {}", failure.time, failure.message));
    const bool wasEvaluation = failure.kind == FailureKind::evaluation || failure.kind == FailureKind::fatalEvaluation;
    if (const auto fault = bound_.lastFault();
        fault && (wasEvaluation || std::fabs(fault->time - failure.time) <= 10 * std::fabs(failure.stepSize))) {
      d.detail(fmt::format("{} at time {:.9g}", fault->reason, fault->time));
      if (!fault->origin.empty()) d.detail(fault->origin);
    }
    if (failure.kind == FailureKind::eventStorm) {
      for (const std::string& text : compiled_.modeTexts) d.detail(text);
      d.hint("a relation that switches again and again without time going on needs a hysteresis");
    }
  }

  const CompiledModel& compiled_;
  const Settings& settings_;
  Recorder& recorder_;
  Diagnostics& diagnostics_;
  BoundModel bound_;
  Clocks clocks_;
  std::vector<bool> isWarned_;
  Tolerances tolerances_;
  Outcome outcome_;
  std::int64_t nextGridPoint_ = 0;
  std::int64_t eventCount_ = 0;
  std::optional<Diagnostic> failed_;
  Vector ended_;  // the state after an event that ended the run
  Vector interpolated_, observed_, largest_;
};

}  // namespace

bool acceptSettings(const CompiledModel& model, const Settings& settings, Diagnostics& diagnostics) {
  const Experiment experiment = experimentOf(model, settings);
  const std::size_t before = diagnostics.errorCount();
  const auto refuse = [&](std::string message) -> Diagnostic& {
    return diagnostics.error("settings", {}, std::move(message));
  };
  if (!(experiment.stop > experiment.start))
    refuse(fmt::format("the run would end at {:.9g}, but it starts at {:.9g}", experiment.stop, experiment.start));
  else if (!(experiment.interval > 0))
    refuse(fmt::format("the output interval {:.9g} is not positive", experiment.interval));
  else if (!((experiment.stop - experiment.start) / experiment.interval <= mostIntervals))
    refuse(
        fmt::format("the output interval {:.9g} is too small for a run of {:.9g} s: at most {:g} outputs are written",
                    experiment.interval, experiment.stop - experiment.start, mostIntervals))
        .hint("give a longer one with --interval");
  if (!(experiment.tolerance > 0 && experiment.tolerance < 1))
    refuse(fmt::format("the tolerance {:.9g} is not between 0 and 1", experiment.tolerance));
  if (settings.step < 0 || !std::isfinite(settings.step))
    refuse(fmt::format("the step {:.9g} is not positive", settings.step));

  const MethodTraits* method = findMethod(settings.method);
  if (!method) {
    Diagnostic& d = refuse(fmt::format("there is no method '{}'", settings.method));
    std::vector<std::string_view> names;
    for (const MethodTraits& candidate : methods()) names.push_back(candidate.name);
    if (const auto meant = nearest(settings.method, names))
      d.hint(fmt::format("did you mean '{}'?", *meant));
    else
      d.hint("'dashpot methods' lists them");
  } else {
    if (settings.step == 0 && !method->variableStep)
      refuse(fmt::format("the method '{}' needs a fixed step", settings.method))
          .hint("give one with --step, for example --step 1ms");
    if (settings.step > 0 && !method->fixedStep)
      refuse(fmt::format("the method '{}' chooses its own steps", settings.method)).hint("leave out --step");
  }
  return diagnostics.errorCount() == before;
}

Experiment experimentOf(const CompiledModel& model, const Settings& settings) {
  Experiment result;
  result.start = settings.start.value_or(model.startTime.value_or(0.0));
  result.stop = settings.stop.value_or(model.stopTime.value_or(result.start + 1.0));
  result.tolerance = settings.tolerance.value_or(model.tolerance.value_or(1e-6));
  result.interval =
      settings.interval.value_or(model.interval.value_or((result.stop - result.start) / defaultIntervals));
  return result;
}

SharedCode::SharedCode(const CompiledModel& model, const codegen::CodeOptions& options) : functions(model, options) {
  const auto n = static_cast<int>(model.size());
  MassMatrix mass{.kind = MassMatrix::Kind::diagonal};
  for (const bool differential : model.isDifferential) mass.values.push_back(differential ? 1.0 : 0.0);
  codegen::MatrixStructure structure = codegen::structureOf(n, model.jacobianPattern, mass);
  const auto entries = static_cast<double>(structure.entries.size());
  if (n > 0 && n <= largestGenerated && entries <= densestGenerated * n * n)
    eliminations = std::make_shared<codegen::Eliminations>(std::move(structure), options);
}

SharedCode::~SharedCode() = default;

Outcome simulate(SharedCode& code, const Settings& settings, Recorder& recorder, Diagnostics& diagnostics) {
  const CompiledModel& model = code.functions.model();
  const bool accepted = acceptSettings(model, settings, diagnostics);
  auto parameters = parameterValues(model, settings.parameters, diagnostics);
  if (!accepted || !parameters) {
    Outcome nothing;
    nothing.kind = OutcomeKind::rejected;
    nothing.experiment = experimentOf(model, settings);
    return nothing;
  }
  Outcome outcome = Run(code, settings, std::move(*parameters), recorder, diagnostics).execute();
  if (const std::string problem = code.functions.problem(); !problem.empty())
    diagnostics.warning("native-code", {}, "the model was interpreted: " + problem);
  return outcome;
}

Outcome simulate(const CompiledModel& model, const Settings& settings, Recorder& recorder, Diagnostics& diagnostics) {
  SharedCode code(model, settings.code);
  return simulate(code, settings, recorder, diagnostics);
}

}  // namespace dashpot::simulation
