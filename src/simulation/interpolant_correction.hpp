// simulation/interpolant_correction.hpp
//
// A fast state that follows something slow quasi-statically has hardly any error at the ends of steps, however long
// they are, so nothing keeps the steps short. Within them an interpolant knows nothing of what the state follows: a
// source that swings several times within a step is not to be seen in it. Where such a step is recorded at several
// points, the interpolated state u is therefore held against the equations: its defect F(t, u) - M u' is solved away by
//
//   (10/h M - J) d = F(t, u) - M u',   u + d,
//
// which puts fast states where the equations have them, as algebraic unknowns are. Fast are those with |J_ii| > 100/h;
// the others keep their interpolant, whose slope may err where its value does not. Whether a step needs it is judged in
// its middle, by the defect over |J_ii|.
#pragma once

#include "dashpot/integrate.hpp"
#include "simulation/bound_model.hpp"
#include "simulation/tolerances.hpp"

#include <memory>

namespace dashpot::simulation {

class InterpolantCorrection {
 public:
  /// All references must outlive this.
  InterpolantCorrection(BoundModel& model, const StateTolerances& tolerances);

  /// Whether there is anything to correct in the last step.
  [[nodiscard]] bool concerns(const Integrator& integrator);
  /// y is the interpolated state at t, within the last step.
  void correct(double t, const Integrator& integrator, View y);

 private:
  bool isNeeded(const Integrator& integrator);
  bool lookAround(double t, const Integrator& integrator);
  bool defect(double t, ConstView y);

  BoundModel& model_;
  const StateTolerances& tolerances_;
  std::vector<std::size_t> differential_;  // the states with a derivative
  double from_ = 0.0, to_ = 0.0;
  bool isNeeded_ = false;
  std::vector<bool> isFast_;  // by state
  std::unique_ptr<LinearSolver> solver_;
  double left_ = 0.0, right_ = 0.0;  // on both sides of the point that is looked at
  Vector around_;                    // the interpolant there, by fours
  Vector jacobian_, middle_, defect_, corrected_;
};

}  // namespace dashpot::simulation
