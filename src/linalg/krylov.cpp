#include "linalg/krylov.hpp"

#include "base/rounding.hpp"
#include "linalg/expm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dashpot::linalg {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int fewestKrylovVectors = 10;
constexpr int mostKrylovVectors = 80;

/// An estimate of this many times the tolerance is still accepted (KIOPS' delta).
constexpr double acceptance = 1.4;
/// The estimate aimed at: usually, and after a failure with the largest subspace.
constexpr double target = 0.9;
constexpr double targetAfterFailure = 0.6;

int largestSubspace(int n, int p) {
  const int affordable = static_cast<int>(std::sqrt(static_cast<double>(n)));
  return std::min(n + p, std::clamp(affordable, 2 * fewestKrylovVectors, mostKrylovVectors));
}

/// Chooses the size of the subspace and the length of the substep (Niesen and Wright 2012, section 3.3, with the
/// simplifications of KIOPS: the subspace first, the substep only when the subspace is as large as allowed).
class Adaptation {
 public:
  Adaptation(int vectors, int mostVectors, double tau)
      : vectors_(std::clamp(vectors, std::min(fewestKrylovVectors, mostVectors), mostVectors)),
        mostVectors_(mostVectors),
        tau_(tau) {}

  int vectors() const { return vectors_; }
  double tau() const { return tau_; }

  /// After a substep with m vectors whose error was omega times the tolerance; `left` is the time still to go.
  void learn(double omega, int m, double left, bool accepted) {
    observe(omega, m);
    const double oldTau = tau_;
    tau_ = std::min(left, tau_);
    const double bounded = std::max(omega, 1e-10);
    if (m >= mostVectors_) {
      const double factor = std::pow((accepted ? target : targetAfterFailure) / bounded, 1 / order_);
      tau_ = std::min(left, oldTau * std::clamp(factor, 0.2, accepted ? 5.0 : 0.9));
    } else {
      const double wanted = std::ceil(m + std::log(bounded / target) / std::log(rate_));
      const int least = accepted ? std::min(fewestKrylovVectors, mostVectors_) : m + 1;
      vectors_ = static_cast<int>(std::clamp(wanted, std::floor(0.75 * vectors_), std::ceil(vectors_ / 0.75)));
      vectors_ = std::clamp(vectors_, least, mostVectors_);
    }
    lastOmega_ = omega;
    lastTau_ = oldTau;
    lastVectors_ = m;
    repeated_ = !accepted;
  }
  void keep(double left) { tau_ = std::min(left, tau_); }

 private:
  /// How the error depends on tau (order) and on m (rate), from two tries of one substep.
  void observe(double omega, int m) {
    if (!repeated_) {
      order_ = m / 4.0;
      rate_ = 2;
    } else if (m == lastVectors_ && tau_ != lastTau_) {
      order_ = std::max(1.0, std::log(omega / lastOmega_) / std::log(tau_ / lastTau_));
    } else if (m != lastVectors_ && tau_ == lastTau_) {
      rate_ = std::max(1.1, std::pow(omega / lastOmega_, 1.0 / (lastVectors_ - m)));
    }
  }

  int vectors_;
  int mostVectors_;
  double tau_;
  double order_ = 1;
  double rate_ = 2;
  double lastOmega_ = 0;
  double lastTau_ = 0;
  int lastVectors_ = 0;
  bool repeated_ = false;
};

}  // namespace

KrylovPhi::KrylovPhi(int n, int p)
    : n_(n),
      p_(std::max(p, 1)),
      mostVectors_(largestSubspace(n, p_)),
      window_(n + p_ <= 4 * mostVectors_ ? mostVectors_ + 1 : 2),
      v_(n + p_, mostVectors_ + 1),
      h_(mostVectors_ + 2, mostVectors_ + 2),
      b_(n, p_),
      w_(n) {}

/// The first vector: the solution and the polynomials' derivatives at `now`.
void KrylovPhi::start(const MatrixXd& b, const VectorXd& w, double now) {
  if (now == 0) {
    const Index given = b.cols() - 1;
    b_.setZero();
    for (Index k = 1; k <= given; ++k) b_.col(p_ - k) = b.col(k);
    const double norm = b_.cwiseAbs().colwise().sum().maxCoeff();
    scale_ = norm > 0 && std::isfinite(norm) ? std::ldexp(1.0, static_cast<int>(std::ceil(std::log2(norm)))) : 1.0;
    b_ /= scale_;
  }
  v_.col(0).head(n_) = w;
  double power = scale_;
  for (int k = 0; k < p_; ++k) {
    v_(n_ + p_ - 1 - k, 0) = power;
    power *= now / (k + 1);
  }
  beta_ = v_.col(0).norm();
  v_.col(0) /= beta_;
  h_.setZero();
  columns_ = 0;
  invariant_ = false;
}

