#include "study/curve.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::bench {

namespace {

/// Digits that a tolerance and all tighter ones deliver.
std::vector<double> dependableDigits(const std::vector<Run>& runs) {
  std::vector<double> digits(runs.size());
  double least = INFINITY;
  for (std::size_t i = runs.size(); i-- > 0;) {
    if (runs[i].ok) least = std::min(least, runs[i].digits);
    digits[i] = runs[i].ok ? least : -INFINITY;
  }
  return digits;
}

}  // namespace

std::optional<Run> atDigits(const std::vector<Run>& runs, double digits) {
  const std::vector<double> dependable = dependableDigits(runs);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (dependable[i] < digits) continue;
    Run run = runs[i];
    if (i > 0 && runs[i - 1].ok && dependable[i] > dependable[i - 1]) {
      const double share = (digits - dependable[i - 1]) / (dependable[i] - dependable[i - 1]);
      run.seconds = std::exp(std::lerp(std::log(runs[i - 1].seconds), std::log(run.seconds), share));
    }
    return run;
  }
  return std::nullopt;
}

}  // namespace dashpot::bench
