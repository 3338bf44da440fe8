// analysis/frequency_response.hpp
//
// G(i w) = C (i w - A)^-1 B + D, and its picture as a Bode diagram.
//
// A is balanced and brought to Hessenberg form once, so that each frequency costs n^2 operations (Laub 1981).
#pragma once

#include "analysis/eigenvalues.hpp"
#include "base/figure.hpp"

#include <filesystem>
#include <optional>

namespace dashpot::analysis {

struct FrequencyResponse {
  std::vector<std::string> inputs, outputs;
  std::vector<double> frequencies;       // Hz
  std::vector<Eigen::MatrixXcd> values;  // outputs x inputs, one per frequency; not finite on a pole
  [[nodiscard]] std::vector<double> decibels(Eigen::Index output, Eigen::Index input) const;
  /// In degrees, without jumps.
  [[nodiscard]] std::vector<double> phases(Eigen::Index output, Eigen::Index input) const;
};

[[nodiscard]] FrequencyResponse frequencyResponse(const LinearModel& model, std::vector<double> frequencies);

/// Frequencies in Hz, evenly over the decades and closely around resonances. Without limits: from a decade below the
/// slowest mode to a decade above the fastest, at most eight decades.
[[nodiscard]] std::vector<double> suitableFrequencies(const Spectrum& spectrum, std::optional<double> from,
                                                      std::optional<double> to);

/// Magnitude and phase of every pair of input and output, as SVG or PNG.
[[nodiscard]] std::optional<Diagnostic> plotBode(const FrequencyResponse& response, const std::string& title,
                                                 const std::filesystem::path& file);
[[nodiscard]] Figure bodeFigure(const FrequencyResponse& response, const std::string& title);

}  // namespace dashpot::analysis
