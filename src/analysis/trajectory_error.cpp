#include "analysis/trajectory_error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace dashpot::analysis {
namespace {

constexpr std::array<std::string_view, allErrorMeasures.size()> measureNames{"final", "rms", "max", "mean",
                                                                             "time-weighted"};

double largestMagnitude(const Vector& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

/// The errors of one variable.
Vector errorsAlong(const Vector& solution, const Vector& reference, double floor) {
  const double least = floor * largestMagnitude(reference);
  const bool isZero = largestMagnitude(reference) == 0;
  Vector errors(reference.size());
  std::ranges::transform(solution, reference, errors.begin(), [&](double y, double r) {
    if (y == r) return 0.0;
    const double error = std::abs(y - r) / (isZero ? 1.0 : std::max(std::abs(r), least));
    return std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
  });
  return errors;
}

double meanOf(const Vector& errors) {
  return std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(errors.size());
}

double meanSquare(const Vector& errors) {
  return std::inner_product(errors.begin(), errors.end(), errors.begin(), 0.0) / static_cast<double>(errors.size());
}

double timeMean(const Vector& times, const Vector& errors) {
  double integral = 0;
  for (std::size_t j = 1; j < times.size(); ++j)
    integral += (times[j] - times[j - 1]) * (errors[j] + errors[j - 1]) / 2;
  return times.size() < 2 ? errors.back() : integral / (times.back() - times.front());
}

}  // namespace

std::string_view nameOf(ErrorMeasure measure) { return measureNames[static_cast<std::size_t>(measure)]; }

std::optional<ErrorMeasure> errorMeasureNamed(std::string_view name) {
  const auto found = std::ranges::find(measureNames, name);
  if (found == measureNames.end()) return std::nullopt;
  return allErrorMeasures[static_cast<std::size_t>(found - measureNames.begin())];
}

std::vector<Vector> relativeErrors(const Samples& solution, const Samples& reference, double floor) {
  if (solution.times != reference.times || solution.values.size() != reference.values.size() || reference.times.empty())
    throw std::invalid_argument("two solutions at different times are compared");
  std::vector<Vector> errors;
  for (std::size_t i = 0; i < reference.values.size(); ++i)
    errors.push_back(errorsAlong(solution.values[i], reference.values[i], floor));
  return errors;
}

TrajectoryError trajectoryError(const Samples& solution, const Samples& reference, double floor) {
  const std::vector<Vector> errors = relativeErrors(solution, reference, floor);
  TrajectoryError result;
  const auto raise = [&](ErrorMeasure measure, double value) {
    double& known = result.values[static_cast<std::size_t>(measure)];
    const bool isLarger = value > known;
    known = std::max(known, value);
    return isLarger;
  };
  double squares = 0;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    const auto largest = std::ranges::max_element(errors[i]);
    if (raise(ErrorMeasure::maximum, *largest)) {
      result.worstVariable = i;
      result.worstTime = reference.times[static_cast<std::size_t>(largest - errors[i].begin())];
    }
    raise(ErrorMeasure::final, errors[i].back());
    raise(ErrorMeasure::mean, meanOf(errors[i]));
    raise(ErrorMeasure::timeWeighted, timeMean(reference.times, errors[i]));
    squares += meanSquare(errors[i]);
  }
  raise(ErrorMeasure::rms, std::sqrt(squares));
  return result;
}

}  // namespace dashpot::analysis
