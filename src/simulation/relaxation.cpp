#include "simulation/relaxation.hpp"

#include "linalg/decompositions.hpp"
#include "linalg/solvers.hpp"

#include <Eigen/SparseLU>

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {

namespace {

constexpr int mostRelaxations = 400;
constexpr double firstLength = 0.1, shortestLength = 1e-12, longestLength = 1e12;  // 1: what A is approached in
constexpr double longStep = 1e3;     // only after steps like that is standing still a solution
constexpr double mostOpen = 0.25;    // of what a step starts from, that it may leave open
constexpr double precision = 1e-10;  // relative to x and its size

/// Calls entry(row, column, value) for each; false: one of them is not finite.
template <class Entry>
bool forEach(const AlgebraicSystem& system, ConstView jacobian, const Entry& entry) {
  const auto n = static_cast<int>(system.size);
  for (int j = 0, k = 0; j < n; ++j) {
    const int end = system.pattern.dense() ? k + n : system.pattern.columnStart[static_cast<std::size_t>(j) + 1];
    for (int row = 0; k < end; ++k, ++row) {
      const auto place = static_cast<std::size_t>(k);
      if (!std::isfinite(jacobian[place])) return false;
      entry(system.pattern.dense() ? row : system.pattern.rows[place], j, jacobian[place]);
    }
  }
  return true;
}

int signOf(double value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

int denseOrientation(const AlgebraicSystem& system, ConstView jacobian) {
  const auto n = static_cast<Eigen::Index>(system.size);
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
  if (!forEach(system, jacobian, [&](int row, int column, double value) { matrix(row, column) = value; })) return 0;
  const Eigen::PartialPivLU<Eigen::MatrixXd> lu(matrix);
  int sign = static_cast<int>(lu.permutationP().determinant());
  for (Eigen::Index i = 0; i < n; ++i) sign *= signOf(lu.matrixLU()(i, i));
  return sign;
}

int sparseOrientation(const AlgebraicSystem& system, ConstView jacobian) {
  std::vector<Eigen::Triplet<double>> entries;
  if (!forEach(system, jacobian, [&](int row, int column, double value) { entries.emplace_back(row, column, value); }))
    return 0;
  const auto n = static_cast<int>(system.size);
  Eigen::SparseMatrix<double> matrix(n, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  matrix.makeCompressed();
  Eigen::SparseLU<Eigen::SparseMatrix<double>> lu;
  lu.compute(matrix);
  return lu.info() == Eigen::Success ? static_cast<int>(lu.signDeterminant()) : 0;
}

}  // namespace

int orientation(const AlgebraicSystem& system, ConstView jacobian) {
  constexpr std::size_t mostDense = 32;  // up to here a sparse analysis costs more than it saves
  return system.size <= mostDense ? denseOrientation(system, jacobian) : sparseOrientation(system, jacobian);
}

NewtonResult relax(const AlgebraicSystem& system, ConstView reference, Vector& x) {
  NewtonResult result;
  result.damped = true;
  result.residual.resize(system.size);
  const auto stop = [&](NewtonStatus status) {
    result.status = status;
    return result;
  };
  const auto n = static_cast<int>(system.size);
  const auto flow = linalg::makeSolver(n, system.pattern, MassMatrix{});
  const auto implicit = linalg::makeSolver(n, system.pattern, MassMatrix{});
  const int stable = orientation(system, reference);
  if (stable == 0 || !flow->factor(0.0, reference)) return stop(NewtonStatus::singular);
  Vector jacobian(reference.size()), matrix(reference.size()), step(system.size), next(system.size);
  Vector nextResidual(system.size), rate(system.size), nextRate(system.size), open(system.size);
  if (system.residual(x, result.residual) != Evaluation::ok || system.jacobian(x, jacobian) != Evaluation::ok)
    return stop(NewtonStatus::notDefined);
  rate = result.residual;
  flow->solve(rate);  // with -A: the rate of the flow

  double length = firstLength;
  for (; result.iterations < mostRelaxations && length > shortestLength; ++result.iterations) {
    for (std::size_t k = 0; k < matrix.size(); ++k) matrix[k] = reference[k] / length + jacobian[k];
    // Beyond the length at which the matrix is singular, steps go against the flow.
    bool isTaken = orientation(system, matrix) == stable && implicit->factor(0.0, matrix);
    if (isTaken) {
      step = result.residual;
      implicit->solve(step);
      for (std::size_t i = 0; i < x.size(); ++i) next[i] = x[i] + step[i];
      isTaken = std::ranges::all_of(next, [](double v) { return std::isfinite(v); }) &&
                system.residual(next, nextResidual) == Evaluation::ok;
    }
    if (isTaken) {
      nextRate = nextResidual;
      flow->solve(nextRate);
      for (std::size_t i = 0; i < x.size(); ++i) open[i] = nextRate[i] - step[i] / length;
      isTaken = scaledLength(system, open, x) <= std::max(mostOpen * scaledLength(system, rate, x), precision) &&
                system.jacobian(next, jacobian) == Evaluation::ok;
    }
    if (!isTaken) {
      length /= 4;
      if (system.jacobian(x, jacobian) != Evaluation::ok) return stop(NewtonStatus::notDefined);
      continue;
    }
    const double change = scaledLength(system, step, x);
    x = next, result.residual = nextResidual, rate = nextRate;
    if (length >= longStep && change <= precision && scaledLength(system, rate, x) <= precision)
      return stop(orientation(system, jacobian) == stable ? NewtonStatus::converged : NewtonStatus::singular);
    length = std::min(2 * length, longestLength);
  }
  return stop(NewtonStatus::noProgress);
}

}  // namespace dashpot::simulation
