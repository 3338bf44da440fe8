// J = dF/dy at a point: the problem's own, or differences by colours.
#pragma once

#include "integrators/system/error_measure.hpp"
#include "integrators/system/system.hpp"
#include "linalg/sparsity.hpp"

namespace dashpot::integrators {

class JacobianEvaluator {
 public:
  JacobianEvaluator(System& system, const Options& options);

  const SparsityPattern& pattern() const { return pattern_; }
  ConstView values() const { return values_; }
  /// Differences need F at the very point; the problem's own Jacobian does not.
  bool needsSlope() const { return !supplied_; }
  /// Takes over values of an earlier evaluation.
  void restore(ConstView values) { std::ranges::copy(values, values_.begin()); }

  /// Evaluates J at (t, y); f = F(t, y) is needed for differences only. Counts one Jacobian.
  Evaluation evaluate(double t, ConstView y, ConstView f);

 private:
  Evaluation difference(double t, ConstView y, ConstView f);
  Evaluation shiftColour(int colour, double side, double t, ConstView y);
  double incrementFor(int j, double yj) const;

  System& system_;
  bool supplied_;
  std::optional<double> absoluteIncrement_;
  ErrorMeasure scale_;
  SparsityPattern pattern_;
  linalg::Colouring colouring_;
  Vector values_;
  Vector perturbed_;
  Vector increments_;
  Vector shifted_;
};

/// dF/dt at (t, y): the problem's own, zero, or a difference towards t + h.
class TimeDerivative {
 public:
  TimeDerivative(System& system, const Options& options);
  /// False: dF/dt vanishes identically (or is to be left out), and value() is not needed.
  bool present() const { return present_; }
  Evaluation evaluate(double t, double h, ConstView y, ConstView f);
  ConstView value() const { return value_; }

 private:
  System& system_;
  bool present_;
  Vector value_;
};

}  // namespace dashpot::integrators
