// simulation/newton.hpp: damped Newton iteration for the algebraic systems of initialisation and events.
#pragma once

#include "dashpot/problem.hpp"

#include <Eigen/Dense>

#include <functional>

namespace dashpot::simulation {

struct AlgebraicSystem {
  std::size_t size = 0;
  std::function<Evaluation(ConstView x, View residual)> residual;
  std::function<Evaluation(ConstView x, Eigen::MatrixXd& jacobian)> jacobian;
};

struct NewtonOptions {
  int maxIterations = 50;
  double tolerance = 1e-10;  // of the last step, relative to x and its scale
  double smallestDamping = 1e-6;
};

enum class NewtonStatus { converged, singular, notDefined, noProgress };

struct NewtonResult {
  NewtonStatus status = NewtonStatus::converged;
  int iterations = 0;
  Vector residual;  // at the last x
};

/// Improves x in place. Steps are halved until the step of the simplified iteration that would follow gets shorter:
/// Deuflhard's natural monotonicity test (Deuflhard 2004, eq. 3.32), which is independent of how equations are scaled.
[[nodiscard]] NewtonResult solveNewton(const AlgebraicSystem& system, Vector& x, const NewtonOptions& options = {});

}  // namespace dashpot::simulation
