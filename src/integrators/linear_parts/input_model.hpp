// The course of the input of a linear block that is assumed over one step, so that the step can be taken exactly:
//
//   u(t0 + s) = H e^(F s) w                       a generator w' = F w, w(t0) = w, appended to the block's states
//
// Polynomials (Smith 1974, ch. III) have a nilpotent F and w = (u, u', .., u^(k)), all inputs' values first, then all
// first derivatives, and so on; the other generators are exponentials and sinusoids, which a block follows without any
// error. In a simulation the derivatives come from samples of the input, by a polynomial through them:
//
//   extrapolate   through the start of the step and earlier samples: causal
//   interpolate   through the end of the step as well: one order better, but the end must be known
//
// Degree 0 extrapolated is the input held at its value at the start ("step"), degree 1 the "ramp".
#pragma once

#include <Eigen/Dense>

#include <vector>

namespace dashpot::integrators {

/// u = H w, w' = F w.
struct Generator {
  Eigen::MatrixXd H, F;
};

Generator polynomialGenerator(int inputs, int degree);
/// u = w e^(rate s).
Generator exponentialGenerator(double rate);
/// u = w_1 cos(frequency s) - w_2 sin(frequency s): with w = (cos, sin)(frequency t0) this is cos(frequency t).
Generator sinusoidGenerator(double frequency);

struct InputModel {
  enum class Fit { extrapolate, interpolate };
  Fit fit = Fit::extrapolate;
  int degree = 0;

  static InputModel step() { return {Fit::extrapolate, 0}; }
  static InputModel rampExtrapolated() { return {Fit::extrapolate, 1}; }
  static InputModel rampInterpolated() { return {Fit::interpolate, 1}; }
};

/// Derivatives at the start of the step from samples on a grid of width h: u^(j) = h^-j sum_i weights(j, i) u_i, where
/// u_i is the sample at node i, counted in steps from the start: 0, -1, -2, .. (extrapolate), 1, 0, -1, ..
/// (interpolate).
Eigen::MatrixXd derivativeWeights(const InputModel& model);
/// The node of sample i.
int sampleNode(const InputModel& model, int i);

}  // namespace dashpot::integrators
