// How far an approximate solution is from the exact one, in the measures of Smith (1974, appendix E).
#pragma once

#include <span>
#include <vector>

namespace dashpot::analysis {

/// Root mean square of a sinusoid of amplitude 1, as the published program rounds it.
inline constexpr double publishedRms = 0.707;

/// |exact_i - approximate_i|.
std::vector<double> absoluteErrors(std::span<const double> exact, std::span<const double> approximate);
double meanAbsoluteError(std::span<const double> exact, std::span<const double> approximate);

/// NPE: absolute errors in per cent of the root mean square of a sinusoid of this amplitude. Other than relative errors
/// they do not peak where the solution crosses zero.
std::vector<double> normalisedPercentageErrors(std::span<const double> exact, std::span<const double> approximate,
                                               double amplitude, double rms = publishedRms);
/// ANPE: their mean.
double averageNormalisedPercentageError(std::span<const double> exact, std::span<const double> approximate,
                                        double amplitude, double rms = publishedRms);

}  // namespace dashpot::analysis
