// The functions of exponential integrators for real arguments:
//   phi_1(z) = (e^z - 1)/z,   phi_{k+1}(z) = (phi_k(z) - 1/k!)/z,   phi_k(0) = 1/k!.
// The recursion loses digits near zero; there the power series sum z^j/(j + k)! is used.
#pragma once

#include <cmath>

namespace dashpot::linalg {

inline double phi1(double z) { return z == 0 ? 1 : std::expm1(z) / z; }

namespace detail {

/// sum z^j/(j + k)!, for |z| <= 1.
template <int k>
double phiSeries(double z) {
  constexpr int terms = 17;  // 1/(17 + k)! is below rounding
  double sum = 1;
  for (int j = terms; j >= 1; --j) sum = 1 + sum * z / (j + k);
  double factorial = 1;
  for (int j = 2; j <= k; ++j) factorial *= j;
  return sum / factorial;
}

}  // namespace detail

inline double phi2(double z) { return std::abs(z) < 1 ? detail::phiSeries<2>(z) : (phi1(z) - 1) / z; }
inline double phi3(double z) { return std::abs(z) < 1 ? detail::phiSeries<3>(z) : (phi2(z) - 0.5) / z; }

/// The first three at once, for one exponential.
struct Phis {
  double first, second, third;
};
inline Phis phis(double z) {
  const double first = phi1(z);
  if (std::abs(z) < 1) return {first, detail::phiSeries<2>(z), detail::phiSeries<3>(z)};
  const double second = (first - 1) / z;
  return {first, second, (second - 0.5) / z};
}

}  // namespace dashpot::linalg
