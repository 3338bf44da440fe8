// F_i = a_i y_i + b_i at a point, as the published diagonal exponential formulas take it: the problem's own, or the
// diagonal of J.
#pragma once

#include "integrators/system/jacobian.hpp"
#include "integrators/system/system.hpp"

namespace dashpot::integrators {

struct Coefficients {
  explicit Coefficients(std::size_t n) : a(n), b(n) {}
  Vector a, b;
};

class Splitting {
 public:
  Splitting(System& system, const Options& options);
  /// a and b at (t, y); one evaluation of F, and without the problem's own splitting one of J.
  Evaluation evaluate(double t, ConstView y, Coefficients& c);

 private:
  System& system_;
  bool shiftZeroA_;
  JacobianEvaluator jacobian_;
  Vector both_;
};

/// X_ij = d(b_i/a_i)/dy_j by perturbation (thesis, 5.25 to 5.28): y_j changes by 1e-2 max(|y_j|, 1e-4), and where a_i
/// is zero X_ij is that of b_i. The printed listing divides by another increment than it adds, and takes every negative
/// state for small; both are mended here. By columns.
class PerturbationJacobian {
 public:
  explicit PerturbationJacobian(std::size_t n) : shifted_(n), there_(n) {}
  Evaluation evaluate(Splitting& splitting, double t, ConstView y, const Coefficients& here);
  double operator()(std::size_t i, std::size_t j) const { return values_[j * shifted_.size() + i]; }

 private:
  Vector values_;  // allocated when first evaluated: explicit formulas never need it
  Vector shifted_;
  Coefficients there_;
};

}  // namespace dashpot::integrators
