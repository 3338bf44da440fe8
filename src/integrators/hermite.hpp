// Interpolation within a step from values and slopes at its ends.
#pragma once

#include "dashpot/integrate.hpp"

#include <span>

namespace dashpot::integrators {

/// The cubic through y0 and y1 with slopes f0 and f1 (Hairer, Norsett and Wanner I, eq. II.6.7).
inline double cubic(double theta, double h, double y0, double f0, double y1, double f1) {
  const double difference = y1 - y0;
  return (1 - theta) * y0 + theta * y1 +
         theta * (theta - 1) * ((1 - 2 * theta) * difference + (theta - 1) * h * f0 + theta * h * f1);
}
inline void hermite(double theta, double h, ConstView y0, ConstView f0, ConstView y1, ConstView f1, View y) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = cubic(theta, h, y0[i], f0[i], y1[i], f1[i]);
}

/// A position from position, velocity and acceleration at both ends, by the quintic through them, and its derivative.
struct QuinticPoint {
  double position;
  double velocity;
};
inline QuinticPoint quintic(double theta, double h, double x0, double v0, double a0, double x1, double v1, double a1) {
  // x(theta) = x0 + v0 h theta + a0 h^2/2 theta^2 + theta^3 (c3 + c4 theta + c5 theta^2)
  const double d = x1 - x0 - h * v0 - h * h / 2 * a0;
  const double e = h * (v1 - v0) - h * h * a0;
  const double g = h * h * (a1 - a0);
  const double c3 = 10 * d - 4 * e + g / 2, c4 = -15 * d + 7 * e - g, c5 = 6 * d - 3 * e + g / 2;
  const double square = theta * theta;
  return {x0 + theta * h * v0 + square * h * h / 2 * a0 + square * theta * (c3 + theta * (c4 + theta * c5)),
          v0 + theta * h * a0 + square / h * (3 * c3 + theta * (4 * c4 + theta * 5 * c5))};
}

}  // namespace dashpot::integrators
