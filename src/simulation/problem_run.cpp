#include "simulation/problem_run.hpp"

#include "base/stopwatch.hpp"
#include "simulation/counts.hpp"
#include "simulation/course_watch.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <utility>

namespace dashpot::simulation {

namespace {

/// One run, recorded on the output grid and at events.
class ProblemRun {
 public:
  ProblemRun(const RecordedProblem& problem, const Settings& settings, Recorder& recorder, const StepObserver& observe)
      : problem_(problem),
        settings_(settings),
        recorder_(recorder),
        observe_(observe),
        isGrid_(recordsAtIntervals(problem.experiment, settings)),
        interpolated_(problem.initial.size()) {
    outcome_.experiment = experimentOf(problem.experiment, settings);
    course_ = CourseWatch(recorder.follows(), outcome_.experiment.stop - outcome_.experiment.start);
    recorder_.begin({});
  }

  Outcome execute(Diagnostics& diagnostics) {
    const auto began = std::chrono::steady_clock::now();
    const Experiment& experiment = outcome_.experiment;
    Integrator integrator(problem_.problem, options());
    RunStatus status = integrator.start(experiment.start, problem_.initial, experiment.stop);
    if (status != RunStatus::failed) {
      record(experiment.start, problem_.initial, Moment::regular);
      course_.start(experiment.start, outcome_.finalObserved);
      if (experiment.stop == experiment.start) status = RunStatus::finished;
    }
    while (status == RunStatus::running || status == RunStatus::event) {
      const Statistics before = integrator.statistics();
      status = integrator.step();
      if (integrator.statistics().steps <= 1) outcome_.firstStepSeconds = secondsSince(began);
      if (status == RunStatus::failed) break;
      recordStep(integrator, status);
      if (observe_) tell(integrator, before, status);
      if (status != RunStatus::finished && settings_.cancellation.isRequested()) status = RunStatus::cancelled;
    }
    outcome_.runSeconds = secondsSince(began);
    outcome_.statistics = integrator.statistics();
    outcome_.trail = integrator.trail();
    outcome_.largestMiss = course_.largestMiss();
    outcome_.kind = status == RunStatus::finished    ? OutcomeKind::finished
                    : status == RunStatus::cancelled ? OutcomeKind::cancelled
                                                     : OutcomeKind::failed;
    if (status == RunStatus::failed) report(integrator.failure(), diagnostics);
    return std::move(outcome_);
  }

 private:
  void tell(const Integrator& integrator, const Statistics& before, RunStatus status) const {
    ObservedStep step{integrator.previousTime(), integrator.time(), integrator.state(),
                      integrator.statistics().stiffSteps > before.stiffSteps, nullptr};
    step.order = integrator.lastOrder();
    step.limiting = integrator.limitingComponent();
    step.counts = difference(integrator.statistics(), before);
    if (status == RunStatus::event) step.events.push_back({integrator.time(), {}, false});
    observe_(step);
  }

  [[nodiscard]] Options options() const {
    Options result;
    result.method = settings_.method;
    result.tolerances = problem_.tolerances(outcome_.experiment.tolerance);
    result.step = settings_.step;
    result.maxStep = settings_.maxStep;
    result.jacobian = settings_.jacobian;
    result.estimate = settings_.estimate;
    result.start = settings_.starter;
    result.blowUpLimit = settings_.blowUpLimit;
    result.progress = settings_.progress;
    return result;
  }

  [[nodiscard]] double gridPoint() const {
    return outcome_.experiment.start + static_cast<double>(nextGridPoint_) * outcome_.experiment.interval;
  }

  /// The unknowns, and their errors if they are asked for.
  void observe(double t, ConstView y, Vector& observed) const {
    observed.assign(y.begin(), y.end());
    if (!problem_.exact) return;
    Vector exact(y.size());
    problem_.exact(t, exact);
    for (std::size_t i = 0; i < y.size(); ++i) observed.push_back(y[i] - exact[i]);
  }

  void record(double t, ConstView y, Moment moment) {
    observe(t, y, outcome_.finalObserved);
    recorder_.record(t, outcome_.finalObserved, moment);
    outcome_.endTime = t;
  }

  /// Within the last step, with the course up to it.
  void record(const Integrator& integrator, double t, ConstView y, Moment moment) {
    const auto within = [&](double at) -> const Vector* {
      integrator.interpolate(at, interpolated_);
      observe(at, interpolated_, within_);
      return &within_;
    };
    Vector observed;
    observe(t, y, observed);
    if (moment == Moment::afterEvent)
      course_.start(t, observed);
    else
      course_.reach(t, observed, within,
                    [this](double at, ConstView values) { recorder_.record(at, values, Moment::between); });
    record(t, y, moment);
  }

  /// Grid points covered by the last step, and its end if that is one, an event or the end of the run.
  void recordStep(const Integrator& integrator, RunStatus status) {
    const double end = integrator.time();
    const Moment moment = status == RunStatus::event ? Moment::afterEvent : Moment::regular;
    if (!isGrid_) return record(integrator, end, integrator.state(), moment);
    const double roundOff = 1e-9 * outcome_.experiment.interval;
    for (; gridPoint() < end - roundOff; ++nextGridPoint_) {
      Vector y(interpolated_.size());
      integrator.interpolate(gridPoint(), y);
      record(integrator, gridPoint(), y, Moment::regular);
    }
    const bool onGrid = std::fabs(gridPoint() - end) <= roundOff;
    if (onGrid) ++nextGridPoint_;
    if (onGrid || status != RunStatus::running)
      record(integrator, end, integrator.state(), moment);
    else if (course_.isWanted())
      record(integrator, end, integrator.state(), Moment::between);
  }

  void report(const Failure& failure, Diagnostics& diagnostics) {
    if (failure.kind == FailureKind::invalidInput) {
      outcome_.kind = OutcomeKind::rejected;
      diagnostics.error("settings", {}, failure.message);
    } else {
      diagnostics.error("integration", {},
                        fmt::format("the simulation stopped at time {:.9g}: {}", failure.time, failure.message));
    }
  }

  const RecordedProblem& problem_;
  const Settings& settings_;
  Recorder& recorder_;
  const StepObserver& observe_;
  bool isGrid_;  // records are made at each interval, else at each step
  CourseWatch course_;
  Outcome outcome_;
  std::int64_t nextGridPoint_ = 1;  // the start is recorded in any case
  Vector interpolated_, within_;
};

}  // namespace

codegen::RecordedVariables recordedVariables(const RecordedProblem& problem) {
  codegen::RecordedVariables recorded{.modelName = problem.name};
  const auto add = [&](std::string name) {
    codegen::VariableInfo& variable = recorded.variables.emplace_back();
    variable.name = std::move(name);
    variable.kind = codegen::VariableKind::state;
    variable.index = static_cast<std::uint32_t>(recorded.variables.size() - 1);
  };
  for (const std::string& name : problem.problem.names) add(name);
  if (problem.exact)
    for (const std::string& name : problem.problem.names) add("error." + name);
  return recorded;
}

Outcome simulate(const RecordedProblem& problem, const Settings& settings, Recorder& recorder, Diagnostics& diagnostics,
                 const StepObserver& observe) {
  return ProblemRun(problem, settings, recorder, observe).execute(diagnostics);
}

}  // namespace dashpot::simulation
