#include "simulation/newton.hpp"

#include <cmath>

namespace dashpot::simulation {

namespace {

double scaledNorm(const Eigen::VectorXd& step, const Vector& x) {
  double largest = 0.0;
  for (Eigen::Index i = 0; i < step.size(); ++i)
    largest = std::max(largest, std::fabs(step[i]) / (std::fabs(x[static_cast<std::size_t>(i)]) + 1e-3));
  return largest;
}

Eigen::Map<const Eigen::VectorXd> asEigen(const Vector& v) { return {v.data(), static_cast<Eigen::Index>(v.size())}; }

}  // namespace

NewtonResult solveNewton(const AlgebraicSystem& system, Vector& x, const NewtonOptions& options) {
  NewtonResult result;
  result.residual.resize(system.size);
  if (system.size == 0) return result;
  const auto stop = [&](NewtonStatus status) {
    result.status = status;
    return result;
  };
  const auto n = static_cast<Eigen::Index>(system.size);
  Eigen::MatrixXd jacobian(n, n);
  Vector trial(system.size), trialResidual(system.size);
  if (system.residual(x, result.residual) != Evaluation::ok) return stop(NewtonStatus::notDefined);
  for (; result.iterations < options.maxIterations; ++result.iterations) {
    if (system.jacobian(x, jacobian) != Evaluation::ok) return stop(NewtonStatus::notDefined);
    const Eigen::PartialPivLU<Eigen::MatrixXd> lu(jacobian);
    const Eigen::VectorXd step = -lu.solve(asEigen(result.residual));
    if (!step.allFinite()) return stop(NewtonStatus::singular);
    const double length = scaledNorm(step, x);

    double damping = 1.0;
    for (;; damping /= 2) {
      if (damping < options.smallestDamping) return stop(NewtonStatus::noProgress);
      for (std::size_t i = 0; i < x.size(); ++i) trial[i] = x[i] + damping * step[static_cast<Eigen::Index>(i)];
      if (system.residual(trial, trialResidual) != Evaluation::ok) continue;
      const Eigen::VectorXd following = lu.solve(asEigen(trialResidual));
      if (length <= options.tolerance || scaledNorm(following, x) <= (1 - damping / 4) * length) break;
    }
    x = trial;
    result.residual = trialResidual;
    if (damping == 1.0 && length <= options.tolerance) return result;
  }
  return stop(NewtonStatus::noProgress);
}

}  // namespace dashpot::simulation
