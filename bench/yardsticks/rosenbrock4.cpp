#include "yardsticks/odeint.hpp"
#include "yardsticks/yardsticks.hpp"

namespace dashpot::yardsticks {
namespace {

constexpr long stages = 6;  // evaluations and solves for each step tried
constexpr double firstStepByDefault = 1e-6;

}  // namespace

Result rosenbrock4(const System& system, double start, double end, std::span<double> y, const Options& options) {
  const bool supported =
      system.jacobian != nullptr && system.mass == nullptr && system.lower < 0 && options.absoluteTolerances.empty();
  if (!supported) return {.status = Status::notSupported};

  OdeintRun run{.size = system.size,
                .rhs = system.rhs,
                .jacobian = system.jacobian,
                .timeDerivative = system.timeDerivative,
                .user = system.user,
                .relativeTolerance = options.relativeTolerance,
                .absoluteTolerance = options.absoluteTolerance,
                .firstStep = options.firstStep > 0 ? options.firstStep : firstStepByDefault,
                .maximalStep = options.maximalStep,
                .maximalSteps = options.maximalSteps};
  integrateWithOdeint(run, start, end, y.data());

  const long attempts = run.steps + run.rejected;
  return {.status = run.finished ? Status::finished : Status::failed,
          .steps = run.steps,
          .rejected = run.rejected,
          .rhsEvals = stages * attempts,
          .jacEvals = attempts,
          .lu = attempts,
          .solves = stages * attempts};
}

}  // namespace dashpot::yardsticks
