#include "integrators/system/jacobian.hpp"

#include <cmath>
#include <limits>

namespace dashpot::integrators {
namespace {

const double rootEpsilon = std::sqrt(std::numeric_limits<double>::epsilon());

}  // namespace

JacobianEvaluator::JacobianEvaluator(System& system, const Options& options)
    : system_(system),
      supplied_(system.problem().jacobian && system.problem().jacobian->values &&
                options.jacobian.source == JacobianOptions::Source::automatic),
      absoluteIncrement_(options.jacobian.absoluteIncrement),
      scale_(system.size(), options.tolerances),
      pattern_(system.problem().jacobian ? system.problem().jacobian->pattern : SparsityPattern{}) {
  const auto n = static_cast<std::size_t>(system.size());
  values_.resize(static_cast<std::size_t>(pattern_.nonZeros(system.size())));
  if (supplied_) return;
  colouring_ = linalg::colour(system.size(), pattern_);
  perturbed_.resize(n);
  increments_.resize(n);
  shifted_.resize(n);
}

Evaluation JacobianEvaluator::evaluate(double t, ConstView y, ConstView f) {
  if (supplied_) return system_.jacobianValues(t, y, values_);
  ++system_.statistics().jacEvals;
  return difference(t, y, f);
}

double JacobianEvaluator::incrementFor(int j, double yj) const {
  if (absoluteIncrement_) return *absoluteIncrement_;
  const double magnitude = std::max(std::abs(yj), scale_.floorOf(static_cast<std::size_t>(j)));
  return std::copysign(rootEpsilon * magnitude, yj);
}

/// F beside y, in the components of one colour.
Evaluation JacobianEvaluator::shiftColour(int colour, double side, double t, ConstView y) {
  for (int j = 0; j < system_.size(); ++j) {
    shifted_[j] = y[j];
    if (colouring_.colourOf[j] != colour) continue;
    shifted_[j] = y[j] + side * incrementFor(j, y[j]);
    increments_[j] = shifted_[j] - y[j];  // what was really added, after rounding
  }
  return system_.rhsForJacobian(t, shifted_, perturbed_);
}

Evaluation JacobianEvaluator::difference(double t, ConstView y, ConstView f) {
  const int n = system_.size();
  for (int c = 0; c < colouring_.colours; ++c) {
    Evaluation e = shiftColour(c, 1, t, y);
    if (e == Evaluation::recoverable) e = shiftColour(c, -1, t, y);  // at the end of a domain
    if (e != Evaluation::ok) return e;
    for (int j = 0; j < n; ++j) {
      if (colouring_.colourOf[j] != c) continue;
      const double reciprocal = 1 / increments_[j];
      if (pattern_.dense())
        for (int i = 0; i < n; ++i) values_[static_cast<std::size_t>(j) * n + i] = (perturbed_[i] - f[i]) * reciprocal;
      else
        for (int k = pattern_.columnStart[j]; k < pattern_.columnStart[j + 1]; ++k)
          values_[k] = (perturbed_[pattern_.rows[k]] - f[pattern_.rows[k]]) * reciprocal;
    }
  }
  return Evaluation::ok;
}

TimeDerivative::TimeDerivative(System& system, const Options& options)
    : system_(system),
      present_(!system.autonomous() && !options.omitTimeDerivative),
      value_(static_cast<std::size_t>(system.size())) {}

Evaluation TimeDerivative::evaluate(double t, double h, ConstView y, ConstView f) {
  if (system_.problem().timeDerivative) return system_.timeDerivative(t, y, value_);
  // Increment as in RODAS (Hairer and Wanner 1996), but within the step, where F is smooth.
  constexpr double least = 1e-5;
  const double wanted = std::sqrt(std::numeric_limits<double>::epsilon() * std::max(least, std::abs(t)));
  const double shifted = t + std::copysign(std::min(wanted, std::abs(h)), h);
  const double increment = shifted - t;
  if (increment == 0) {
    std::ranges::fill(value_, 0.0);
    return Evaluation::ok;
  }
  if (const Evaluation e = system_.rhsForJacobian(shifted, y, value_); e != Evaluation::ok) return e;
  for (std::size_t i = 0; i < value_.size(); ++i) value_[i] = (value_[i] - f[i]) / increment;
  return Evaluation::ok;
}

}  // namespace dashpot::integrators
