#include "analysis/comparison.hpp"

#include "analysis/reference_solution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace dashpot::analysis {
namespace {

constexpr double tellingShare = 0.1;  // of an error, by which references may differ

bool isAsked(const ComparisonPlan& plan) { return plan.isCancelled && plan.isCancelled(); }

simulation::Settings settingsOf(const Subject& subject, const Trial& trial) {
  simulation::Settings settings = subject.settings;
  settings.method = trial.method;
  if (trial.tolerance > 0) settings.tolerance = trial.tolerance;
  settings.step = trial.step;
  return settings;
}

void runFirst(const Subject& subject, const ComparisonPlan& plan, const std::optional<ReferenceSolution>& reference,
              TrialRun& run) {
  simulation::StepObserver observe;
  if (plan.keepsCourses)
    observe = [&run](const simulation::ObservedStep& step) {
      run.steps.push_back({step.to, step.to - step.from, step.isStiff, step.order});
    };
  SampledRun sampled = runSampled(subject, settingsOf(subject, run.trial), plan, observe);
  run.statistics = sampled.outcome.statistics;
  run.reached = sampled.outcome.endTime;
  run.reason = sampled.reason;
  const auto kind = sampled.outcome.kind;
  run.status = kind == simulation::OutcomeKind::finished                          ? TrialRun::Status::finished
               : kind == simulation::OutcomeKind::cancelled && !sampled.isStopped ? TrialRun::Status::notRun
                                                                                  : TrialRun::Status::failed;
  if (run.status == TrialRun::Status::finished) {
    if (!plan.keepsCourses) run.cpu.add(sampled.seconds);  // else it was slowed down
    if (reference) run.error = trajectoryError(sampled.samples, reference->samples, plan.floor);
  }
  if (plan.keepsCourses) run.samples = std::move(sampled.samples);
}

/// Round robin, so that a slow moment of the machine hits all of them.
void repeat(const Subject& subject, const ComparisonPlan& plan, std::vector<TrialRun>& runs) {
  const double began = threadSeconds();
  const auto hasTime = [&] { return threadSeconds() - began < plan.timingSeconds; };
  const auto wantsMore = [](const TrialRun& run) {
    return run.status == TrialRun::Status::finished && !run.cpu.isSettled();
  };
  for (std::size_t round = 1; std::ranges::any_of(runs, wantsMore) && hasTime(); ++round)
    for (TrialRun& run : runs) {
      if (!wantsMore(run) || !hasTime()) continue;
      if (isAsked(plan)) return;
      if (plan.progress)
        plan.progress(fmt::format("{}, {}: timing, round {}", run.trial.method, run.trial.setting(), round));
      const SampledRun again = runSampled(subject, settingsOf(subject, run.trial), plan);
      if (again.outcome.kind == simulation::OutcomeKind::finished) run.cpu.add(again.seconds);
    }
}

/// In the measure in which it matters most.
void warnOfDisagreement(const Comparison& comparison, Diagnostics& diagnostics) {
  if (!comparison.reference || !comparison.reference->isChecked()) return;
  const ReferenceSolution& reference = *comparison.reference;
  double share = tellingShare, smallest = 0;
  std::optional<ErrorMeasure> telling;
  for (const ErrorMeasure measure : allErrorMeasures)
    for (const TrialRun& run : comparison.runs)
      if (run.error && reference.disagreement[measure] > share * (*run.error)[measure]) {
        telling = measure, smallest = (*run.error)[measure];
        share = smallest > 0 ? reference.disagreement[measure] / smallest : std::numeric_limits<double>::infinity();
      }
  if (!telling) return;
  diagnostics
      .warning(
          "reference", {},
          fmt::format("{}: the references {} and {} differ by {:.2g} in the {} error; the smallest one measured is "
                      "{:.2g}",
                      comparison.subject, reference.name, reference.check, reference.disagreement[*telling],
                      nameOf(*telling), smallest))
      .note("errors below ten times the difference are marked with '?'")
      .hint("a tighter reference: --reference METHOD@TOLERANCE");
}

}  // namespace

std::string Trial::setting() const { return step > 0 ? fmt::format("{:g} s", step) : fmt::format("{:g}", tolerance); }

bool isUncertain(const Comparison& comparison, const TrialRun& run, ErrorMeasure measure) {
  if (!run.error || !comparison.reference) return false;
  return !comparison.reference->isChecked() ||
         comparison.reference->disagreement[measure] > tellingShare * (*run.error)[measure];
}

Comparison compare(const Subject& subject, const ComparisonPlan& plan, Diagnostics& diagnostics) {
  Comparison result{.subject = subject.name,
                    .variables = subject.variables,
                    .experiment = subject.experiment,
                    .floor = plan.floor,
                    .reference = makeReference(subject, plan, diagnostics),
                    .runs = {}};
  for (const Trial& trial : plan.trials) result.runs.push_back({.trial = trial});
  for (std::size_t i = 0; i < result.runs.size() && !isAsked(plan); ++i) {
    TrialRun& run = result.runs[i];
    if (plan.progress)
      plan.progress(fmt::format("{}, {} ({} of {})", run.trial.method, run.trial.setting(), i + 1, result.runs.size()));
    runFirst(subject, plan, result.reference, run);
  }
  if (!isAsked(plan)) repeat(subject, plan, result.runs);
  result.isCancelled = isAsked(plan);
  if (!result.isCancelled) warnOfDisagreement(result, diagnostics);
  return result;
}

}  // namespace dashpot::analysis
