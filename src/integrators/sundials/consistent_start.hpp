// Consistent y and y' to start  M y' = F(t, y)  with singular or non-diagonal M.
//
// M y' = F gives y' in the range of M only; the rest follows from the derivative of the algebraic equations, which are
// not known as such when M is not diagonal. Two tiny backward Euler steps know all that is needed: the first lands on
// the algebraic equations and changes M y by no more than h F; the second gives the slope. h is chosen so that F moves
// no component by more than a small part of its tolerance; the slope's error, O(h), then matters little, and so does
// rounding, about epsilon/(1e-3 rtol). For index 1; a higher index is not detected.
#pragma once

#include "integrators/sundials/newton.hpp"
#include "integrators/system/error_measure.hpp"
#include "integrators/system/system.hpp"

#include <functional>

namespace dashpot::integrators::sundials {

class ConsistentStart {
 public:
  using Rhs = std::function<Evaluation(double t, ConstView y, View f)>;
  enum class Outcome { found, notFound, recoverable, fatal };

  ConsistentStart(System& system, NewtonSystem& newton, const ErrorMeasure& measure);

  /// Sets `slope`, and moves y onto the algebraic equations if it is off them by more than rounding of the tolerance.
  Outcome find(const Rhs& rhs, double t, double end, View y, View slope);

 private:
  double harmlessStep(double t, double end, ConstView y, ConstView f);
  Outcome backwardEuler(const Rhs& rhs, double t, double h, ConstView from, View to);

  System& system_;
  NewtonSystem& newton_;
  const ErrorMeasure& measure_;
  MassMatrix magnitude_;  // |M|
  Vector f_, residual_, correction_, first_, second_, moved_, scale_, reach_;
};

}  // namespace dashpot::integrators::sundials
