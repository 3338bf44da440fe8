// The filter of error estimates, (M - h gamma J)^-1, for methods that have no such factors of their own: stiff
// components, which an estimate by slopes exaggerates, are damped, and the others kept.
#pragma once

#include "integrators/one_step_method.hpp"
#include "integrators/system/jacobian.hpp"

#include <memory>

namespace dashpot::integrators {

class ErrorFilter {
 public:
  ErrorFilter(System& system, const Options& options)
      : system_(system),
        jacobian_(system, options),
        solver_(makeSolver(system.problem(), jacobian_.pattern())),
        slope_(static_cast<std::size_t>(system.size())),
        work_(slope_) {}

  /// J belongs to the start of another step.
  void forget() { isKnown_ = false; }

  /// error becomes (M - h gamma J)^-1 (M error + h gamma share F(t, y)), with f = F(t, y), which may be empty if share
  /// is zero. False: J is not defined, or the matrix singular.
  bool apply(double t, ConstView y, double hGamma, double share, ConstView f, Vector& error) {
    if (!linearise(t, y, f) || !factor(1 / hGamma)) return false;
    for (std::size_t i = 0; i < error.size(); ++i) work_[i] = share == 0 ? 0 : share * f[i];
    addMassTimes(system_.problem().mass, 1 / hGamma, error, work_);
    ++system_.statistics().solves;
    solver_->solve(work_);
    std::swap(error, work_);
    return true;
  }

 private:
  bool linearise(double t, ConstView y, ConstView f) {
    if (isKnown_) return true;
    if (jacobian_.needsSlope() && f.empty()) {
      if (system_.rhs(t, y, slope_) != Evaluation::ok) return false;
      f = slope_;
    }
    if (jacobian_.evaluate(t, y, f) != Evaluation::ok) return false;
    isKnown_ = true;
    alpha_ = 0;
    return true;
  }

  bool factor(double alpha) {
    if (alpha == alpha_) return true;
    ++system_.statistics().lu;
    const bool isRegular = solver_->factor(alpha, jacobian_.values());
    alpha_ = isRegular ? alpha : 0;
    return isRegular;
  }

  System& system_;
  JacobianEvaluator jacobian_;
  std::unique_ptr<LinearSolver> solver_;
  Vector slope_, work_;
  double alpha_ = 0;  // of the factors; 0: there are none
  bool isKnown_ = false;
};

}  // namespace dashpot::integrators
