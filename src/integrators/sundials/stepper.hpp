// CVODE, IDA and ARKODE behind our interface: the part that they have in common. Each package adds one class in a file
// of its own.
#pragma once

#include "integrators/stepper.hpp"
#include "integrators/sundials/handles.hpp"
#include "integrators/sundials/newton.hpp"
#include "integrators/system/error_measure.hpp"
#include "integrators/system/system.hpp"

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace dashpot::integrators::sundials {

/// A flag of ours beside those of SUNDIALS: no y and y' that fulfil the algebraic equations were found.
inline constexpr int inconsistentStart = -1001;

class SundialsStepper : public Stepper {
 public:
  StepOutcome begin(double t, ConstView y, double end, double stepHint) final;
  StepOutcome step(double limit) final;

  double previousTime() const final { return previousTime_; }
  double time() const final { return time_; }
  ConstView state() const final { return view(y_.get()); }
  void interpolate(double t, View y) final;
  int limitingComponent() const final { return stepped_ ? worstComponent(FailureKind::stepTooSmall) : -1; }
  const Failure& failure() const final { return failure_; }

 protected:
  SundialsStepper(System& system, const Options& options, Form form);

  // ---- each package defines; flags are SUNDIALS': negative means failure ----
  /// Starts at (t, y()); the first call creates the package's memory. initialStep 0: the package chooses.
  virtual int restart(double t, double initialStep) = 0;
  virtual int setStopTime(double t) = 0;
  /// One accepted step towards `limit`; the new state in y().
  virtual int advance(double limit, double& reached) = 0;
  virtual int denseOutput(double t, N_Vector y) = 0;
  /// Steps rejected since the restart: by the error test, or because the nonlinear equations were not solved.
  struct Rejections {
    long errorTests = 0, unsolved = 0;
    long all() const { return errorTests + unsolved; }
  };
  virtual Rejections rejections() const = 0;
  virtual double lastTriedStep() const = 0;
  virtual void localErrors(N_Vector errors) const = 0;

  // ---- each package may use ----
  /// begin() fails with this reason.
  void refuse(std::string reason) { refusal_ = std::move(reason); }
  void refuseFixedStep(std::string_view method);
  void refuseAllButDiagonalMass(std::string_view method);
  void useNewton() { newton_.emplace(system_, options_, form_, context()); }
  NewtonSystem& newton() { return *newton_; }

  System& system() { return system_; }
  const Options& options() const { return options_; }
  const ErrorMeasure& measure() const { return measure_; }
  SUNContext context() const { return context_.get(); }
  N_Vector y() const { return y_.get(); }
  Owned<N_Vector> newVector() const { return own(N_VClone(y())); }
  double direction() const { return direction_; }
  double end() const { return end_; }
  /// Whether a step was accepted since begin().
  bool stepped() const { return stepped_; }

  /// F as the user wrote it; a value that is not finite makes it recoverable.
  Evaluation evaluate(double t, ConstView y, View f);
  /// The flag that tells SUNDIALS of an evaluation. The worst one in a step says why the step failed.
  int flagOf(Evaluation evaluation);

  // ---- callbacks, of the types that the packages want; `self` is the SundialsStepper ----
  /// y' = M^-1 F, M diagonal.
  static int scaledRhs(double t, N_Vector y, N_Vector f, void* self);
  /// A = I - gamma M^-1 J.
  static int newtonMatrix(double t, N_Vector y, N_Vector f, SUNMatrix, int reuseJacobian, int* evaluated, double gamma,
                          void* self, N_Vector, N_Vector, N_Vector);
  static int errorWeights(N_Vector y, N_Vector weights, void* self);
  static void ignoreMessage(int code, const char* module, const char* function, char* text, void* self);

 private:
  StepOutcome fail(int flag);
  FailureKind classify(int flag) const;
  int worstComponent(FailureKind kind) const;
  std::string describe(const Failure& failure, int flag) const;

  System& system_;
  const Options options_;
  const Form form_;
  const ErrorMeasure measure_;

  Owned<SUNContext> context_;
  Owned<N_Vector> y_;
  Owned<N_Vector> errors_;
  Owned<N_Vector> output_;              // has no data of its own: interpolate() lends it the caller's
  std::optional<NewtonSystem> newton_;  // empty: fixed-point iteration
  Vector inverseMass_;                  // ode form with diagonal M
  Vector rhs_;                          // the same: F as the user wrote it, for difference quotients
  std::string refusal_;

  double time_ = 0, previousTime_ = 0, end_ = 0, direction_ = 1;
  double stopTime_ = std::numeric_limits<double>::quiet_NaN();  // the one that the package knows
  bool stepped_ = false;
  Rejections rejected_;  // already in the statistics
  long rejectedInStep_ = 0;
  Evaluation worstEvaluation_ = Evaluation::ok;  // in the last step
  int notFinite_ = -1;                           // first component of F that was not
  Failure failure_;
};

std::unique_ptr<Stepper> makeCvode(System& system, const Options& options);
std::unique_ptr<Stepper> makeCvodeAdams(System& system, const Options& options);
std::unique_ptr<Stepper> makeCvodeSwitching(System& system, const Options& options);
std::unique_ptr<Stepper> makeIda(System& system, const Options& options);
std::unique_ptr<Stepper> makeArkode(System& system, const Options& options);

}  // namespace dashpot::integrators::sundials
