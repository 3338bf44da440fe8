// The integrator's input: options that suit the model, and its problem.
#include "simulation/model_run.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {

namespace {

// Relations are looked at at least once in so many intervals of the result, and so often in a run.
constexpr double intervalsPerLook = 5, fewestLooks = 100;
// Of an exponential method, for models that depend on time.
constexpr double fewestSteps = 50;

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

/// Exponential methods solve what is linear exactly, whatever the step. Their estimate is then zero, and nothing keeps
/// a step from leading across the time at which a source drives the model out of where it is linear: a rectifier is
/// linear from one charging to the next.
bool isExactWhereLinear(const std::string& method, const codegen::CompiledModel& model) {
  const MethodTraits* const traits = findMethod(method);
  return !model.states.autonomous && traits &&
         (traits->family == Family::exponential || traits->family == Family::diagonalExponential);
}

void usePublishedRule(Options& options, double tolerance) {
  if (options.estimate == ErrorEstimate::automatic) options.estimate = ErrorEstimate::twoStep;
  options.controller.kind = Controller::equalPairs;
  options.tolerances = {.absolute = tolerance, .scale = ErrorScale::absolute, .norm = ErrorNorm::euclidean};
}

std::string substituteFor(const std::string& method) {
  const std::string formula(formulaName(method));
  return findMethod(formula) ? formula : "backward-euler";
}

}  // namespace

Options ModelRun::options() {
  Options result;
  result.method = settings_.method;
  result.tolerances = tolerances_.tolerances();
  // What stays as it is needs no tolerance of its own.
  if (isAlgebraic_) result.tolerances = {.relative = outcome_.experiment.tolerance, .absolute = 1.0};
  if (settings_.method == "ida" || settings_.method == "cvode") result.tolerances = forMultistep(result.tolerances);
  // In a model without states nothing is left of a formula.
  if (isAlgebraic_ && !compiled_.step) result.method = substituteFor(settings_.method);
  result.step = settings_.step;
  result.realTime = keepsToSteps();
  result.jacobian = settings_.jacobian;
  result.estimate = settings_.estimate;
  if (settings_.stepRule == StepRule::published) usePublishedRule(result, outcome_.experiment.tolerance);
  result.start = settings_.starter;
  result.blowUpLimit = settings_.blowUpLimit;
  // Recorded variables, relations and delayed expressions are looked at between the ends of steps.
  const bool recordsBetween =
      !settings_.everyStep && outcome_.experiment.interval < outcome_.experiment.stop - outcome_.experiment.start;
  result.isDelayed = !compiled_.delays.empty();
  result.accurateBetween = recordsBetween || bound_.hasStateEvents() || !compiled_.delays.empty();
  // The integrator counts from one time event to the next.
  if (settings_.progress)
    result.progress = [this](const Progress& part) {
      settings_.progress(
          {part.time, outcome_.experiment.start, outcome_.experiment.stop, outcome_.statistics.steps + part.steps});
    };
  const Experiment& experiment = outcome_.experiment;
  const double duration = experiment.stop - experiment.start;
  result.eventSpacing = std::min(intervalsPerLook * experiment.interval, duration / fewestLooks);
  if (isAlgebraic_)
    result.maxStep = experiment.interval;
  else if (isExactWhereLinear(settings_.method, compiled_))
    result.maxStep = duration / fewestSteps;
  // A step must not reach beyond what a delayed expression is known for.
  if (const double shortest = bound_.breaks.shortestAge(); std::isfinite(shortest))
    result.maxStep = result.maxStep == 0.0 ? shortest : std::min(result.maxStep, shortest);
  // Where a delay may be shorter than a step, a step must not be much longer than the one before.
  if (!bound_.vanishingDelays().empty()) result.controller.maxFactor = DelayHistory::mostGrowth;
  if (settings_.maxStep > 0 && (result.maxStep == 0.0 || settings_.maxStep < result.maxStep))
    result.maxStep = settings_.maxStep;
  // Values between the ends of steps come back, and the interpolants of explicit methods are an order behind.
  constexpr double shareForInterpolants = 0.1;
  const MethodTraits* const method = findMethod(settings_.method);
  if (!compiled_.delays.empty() && method && method->family == Family::explicitRungeKutta)
    result.tolerances.relative *= shareForInterpolants, result.tolerances.absolute *= shareForInterpolants;
  return result;
}

bool ModelRun::keepsToSteps() const {
  if (settings_.step <= 0) return false;  // asked after every step
  const MethodTraits* const method = findMethod(settings_.method);
  return method && method->family == Family::inlined;
}

/// Without states there is still a time to integrate over: a state that stays zero stands for them.
std::size_t ModelRun::stateCount() const { return std::max<std::size_t>(compiled_.size(), 1); }

Problem ModelRun::problem() {
  Problem result = bound_.problem();
  return isAlgebraic_ ? algebraicProblem(std::move(result)) : result;
}

}  // namespace dashpot::simulation
