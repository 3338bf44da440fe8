#include "cli/simulate_problem.hpp"

#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "base/stopwatch.hpp"
#include "problems/accuracy.hpp"
#include "problems/problems.hpp"
#include "simulation/course_watch.hpp"

namespace dashpot::cli {
namespace {

using problems::TestProblem;
using simulation::Moment;
using simulation::Outcome;
using simulation::OutcomeKind;

constexpr std::string_view prefix = "problem:";

void refuseOptionsOfModels(const SimulateOptions& options) {
  const std::pair<bool, const char*> given[] = {{!options.model.model.empty(), "--model"},
                                                {!options.set.empty(), "--set"},
                                                {!options.dump.empty(), "--dump"},
                                                {!options.start.empty(), "--start"},
                                                {!options.input.empty(), "--input"},
                                                {options.integration.steadyState, "--steady-state"},
                                                {!options.integration.checkpoint.empty(), "--checkpoint"},
                                                {!options.integration.resume.empty(), "--resume"}};
  for (const auto& [isGiven, name] : given)
    if (isGiven) throw CLI::ValidationError(name, "goes with a model, not with a built-in problem");
}

/// What recorders, column selection and settings want to know of a model, of a problem.
codegen::CompiledModel describe(const TestProblem& test, bool withErrors) {
  codegen::CompiledModel model;
  model.name() = std::string(prefix) + test.name;
  model.experiment.startTime = test.start;
  model.experiment.stopTime = test.end;
  const auto add = [&](std::string name) {
    codegen::VariableInfo& variable = model.recorded.variables.emplace_back();
    variable.name = std::move(name);
    variable.kind = codegen::VariableKind::state;
    variable.index = static_cast<std::uint32_t>(model.recorded.variables.size() - 1);
  };
  for (const std::string& name : test.problem.names) add(name);
  if (withErrors)
    for (const std::string& name : test.problem.names) add("error." + name);
  return model;
}

/// One run, recorded on the output grid and at events.
class ProblemRun {
 public:
  ProblemRun(const TestProblem& test, const codegen::CompiledModel& model, const simulation::Settings& settings,
             simulation::Recorder& recorder)
      : test_(test),
        settings_(settings),
        recorder_(recorder),
        withErrors_(model.recorded.variables.size() > test.initial.size()),
        isGrid_(simulation::recordsAtIntervals(model, settings)),
        interpolated_(test.initial.size()) {
    outcome_.experiment = simulation::experimentOf(model, settings);
    course_ = simulation::CourseWatch(recorder.follows(), outcome_.experiment.stop - outcome_.experiment.start);
    recorder_.begin(model, {});
  }

  Outcome execute(Diagnostics& diagnostics) {
    const auto began = std::chrono::steady_clock::now();
    const simulation::Experiment& experiment = outcome_.experiment;
    Integrator integrator(test_.problem, options());
    RunStatus status = integrator.start(experiment.start, test_.initial, experiment.stop);
    if (status != RunStatus::failed) {
      record(experiment.start, test_.initial, Moment::regular);
      course_.start(experiment.start, outcome_.finalObserved);
    }
    while (status == RunStatus::running || status == RunStatus::event) {
      status = integrator.step();
      if (integrator.statistics().steps <= 1) outcome_.firstStepSeconds = secondsSince(began);
      if (status == RunStatus::failed) break;
      recordStep(integrator, status);
      if (status != RunStatus::finished && settings_.cancelled && settings_.cancelled()) status = RunStatus::cancelled;
    }
    outcome_.runSeconds = secondsSince(began);
    outcome_.statistics = integrator.statistics();
    outcome_.largestMiss = course_.largestMiss();
    outcome_.kind = status == RunStatus::finished    ? OutcomeKind::finished
                    : status == RunStatus::cancelled ? OutcomeKind::cancelled
                                                     : OutcomeKind::failed;
    if (status == RunStatus::failed) report(integrator.failure(), diagnostics);
    return std::move(outcome_);
  }

 private:
  [[nodiscard]] Options options() const {
    Options result;
    result.method = settings_.method;
    result.tolerances = problems::tolerancesFor(test_, outcome_.experiment.tolerance);
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
    if (!withErrors_) return;
    Vector exact(y.size());
    test_.exact(t, exact);
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

  const TestProblem& test_;
  const simulation::Settings& settings_;
  simulation::Recorder& recorder_;
  bool withErrors_;
  bool isGrid_;
  simulation::CourseWatch course_;
  Outcome outcome_;
  std::int64_t nextGridPoint_ = 1;
  Vector interpolated_, within_;
};

}  // namespace

bool namesProblem(const std::string& file) { return file.starts_with(prefix); }

ExitCode simulateProblem(const SimulateOptions& options) {
  refuseOptionsOfModels(options);
  Diagnostics diagnostics;
  const simulation::Settings settings = readSettings(options, diagnostics);
  auto test = problems::make(options.model.file.substr(prefix.size()));
  if (!test) diagnostics.error("unknown-problem", {}, test.error().message).hint(test.error().hint);
  if (test && options.errors && !test->exact)
    diagnostics.error("no-exact-solution", {}, fmt::format("no closed solution of problem '{}' is known", test->name));
  if (diagnostics.hasErrors()) return refuse(options, diagnostics, Sources{});

  std::vector<std::string>& names = test->problem.names;
  for (std::size_t i = names.size(); i < test->initial.size(); ++i) names.push_back(fmt::format("y[{}]", i + 1));
  const codegen::CompiledModel model = describe(*test, options.errors);
  SimulateJob job;
  job.name = model.name();
  job.experiment = simulation::experimentOf(model, settings);
  job.recordsAtIntervals = simulation::recordsAtIntervals(model, settings);
  chooseColumns(job, model, options, diagnostics);
  if (!simulation::acceptSettings(model, settings, diagnostics)) return refuse(options, diagnostics, Sources{});
  job.simulate = [&](const simulation::Settings& given, simulation::Recorder& recorder, Diagnostics& reports) {
    return ProblemRun(*test, model, given, recorder).execute(reports);
  };
  return execute(job, options, settings, diagnostics, Sources{});
}

}  // namespace dashpot::cli
