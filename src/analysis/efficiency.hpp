// analysis/efficiency.hpp
//
// What accuracy costs, read off runs with a ladder of tolerances: the work with which a method reaches an error, its
// ratio to the best, and performance profiles over several problems (Dolan and More 2002).
#pragma once

#include "analysis/comparison.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::analysis {

enum class Work { steps, evaluations, jacobians, factorisations, cpu };
inline constexpr std::array<Work, 5> allWork{Work::steps, Work::evaluations, Work::jacobians, Work::factorisations,
                                             Work::cpu};
/// As in files: steps, rhs_evals, jac_evals, lu, cpu_seconds.
[[nodiscard]] std::string_view keyOf(Work work);
/// For people: "steps", "evaluations of F", ..., "CPU [s]".
[[nodiscard]] std::string_view titleOf(Work work);
/// Steps are those tried, evaluations include those for Jacobians by differences.
[[nodiscard]] double workOf(const TrialRun& run, Work work);

struct WorkPoint {
  double error = 0;
  double work = 0;
};

/// The work with which `error` is reached, interpolated in logarithms between the runs around it; where all are better,
/// that of the loosest; none: never reached. `runs` go from loose to tight: one is credited with no less error than all
/// tighter ones have, so that a lucky hit does not count.
[[nodiscard]] std::optional<double> workAt(std::vector<WorkPoint> runs, double error);

/// One method's runs that finished and have an error, from loose to tight.
[[nodiscard]] std::vector<WorkPoint> workPoints(const Comparison& comparison, const std::string& method,
                                                ErrorMeasure measure, Work work);

/// The methods of a comparison, each once, in the order of its trials.
[[nodiscard]] std::vector<std::string> methodsOf(const Comparison& comparison);

/// Work of each method at errors that are powers of ten.
struct Efficiency {
  std::vector<std::string> methods;
  Vector errors;                                         // from large to small, those that some method reached
  std::vector<std::vector<std::optional<double>>> work;  // work[error][method]

  /// Work over the least at this error.
  [[nodiscard]] std::optional<double> ratio(std::size_t error, std::size_t method) const;
};
[[nodiscard]] Efficiency efficiencyOf(const Comparison& comparison, ErrorMeasure measure, Work work);

/// The share of instances (a problem with an error to reach) on which a method needs at most tau times the least work.
struct ProfileCurve {
  std::string method;
  Vector tau;  // ascending, from 1
  Vector share;
};
[[nodiscard]] std::vector<ProfileCurve> performanceProfile(const std::vector<Efficiency>& instances);

}  // namespace dashpot::analysis
