// The linear systems of the Newton iterations inside SUNDIALS:  A x = b,  A = mu M - nu J.
//
//   ode form   the package sees y' = M^-1 F, so A = mu I - nu M^-1 J   (CVODE and ARKODE: mu = 1, nu = gamma)
//   dae form   the package sees M y' - F = 0                           (IDA: mu = c_j, nu = 1)
//
// They are solved by a LinearSolver of ours for alpha M - J, alpha = mu/nu: the problem's own if it brings one, else
// the dense, banded or sparse one that suits the pattern. SUNDIALS sees a direct solver and a matrix without content,
// and keeps its own rules of when to evaluate J and when to factor.
#pragma once

#include "integrators/sundials/handles.hpp"
#include "integrators/system/jacobian.hpp"
#include "integrators/system/system.hpp"

#include <memory>
#include <string>

namespace dashpot::integrators::sundials {

enum class Form { ode, dae };

class NewtonSystem {
 public:
  NewtonSystem(System& system, const Options& options, Form form, SUNContext context);
  NewtonSystem(const NewtonSystem&) = delete;  // SUNDIALS keeps its address
  NewtonSystem& operator=(const NewtonSystem&) = delete;

  SUNMatrix matrix() const { return matrix_.get(); }
  SUNLinearSolver solver() const { return sunSolver_.get(); }

  Evaluation evaluateJacobian(double t, ConstView y, ConstView f) { return jacobian_.evaluate(t, y, f); }
  const JacobianEvaluator& jacobian() const { return jacobian_; }
  /// Chooses A, with the last Jacobian, for the next factor().
  void set(double mu, double nu) { mu_ = mu, nu_ = nu; }
  /// Returns SUNDIALS' flags.
  int factor();
  int solve(ConstView b, View x);

  /// Whether the last factorisation failed.
  bool singular() const { return singular_; }
  /// The text of an exception of the LinearSolver; empty: it threw none.
  const std::string& exceptionText() const { return exceptionText_; }

 private:
  System& system_;
  JacobianEvaluator jacobian_;
  std::unique_ptr<LinearSolver> linearSolver_;
  ConstView massFactor_;  // ode form with diagonal M: b is multiplied by M
  double mu_ = 1, nu_ = 1;
  bool singular_ = false;
  std::string exceptionText_;

  Owned<SUNMatrix> matrix_;
  Owned<SUNLinearSolver> sunSolver_;
};

}  // namespace dashpot::integrators::sundials
