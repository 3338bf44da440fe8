#include "linalg/decompositions.hpp"
#include "simulation/newton.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double leastSize = 1.0;
constexpr double smallResidual = 1e-9;      // of equations scaled by their largest term
constexpr double smallestGradient = 1e-13;  // below, no direction leads downhill
constexpr double farAlong = 0.1;            // of the sizes of the unknowns
constexpr int mostIterations = 200;

/// The Jacobian by unknowns in units of their sizes, and its rows by their largest entry.
class Scaled {
 public:
  Scaled(const AlgebraicSystem& system, ConstView x)
      : system_(system), pattern_(system.pattern), sizes_(static_cast<Index>(system.size)) {
    const auto n = static_cast<int>(system.size);
    values_.resize(static_cast<std::size_t>(pattern_.nonZeros(n)));
    for (Index i = 0; i < sizes_.size(); ++i) {
      const auto k = static_cast<std::size_t>(i);
      const double size = k < system.sizes.size() ? system.sizes[k] : 0.0;
      sizes_[i] = std::max(std::fabs(x[k]), size > 0 ? size : leastSize);
    }
  }

  Evaluation jacobian(ConstView x, MatrixXd& out) {
    if (const Evaluation e = system_.jacobian(x, values_); e != Evaluation::ok) return e;
    out.setZero();
    if (pattern_.dense()) {
      out = Eigen::Map<const MatrixXd>(values_.data(), out.rows(), out.cols());
    } else {
      for (Index j = 0; j < out.cols(); ++j)
        for (int k = pattern_.columnStart[static_cast<std::size_t>(j)];
             k < pattern_.columnStart[static_cast<std::size_t>(j) + 1]; ++k)
          out(pattern_.rows[static_cast<std::size_t>(k)], j) = values_[static_cast<std::size_t>(k)];
    }
    out = out * sizes_.asDiagonal();
    return out.allFinite() ? Evaluation::ok : Evaluation::recoverable;
  }

  [[nodiscard]] const VectorXd& sizes() const { return sizes_; }

 private:
  const AlgebraicSystem& system_;
  const SparsityPattern& pattern_;
  VectorXd sizes_;
  Vector values_;
};

VectorXd rowWeights(const MatrixXd& jacobian) {
  VectorXd weights = jacobian.rowwise().lpNorm<Eigen::Infinity>();
  for (double& w : weights) w = w > 0 ? 1 / w : 1.0;
  return weights;
}

VectorXd weighted(const Vector& residual, const VectorXd& weights) {
  return weights.cwiseProduct(Eigen::Map<const VectorXd>(residual.data(), weights.size()));
}

constexpr double leastPivot = 1e-12;  // of a regular Jacobian

/// What the Jacobian maps to nothing, as orthonormal columns; none: it is regular.
MatrixXd nullSpace(const MatrixXd& jacobian) {
  Eigen::FullPivLU<MatrixXd> lu(jacobian);
  lu.setThreshold(leastPivot);
  if (lu.isInvertible()) return {};
  const MatrixXd kernel = lu.kernel();
  return kernel.householderQr().householderQ() * MatrixXd::Identity(kernel.rows(), kernel.cols());
}

/// The unknown that has the largest part in what the Jacobian maps to nothing; -1: it is regular.
int undetermined(const MatrixXd& jacobian) {
  Eigen::FullPivLU<MatrixXd> lu(jacobian);
  lu.setThreshold(leastPivot);
  if (lu.isInvertible()) return -1;
  Index largest = -1;
  lu.kernel().col(0).cwiseAbs().maxCoeff(&largest);
  return static_cast<int>(largest);
}

}  // namespace

