#include "integrators/sundials/consistent_start.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dashpot::integrators::sundials {
namespace {

constexpr double harmless = 1e-3;    // in units of the tolerance
constexpr double converged = 1e-7;   // likewise: small against the change over a harmless step
constexpr double good = 1e-4;        // likewise: a correction that stopped shrinking here is rounding
constexpr double newJacobian = 0.1;  // likewise: after a larger correction J is evaluated again
constexpr int maxIterations = 30;
constexpr int maxAttempts = 8;

ConsistentStart::Outcome outcomeOf(Evaluation evaluation) {
  return evaluation == Evaluation::ok            ? ConsistentStart::Outcome::found
         : evaluation == Evaluation::recoverable ? ConsistentStart::Outcome::recoverable
                                                 : ConsistentStart::Outcome::fatal;
}

}  // namespace

ConsistentStart::ConsistentStart(System& system, NewtonSystem& newton, const ErrorMeasure& measure)
    : system_(system), newton_(newton), measure_(measure), magnitude_(system.problem().mass) {
  for (double& value : magnitude_.values) value = std::abs(value);
  const auto n = static_cast<std::size_t>(system.size());
  for (Vector* v : {&f_, &residual_, &correction_, &first_, &second_, &moved_, &scale_, &reach_}) v->resize(n);
}

ConsistentStart::Outcome ConsistentStart::find(const Rhs& rhs, double t, double end, View y, View slope) {
  if (const Evaluation e = rhs(t, y, f_); e != Evaluation::ok) return outcomeOf(e);
  Outcome outcome = Outcome::notFound;
  double h = harmlessStep(t, end, y, f_);
  bool isMoved = false;  // moved_ holds what a longer step gave
  for (int attempt = 0; attempt < maxAttempts && t + h != t; ++attempt, h /= 10) {
    outcome = backwardEuler(rhs, t, h, y, first_);
    if (outcome == Outcome::found) outcome = backwardEuler(rhs, t + h, h, first_, second_);
    if (outcome == Outcome::fatal) return outcome;
    if (outcome != Outcome::found) continue;
    for (std::size_t i = 0; i < y.size(); ++i) {
      slope[i] = (second_[i] - first_[i]) / h;
      first_[i] -= h * slope[i];
      correction_[i] = first_[i] - y[i];
    }
    if (measure_(correction_, y) <= harmless) return Outcome::found;
    // Is y off the algebraic equations, or h too long for them? Another h tells.
    for (std::size_t i = 0; i < y.size(); ++i) correction_[i] = first_[i] - moved_[i];
    const bool agrees = isMoved && measure_(correction_, y) <= harmless;
    std::ranges::copy(first_, moved_.begin());
    isMoved = true;
    if (agrees) break;
  }
  if (!isMoved) return outcome;
  std::ranges::copy(moved_, y.begin());
  return Outcome::found;
}

/// The step over which  |h F_i| <= harmless (|M| scale)_i  in every row that has a derivative.
double ConsistentStart::harmlessStep(double t, double end, ConstView y, ConstView f) {
  for (std::size_t i = 0; i < y.size(); ++i) scale_[i] = measure_.scale(i, std::abs(y[i]));
  std::ranges::fill(reach_, 0.0);
  addMassTimes(magnitude_, 1, scale_, reach_);

  double h = harmless * (end == t ? 1.0 : std::abs(end - t));
  for (std::size_t i = 0; i < y.size(); ++i)
    if (reach_[i] > 0 && f[i] != 0) h = std::min(h, harmless * reach_[i] / std::abs(f[i]));
  // t + h must be distinct from t, with some digits.
  h = std::max(h, 1e3 * std::numeric_limits<double>::epsilon() * std::abs(t));
  return std::copysign(h, end - t);
}

/// Solves  M (z - from)/h = F(t + h, z)  for z = `to` by Newton's method.
ConsistentStart::Outcome ConsistentStart::backwardEuler(const Rhs& rhs, double t, double h, ConstView from, View to) {
  std::ranges::copy(from, to.begin());
  double previous = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < maxIterations; ++iteration) {
    if (const Evaluation e = rhs(t + h, to, f_); e != Evaluation::ok) return outcomeOf(e);
    if (previous > newJacobian) {
      if (const Evaluation e = newton_.evaluateJacobian(t + h, to, f_); e != Evaluation::ok) return outcomeOf(e);
      newton_.set(1 / h, 1);
      if (newton_.factor() != SUNLS_SUCCESS) return Outcome::notFound;
    }
    for (std::size_t i = 0; i < to.size(); ++i) correction_[i] = to[i] - from[i];
    std::ranges::copy(f_, residual_.begin());
    addMassTimes(system_.problem().mass, -1 / h, correction_, residual_);
    if (newton_.solve(residual_, correction_) != SUNLS_SUCCESS) return Outcome::notFound;
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += correction_[i];
    const double size = measure_(correction_, to);
    if (size <= converged || (size <= good && size >= previous / 2)) return Outcome::found;
    if (!std::isfinite(size)) return Outcome::notFound;
    previous = size;
  }
  return Outcome::notFound;
}

}  // namespace dashpot::integrators::sundials
