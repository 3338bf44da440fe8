// The stability function R(z) of a one-step formula, from its coefficients:
//   R(z) = 1 + z b^T (I - z beta)^-1 1 = P(z) / Q(z),   Q(z) = det(I - z beta),
// so that y1 = R(h lambda) y0 for y' = lambda y (Hairer and Wanner II, IV.3; beta = A for Runge-Kutta methods,
// alpha + gamma for Rosenbrock methods).
#pragma once

#include "tableaux/formula.hpp"
#include "tableaux/polynomial.hpp"

#include <complex>
#include <optional>
#include <vector>

namespace dashpot::tableaux {

using Complex = std::complex<double>;

/// P / Q with coefficients that are known to the relative accuracy `precision`.
struct RationalFunction {
  Polynomial numerator;
  Polynomial denominator;
  std::vector<ExtendedComplex> poles;  // zeros of the denominator
  int order = 0;                       // agrees with exp(z) up to z^order
  Extended precision = 0;

  Complex operator()(Complex z) const;
  /// Limit for z to infinity, with its sign; infinite if the numerator has the higher degree.
  double atInfinity() const;
};

class StabilityFunction {
 public:
  StabilityFunction(Eigen::MatrixXd beta, Eigen::VectorXd weights);

  /// By the linear system of the stages: accurate for every z, also where P and Q cancel or overflow.
  Complex operator()(Complex z) const;
  /// R(h A): what one step does to the solution of y' = A y.
  Eigen::MatrixXd operator()(const Eigen::MatrixXd& hA) const;
  /// As quotient of two polynomials. Coefficients that are rounding noise are exactly zero.
  const RationalFunction& rational() const { return rational_; }
  double atInfinity() const;

  /// R(z) = e^z + C z^(order+1) + ...: the order on linear problems, and C.
  int order() const { return rational_.order; }
  double errorConstant() const { return errorConstant_; }

 private:
  Eigen::MatrixXd beta_;
  Eigen::VectorXd weights_;
  bool stifflyAccurate_;
  RationalFunction rational_;
  double errorConstant_ = 0;
};

StabilityFunction stabilityFunction(const Formula& formula);
/// Of the formula that gives the error estimate; empty if there is none.
std::optional<StabilityFunction> embeddedStabilityFunction(const Formula& formula);

/// Limits of the arguments of f in each stage, relative to y0, for z to -infinity: 1 - alpha beta^-1 1. Large or
/// negative ones make f be evaluated on the wrong side of a nonlinearity. Empty if beta is singular (explicit stages).
Eigen::VectorXd stageLimits(const Formula& formula);

// ---- formulas with one real pole ----------------------------------------------------------------------------------

/// Associated Laguerre polynomial  L_k^(m)(x) = sum_i (-1)^i C(k+m, k-i) x^i / i!.
Extended laguerre(int k, int m, Extended x);

/// Conditions on an s-stage formula with Q(z) = (1 - gamma z)^s (SDIRK and Rosenbrock methods).
enum class OnePoleFamily {
  orderIsStages,    // order s
  stifflyAccurate,  // order s - 1 and R(infinity) = 0: the highest coefficient of P vanishes
};

/// R(z) = P(z) / (1 - gamma z)^s, P(z) = sum_k L_k^(s-k)(1/gamma) (-gamma z)^k (Hairer and Wanner II, IV.6.18).
RationalFunction onePoleFunction(OnePoleFamily family, int stages, Extended gamma);

}  // namespace dashpot::tableaux
