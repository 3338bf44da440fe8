// A formula that advances (t, y) by any h, with an error estimate and an interpolant. Step control is not its business.
#pragma once

#include "dashpot/integrate.hpp"
#include "integrators/one_by_one.hpp"
#include "integrators/system/system.hpp"

#include <memory>
#include <string_view>

namespace dashpot::integrators {

class JacobianEvaluator;

/// The outcome of trying one step.
struct Trial {
  enum class Outcome {
    computed,
    undefined,     // F or J cannot be evaluated on the way (recoverable)
    fatal,         // F said so, or threw
    singular,      // alpha M - J has no LU
    notConverged,  // the corrector's iteration
  };
  Outcome outcome = Outcome::computed;
  double error = 0;        // in units of the tolerances; NaN when something was not finite
  double caution = 1;      // multiplies the controller's safety factor: a slow iteration asks for smaller steps
  double retryFactor = 0;  // notConverged: the step to try next, relative to this one; 0: not known
};

/// The trial that an evaluation other than `ok` leads to.
inline Trial failedTrial(Evaluation evaluation) {
  return {.outcome = evaluation == Evaluation::fatal ? Trial::Outcome::fatal : Trial::Outcome::undefined};
}

class OneStepMethod {
 public:
  virtual ~OneStepMethod() = default;

  /// Forgets everything about earlier steps: the next attempt starts at a new point.
  virtual void begin() = 0;
  /// Computes y1 at t + h. May be repeated with another h from the same (t, y).
  virtual Trial attempt(double t, ConstView y, double h, View y1) = 0;
  /// The last attempt becomes part of the solution; the next starts from its end.
  virtual void accept() = 0;
  /// Solution at t + theta h of the last attempt, which led from y0 to y1.
  virtual void interpolate(double theta, ConstView y0, ConstView y1, View y) = 0;
  /// The same, and its derivative with respect to theta; by a difference, unless the method knows better.
  virtual void interpolateWithSlope(double theta, ConstView y0, ConstView y1, View y, View slope);
  /// Where within a step the interpolant is looked at, as a share of the step: between the times of the stages. At these
  /// even a component that follows a source is right, whatever it does in between.
  [[nodiscard]] virtual double betweenStages() const { return 0.4; }
  /// As Stepper has them, with shares of the step for times.
  virtual void interpolateMany(ConstView thetas, ConstView y0, ConstView y1, View y) {
    oneByOne(thetas, y, [&](double theta, View at) { interpolate(theta, y0, y1, at); });
  }
  virtual void glimpse(ConstView thetas, ConstView y0, ConstView y1, View y) { interpolateMany(thetas, y0, y1, y); }

  /// r becomes (alpha M - J)^-1 r with factors of the last attempt, alpha of the size of 1/h; false: there are none.
  virtual bool solveWithFactors(View /*r*/) { return false; }
  [[nodiscard]] virtual bool keepsFactors() const { return false; }
  /// Stability keeps its steps from being much longer than the fastest mode takes.
  [[nodiscard]] virtual bool isExplicit() const { return false; }

  /// F at the point from which the next attempt starts, evaluated if it is not known yet.
  virtual Evaluation initialSlope(double t, ConstView y, View f) = 0;
  /// Local error estimate of the last attempt, by components; empty where there is none.
  virtual ConstView errorVector() const = 0;
  /// The estimate behaves like h^errorOrder; 0: there is none. Methods of variable order may change it with
  /// each attempt.
  virtual int errorOrder() const = 0;
  /// Of the formula of the last attempt; 0: it is always the same.
  virtual int order() const { return 0; }
  /// The step control that the method was published with; automatic: none in particular.
  virtual Controller ownController() const { return Controller::automatic; }
  /// The next step after one of length h, when the controller proposes another: a method that keeps a factorisation may
  /// prefer h.
  virtual double settle(double /*h*/, double proposed) const { return proposed; }
  /// A lower bound for the size of J, near that of its dominant eigenvalue where stability limits the step, from slopes
  /// that the method has anyway; 0: not known. `y` is the end of the last step.
  virtual double spectralEstimate(ConstView /*y*/) { return 0; }
  /// The Jacobian that the method works with, if any.
  virtual const JacobianEvaluator* jacobian() const { return nullptr; }

  /// History that a continuation needs, appended to / taken from the front of `memory`.
  virtual void save(Vector& memory) const = 0;
  virtual ConstView load(ConstView memory) = 0;
};

/// An explicit Runge-Kutta formula with a spectralEstimate, and a diagonally implicit one: what switching methods are
/// made of. `name` is that of a table.
std::unique_ptr<OneStepMethod> makeWatchingExplicit(std::string_view name, System& system, const Options& options);
std::unique_ptr<OneStepMethod> makeSdirk(std::string_view name, System& system, const Options& options);

}  // namespace dashpot::integrators
