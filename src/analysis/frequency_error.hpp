// The exact error of a linear block driven by a sinusoid, once the transient has died out, for any step:
//
//   rho = |1 - H(z) / G(i w)|,  z = e^(i w h),  G = C (i w - A)^-1 B + D
//
// with H the transfer function of the discrete system that the method makes of the block. For the transition matrix
// with a polynomial through samples of the input, H(z) = C (z - Phi)^-1 sum_j Theta_j h^-j sum_i weight_ji z^(node i) +
// D; for RK4 it follows from its stages. Not in the thesis of Smith (1974), whose charts it explains and corrects.
#pragma once

#include "integrators/linear_parts/input_model.hpp"
#include "integrators/linear_parts/linear_block.hpp"

namespace dashpot::analysis {

/// For the first input and the first output. Infinite when the discrete system is unstable.
double steadyStateError(const integrators::LinearBlock& block, const integrators::InputModel& model, double frequency,
                        double h);
double rungeKuttaSteadyStateError(const integrators::LinearBlock& block, double frequency, double h);

/// ANPE of a long run in per cent: 100 (2/pi) / 0.707 rho = 90.05 rho.
double longRunError(double rho);

/// The longest step for which it and all shorter ones have at most this rho; at most half a period of the input.
double longestSteadyStep(const integrators::LinearBlock& block, const integrators::InputModel& model, double frequency,
                         double rho);
double longestRungeKuttaStep(const integrators::LinearBlock& block, double frequency, double rho);

}  // namespace dashpot::analysis
