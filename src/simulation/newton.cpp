#include "simulation/newton.hpp"

#include "base/finite.hpp"
#include "linalg/solvers.hpp"
#include "simulation/unknown_size.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {

namespace {

double scaleOf(const AlgebraicSystem& system, ConstView x, std::size_t i) {
  return std::fabs(x[i]) + sizeOrUnknown(i < system.sizes.size() ? system.sizes[i] : 0.0);
}

}  // namespace

double scaledLength(const AlgebraicSystem& system, ConstView step, ConstView x) {
  double largest = 0.0;
  for (std::size_t i = 0; i < step.size(); ++i) largest = std::max(largest, std::fabs(step[i]) / scaleOf(system, x, i));
  return largest;
}

NewtonResult solveNewton(const AlgebraicSystem& system, Vector& x, const NewtonOptions& options) {
  NewtonResult result;
  result.residual.resize(system.size);
  if (system.size == 0) return result;
  const auto stop = [&](NewtonStatus status) {
    result.status = status;
    return result;
  };
  const auto n = static_cast<int>(system.size);
  const auto solver = linalg::makeSolver(n, system.pattern, MassMatrix{});
  Vector jacobian(static_cast<std::size_t>(system.pattern.nonZeros(n)));
  Vector trial(system.size), trialResidual(system.size), step(system.size), following(system.size);
  if (system.residual(x, result.residual) != Evaluation::ok) return stop(NewtonStatus::notDefined);
  for (; result.iterations < options.maxIterations; ++result.iterations) {
    if (system.jacobian(x, jacobian) != Evaluation::ok) return stop(NewtonStatus::notDefined);
    if (!solver->factor(0.0, jacobian)) return stop(NewtonStatus::singular);
    step = result.residual;
    solver->solve(step);  // with -J
    if (!allFinite(step)) return stop(NewtonStatus::singular);
    const double length = scaledLength(system, step, x);
    result.step.resize(system.size);
    for (std::size_t i = 0; i < step.size(); ++i) result.step[i] = step[i] / scaleOf(system, x, i);

    double damping = 1.0;
    for (;; damping /= 2) {
      if (damping < options.smallestDamping) return stop(NewtonStatus::noProgress);
      for (std::size_t i = 0; i < x.size(); ++i) trial[i] = x[i] + damping * step[i];
      if (system.residual(trial, trialResidual) != Evaluation::ok) continue;
      following = trialResidual;
      solver->solve(following);
      if (length <= options.tolerance || scaledLength(system, following, x) <= (1 - damping / 4) * length) break;
    }
    x = trial;
    result.residual = trialResidual;
    if (damping == 1.0 && length <= options.tolerance) return result;
  }
  return stop(NewtonStatus::noProgress);
}

NewtonResult solve(const AlgebraicSystem& system, Vector& x) {
  // A dense matrix of twice this many rows is decomposed in each iteration.
  constexpr std::size_t largestTrustRegion = 300;
  const Vector guess = x;
  NewtonResult newton = solveNewton(system, x);
  if (newton.status == NewtonStatus::converged || system.size > largestTrustRegion) return newton;
  for (const Vector& from : {guess, Vector(x)}) {
    Vector trial = from;
    NewtonResult damped = solveTrustRegion(system, trial);
    newton.iterations += damped.iterations;
    if (newton.undetermined < 0) newton.undetermined = damped.undetermined;
    if (damped.status != NewtonStatus::converged) continue;
    x = std::move(trial);
    damped.iterations = newton.iterations;
    return damped;
  }
  return newton;
}

}  // namespace dashpot::simulation
