// Augmented matrices [A B; 0 N], N strictly upper triangular, are what most callers bring. The exponential of N is a
// polynomial; it is put in place after each squaring, for otherwise the rounding of its unit diagonal would be doubled
// by each of them (for x' = -x/T + u/T, h/T = 4000, the response to a constant u was off by 1000 units in the last
// place).
//
// Differences from algorithm 6.1 of Al-Mohy and Higham (2009): the 1-norms of A^8 and A^10 come from the products
// themselves, not from an estimator (for the matrices met here, up to some dozens of rows, that is the cheaper way);
// the diagonal of a triangular A gets no special treatment.
#include "linalg/expm.hpp"

#include "linalg/norms.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace dashpot::linalg {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Numerators of the [m/m] approximants, ascending powers; the denominators have alternating signs.
constexpr std::array<double, 4> pade3{120, 60, 12, 1};
constexpr std::array<double, 6> pade5{30240, 15120, 3360, 420, 30, 1};
constexpr std::array<double, 8> pade7{17297280, 8648640, 1995840, 277200, 25200, 1512, 56, 1};
constexpr std::array<double, 10> pade9{17643225600, 8821612800, 2075673600, 302702400, 30270240,
                                       2162160,     110880,     3960,       90,        1};
constexpr std::array<double, 14> pade13{64764752532480000.0,
                                        32382376266240000.0,
                                        7771770303897600.0,
                                        1187353796428800.0,
                                        129060195264000.0,
                                        10559470521600.0,
                                        670442572800.0,
                                        33522128640.0,
                                        1323241920.0,
                                        40840800.0,
                                        960960.0,
                                        16380.0,
                                        182.0,
                                        1.0};

/// The backward error of the [m/m] approximant stays below 2^-53 up to these sizes (Al-Mohy and Higham 2009, table 3.1;
/// for 13 their smaller value, which keeps the denominator well conditioned).
constexpr double theta3 = 1.495585217958292e-2;
constexpr double theta5 = 2.539398330063230e-1;
constexpr double theta7 = 9.504178996162932e-1;
constexpr double theta9 = 2.097847961257068;
constexpr double theta13 = 4.25;

/// The 1-norm of |A|^power, from products with a vector: no entry cancels.
double normOfAbsolutePower(const MatrixXd& a, int power) {
  const MatrixXd absolute = a.cwiseAbs();
  Eigen::RowVectorXd sums = Eigen::RowVectorXd::Ones(a.rows());
  for (int k = 0; k < power; ++k) sums = sums * absolute;
  return sums.maxCoeff();
}

/// Further squarings that the leading term of the backward error asks for (function ell of the paper).
int extraSquarings(const MatrixXd& a, int m) {
  const double norm = norm1(a);
  if (norm == 0) return 0;
  // |c_(2m+1)| = 1 / (binomial(2m, m) (2m+1)!)
  const double logCoefficient = 2 * std::lgamma(m + 1.0) - std::lgamma(2 * m + 1.0) - std::lgamma(2 * m + 2.0);
  const double ratio = std::exp(logCoefficient) * normOfAbsolutePower(a, 2 * m + 1) / norm;
  if (!(ratio > 0) || !std::isfinite(ratio)) return 0;
  return std::max(0, static_cast<int>(std::ceil((std::log2(ratio) + 53) / (2 * m))));
}

/// (V - U)^-1 (V + U), U and V the odd and the even part of the numerator.
MatrixXd quotient(const MatrixXd& odd, const MatrixXd& even) { return (even - odd).partialPivLu().solve(even + odd); }

/// Degrees 3 to 9: powers[k] = A^(2k).
MatrixXd padeSmall(const MatrixXd& a, std::span<const MatrixXd> powers, std::span<const double> b) {
  const std::size_t terms = b.size() / 2;
  MatrixXd odd = b[1] * powers[0];
  MatrixXd even = b[0] * powers[0];
  for (std::size_t k = 1; k < terms; ++k) {
    odd += b[2 * k + 1] * powers[k];
    even += b[2 * k] * powers[k];
  }
  return quotient(a * odd, even);
}

MatrixXd padeThirteen(const MatrixXd& a, const MatrixXd& a2, const MatrixXd& a4, const MatrixXd& a6) {
  const auto& b = pade13;
  const MatrixXd identity = MatrixXd::Identity(a.rows(), a.cols());
  const MatrixXd odd =
      a * (a6 * (b[13] * a6 + b[11] * a4 + b[9] * a2) + b[7] * a6 + b[5] * a4 + b[3] * a2 + b[1] * identity);
  const MatrixXd even =
      a6 * (b[12] * a6 + b[10] * a4 + b[8] * a2) + b[6] * a6 + b[4] * a4 + b[2] * a2 + b[0] * identity;
  return quotient(odd, even);
}

/// Number of rows of the largest N.
Index nilpotentTail(const MatrixXd& a) {
  Index rows = 0;
  while (rows < a.rows()) {
    const Index i = a.rows() - 1 - rows;
    if (!a.row(i).head(i + 1).isZero(0)) break;
    ++rows;
  }
  return rows;
}

