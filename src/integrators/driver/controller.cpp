#include "integrators/driver/controller.hpp"

#include "base/kept_number.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace dashpot::integrators {
namespace {

/// Errors below this say only that the step is far too small; their ratio means nothing.
constexpr double leastError = 1e-4;
constexpr double noError = 1e-30;
constexpr double breakdownFactor = 0.25;

// The constants of the dead-band rule.
constexpr double rejectAbove = 0.84, growBelow = 0.25, growTo = 2.0 / 3;
constexpr double negligible = 1e-15;  // an error for which h_opt is not computed

// That of equal pairs.
constexpr double leastPairError = 0.1, leastPairFactor = 0.5, mostPairFactor = 2;

/// x^exponent to four digits, which is more than a step must be known to, for results from 2^-1000 to 2^1000: the next
/// step waits for it. log2(1 + t) and 2^f by polynomials that interpolate them at Chebyshev's points.
double roughPower(double x, double exponent) {
  constexpr std::array logarithm{1.4426950409, -0.7183633677, 0.4455976309, -0.2298749088, 0.0599456048};
  constexpr std::array exponential{0.6931367339, 0.2402253010, 0.0558382829, 0.0096567103};
  constexpr int fractionBits = 52, bias = 1023;
  constexpr std::uint64_t fraction = (std::uint64_t{1} << fractionBits) - 1, one = std::uint64_t{bias} << fractionBits;
  constexpr double roundsToWhole = 0x1.8p52;  // what is added to it loses all below 1
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const double whole = static_cast<int>(bits >> fractionBits) - bias;
  const double t = std::bit_cast<double>((bits & fraction) | one) - 1, t2 = t * t;
  const double high = logarithm[2] + logarithm[3] * t + logarithm[4] * t2;
  const double power = exponent * (whole + t * (logarithm[0] + logarithm[1] * t + high * t2));
  const double nearest = (power + roundsToWhole) - roundsToWhole, f = power - nearest;
  const double part = exponential[0] + exponential[1] * f + (exponential[2] + exponential[3] * f) * (f * f);
  const auto scale = static_cast<std::uint64_t>(bias + static_cast<int>(nearest)) << fractionBits;
  return (1 + f * part) * std::bit_cast<double>(scale);
}

}  // namespace

double StepController::power(double error, double numerator) const { return std::pow(error, numerator / order_); }

double StepController::suggestedFactor(double h, double error, double elementary) const {
  if (error1_ == 0) return elementary;
  switch (options_.kind) {
    case Controller::pi: return power(error, -0.7) * power(error1_, 0.4);
    case Controller::pid: return power(error, -0.58) * power(error1_, 0.21) * (error2_ == 0 ? 1 : power(error2_, -0.1));
    case Controller::h211b: return power(error * error1_, -0.25) * std::pow(h / step1_, -0.25);
    case Controller::predictive: return std::min(elementary, elementary * elementary * (h / (step1_ * elementary1_)));
    case Controller::automatic:
    case Controller::deadBand:
    case Controller::halveDouble:
    case Controller::equalPairs:
    case Controller::i: break;
  }
  return elementary;
}

bool StepController::accepts(double error) const {
  if (options_.kind == Controller::equalPairs) return std::isfinite(error);
  if (options_.kind != Controller::deadBand) return error <= 1;
  if (rejected_) return std::isfinite(error);
  return error <= negligible || rejectAbove * power(error, -1) >= 1;
}

double StepController::publishedFactor(double error) const {
  if (options_.kind == Controller::halveDouble) return error < 1 / (3 * std::pow(2.0, order_ - 1)) ? 2 : 1;
  if (rejected_ || error <= negligible) return 1;
  const double optimal = power(error, -1);
  return growBelow * optimal > 1 ? growTo * optimal : 1;
}

void StepController::setOrder(int errorOrder) {
  if (errorOrder == order_) return;
  order_ = errorOrder;
  error1_ = error2_ = 0;
}

double StepController::afterPair(double h, double error) {
  if (equalSteps_ != 2) {
    ++equalSteps_;
    return h;
  }
  equalSteps_ = 1;
  return h * std::clamp(power(std::max(error, leastPairError), -1), leastPairFactor, mostPairFactor);
}

double StepController::afterAcceptance(double h, double error, double caution) {
  if (options_.kind == Controller::equalPairs) return afterPair(h, error);
  if (options_.kind == Controller::deadBand || options_.kind == Controller::halveDouble) {
    const double factor = publishedFactor(error);
    rejected_ = false;
    return h * factor;
  }
  const double bounded = std::max(error, leastError);
  const double elementary = roughPower(bounded, -1.0 / order_);
  const bool comparesErrors =
      options_.kind == Controller::pi || options_.kind == Controller::pid || options_.kind == Controller::h211b;
  const double suggested = comparesErrors && error < leastError ? power(std::max(error, noError), -1)
                                                                : suggestedFactor(h, bounded, elementary);
  double factor = std::clamp(options_.safety * caution * suggested, options_.minFactor, options_.maxFactor);
  if (rejected_) factor = std::min(factor, 1.0);
  error2_ = error1_;
  error1_ = bounded;
  elementary1_ = elementary;
  step1_ = h;
  rejected_ = false;
  return h * factor;
}

double StepController::afterRejection(double h, double error) {
  rejected_ = true;
  if (options_.kind == Controller::deadBand) return h * options_.rejectionFactor * power(error, -1);
  if (options_.kind == Controller::halveDouble) return h / 2;
  return h * std::clamp(options_.safety * power(error, -1), options_.minFactor, options_.safety);
}

double StepController::afterBreakdown(double h, double factor) {
  rejected_ = true;
  return h * (factor > 0 ? factor : breakdownFactor);
}

void StepController::save(Vector& memory) const {
  memory.insert(memory.end(), {error1_, error2_, elementary1_, step1_, rejected_ ? 1.0 : 0.0,
                               static_cast<double>(order_), static_cast<double>(equalSteps_)});
}

ConstView StepController::load(ConstView memory) {
  error1_ = memory[0];
  error2_ = memory[1];
  elementary1_ = memory[2];
  step1_ = memory[3];
  rejected_ = memory[4] != 0;
  order_ = keptNumber(memory[5], 0, 100);
  equalSteps_ = keptNumber(memory[6], 0, 2);
  return memory.subspan(7);
}

}  // namespace dashpot::integrators
