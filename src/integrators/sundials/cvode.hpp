// CVODE: variable-order BDF with Newton iteration, Adams-Moulton with fixed-point iteration.
#pragma once

#include "integrators/sundials/stepper.hpp"
#include "integrators/switching/corrector_watch.hpp"

#include <memory>
#include <string_view>

namespace dashpot::integrators::sundials {

class CvodeStepper final : public SundialsStepper {
 public:
  enum class Formula { bdf, adams };
  /// `name` is the method's in messages.
  CvodeStepper(System& system, const Options& options, Formula formula, std::string_view name);

  /// None: after an event the formula starts at order one, for which the step of the higher order is no guide.
  double nextStep() const override { return 0; }

  // ---- about the last step ----
  int order() const override;
  [[nodiscard]] double length() const;
  /// Its estimated local error in units of the tolerance.
  [[nodiscard]] double error();
  /// Adams: a lower bound for ||dF/dy||; 0: not known.
  [[nodiscard]] double spectralEstimate() const { return watch_.estimate(); }
  /// BDF: null before the first step.
  [[nodiscard]] const JacobianEvaluator* jacobian();

 private:
  int restart(double t, double initialStep) override;
  int setStopTime(double t) override;
  int advance(double limit, double& reached) override;
  int denseOutput(double t, N_Vector out) override;
  Rejections rejections() const override;
  double lastTriedStep() const override;
  void localErrors(N_Vector errors) const override;

  void create(double t);
  static int watchedRhs(double t, N_Vector y, N_Vector f, void* self);

  struct FreeCvode {
    void operator()(void* memory) const;
  };

  Formula formula_;
  CorrectorWatch watch_;
  Owned<N_Vector> localError_;
  Owned<SUNNonlinearSolver> fixedPoint_;
  std::unique_ptr<void, FreeCvode> memory_;  // last: goes before what it refers to
};

}  // namespace dashpot::integrators::sundials
