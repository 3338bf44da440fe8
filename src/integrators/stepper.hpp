// The interface between the driver and every method: a source of accepted steps with an interpolant.
//
//   OneStepStepper    a formula that can be attempted with any h (Runge-Kutta, Rosenbrock, ...) under our step control,
//                     or with a fixed step
//   HermiteStepper    formulas that know F at both ends of a step: explicit multistep formulas with a fixed step, and
//                     Runge-Kutta with step doubling, which halves and doubles its step itself
//   SundialsStepper   CVODE, IDA, ARKODE, which control their steps themselves
//   Automatic         one of the others, and another one when that suits better
//
// The driver adds what is common: end and discontinuities, events, cancellation, progress, checkpoints.
#pragma once

#include "dashpot/integrate.hpp"
#include "integrators/one_by_one.hpp"

#include <memory>

namespace dashpot::integrators {

enum class StepOutcome { accepted, failed };

class Stepper {
 public:
  virtual ~Stepper() = default;

  /// (Re)starts at (t, y): history is dropped. `direction` is +1 or -1; `end` bounds the whole run;
  /// stepHint 0: choose the initial step.
  virtual StepOutcome begin(double t, ConstView y, double end, double stepHint) = 0;
  /// One accepted step that does not pass `limit`. If it ends within rounding of `limit`, time() equals it exactly.
  virtual StepOutcome step(double limit) = 0;

  /// Steps after this are no longer than that, whatever the error allows. Methods that choose steps by themselves do not.
  virtual void keepStepsBelow(double /*longest*/) {}
  /// The step that would be tried next if only its error limited it.
  virtual double accurateStep() const { return nextStep(); }

  /// F has changed at the present point without a restart (inputs sampled anew): cached values of F are dropped.
  virtual void inputsChanged() {}

  virtual double previousTime() const = 0;
  virtual double time() const = 0;
  virtual ConstView state() const = 0;
  /// Solution at t within the last step. Not const: some methods evaluate extra stages on first use.
  virtual void interpolate(double t, View y) = 0;
  /// At many times, by fours: for each component four numbers, those at the first four times, then the same at the next
  /// four. The bits are the same.
  virtual void interpolateMany(ConstView times, View y) {
    oneByOne(times, y, [this](double t, View at) { interpolate(t, at); });
  }
  /// The same, but never with more work than that: where a finer interpolant would have to be solved for, that of the
  /// stages has to do. To see whether there is anything to look at more closely.
  virtual void glimpse(ConstView times, View y) { interpolateMany(times, y); }
  /// The step that would be tried next; a good stepHint after an event.
  virtual double nextStep() const = 0;
  /// The component with the largest error in the last step; -1: not known.
  virtual int limitingComponent() const { return -1; }
  /// The order of the formula in the last step; 0: it is always the same.
  virtual int order() const { return 0; }
  /// Why the last begin() or step() failed.
  virtual const Failure& failure() const = 0;

  /// History beyond (time, state) for a bit-identical continuation; empty where that cannot be had.
  virtual Vector saveMemory() const { return {}; }
  /// Whether a memory can be one of this method and problem: that of a damaged file cannot.
  virtual bool fits(ConstView memory) { return memory.size() == saveMemory().size(); }
  /// After begin() at the saved time and state.
  virtual void restoreMemory(ConstView) {}

  /// How the method was chosen; null: it always is the same.
  virtual const MethodTrail* trail() const { return nullptr; }
};

}  // namespace dashpot::integrators
