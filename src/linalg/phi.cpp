#include "linalg/phi.hpp"

#include "linalg/expm.hpp"
#include "linalg/norms.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace dashpot::linalg {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int mostScalarPhis = 20;

double factorial(int k) { return std::tgamma(k + 1.0); }

/// Below this |z| the series is used, beyond the recursion from e^z loses nothing that matters; between the two lie at
/// most three doublings.
constexpr double seriesRadius = 1;
constexpr double recursionRadius = 8;

template <class Scalar>
Scalar series(int k, Scalar z) {
  Scalar term = 1 / factorial(k), sum = term;
  for (int j = 1; std::abs(term) > 1e-18 * std::abs(sum) && j < 40; ++j) {
    term *= z / static_cast<double>(j + k);
    sum += term;
  }
  return sum;
}

template <class Scalar>
Scalar recursion(int k, Scalar z) {
  Scalar value = std::exp(z);
  for (int j = 0; j < k; ++j) value = (value - 1 / factorial(j)) / z;
  return value;
}

/// phi_1 .. phi_k at z by doubling from z/2, in place.
template <class Scalar>
void fillPhis(int k, Scalar z, Scalar* phis) {
  if (std::abs(z) <= seriesRadius) {
    for (int j = 1; j <= k; ++j) phis[j] = series(j, z);
    return;
  }
  fillPhis(k, z / 2.0, phis);
  const Scalar exponential = std::exp(z / 2.0);
  for (int j = k; j >= 1; --j) {
    Scalar sum = exponential * phis[j];
    for (int i = 1; i <= j; ++i) sum += phis[i] / factorial(j - i);
    phis[j] = std::ldexp(1.0, -j) * sum;
  }
}

template <class Scalar>
Scalar scalarPhi(int k, Scalar z) {
  if (k < 0 || k > mostScalarPhis) throw std::invalid_argument("phi_k is offered for k from 0 to 20");
  if (k == 0) return std::exp(z);
  if (!(std::abs(z) <= std::max(recursionRadius, static_cast<double>(k)))) return recursion(k, z);
  Scalar phis[mostScalarPhis + 1];
  fillPhis(k, z, phis);
  return phis[k];
}

/// The power of two next to x; 1 where x is zero or not finite.
double powerOfTwoNear(double x) {
  return x > 0 && std::isfinite(x) ? std::ldexp(1.0, static_cast<int>(std::lround(std::log2(x)))) : 1.0;
}

}  // namespace

double phi(int k, double z) { return scalarPhi(k, z); }
std::complex<double> phi(int k, std::complex<double> z) { return scalarPhi(k, z); }

std::vector<MatrixXd> phiByAugmentation(const MatrixXd& a, int p) {
  const Index n = a.rows();
  const MatrixXd row = polynomialResponse(a, MatrixXd::Identity(n, n), p - 1, 1);
  std::vector<MatrixXd> phis;
  for (int k = 0; k <= p; ++k) phis.emplace_back(row.middleCols(k * n, n));
  return phis;
}

std::vector<MatrixXd> phiByDoubling(const MatrixXd& a, int p, std::vector<MatrixXd>* half) {
  const Index n = a.rows();
  const MatrixXd identity = MatrixXd::Identity(n, n);
  MatrixXd balanced = a;
  const VectorXd d = balance(balanced);
  // ||A|| / 2^s <= 1/2, where terms up to z^13 suffice; at least one doubling, which gives `half`.
  constexpr int terms = 12;
  const double norm = norm1(balanced);
  const int doublings =
      norm > 0.5 && std::isfinite(norm) ? std::max(1, static_cast<int>(std::ceil(std::log2(norm))) + 1) : 1;
  const MatrixXd z = std::ldexp(1.0, -doublings) * balanced;
  std::vector<MatrixXd> phis(static_cast<std::size_t>(p) + 1);
  // Horner's scheme in z^2: half the products of the plain one.
  const MatrixXd z2 = z * z;
  MatrixXd even = MatrixXd::Zero(n, n), odd = MatrixXd::Zero(n, n);
  for (int j = terms; j >= 0; j -= 2) {
    even = (z2 * even).eval() + identity / factorial(j + p);
    odd = (z2 * odd).eval() + identity / factorial(j + 1 + p);
  }
  phis[static_cast<std::size_t>(p)] = even + z * odd;
  for (int k = p; k >= 1; --k) phis[k - 1] = z * phis[k] + identity / factorial(k - 1);
  for (int s = 0; s < doublings; ++s) {
    if (half && s == doublings - 1) *half = phis;
    for (int k = p; k >= 1; --k) {
      MatrixXd sum = phis[0] * phis[k];
      for (int j = 1; j <= k; ++j) sum += phis[j] / factorial(k - j);
      phis[k] = std::ldexp(1.0, -k) * sum;
    }
    phis[0] = (phis[0] * phis[0]).eval();
  }
  const auto unbalance = [&](std::vector<MatrixXd>& list) {
    for (MatrixXd& m : list) m = (d.asDiagonal() * m * d.cwiseInverse().asDiagonal()).eval();
  };
  unbalance(phis);
  if (half) unbalance(*half);
  return phis;
}

VectorXd phiCombination(const MatrixXd& a, const MatrixXd& b) {
  const Index n = a.rows();
  const Index p = b.cols() - 1;
  if (p <= 0) return expm(a) * b.col(0);
  // [A W; 0 N], N the shift, W the columns b_p .. b_1: the last column of its exponential is the sum of the phis.
  MatrixXd augmented = MatrixXd::Zero(n + p, n + p);
  const double scale = powerOfTwoNear(norm1(b.rightCols(p)));
  augmented.topLeftCorner(n, n) = a;
  for (Index k = 0; k < p; ++k) augmented.block(0, n + k, n, 1) = b.col(p - k) / scale;
  augmented.block(n, n + 1, p - 1, p - 1).setIdentity();
  const MatrixXd exponential = expm(augmented);
  return exponential.topLeftCorner(n, n) * b.col(0) + scale * exponential.block(0, n + p - 1, n, 1);
}

MatrixXd polynomialResponse(const MatrixXd& a, const MatrixXd& b, int degree, double h) {
  const Index n = a.rows();
  const Index m = b.cols();
  if (degree < 0 || m == 0) return expm(h * a);
  const double scale = powerOfTwoNear(norm1(b) / std::max(norm1(a), 1 / std::abs(h)));
  const Index order = n + m * (degree + 1);
  MatrixXd augmented = MatrixXd::Zero(order, order);
  augmented.topLeftCorner(n, n) = h * a;
  augmented.block(0, n, n, m) = (h / scale) * b;
  augmented.block(n, n + m, m * degree, m * degree).setIdentity();
  augmented.block(n, n + m, m * degree, m * degree) *= h;
  MatrixXd response = expm(augmented).topRows(n);
  response.rightCols(m * (degree + 1)) *= scale;
  return response;
}

}  // namespace dashpot::linalg
