#include "tableaux/stability_function.hpp"

#include <Eigen/Dense>
#include <unsupported/Eigen/KroneckerProduct>

#include <cmath>
#include <limits>

namespace dashpot::tableaux {
namespace {

// Coefficients computed from a table of doubles are good to a few hundred units in the last place: conversion between
// the forms of Rosenbrock methods costs one to two digits.
constexpr Extended tablePrecision = 512 * std::numeric_limits<double>::epsilon();

// Relative to 1/k!. Published tables of 12 digits satisfy the order conditions to about 1e-11; true error constants are
// larger than this, down to 6e-4 / 14! of Radau IIA with seven stages.
constexpr Extended orderTolerance = 1e-9L;

/// det(I - z beta) by the recursion of Faddeev and LeVerrier.
Polynomial determinant(const ExtendedMatrix& beta) {
  const auto s = beta.rows();
  Polynomial q{1};
  ExtendedMatrix m = ExtendedMatrix::Zero(s, s);
  for (Eigen::Index k = 1; k <= s; ++k) {
    m = (beta * m + q.back() * ExtendedMatrix::Identity(s, s)).eval();
    q.push_back(-(beta * m).trace() / static_cast<Extended>(k));
  }
  return q;
}

/// 1, b^T 1, b^T beta 1, b^T beta^2 1, ...: the power series of R.
std::vector<Extended> series(const ExtendedMatrix& beta, const ExtendedVector& weights, int terms) {
  std::vector<Extended> coefficients{1};
  ExtendedVector power = ExtendedVector::Ones(beta.rows());
  for (int k = 0; k < terms; ++k) {
    coefficients.push_back(weights.dot(power));
    power = (beta * power).eval();
  }
  return coefficients;
}

Polynomial magnitudes(Polynomial p) {
  for (auto& coefficient : p) coefficient = std::abs(coefficient);
  return p;
}

void dropNoise(Polynomial& p, const Polynomial& scale) {
  for (std::size_t k = 0; k < p.size(); ++k)
    if (std::abs(p[k]) <= tablePrecision * scale[k]) p[k] = 0;
  while (p.size() > 1 && p.back() == 0) p.pop_back();
}

/// Q and its zeros. A triangular beta shows them on its diagonal.
void setDenominator(RationalFunction& r, const ExtendedMatrix& beta) {
  if (!beta.isLowerTriangular(0)) {
    r.denominator = determinant(beta);
    Polynomial scale{1};
    for (std::size_t k = 1; k < r.denominator.size(); ++k)
      scale.push_back(scale.back() * beta.cwiseAbs().rowwise().sum().maxCoeff());
    dropNoise(r.denominator, scale);  // an explicit stage makes the highest coefficient vanish
    r.poles = roots(r.denominator);
    return;
  }
  r.denominator = {1};
  for (Eigen::Index i = 0; i < beta.rows(); ++i) {
    if (beta(i, i) == 0) continue;
    r.denominator = product(r.denominator, {1, -beta(i, i)});
    r.poles.emplace_back(1 / beta(i, i));
  }
}

Extended factorial(int n) { return std::tgamma(static_cast<Extended>(n) + 1); }

}  // namespace

Complex RationalFunction::operator()(Complex z) const {
  const ExtendedComplex x(z);
  return Complex(evaluate(numerator, x) / evaluate(denominator, x));
}

double RationalFunction::atInfinity() const {
  const auto degree = [](const Polynomial& p) {
    auto n = p.size();
    while (n > 0 && p[n - 1] == 0) --n;
    return n;
  };
  const auto n = degree(numerator);
  const auto d = degree(denominator);
  if (n < d) return 0;
  if (n > d) return std::numeric_limits<double>::infinity();
  return static_cast<double>(numerator[n - 1] / denominator[d - 1]);
}

StabilityFunction::StabilityFunction(Eigen::MatrixXd beta, Eigen::VectorXd weights)
    : beta_(std::move(beta)),
      weights_(std::move(weights)),
      stifflyAccurate_(beta_.row(beta_.rows() - 1) == weights_.transpose()) {
  const int s = static_cast<int>(weights_.size());
  const ExtendedMatrix b = beta_.cast<Extended>();
  const ExtendedVector w = weights_.cast<Extended>();
  rational_.precision = tablePrecision;
  setDenominator(rational_, b);

  // P = Q R has degree s at most: multiply the series, and know what rounding can do to each coefficient.
  const int highestOrder = 2 * s;  // no formula of s stages has more
  const std::vector<Extended> r = series(b, w, highestOrder + 1);
  rational_.numerator = product(rational_.denominator, r);
  Polynomial scale = product(magnitudes(rational_.denominator), series(b.cwiseAbs(), w.cwiseAbs(), highestOrder + 1));
  rational_.numerator.resize(s + 1);
  scale.resize(s + 1);
  dropNoise(rational_.numerator, scale);

  int order = 0;
  while (order < highestOrder && std::abs(r[order + 1] * factorial(order + 1) - 1) < orderTolerance) ++order;
  rational_.order = order;
  errorConstant_ = static_cast<double>(r[order + 1] - 1 / factorial(order + 1));
}

Complex StabilityFunction::operator()(Complex z) const {
  const auto s = beta_.rows();
  const Eigen::MatrixXcd system = Eigen::MatrixXcd::Identity(s, s) - z * beta_;
  const Eigen::VectorXcd ones = Eigen::VectorXcd::Ones(s);
  const Eigen::VectorXcd stages = beta_.isLowerTriangular(0)
                                      ? Eigen::VectorXcd(system.triangularView<Eigen::Lower>().solve(ones))
                                      : Eigen::VectorXcd(system.partialPivLu().solve(ones));
  if (stifflyAccurate_) return stages(s - 1);  // y1 is the last stage; the sum below would cancel for large z
  return 1.0 + z * (weights_.transpose().cast<Complex>() * stages)(0);
}

Eigen::MatrixXd StabilityFunction::operator()(const Eigen::MatrixXd& hA) const {
  const auto s = beta_.rows();
  const auto n = hA.rows();
  const Eigen::MatrixXd system = Eigen::MatrixXd::Identity(s * n, s * n) - Eigen::kroneckerProduct(beta_, hA).eval();
  const Eigen::MatrixXd stages = system.partialPivLu().solve(hA.replicate(s, 1));
  Eigen::MatrixXd result = Eigen::MatrixXd::Identity(n, n);
  for (Eigen::Index i = 0; i < s; ++i) result += weights_(i) * stages.middleRows(i * n, n);
  return result;
}

double StabilityFunction::atInfinity() const { return rational_.atInfinity(); }

StabilityFunction stabilityFunction(const Formula& formula) { return {formula.beta, formula.b}; }

std::optional<StabilityFunction> embeddedStabilityFunction(const Formula& formula) {
  if (!formula.hasEmbedded()) return std::nullopt;
  return StabilityFunction(formula.beta, formula.bHat);
}

Eigen::VectorXd stageLimits(const Formula& formula) {
  const Eigen::FullPivLU<Eigen::MatrixXd> beta(formula.beta);
  const Eigen::VectorXd one = Eigen::VectorXd::Ones(formula.stages());
  if (!beta.isInvertible()) return {};
  return one - formula.alpha * beta.solve(one);
}

Extended laguerre(int k, int m, Extended x) {
  Extended sum = 0;
  Extended power = 1;  // (-x)^i / i!
  for (int i = 0; i <= k; ++i) {
    sum += power * factorial(k + m) / (factorial(m + i) * factorial(k - i));
    power *= -x / static_cast<Extended>(i + 1);
  }
  return sum;
}

RationalFunction onePoleFunction(OnePoleFamily family, int stages, Extended gamma) {
  const bool stiffly = family == OnePoleFamily::stifflyAccurate;
  RationalFunction r{.numerator = {},
                     .denominator = {1},
                     .poles = std::vector<ExtendedComplex>(stages, 1 / gamma),
                     .order = stiffly ? stages - 1 : stages,
                     .precision = 64 * std::numeric_limits<Extended>::epsilon()};
  Extended power = 1;  // (-gamma)^k
  for (int k = 0; k <= r.order; ++k) {
    r.numerator.push_back(laguerre(k, stages - k, 1 / gamma) * power);
    power *= -gamma;
  }
  for (int k = 0; k < stages; ++k) r.denominator = product(r.denominator, {1, -gamma});
  return r;
}

}  // namespace dashpot::tableaux
