#include "analysis/reference_solution.hpp"

#include "analysis/grid_samples.hpp"
#include "base/stopwatch.hpp"
#include "results/trajectories.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace dashpot::analysis {
namespace {

// Both are L-stable, of high order and take algebraic unknowns, and they have nothing in common: one iterates to solve
// collocation equations, the other is linearly implicit.
constexpr const char *collocation = "radau", *linearlyImplicit = "rodas5p";
constexpr double tightestTolerance = 1e-12, tighterBy = 100, toleranceWithoutTrials = 1e-10;

double tightTolerance(const ComparisonPlan& plan) {
  if (plan.reference.tolerance > 0) return plan.reference.tolerance;
  double smallest = 0;
  for (const Trial& trial : plan.trials)
    if (trial.tolerance > 0 && (smallest == 0 || trial.tolerance < smallest)) smallest = trial.tolerance;
  return smallest == 0 ? toleranceWithoutTrials : std::max(tightestTolerance, smallest / tighterBy);
}

/// A method of another family.
std::string checkFor(const std::string& method) {
  const MethodTraits* const traits = findMethod(method);
  return traits && traits->family == Family::implicitRungeKutta ? linearlyImplicit : collocation;
}

std::string firstError(const Diagnostics& diagnostics) {
  for (const Diagnostic& d : diagnostics.all())
    if (d.severity == Severity::error) return d.message;
  return "it did not finish";
}

/// What is known before any run, at the times of the output grid.
std::optional<ReferenceSolution> givenReference(const Subject& subject, const ReferenceRequest& request,
                                                Diagnostics& diagnostics) {
  ReferenceSolution result;
  result.samples.times = outputGrid(subject.experiment);
  result.samples.values.assign(subject.variables.size(), Vector(result.samples.times.size()));
  if (request.file.empty()) {
    result.name = "closed form";
    Vector y(subject.variables.size());
    for (const results::Column& column : subject.variables) y.resize(std::max<std::size_t>(y.size(), column.index + 1));
    for (std::size_t j = 0; j < result.samples.times.size(); ++j) {
      subject.exact(result.samples.times[j], y);
      for (std::size_t i = 0; i < subject.variables.size(); ++i)
        result.samples.values[i][j] = subject.variables[i].value(y, {});
    }
    return result;
  }
  result.name = request.file;
  const auto file = results::Trajectories::read(request.file);
  if (!file) {
    diagnostics.add(file.error());
    return std::nullopt;
  }
  for (std::size_t i = 0; i < subject.variables.size(); ++i)
    for (std::size_t j = 0; j < result.samples.times.size(); ++j) {
      const auto value = file->value(subject.variables[i].name, result.samples.times[j]);
      if (!value) {
        diagnostics
            .error("reference", {},
                   fmt::format("the reference '{}' has no variable '{}'", request.file, subject.variables[i].name))
            .hint("compare in variables that it has with --vars");
        return std::nullopt;
      }
      result.samples.values[i][j] = *value;
    }
  const double duration = subject.experiment.stop - subject.experiment.start;
  if (file->first() > subject.experiment.start + 1e-9 * duration ||
      file->last() < subject.experiment.stop - 1e-9 * duration)
    diagnostics.warning(
        "reference", {},
        fmt::format("the reference '{}' is known from {:.9g} to {:.9g} only, the runs go from {:.9g} to "
                    "{:.9g}",
                    request.file, file->first(), file->last(), subject.experiment.start, subject.experiment.stop));
  return result;
}

struct TightRun {
  std::string name;
  SampledRun run;
  [[nodiscard]] bool isFinished() const { return run.outcome.kind == simulation::OutcomeKind::finished; }
};

TightRun tightRun(const Subject& subject, const ComparisonPlan& plan, const std::string& method) {
  const double tolerance = tightTolerance(plan);
  TightRun result{.name = fmt::format("{}@{:g}", method, tolerance), .run = {}};
  if (plan.progress) plan.progress("reference " + result.name);
  simulation::Settings settings = subject.settings;
  settings.method = method;
  settings.tolerance = tolerance;
  settings.step = 0;
  result.run = runSampled(subject, std::move(settings), plan);
  return result;
}

void reportLost(const TightRun& lost, const std::string& what, Diagnostics& diagnostics) {
  diagnostics.warning("reference", {}, fmt::format("{} {} failed: {}", what, lost.name, lost.run.reason));
}

}  // namespace

SampledRun runSampled(const Subject& subject, simulation::Settings settings, const ComparisonPlan& plan,
                      const simulation::StepObserver& observe) {
  SampledRun result;
  GridSamples recorder(subject.experiment, subject.variables);
  const auto began = std::chrono::steady_clock::now();
  settings.everyStep = false;
  settings.stepsWithoutInterval = false;
  settings.cancellation.atOnce = plan.atOnce;
  settings.cancellation.afterStep = [&] {
    result.isStopped = secondsSince(began) > plan.limitSeconds;
    return result.isStopped || (plan.isCancelled && plan.isCancelled());
  };
  double start = threadSeconds();
  bool isInitialised = false;
  settings.inspect = [&](simulation::BoundModel&, double, ConstView) {
    if (!std::exchange(isInitialised, true)) start = threadSeconds();
  };
  Diagnostics diagnostics;
  result.outcome = subject.simulate(settings, recorder, diagnostics, observe);
  result.seconds = threadSeconds() - start;
  result.samples = recorder.take();
  if (result.outcome.kind == simulation::OutcomeKind::finished) return result;
  result.reason = result.isStopped
                      ? fmt::format("given up after {:g} s at time {:.6g}", plan.limitSeconds, result.outcome.endTime)
                  : result.outcome.kind == simulation::OutcomeKind::cancelled ? "interrupted"
                                                                              : firstError(diagnostics);
  return result;
}

std::optional<ReferenceSolution> makeReference(const Subject& subject, const ComparisonPlan& plan,
                                               Diagnostics& diagnostics) {
  const ReferenceRequest& request = plan.reference;
  const bool isGiven = !request.file.empty() || (request.method.empty() && subject.exact);
  const std::string method = !request.method.empty() ? request.method : collocation;
  std::optional<ReferenceSolution> result;
  if (isGiven) {
    result = givenReference(subject, request, diagnostics);
    if (!result) return std::nullopt;
  } else {
    TightRun run = tightRun(subject, plan, method);
    if (run.isFinished())
      result =
          ReferenceSolution{.name = run.name, .check = {}, .samples = std::move(run.run.samples), .disagreement = {}};
    else
      reportLost(run, "the reference", diagnostics);
  }
  TightRun check = tightRun(subject, plan, isGiven ? collocation : checkFor(method));
  if (!check.isFinished()) {
    reportLost(check, "the check of the reference,", diagnostics);
  } else if (result) {
    result->check = check.name;
    result->disagreement = trajectoryError(check.run.samples, result->samples, plan.floor);
  } else {
    result =
        ReferenceSolution{.name = check.name, .check = {}, .samples = std::move(check.run.samples), .disagreement = {}};
  }
  return result;
}

}  // namespace dashpot::analysis
