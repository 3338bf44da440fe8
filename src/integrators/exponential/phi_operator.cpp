#include "integrators/exponential/phi_operator.hpp"

#include "base/kept_number.hpp"
#include "linalg/phi.hpp"
#include "linalg/sparsity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dashpot::integrators {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Share of the tolerance that the Krylov approximation may use up.
constexpr double krylovShare = 0.05;

// The choice of the subspace rests on these numbers; none of them needs to be sharp.
constexpr double leastNorm = 100;        // h |L| below this: products are always cheaper
constexpr double vectorsWithLu = 20;     // a typical number
constexpr double applicationsPerLu = 3;  // stages, result and estimate of one step

}  // namespace

PhiOperator::PhiOperator(int n, int p, const SparsityPattern& pattern)
    : n_(n),
      p_(p),
      pattern_(pattern),
      dense_(n <= largestDense),
      values_(static_cast<std::size_t>(pattern.nonZeros(n))),
      matrix_(dense_ ? n : 0, dense_ ? n : 0),
      krylov_(dense_ ? 1 : n, p) {}

void PhiOperator::setMatrix(ConstView values) {
  std::ranges::copy(values, values_.begin());
  functions_.clear();
  factored_ = false;
  if (!dense_) {
    norm_ = 0;
    for (int j = 0; j < n_; ++j) {
      const int begin = pattern_.dense() ? j * n_ : pattern_.columnStart[j];
      const int end = pattern_.dense() ? begin + n_ : pattern_.columnStart[j + 1];
      double sum = 0;
      for (int k = begin; k < end; ++k) sum += std::abs(values_[static_cast<std::size_t>(k)]);
      norm_ = std::max(norm_, sum);
    }
    return;
  }
  if (pattern_.dense()) {
    std::ranges::copy(values, matrix_.data());
    return;
  }
  matrix_.setZero();
  const auto places = linalg::places(n_, pattern_);
  for (std::size_t k = 0; k < places.size(); ++k) matrix_(places[k].row, places[k].column) = values[k];
}

void PhiOperator::setStep(double h) {
  if (h != h_) {
    functions_.clear();
    factored_ = false;
  }
  h_ = h;
}

void PhiOperator::product(ConstView x, View y) const {
  const auto n = static_cast<std::size_t>(n_);
  if (pattern_.dense()) {
    Eigen::Map<VectorXd>(y.data(), n_).noalias() =
        Eigen::Map<const MatrixXd>(values_.data(), n_, n_) * Eigen::Map<const VectorXd>(x.data(), n_);
    return;
  }
  std::fill_n(y.begin(), n, 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    const double xj = x[j];
    for (int k = pattern_.columnStart[j]; k < pattern_.columnStart[j + 1]; ++k) y[pattern_.rows[k]] += values_[k] * xj;
  }
}

const std::vector<MatrixXd>& PhiOperator::functionsAt(double c) {
  const auto known = std::ranges::find(functions_, c, &Functions::c);
  if (known != functions_.end()) return known->phis;
  if (c == 0.5 || c == 1) {
    // Doubling passes the half on its way to the whole.
    Functions half{0.5, {}};
    Functions whole{1, linalg::phiByDoubling(h_ * matrix_, p_, &half.phis)};
    functions_.push_back(std::move(half));
    functions_.push_back(std::move(whole));
    return functionsAt(c);
  }
  functions_.push_back({c, linalg::phiByDoubling(c * h_ * matrix_, p_)});
  return functions_.back().phis;
}

bool PhiOperator::apply(const MatrixXd& b, std::span<const double> times, const ErrorMeasure& measure, ConstView y,
                        MatrixXd& result) {
  result.resize(n_, static_cast<Index>(times.size()));
  if (!dense_) return applyKrylov(b, times, measure, y, result);
  for (std::size_t i = 0; i < times.size(); ++i) {
    const auto& phis = functionsAt(times[i]);
    auto w = result.col(static_cast<Index>(i));
    w.setZero();
    double power = 1;
    for (Index k = 0; k < b.cols(); ++k) {
      power *= times[i] * h_;
      w.noalias() += power * (phis[static_cast<std::size_t>(k) + 1] * b.col(k));
    }
  }
  return result.allFinite();
}

/// Whether an LU promises less work than products with L, of which diffusion needs about 3 (h |L|)^(1/2) for a few
/// digits, and transport more.
bool PhiOperator::luPays() {
  const double reach = std::abs(h_) * norm_;
  if (!(reach > leastNorm)) return false;
  if (!luCost_) luCost_ = linalg::luCost(n_, linalg::matrixPattern(n_, pattern_, {}));
  const double n = n_;
  const double withProducts = 3 * std::sqrt(reach) * (2.0 * pattern_.nonZeros(n_) + 12 * n);
  const double withLu = luCost_->factor / applicationsPerLu + vectorsWithLu * (luCost_->solve + 4 * vectorsWithLu * n);
  return withLu < withProducts;
}

bool PhiOperator::factor() {
  if (factored_) return true;
  if (!solver_) {
    solver_ = linalg::makeSolver(n_, pattern_, {});
    rational_ = std::make_unique<linalg::RationalPhi>(n_, p_);
  }
  ++factorisations_;
  factored_ = solver_->factor(1 / linalg::RationalPhi::gammaFor(h_), values_);
  return factored_;
}

bool PhiOperator::applyKrylov(const MatrixXd& b, std::span<const double> times, const ErrorMeasure& measure,
                              ConstView y, MatrixXd& result) {
  MatrixXd all(n_, b.cols() + 1);
  all.col(0).setZero();
  all.rightCols(b.cols()) = b;
  Vector scaled(times.begin(), times.end());
  for (double& time : scaled) time *= h_;
  const auto norm = [&](std::span<const double> error) { return measure(error, y); };
  if (luPays() && factor()) {
    const double gamma = linalg::RationalPhi::gammaFor(h_);
    const auto solve = [&](std::span<double> x) {
      solver_->solve(x);
      for (double& value : x) value /= gamma;
    };
    return (*rational_)(solve, gamma, all, scaled, norm, krylovShare, result);
  }
  const auto multiply = [this](std::span<const double> x, std::span<double> out) { product(x, out); };
  return krylov_(multiply, all, scaled, norm, krylovShare, result);
}

bool PhiOperator::applyOnce(const MatrixXd& b, double c, const ErrorMeasure& measure, ConstView y, MatrixXd& result) {
  if (!dense_) {
    const auto hint = krylov_.hint();  // a shorter time, which says nothing about the steps
    const double times[] = {c};
    const bool ok = apply(b, times, measure, y, result);
    krylov_.setHint(hint);
    return ok;
  }
  MatrixXd all = MatrixXd::Zero(n_, b.cols() + 1);
  double power = 1;
  for (Index k = 0; k < b.cols(); ++k) all.col(k + 1) = (power *= c * h_) * b.col(k);
  result = linalg::phiCombination(c * h_ * matrix_, all);
  return result.allFinite();
}

double PhiOperator::roundingError() const {
  if (!dense_) return 0;
  return std::numeric_limits<double>::epsilon() * std::abs(h_) * matrix_.cwiseAbs().colwise().sum().maxCoeff();
}

void PhiOperator::save(Vector& memory) const {
  memory.push_back(krylov_.hint().vectors);
  memory.push_back(krylov_.hint().substep);
}

ConstView PhiOperator::load(ConstView memory) {
  krylov_.setHint({keptNumber(memory[0], 0, 1000), memory[1]});
  return memory.subspan(2);
}

}  // namespace dashpot::integrators
