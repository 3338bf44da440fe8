// simulation/interpolant_correction.hpp
//
// A fast state that follows something slow quasi-statically has hardly any error at the ends of steps, however long
// they are, so nothing keeps the steps short. Within them an interpolant knows nothing of what the state follows: a
// source that swings several times within a step is not to be seen in it. Where such a step is recorded at several
// points, the interpolated state u is therefore held against the equations, and v taken instead, with
//
//   10/h M (v - u) = F(t, v) - M u',
//
// which puts fast states where the equations have them, as algebraic unknowns are. Fast are those that Newton's first
// step moves by less than a hundredth of a step of the right side. The others keep their interpolant, whose slope may err
// where its value does not. Whether a step needs it is judged in its middle, by what a fast state, or an algebraic unknown
// that follows from one, would move by: the pressure of a volume of water whose mass is right to nine digits may be wrong
// by a hundred tolerances.
#pragma once

#include "dashpot/integrate.hpp"
#include "simulation/algebraic_part.hpp"
#include "simulation/bound_model.hpp"
#include "simulation/tolerances.hpp"

#include <cstdint>
#include <memory>

namespace dashpot::simulation {

class InterpolantCorrection {
 public:
  /// All references must outlive this.
  InterpolantCorrection(BoundModel& model, AlgebraicPart& algebraic, const StateTolerances& tolerances);

  /// Whether there is anything to correct in the last step.
  [[nodiscard]] bool concerns(const Integrator& integrator);
  /// y is the interpolated state at t, within the last step.
  void correct(double t, const Integrator& integrator, View y);

 private:
  enum class Need : std::uint8_t { no, unclear, yes };

  bool isNeeded(const Integrator& integrator);
  Need needAt(double t, const Integrator& integrator);
  bool settle(double t, ConstView u);
  bool linearise(double t, ConstView y);
  bool factorWithSlowHeld(Vector& jacobian);
  [[nodiscard]] bool isSlow(std::size_t i) const;
  bool lookAround(double t, const Integrator& integrator);
  bool defect(double t, ConstView y);

  BoundModel& model_;
  AlgebraicPart& algebraic_;
  const StateTolerances& tolerances_;
  std::vector<std::size_t> differential_;  // the states with a derivative
  double from_ = 0.0, to_ = 0.0;
  bool isNeeded_ = false;
  std::unique_ptr<LinearSolver> solver_;
  double left_ = 0.0, right_ = 0.0;  // on both sides of the point that is looked at
  Vector around_, ends_;             // the interpolant there, and at the ends of the step, by fours
  Vector jacobian_, jacobianThere_, there_, defect_, corrected_;
  std::vector<bool> isFast_;  // by unknown
  bool isLinearisedElsewhere_ = false;
};

}  // namespace dashpot::simulation