/// e^N.
MatrixXd nilpotentExponential(const MatrixXd& n) {
  MatrixXd term = MatrixXd::Identity(n.rows(), n.cols()), sum = term;
  for (Index k = 1; k < n.rows(); ++k) {
    term = (term * n).eval() / static_cast<double>(k);
    if (term.isZero(0)) break;
    sum += term;
  }
  return sum;
}

/// e^A from e^(A / 2^squarings).
MatrixXd square(MatrixXd result, const MatrixXd& a, int squarings) {
  const Index tail = nilpotentTail(a);
  const MatrixXd n = a.bottomRightCorner(tail, tail);
  for (int k = squarings; k >= 0; --k) {
    if (k < squarings) result = (result * result).eval();
    result.bottomLeftCorner(tail, a.cols() - tail).setZero();
    result.bottomRightCorner(tail, tail) = nilpotentExponential(std::ldexp(1.0, -k) * n);
  }
  return result;
}

MatrixXd scaleAndSquare(const MatrixXd& a) {
  const auto root = [](double norm, int power) { return std::pow(norm, 1.0 / power); };
  std::array<MatrixXd, 5> powers;
  powers[0] = MatrixXd::Identity(a.rows(), a.cols());
  powers[1] = a * a;
  powers[2] = powers[1] * powers[1];
  powers[3] = powers[2] * powers[1];
  const double d4 = root(norm1(powers[2]), 4);
  const double d6 = root(norm1(powers[3]), 6);
  const double eta1 = std::max(d4, d6);
  if (eta1 <= theta3 && extraSquarings(a, 3) == 0) return padeSmall(a, powers, pade3);
  if (eta1 <= theta5 && extraSquarings(a, 5) == 0) return padeSmall(a, powers, pade5);

  powers[4] = powers[2] * powers[2];
  const double d8 = root(norm1(powers[4]), 8);
  const double eta3 = std::max(d6, d8);
  if (eta3 <= theta7 && extraSquarings(a, 7) == 0) return padeSmall(a, powers, pade7);
  if (eta3 <= theta9 && extraSquarings(a, 9) == 0) return padeSmall(a, powers, pade9);

  const double d10 = root(norm1(powers[2] * powers[3]), 10);
  const double size = std::min(eta3, std::max(d8, d10));
  if (!std::isfinite(size)) {
    // A power overflows although A is finite.
    constexpr int halvings = 64;
    return square(scaleAndSquare(std::ldexp(1.0, -halvings) * a), a, halvings);
  }
  int squarings = std::max(0, static_cast<int>(std::ceil(std::log2(size / theta13))));
  squarings += extraSquarings(std::ldexp(1.0, -squarings) * a, 13);
  const auto scaled = [&](const MatrixXd& power, int exponent) {
    return MatrixXd(std::ldexp(1.0, -squarings * exponent) * power);
  };
  return square(padeThirteen(scaled(a, 1), scaled(powers[1], 2), scaled(powers[2], 4), scaled(powers[3], 6)), a,
                squarings);
}

}  // namespace

VectorXd balance(MatrixXd& a) {
  const Index n = a.rows();
  VectorXd d = VectorXd::Ones(n);
  // Each sweep that changes anything shrinks the norm by 5 % in one index at least; the bound is for safety only.
  constexpr int mostSweeps = 100;
  bool changed = true;
  for (int sweep = 0; changed && sweep < mostSweeps; ++sweep) {
    changed = false;
    for (Index i = 0; i < n; ++i) {
      const double diagonal = a(i, i) * a(i, i);
      const double column = std::sqrt(std::max(0.0, a.col(i).squaredNorm() - diagonal));
      const double row = std::sqrt(std::max(0.0, a.row(i).squaredNorm() - diagonal));
      if (!(column > 0) || !(row > 0) || !std::isfinite(column) || !std::isfinite(row)) continue;
      const int exponent = static_cast<int>(std::lround(std::log2(row / column) / 2));
      const double factor = std::ldexp(1.0, exponent);
      if (exponent == 0 || column * factor + row / factor >= 0.95 * (column + row)) continue;
      a.col(i) *= factor;
      a.row(i) /= factor;
      d(i) *= factor;
      changed = true;
    }
  }
  return d;
}

MatrixXd expm(const MatrixXd& a) {
  if (a.rows() == 0) return a;
  if (!a.allFinite()) return MatrixXd::Constant(a.rows(), a.cols(), std::numeric_limits<double>::quiet_NaN());
  if (a.rows() == 1) return MatrixXd::Constant(1, 1, std::exp(a(0, 0)));
  MatrixXd balanced = a;
  const VectorXd d = balance(balanced);
  if (!(norm1(balanced) < norm1(a))) return scaleAndSquare(a);
  return d.asDiagonal() * scaleAndSquare(balanced) * d.cwiseInverse().asDiagonal();
}

}  // namespace dashpot::linalg
