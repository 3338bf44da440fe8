#include "linalg/block_transition.hpp"

#include "linalg/phi.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::linalg {
namespace {

/// (e^x - 1) / x.
double relativeExpm1(double x) { return x == 0 ? 1.0 : std::expm1(x) / x; }

/// sin(x) / x.
double sinc(double x) { return std::abs(x) < 1e-8 ? 1.0 : std::sin(x) / x; }

struct Responses {
  double step;
  double ramp;
};

/// Step and ramp response from the power series y = sum c_k t^k, where
/// (k+2)(k+1) c_(k+2) = wn^2 (u_k - c_k) - 2 zeta wn (k+1) c_(k+1): hardly any cancellation while wn h (1 + 2 |zeta|)
/// <= 2.
Responses shortStepResponses(double zeta, double wn, double h) {
  const double x = wn * h;
  double before = 0, last = x * x / 2;  // c_k h^k
  Responses sum{last, last * h / 3};
  for (int k = 1; k < 30; ++k) {
    const double next = (-2 * zeta * x * (k + 1) * last - x * x * before) / ((k + 2.0) * (k + 1.0));
    before = last;
    last = next;
    sum.step += next;
    sum.ramp += next * h / (k + 3.0);
    if (std::abs(last) + std::abs(before) < 1e-18 * std::abs(sum.step)) break;
  }
  return sum;
}

SecondOrderTransition underdamped(double zeta, double wn, double h) {
  const double theta = wn * h * std::sqrt((1 - zeta) * (1 + zeta));
  const double s = h * sinc(theta);
  const double c = std::cos(theta);
  const double e = std::exp(-zeta * wn * h);
  SecondOrderTransition phi;
  phi.phi12 = e * s;
  phi.phi11 = e * (c + zeta * wn * s);
  phi.phi22 = e * (c - zeta * wn * s);
  phi.phi13 = 1 - phi.phi11;
  return phi;
}

/// Poles -p (slow) and -q (fast), p q = wn^2.
struct RealPoles {
  double p, q;
};

RealPoles realPoles(double zeta, double wn) {
  const double s = std::sqrt((std::abs(zeta) - 1) * (std::abs(zeta) + 1));
  const double q = wn * (zeta + std::copysign(s, zeta));
  return {wn * (wn / q), q};
}

SecondOrderTransition overdamped(const RealPoles& poles, double h) {
  const auto [p, q] = poles;
  SecondOrderTransition phi;
  phi.phi12 = h * std::exp(-p * h) * relativeExpm1(-(q - p) * h);
  phi.phi11 = std::exp(-p * h) + p * phi.phi12;
  phi.phi22 = std::exp(-q * h) - p * phi.phi12;
  phi.phi13 = -std::expm1(-p * h) - p * phi.phi12;
  return phi;
}

}  // namespace

FirstOrderTransition firstOrderTransition(double timeConstant, double h) {
  const double x = h / timeConstant;
  return {std::exp(-x), -std::expm1(-x), h * x * phi(2, -x)};
}

SecondOrderTransition secondOrderTransition(double zeta, double wn, double h) {
  const bool realRoots = std::abs(zeta) > 1;
  SecondOrderTransition result = realRoots ? overdamped(realPoles(zeta, wn), h) : underdamped(zeta, wn, h);
  result.phi21 = -wn * wn * result.phi12;
  if (std::abs(wn * h) * (1 + 2 * std::abs(zeta)) <= 2) {
    const Responses response = shortStepResponses(zeta, wn, h);
    result.phi13 = response.step;
    result.phi14 = response.ramp;
  } else if (std::abs(zeta) > 1.2) {
    const auto [p, q] = realPoles(zeta, wn);
    result.phi14 = (wn * h) * (wn * h) * (phi(2, -p * h) - phi(2, -q * h)) / (q - p);
  } else {
    result.phi14 = h - 2 * zeta / wn * (1 - result.phi22) + (4 * zeta * zeta - 1) * result.phi12;
  }
  return result;
}

}  // namespace dashpot::linalg
