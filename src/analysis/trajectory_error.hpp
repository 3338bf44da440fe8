// analysis/trajectory_error.hpp
//
// How far a solution is from a reference over a whole run, in the measures of Esque (2008, 5.1.2 and 5.2).
//
// The error of variable i at time t_j, j = 1 ... n, is  e_ij = |y_ij - r_ij| / max(|r_ij|, floor max_k |r_ik|).  With a
// floor of 0 these are the relative errors of the source, which grow without bound where a reference crosses zero; a
// variable whose reference is zero all along is measured as it is.
//
//   final          max_i e_in
//   rms            sqrt(sum_i e_i^2),  e_i^2 = 1/n sum_j e_ij^2                           (5.1)
//   maximum        max_ij e_ij
//   mean           max_i 1/n sum_j e_ij
//   timeWeighted   max_i 1/(t_n - t_1) integral of e_i dt, by the trapezoidal rule
//
// The mean counts points, and where these are the steps of a method it is decided by where the method takes short ones;
// the time-weighted mean is not.
#pragma once

#include "dashpot/problem.hpp"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace dashpot::analysis {

/// Several variables at the same times.
struct Samples {
  Vector times{};
  std::vector<Vector> values{};  // values[i][j]: variable i at times[j]
};

enum class ErrorMeasure { final, rms, maximum, mean, timeWeighted };
inline constexpr std::array<ErrorMeasure, 5> allErrorMeasures{
    ErrorMeasure::final, ErrorMeasure::rms, ErrorMeasure::maximum, ErrorMeasure::mean, ErrorMeasure::timeWeighted};

/// As on the command line: final, rms, max, mean, time-weighted.
[[nodiscard]] std::string_view nameOf(ErrorMeasure measure);
[[nodiscard]] std::optional<ErrorMeasure> errorMeasureNamed(std::string_view name);

struct TrajectoryError {
  std::array<double, allErrorMeasures.size()> values{};  // infinite where the solution is not finite
  std::size_t worstVariable = 0;                         // where the maximum is
  double worstTime = 0;

  [[nodiscard]] double operator[](ErrorMeasure measure) const { return values[static_cast<std::size_t>(measure)]; }
};

/// e_ij, in the shape of the values. Both must have the same times.
[[nodiscard]] std::vector<Vector> relativeErrors(const Samples& solution, const Samples& reference, double floor);

[[nodiscard]] TrajectoryError trajectoryError(const Samples& solution, const Samples& reference, double floor);

}  // namespace dashpot::analysis
