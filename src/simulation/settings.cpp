#include "simulation/settings.hpp"

#include "base/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {

namespace {

using codegen::ExperimentAnnotation;

constexpr int defaultIntervals = 500;
// |R(infinity)| of a linearly implicit formula above which errors of algebraic unknowns stay for good.
constexpr double leastKeptError = 0.9;

}  // namespace

bool acceptSettings(const ExperimentAnnotation& given, const Settings& settings, Diagnostics& diagnostics) {
  const Experiment experiment = experimentOf(given, settings);
  const std::size_t before = diagnostics.errorCount();
  const auto refuse = [&](std::string message) -> Diagnostic& {
    return diagnostics.error("settings", {}, std::move(message));
  };
  if (!std::isfinite(experiment.start) || !std::isfinite(experiment.stop))
    refuse(
        fmt::format("the run would go from {:.9g} to {:.9g}: both must be finite", experiment.start, experiment.stop));
  else if (experiment.stop < experiment.start)
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
  if (settings.maxStep < 0 || !std::isfinite(settings.maxStep))
    refuse(fmt::format("the longest step {:.9g} is not positive", settings.maxStep));
  else if (settings.maxStep > 0 && settings.step > 0)
    refuse("a fixed step is given, and a longest one for steps that are chosen").hint("leave out --step or --max-step");

  const MethodTraits* method = findMethod(settings.method);
  if (!method) {
    Diagnostic& d = refuse(fmt::format("there is no method '{}'", settings.method));
    std::vector<std::string_view> names;
    for (const auto& known : {methods(), inlinedMethods()})
      for (const MethodTraits& candidate : known) names.push_back(candidate.name);
    if (const auto meant = nearest(settings.method, names))
      d.hint(fmt::format("did you mean '{}'?", *meant));
    else
      d.hint("'dashpot methods' lists them");
  } else {
    if (settings.step == 0 && !method->variableStep)
      refuse(fmt::format("the method '{}' needs a fixed step", settings.method))
          .hint("give one with --step, for example --step 1ms");
    if (settings.stepRule == StepRule::published && settings.step > 0)
      refuse("the published step rule is for error control and cannot go with a fixed step");
    if (settings.step > 0 && !method->fixedStep)
      refuse(fmt::format("the method '{}' chooses its own steps", settings.method)).hint("leave out --step");
  }
  return diagnostics.errorCount() == before;
}

std::string inlinedFormula(std::string_view method) {
  return method.starts_with(inlinedPrefix) ? std::string(formulaName(method)) : std::string();
}

bool acceptMethod(const codegen::CompiledModel& model, const Settings& settings, Diagnostics& diagnostics) {
  const MethodTraits* const method = findMethod(settings.method);
  if (!method || method->family != Family::inlined) return true;
  const std::string_view formula = formulaName(settings.method);
  const std::vector<bool>& isDifferential = model.states.isDifferential;
  const bool isIntegrated = std::ranges::find(isDifferential, true) != isDifferential.end();
  if (isIntegrated && !(model.step && model.step->method == formula)) {
    diagnostics
        .error("bad-setting", {}, fmt::format("the formula of '{}' was not worked into this model", settings.method))
        .hint(fmt::format("compile it with the formula '{}', or use the method '{}'", formula, formula));
    return false;
  }
  const bool isAlgebraic = std::ranges::find(isDifferential, false) != isDifferential.end();
  const MethodTraits* const plain = findMethod(formula);
  const bool keepsErrors = plain && plain->family == Family::rosenbrock && plain->rInfinity > leastKeptError;
  if (!isIntegrated || !isAlgebraic || !keepsErrors) return true;
  diagnostics
      .error("bad-setting", {},
             fmt::format("'{}' damps no errors of the algebraic unknowns that this model has", settings.method))
      .hint(fmt::format("use inline:rodas3, or the method '{}', which solves for them after each step", formula));
  return false;
}

bool recordsAtIntervals(const ExperimentAnnotation& given, const Settings& settings) {
  if (settings.everyStep) return false;
  return !settings.stepsWithoutInterval || settings.interval.has_value() || given.interval.has_value();
}

Experiment experimentOf(const ExperimentAnnotation& given, const Settings& settings) {
  Experiment result;
  result.start = settings.start.value_or(given.startTime.value_or(0.0));
  result.stop = settings.stop.value_or(given.stopTime.value_or(result.start + 1.0));
  result.tolerance = settings.tolerance.value_or(given.tolerance.value_or(1e-6));
  const double length = result.stop == result.start ? 1.0 : result.stop - result.start;  // no outputs but the first
  result.interval = settings.interval.value_or(given.interval.value_or(length / defaultIntervals));
  return result;
}

}  // namespace dashpot::simulation
