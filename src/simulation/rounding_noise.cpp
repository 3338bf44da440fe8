#include "simulation/rounding_noise.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace dashpot::simulation {

namespace {

constexpr std::size_t points = 13, order = 3, differences = points - order;
constexpr double variance = 20.0;  // of third differences: (2k)!/(k!)^2 for k = 3
constexpr double median = 0.6745;  // of the absolute value of a normal variable, in standard deviations

}  // namespace

Vector roundingNoise(const Derivatives& f, double t, ConstView y, double span) {
  const std::size_t n = y.size();
  Vector slope(n), at(n);
  if (!f(t, y, slope)) return {};
  Vector stride(n);  // from one point to the next
  for (std::size_t i = 0; i < n; ++i) {
    const double bit = std::nextafter(std::fabs(y[i]), HUGE_VAL) - std::fabs(y[i]);
    const double distance = span / static_cast<double>(points - 1) * slope[i];
    stride[i] = distance == 0 ? 0.0 : std::copysign(std::max(std::fabs(distance), bit), distance);
  }
  std::array<Vector, points> values;
  for (std::size_t k = 0; k < points; ++k) {
    const double distance = span * static_cast<double>(k) / static_cast<double>(points - 1);
    for (std::size_t i = 0; i < n; ++i) at[i] = y[i] + static_cast<double>(k) * stride[i];
    values[k].resize(n);
    if (!f(t + distance, at, values[k])) return {};
  }
  Vector noise(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::array<double, differences> third;
    for (std::size_t k = 0; k < differences; ++k)
      third[k] = std::fabs(values[k + 3][i] - 3 * values[k + 2][i] + 3 * values[k + 1][i] - values[k][i]);
    std::ranges::sort(third);
    noise[i] = third[differences / 2] / (median * std::sqrt(variance));
  }
  return noise;
}

}  // namespace dashpot::simulation
