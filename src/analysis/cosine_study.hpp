// Blocks of first and second order driven by cos(w t) from rest: exact responses, and the errors of the ways to compute
// them; the study of Smith (1974, ch. V), from which his rules and charts for methods and steps come.
//
//   step, ramp   transition matrix with held or straight inputs; the ramp knows the input at the end of the step
//   rk4          classical Runge-Kutta
//
// "Error" is the average normalised percentage error (error_measures.hpp) over a window that starts at t = 0.
#pragma once

#include "integrators/linear_parts/linear_block.hpp"

#include <optional>

namespace dashpot::analysis {

/// T y' + y = u, or y'' + 2 zeta wn y' + wn^2 y = wn^2 u.
class StudyBlock {
 public:
  static StudyBlock firstOrder(double timeConstant);
  static StudyBlock secondOrder(double damping, double naturalFrequency);

  int order() const { return order_; }
  /// Of the sinusoid that is left when the transient has died out, for an input of amplitude 1.
  double amplitude(double frequency) const;
  /// y(t) for u = cos(w t), y(0) = y'(0) = 0. Frequency 0 gives the step response.
  double response(double frequency, double t) const;
  integrators::LinearBlock linearBlock() const;
  double fastestPole() const;  // its size

  double timeConstant() const { return timeConstant_; }
  double damping() const { return damping_; }
  double naturalFrequency() const { return natural_; }

 private:
  int order_ = 1;
  double timeConstant_ = 1;
  double damping_ = 0;
  double natural_ = 0;
};

enum class StudyMethod { step, ramp, rampExtrapolated, rk4 };

/// ANPE of y over 0 < t <= window, in steps of h; infinite when the method overflows.
double averageError(const StudyBlock& block, StudyMethod method, double frequency, double h, double window = 1);

/// The longest step for which it and all shorter ones err by at most `percent`. (Not the longest step that passes:
/// close to a whole period of the input sampling makes errors look small.) The window bounds it.
double longestStep(const StudyBlock& block, StudyMethod method, double frequency, double percent, double window = 1);

/// 2 pi / (w h) for the longest step.
double stepsPerCycle(const StudyBlock& block, StudyMethod method, double frequency, double percent, double window = 1);

/// The shortest step, in time constants, at which RK4 errs more than the held input on a first-order block.
double equalErrorStep(double timeConstant, double frequency);
/// The natural frequency beyond which RK4 errs more than the held input; empty: nowhere up to the limit of stability.
std::optional<double> equalErrorFrequency(double damping, double frequency, double h);

// ---- cost ----------------------------------------------------------------------------------------------------------

/// Operations of one step (Smith 1974, table I), and their times on the machine of the study.
struct StepCost {
  int additions = 0;
  int multiplications = 0;
  double microseconds() const { return 0.65 * additions + 4.9 * multiplications; }
};
/// Table I, blocks of order 1 and 2. The printed 29.40 us of the second-order step is a misprint for 32.00.
StepCost stepCost(int order, StudyMethod method);

/// Time for one second, both at their longest steps for this error: transition matrix (held input) over RK4.
double costRatio(const StudyBlock& block, double frequency, double percent);
/// 1/T beyond which the transition matrix (held input) is cheaper than RK4 at the same error.
double equalCostRate(double frequency, double percent);
/// The natural frequency beyond which it is; empty: it always is.
std::optional<double> equalCostFrequency(double damping, double frequency, double percent);

// ---- published rules -----------------------------------------------------------------------------------------------

/// (15) and (16): h = percent / (k w^2), k = 13 for first order and w <= 3, 23.8 for second order and w <= 2; beyond,
/// 350 steps per cycle for 1 %.
double publishedStep(int order, double frequency, double percent);
/// The true k for slow inputs of a first-order block over a window of 1: it rises from 9.34 (T = 1) to 35.4 (T to
/// 0), so that rule (15) understates the error of stiff blocks.
double slowInputCoefficient(double timeConstant);

}  // namespace dashpot::analysis
