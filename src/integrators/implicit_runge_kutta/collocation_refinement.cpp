#include "integrators/implicit_runge_kutta/collocation_refinement.hpp"

#include "base/rounding.hpp"
#include "integrators/implicit_runge_kutta/linearisation.hpp"
#include "tableaux/implicit_rk.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dashpot::integrators {
namespace {

using Eigen::Index;
using Eigen::VectorXcd;
using Eigen::VectorXd;

constexpr int mostCorrections = 10;
/// Share of the tolerance that the iteration may leave.
constexpr double refinementShare = 1e-2;

}  // namespace

CollocationRefinement::CollocationRefinement(int stages, System& system, const Options& options,
                                             const MakeSolver& makeSolver)
    : system_(system),
      measure_(system.size(), options.tolerances),
      wanted_(options.step > 0 ? 0 : refinementShare),
      n_(system.size()),
      stages_(stages),
      right_(stages, stages / 2),
      left_(stages / 2, stages),
      increments_(n_, stages),
      residuals_(n_, stages),
      correction_(n_, stages),
      point_(static_cast<std::size_t>(n_)),
      weighted_(point_) {
  const tableaux::ImplicitTable table = tableaux::radauIIA("", stages);
  const tableaux::ExtendedMatrix inverse = tableaux::inverse(table.a);
  const tableaux::ExtendedModes modes = tableaux::modesOf(inverse);
  for (Index k = 0; k < stages; ++k) {
    const std::complex<long double> mu = modes.values(k);
    if (std::abs(mu.imag()) < 1e-12L) {
      // The eigenvector is real up to a factor, which the row of the inverse undoes.
      const std::complex<long double> last = modes.vectors(stages - 1, k);
      realEigenvalue_ = static_cast<double>(mu.real());
      realRight_ = (modes.vectors.col(k) / last).real().cast<double>();
      realLeft_ = (modes.rows.row(k) * last).real().cast<double>();
    } else if (mu.imag() > 0) {
      const auto pair = static_cast<Index>(eigenvalues_.size());
      eigenvalues_.emplace_back(mu);
      right_.col(pair) = modes.vectors.col(k).cast<Complex>();
      left_.row(pair) = modes.rows.row(k).cast<Complex>();
    }
  }
  nodes_ = table.c.cast<double>();
  inverse_ = inverse.cast<double>();
  for (std::size_t p = 0; p < eigenvalues_.size(); ++p) solvers_.push_back(makeSolver());
}

bool CollocationRefinement::factor(double h, ConstView jacobian) {
  ++system_.statistics().lu;
  if (!solvers_[0]->factor(realEigenvalue_ / h, jacobian)) return false;
  for (std::size_t p = 0; p < eigenvalues_.size(); ++p)
    if (!solvers_[p]->factor(eigenvalues_[p] / h, jacobian)) return false;
  return true;
}

/// F(Y_i) - sum_j (A^-1)_ij M Z_j / h.
bool CollocationRefinement::residuals(double t, ConstView y, double h) {
  for (Index i = 0; i < stages_; ++i) {
    for (int k = 0; k < n_; ++k) point_[static_cast<std::size_t>(k)] = y[k] + increments_(k, i);
    const View f(residuals_.col(i).data(), static_cast<std::size_t>(n_));
    if (system_.rhs(t + nodes_(i) * h, point_, f) != Evaluation::ok) return false;
    VectorXd slope = increments_ * inverse_.row(i).transpose();
    addMassTimes(system_.problem().mass, -1 / h, {slope.data(), static_cast<std::size_t>(n_)}, f);
  }
  return residuals_.allFinite();
}

/// The solution of ((A^-1 x M) / h - I x J) correction = residuals, mode by mode.
void CollocationRefinement::correct() {
  ++system_.statistics().solves;
  const auto n = static_cast<std::size_t>(n_);
  VectorXd real = residuals_ * realLeft_.transpose();
  solvers_[0]->solve(std::span<double>(real.data(), n));
  correction_.noalias() = real * realRight_.transpose();
  for (std::size_t p = 0; p < eigenvalues_.size(); ++p) {
    const auto column = static_cast<Index>(p);
    VectorXcd mode = residuals_ * left_.row(column).transpose();
    solvers_[p]->solve(std::span<Complex>(mode.data(), n));
    correction_ += 2 * (mode * right_.col(column).transpose()).real();
  }
}

double CollocationRefinement::sizeOfCorrection(ConstView y, double h) {
  double largest = 0;
  for (Index i = 0; i < stages_; ++i) {
    for (int k = 0; k < n_; ++k)
      weighted_[static_cast<std::size_t>(k)] = indexWeight(system_.problem().indices, k, h) * correction_(k, i);
    largest = std::max(largest, measure_(weighted_, y));
  }
  return largest;
}

bool CollocationRefinement::solve(double t, ConstView y, double h, ConstView jacobian, const Guess& guess) {
  for (Index i = 0; i < stages_; ++i) guess(nodes_(i), View(increments_.col(i).data(), static_cast<std::size_t>(n_)));
  if (!factor(h, jacobian)) return false;
  double previous = 0;
  for (int iteration = 1; iteration <= mostCorrections; ++iteration) {
    ++system_.statistics().newtonIterations;
    if (!residuals(t, y, h)) return false;
    correct();
    increments_ += correction_;
    const double size = sizeOfCorrection(y, h);
    if (!std::isfinite(size)) return false;
    const double largest = Eigen::Map<const VectorXd>(y.data(), n_).cwiseAbs().maxCoeff();
    if (correction_.cwiseAbs().maxCoeff() <= 8 * epsilon * largest) return true;
    if (iteration > 1) {
      const double rate = size / previous;
      if (rate >= 1) return wanted_ == 0;  // as far as rounding allows
      if (std::max(rate / (1 - rate), fastestTrusted) * size <= wanted_) return true;
    }
    previous = size;
  }
  return false;
}

void CollocationRefinement::interpolate(double theta, ConstView y0, ConstView y1, View y) const {
  VectorXd weights(stages_);
  for (Index i = 0; i < stages_; ++i) {
    double weight = theta / nodes_(i);
    for (Index j = 0; j < stages_; ++j)
      if (j != i) weight *= (theta - nodes_(j)) / (nodes_(i) - nodes_(j));
    weights(i) = weight;
  }
  for (int k = 0; k < n_; ++k) {
    const double rest = y1[k] - y0[k] - increments_(k, stages_ - 1);
    y[k] = y0[k] + increments_.row(k).dot(weights) + theta * rest;
  }
}

}  // namespace dashpot::integrators