NewtonResult solveTrustRegion(const AlgebraicSystem& system, Vector& x, const NewtonOptions& options) {
  NewtonResult result;
  result.damped = true;
  result.residual.resize(system.size);
  const auto stop = [&](NewtonStatus status) {
    result.status = status;
    return result;
  };
  if (system.size == 0) return result;
  const auto n = static_cast<Index>(system.size);
  const Vector start = x;
  Scaled scaled(system, x);
  MatrixXd jacobian(n, n), stacked(2 * n, n);
  Vector trial(system.size), trialResidual(system.size);
  if (system.residual(x, result.residual) != Evaluation::ok || scaled.jacobian(x, jacobian) != Evaluation::ok)
    return stop(NewtonStatus::notDefined);
  VectorXd weights = rowWeights(jacobian), right(2 * n);
  VectorXd residual = weighted(result.residual, weights);
  MatrixXd a = weights.asDiagonal() * jacobian;
  double parameter = 1e-3, growth = 2.0;
  for (; result.iterations < mostIterations; ++result.iterations) {
    if ((a.transpose() * residual).lpNorm<Eigen::Infinity>() <= smallestGradient * residual.norm() ||
        residual.norm() == 0.0)
      break;
    stacked.topRows(n) = a;
    stacked.bottomRows(n).setZero();
    stacked.bottomRows(n).diagonal().setConstant(std::sqrt(parameter));
    right.head(n) = -residual;
    right.tail(n).setZero();
    const VectorXd step = stacked.householderQr().solve(right);
    if (!step.allFinite()) return stop(NewtonStatus::singular);
    const double length = step.lpNorm<Eigen::Infinity>();
    result.step.assign(step.data(), step.data() + n);
    for (Index i = 0; i < n; ++i)
      trial[static_cast<std::size_t>(i)] = x[static_cast<std::size_t>(i)] + scaled.sizes()[i] * step[i];
    const double before = residual.squaredNorm();
    const double predicted = before - (residual + a * step).squaredNorm();
    const bool isDefined = system.residual(trial, trialResidual) == Evaluation::ok;
    const VectorXd after = isDefined ? weighted(trialResidual, weights) : residual;
    const double gain = isDefined && predicted > 0 ? (before - after.squaredNorm()) / predicted : -1.0;
    if (!(gain > 0)) {
      parameter *= growth, growth *= 2;
      if (length <= options.tolerance || parameter > 1e30) break;
      continue;
    }
    x = trial;
    result.residual = trialResidual;
    if (scaled.jacobian(x, jacobian) != Evaluation::ok) return stop(NewtonStatus::notDefined);
    weights = rowWeights(jacobian);
    residual = weighted(result.residual, weights);
    a = weights.asDiagonal() * jacobian;
    parameter *= std::max(1.0 / 3, 1 - std::pow(2 * gain - 1, 3)), growth = 2.0;
    if (length <= options.tolerance) break;
  }
  if (residual.lpNorm<Eigen::Infinity>() <= smallResidual) {
    // What the equations leave open stays where it was, as far as they do.
    if (const MatrixXd open = nullSpace(a); open.size() > 0) {
      VectorXd back(n);
      for (Index i = 0; i < n; ++i)
        back[i] = (start[static_cast<std::size_t>(i)] - x[static_cast<std::size_t>(i)]) / scaled.sizes()[i];
      const VectorXd step = open * (open.transpose() * back);
      for (Index i = 0; i < n; ++i)
        trial[static_cast<std::size_t>(i)] = x[static_cast<std::size_t>(i)] + scaled.sizes()[i] * step[i];
      if (system.residual(trial, trialResidual) == Evaluation::ok &&
          weighted(trialResidual, weights).lpNorm<Eigen::Infinity>() <= smallResidual)
        x = trial, result.residual = trialResidual;
      // At a double root the Jacobian is singular, too; but there the equations do not hold all along a way.
      const VectorXd way = farAlong * open.col(0);
      for (Index i = 0; i < n; ++i)
        trial[static_cast<std::size_t>(i)] = x[static_cast<std::size_t>(i)] + scaled.sizes()[i] * way[i];
      if (system.residual(trial, trialResidual) == Evaluation::ok &&
          weighted(trialResidual, weights).lpNorm<Eigen::Infinity>() <= smallResidual)
        result.undetermined = undetermined(a);
    }
    return stop(NewtonStatus::converged);
  }
  result.undetermined = undetermined(a);
  return stop(result.undetermined >= 0 ? NewtonStatus::singular : NewtonStatus::noProgress);
}

}  // namespace dashpot::simulation
