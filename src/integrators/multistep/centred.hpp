// Godunov's formula with a centred velocity (Beamis 1990, eqs. 2.40-2.45; vectors and nonlinear f are our extension):
//   x[n+1] = 2 x[n] - x[n-1] + h^2 f(t[n], x[n], (x[n+1] - x[n-1]) / (2h), w[n]),
// implicit in x[n+1] where f feels velocities; Newton's method with I - (h/2) df/dv. Damping is treated without bias:
// for x'' + c x' + omega^2 x = 0 the squared modulus of the roots is (2 - ch)/(2 + ch), and the limit is h omega = 2
// for every c >= 0. First-order unknowns: Adams-Bashforth, with the slope at the centred velocity.
#pragma once

#include "dashpot/integrate.hpp"
#include "integrators/second_order/pairs.hpp"

#include <array>
#include <memory>

namespace dashpot::integrators {

class CentredFormula {
 public:
  CentredFormula(System& system, const Options& options, PairLayout layout);

  void begin(ConstView y);
  /// The slope at the newest point, which lies at t.
  Evaluation evaluate(double t);
  void forgetSlope() { slopeKnown_ = false; }
  /// From the newest point, at t, to t + h. `converged` tells whether Newton's method did.
  Evaluation advance(double t, double h);
  bool converged() const { return converged_; }

  ConstView state(std::size_t back) const { return states_[back]; }
  ConstView slope(std::size_t back) const { return slopes_[back]; }

  void save(Vector& memory) const;
  ConstView load(ConstView memory);

 private:
  static constexpr int depth = 3;

  void firstPositions(double h);
  Evaluation solvePositions(double t, double h);
  void firstOrderUnknowns(double h);
  void outputVelocities(double h);

  System& system_;
  PairLayout layout_;
  Start start_;
  ReducedJacobian jacobian_;
  std::unique_ptr<LinearSolver> solver_;
  std::array<Vector, depth + 1> states_;  // newest first; velocities are those for output
  std::array<Vector, depth> slopes_;      // at the newest point as it is put out
  std::array<Vector, depth> centred_;     // slopes at the centred velocity, newest first
  Vector argument_;
  Vector update_;
  int points_ = 0;
  bool slopeKnown_ = false;
  bool converged_ = true;
};

}  // namespace dashpot::integrators
