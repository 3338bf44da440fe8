#include "base/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot {

namespace {

double niceStep(double span, int count) {
  const double rough = span / std::max(count, 1);
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough * (1 - 1e-9)) return factor * power;
  return 10.0 * power;
}

/// Of thousands, where labels would be long.
int commonExponent(double largest) {
  if (!(largest > 0.0)) return 0;
  const int exponent = static_cast<int>(std::floor(std::log10(largest) + 1e-9));
  constexpr int longest = 4, shortest = -3;
  return exponent > longest || exponent < shortest ? 3 * static_cast<int>(std::floor(exponent / 3.0)) : 0;
}

}  // namespace

Axis linearAxis(double first, double last, int count, double step) {
  Axis axis;
  const double low = std::min(first, last), high = std::max(first, last);
  if (!(high > low) || !std::isfinite(high - low)) return axis;
  if (!(step > 0.0)) step = niceStep(high - low, count);
  constexpr double roundOff = 1e-9;
  const double from = std::ceil(low / step - roundOff), to = std::floor(high / step + roundOff);
  constexpr double most = 200;
  if (!(to - from < most)) return axis;
  axis.exponent = commonExponent(std::max(std::fabs(from), std::fabs(to)) * step);
  const double scale = std::pow(10.0, axis.exponent);
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step / scale) - roundOff)), 0, 12);
  for (double k = from; k <= to; ++k)
    axis.ticks.push_back({k * step, fmt::format("{:.{}f}", k == 0.0 ? 0.0 : k * step / scale, decimals)});
  return axis;
}

Axis logarithmicAxis(double first, double last, int count) {
  Axis axis;
  const double from = std::ceil(std::log10(std::min(first, last)) - 1e-9);
  const double to = std::floor(std::log10(std::max(first, last)) + 1e-9);
  if (!std::isfinite(from) || !std::isfinite(to)) return axis;
  if (to - from < 1.0) return linearAxis(first, last, count);  // within a decade, numbers say more
  const double every = std::max(1.0, std::ceil((to - from + 1) / std::max(count, 2)));
  for (double k = from; k <= to; k += every) axis.ticks.push_back({std::pow(10.0, k), "10", static_cast<int>(k), true});
  return axis;
}

}  // namespace dashpot
