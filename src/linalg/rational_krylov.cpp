#include "linalg/rational_krylov.hpp"

#include "base/rounding.hpp"
#include "linalg/decompositions.hpp"
#include "linalg/expm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dashpot::linalg {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int fewestRationalVectors = 5;
constexpr int mostRationalVectors = 70;
/// The subspace grows by this factor between two looks at the error, each of which costs a small exponential.
constexpr double growth = 1.35;

}  // namespace

RationalPhi::RationalPhi(int n, int p)
    : n_(n),
      p_(std::max(p, 1)),
      mostVectors_(std::min(n + p_, mostRationalVectors)),
      v_(n + p_, mostVectors_ + 1),
      h_(mostVectors_ + 1, mostVectors_),
      b_(n, p_) {}

/// The augmented system: w' = A w + b_p c_p + .. + b_1 c_1, where the c are the derivatives of a polynomial.
bool RationalPhi::start(const MatrixXd& b) {
  if (!b.allFinite()) return false;
  b_.setZero();
  for (Index k = 1; k < b.cols(); ++k) b_.col(p_ - k) = b.col(k);
  const double norm = b_.cwiseAbs().colwise().sum().maxCoeff();
  const double scale = norm > 0 ? std::ldexp(1.0, static_cast<int>(std::ceil(std::log2(norm)))) : 1.0;
  b_ /= scale;
  v_.col(0).setZero();
  v_.col(0).head(n_) = b.col(0);
  v_(n_ + p_ - 1, 0) = scale;
  beta_ = v_.col(0).norm();
  v_.col(0) /= beta_;
  h_.setZero();
  columns_ = 0;
  invariant_ = false;
  return std::isfinite(beta_);
}

/// Further vectors, up to this number of columns of h. False: something is not finite.
bool RationalPhi::extend(const Solve& solve, double gamma, int vectors) {
  while (columns_ < vectors && !invariant_) {
    const int j = columns_++;
    auto next = v_.col(j + 1);
    next = v_.col(j);
    for (Index k = n_ + p_ - 1; k-- > n_;) next(k) += gamma * next(k + 1);
    next.head(n_).noalias() += gamma * (b_ * next.tail(p_));
    solve({next.data(), static_cast<std::size_t>(n_)});
    ++solves_;
    const double size = next.norm();
    for (int pass = 0; pass < 2; ++pass)  // once more, for orthogonality to working precision
      for (int i = 0; i <= j; ++i) {
        const double component = v_.col(i).dot(next);
        h_(i, j) += component;
        next -= component * v_.col(i);
      }
    const double left = next.norm();
    if (!std::isfinite(left)) return false;
    h_(j + 1, j) = left;
    invariant_ = left <= 10 * epsilon * size || columns_ == n_ + p_;
    if (!invariant_) next /= left;
  }
  return true;
}

MatrixXd RationalPhi::projected(double gamma) const {
  const MatrixXd h = h_.topLeftCorner(columns_, columns_);
  return (MatrixXd::Identity(columns_, columns_) - h.partialPivLu().inverse()) / gamma;
}

/// e' = A e + c(s) (I - gamma A) v, integrated: the integral of c, and by parts what is left of gamma A at the end.
double RationalPhi::errorAt(double tau, const MatrixXd& a, double gamma, const Norm& norm) const {
  if (invariant_) return 0;
  const int m = columns_;
  MatrixXd augmented = MatrixXd::Zero(m + 1, m + 1);
  augmented.topLeftCorner(m, m) = a;
  augmented(0, m) = 1;
  const MatrixXd exponential = expm(tau * augmented);
  // The last row of H^-1 is that of I - gamma a.
  const Eigen::RowVectorXd last = Eigen::RowVectorXd::Unit(m, m - 1) - gamma * a.row(m - 1);
  const double atEnd = last.dot(exponential.col(0).head(m));
  const double integral = last.dot(exponential.col(m).head(m));
  const double size = norm({v_.col(m).data(), static_cast<std::size_t>(n_)});
  const double factor = beta_ * h_(m, m - 1) * size;
  const double error = factor * (std::abs(integral / gamma) + std::abs(atEnd));
  return std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
}

bool RationalPhi::operator()(const Solve& solve, double gamma, const MatrixXd& b, std::span<const double> times,
                             const Norm& norm, double tolerance, Eigen::Ref<MatrixXd> results) {
  if (!start(b)) return false;
  if (beta_ == 0) {
    results.setZero();
    return true;
  }
  int vectors = std::min(fewestRationalVectors + p_, mostVectors_);
  while (true) {
    if (!extend(solve, gamma, vectors)) return false;
    const MatrixXd a = projected(gamma);
    if (!a.allFinite()) return false;
    if (errorAt(times.back(), a, gamma, norm) <= tolerance) {
      for (std::size_t i = 0; i < times.size(); ++i)
        results.col(static_cast<Index>(i)).noalias() =
            beta_ * (v_.topLeftCorner(n_, columns_) * expm(times[i] * a).col(0));
      return results.allFinite();
    }
    if (columns_ == mostVectors_) return false;
    vectors = std::min(mostVectors_, static_cast<int>(std::ceil(growth * columns_)));
  }
}

}  // namespace dashpot::linalg
