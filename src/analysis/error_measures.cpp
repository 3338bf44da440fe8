#include "analysis/error_measures.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace dashpot::analysis {
namespace {

double mean(const std::vector<double>& values) {
  return values.empty() ? 0.0 : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

std::vector<double> absoluteErrors(std::span<const double> exact, std::span<const double> approximate) {
  if (exact.size() != approximate.size())
    throw std::invalid_argument("two solutions of different lengths are compared");
  std::vector<double> errors(exact.size());
  std::ranges::transform(exact, approximate, errors.begin(), [](double a, double b) { return std::abs(a - b); });
  return errors;
}

double meanAbsoluteError(std::span<const double> exact, std::span<const double> approximate) {
  return mean(absoluteErrors(exact, approximate));
}

std::vector<double> normalisedPercentageErrors(std::span<const double> exact, std::span<const double> approximate,
                                               double amplitude, double rms) {
  std::vector<double> errors = absoluteErrors(exact, approximate);
  for (double& error : errors) error *= 100 / (rms * amplitude);
  return errors;
}

double averageNormalisedPercentageError(std::span<const double> exact, std::span<const double> approximate,
                                        double amplitude, double rms) {
  return mean(normalisedPercentageErrors(exact, approximate, amplitude, rms));
}

}  // namespace dashpot::analysis
