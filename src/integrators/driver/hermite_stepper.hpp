// Steppers that know F at both ends of every step, so that Hermite's cubic is the solution between them. A derived
// class only has to find the end of a step.
#pragma once

#include "integrators/driver/step_grid.hpp"
#include "integrators/stepper.hpp"
#include "integrators/system/system.hpp"

#include <string>

namespace dashpot::integrators {

class HermiteStepper : public Stepper {
 public:
  double previousTime() const final { return start_.time; }
  double time() const final { return end_.time; }
  ConstView state() const final { return end_.state; }
  double nextStep() const final { return h_; }
  const Failure& failure() const final { return failure_; }
  void interpolate(double t, View y) final;

  Vector saveMemory() const final;
  void restoreMemory(ConstView memory) final;

 protected:
  HermiteStepper(System& system, const Options& options);

  /// A point of the solution, with F there.
  struct Point {
    double time = 0;
    Vector state{};
    Vector slope{};
  };

  /// Both ends are (t, y), and the next step has the length h; F is still to be evaluated.
  void restart(double t, ConstView y, double h);
  /// The end of the last step becomes the start of the next.
  void goOn() { start_ = end_; }
  /// The present step ends at `limit` if it reaches that, else h further on: on the grid, where steps are fixed.
  StepOutcome accept(bool reachesLimit, double limit, double h);

  StepOutcome fail(Evaluation evaluation);
  /// The state stays the last accepted one.
  StepOutcome failWith(FailureKind kind, std::string message);

  /// History beyond the last step.
  virtual void saveHistory(Vector& /*memory*/) const {}
  virtual void loadHistory(ConstView /*memory*/) {}

  Evaluation rhs(double t, ConstView y, View f) { return system_.rhs(t, y, f); }
  bool hasFixedStep() const { return fixedStep_ > 0; }

  System& system_;
  const double fixedStep_;  // 0: none
  const bool isSilent_;     // in real time: a failure has no text
  Point start_;             // of the last step, or of the one that is being tried
  Point end_;
  double h_ = 0;  // of the next step, signed

 private:
  StepGrid grid_;
  Failure failure_;
};

}  // namespace dashpot::integrators