/// Further Krylov vectors, up to this number of columns of h; fewer where what is left after orthogonalisation is
/// negligible: to go on with the rounding of an almost invariant subspace would bring in its fastest modes. False:
/// something is not finite.
bool KrylovPhi::extend(const Product& product, int vectors, const Norm& norm, double negligible) {
  while (columns_ < vectors && !invariant_) {
    const int j = columns_++;
    const auto last = v_.col(j);
    auto next = v_.col(j + 1);
    product({last.data(), static_cast<std::size_t>(n_)}, {next.data(), static_cast<std::size_t>(n_)});
    ++counts_.products;
    next.head(n_).noalias() += b_ * last.tail(p_);
    next.tail(p_).head(p_ - 1) = last.tail(p_ - 1);
    next(n_ + p_ - 1) = 0;
    const double size = next.norm();
    for (int i = std::max(0, j - window_ + 1); i <= j; ++i) {
      h_(i, j) = v_.col(i).dot(next);
      next -= h_(i, j) * v_.col(i);
    }
    const double left = next.norm();
    if (!std::isfinite(left)) return false;
    if (left <= 10 * epsilon * size || columns_ == n_ + p_) {
      invariant_ = true;
      break;
    }
    h_(j + 1, j) = left;
    next /= left;
    constexpr double small = 1e-3;  // only then the norm is worth its cost
    if (left < small * size && beta_ * left * norm({next.data(), static_cast<std::size_t>(n_)}) < negligible) break;
  }
  return true;
}

/// exp(tau [H e_1; 0 0]): exp(tau H), and tau phi_1(tau H) e_1, from which the error is estimated.
MatrixXd KrylovPhi::projectedExponential(double tau) const {
  const int m = columns_;
  MatrixXd projected = MatrixXd::Zero(m + 1, m + 1);
  projected.topLeftCorner(m, m) = h_.topLeftCorner(m, m);
  projected(0, m) = 1;
  return expm(tau * projected);
}

/// Error of the substep as a multiple of what it may be, its share of the tolerance.
double KrylovPhi::errorOf(const MatrixXd& exponential, const Norm& norm, double shareOfTolerance) const {
  if (invariant_) return 0;
  const int m = columns_;
  const auto size = [&](int column) { return norm({v_.col(column).data(), static_cast<std::size_t>(n_)}); };
  const double residual = beta_ * h_(m, m - 1) * std::abs(exponential(m - 1, m));
  // Rounding is no error that a larger subspace could remove.
  const double rounding = 10 * epsilon * beta_ * size(0);
  const double omega = residual * size(m) / std::max(shareOfTolerance, rounding);
  // Where the projected exponential overflows, only a shorter substep helps.
  return std::isfinite(omega) ? omega : 1e6;
}

bool KrylovPhi::operator()(const Product& product, const MatrixXd& b, std::span<const double> times, const Norm& norm,
                           double tolerance, Eigen::Ref<MatrixXd> results) {
  const double end = std::abs(times.back());
  const double sign = times.back() < 0 ? -1 : 1;
  if (!b.allFinite() || !std::isfinite(end)) return false;
  w_ = b.col(0);
  std::size_t next = 0;
  const auto result = [&] { return results.col(static_cast<Index>(next++)); };
  while (next < times.size() && times[next] == 0) result() = w_;

  Adaptation adaptation(hint_.vectors, mostVectors_, hint_.substep > 0 ? std::min(hint_.substep, end) : end);
  double longest = 0;
  double now = 0;
  start(b, w_, now);
  while (next < times.size()) {
    const double tau = adaptation.tau();
    // tau times the residual bounds the error where A is dissipative; the estimate decides in any case.
    const double negligible = 0.1 * tolerance / end;
    if (tau < 1e-12 * end || !extend(product, adaptation.vectors(), norm, negligible)) return false;
    const int m = columns_;
    const MatrixXd exponential = projectedExponential(sign * tau);
    const double omega = errorOf(exponential, norm, tolerance * tau / end);
    const bool accepted = omega <= acceptance;
    const bool last = accepted && now + tau >= end * (1 - 4 * epsilon);
    const double left = accepted ? (last ? end : end - (now + tau)) : end - now;
    if (invariant_)
      adaptation.keep(left);
    else
      adaptation.learn(omega, m, left, accepted);
    if (!accepted) {
      ++counts_.rejected;
      continue;
    }
    ++counts_.substeps;
    longest = std::max(longest, tau);
    const auto basis = v_.topLeftCorner(n_, m);
    while (next + 1 < times.size() && (last || std::abs(times[next]) < now + tau)) {
      const MatrixXd inner = expm(sign * (std::abs(times[next]) - now) * h_.topLeftCorner(m, m));
      result().noalias() = beta_ * (basis * inner.col(0));
    }
    w_.noalias() = beta_ * (basis * exponential.col(0).head(m));
    now += tau;
    if (last)
      result() = w_;
    else
      start(b, w_, sign * now);
  }
  hint_ = {adaptation.vectors(), longest >= end * (1 - 4 * epsilon) ? 0.0 : longest};
  return results.allFinite();
}

}  // namespace dashpot::linalg
