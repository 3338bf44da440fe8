// analysis/comparison_pictures.hpp: what a comparison found, as pictures.
#pragma once

#include "analysis/comparison.hpp"
#include "analysis/efficiency.hpp"
#include "base/figure.hpp"

namespace dashpot::analysis {

/// Work against error, one panel per kind of work, one curve per method.
[[nodiscard]] Figure workPrecisionPicture(const Comparison& comparison, ErrorMeasure measure,
                                          const std::vector<Work>& kinds);

/// One panel per kind of work.
[[nodiscard]] Figure profilePicture(const std::vector<Comparison>& comparisons, ErrorMeasure measure,
                                    const std::vector<Work>& kinds);

/// How much more work than the best each method needs, against the error.
[[nodiscard]] Figure efficiencyPicture(const Comparison& comparison, ErrorMeasure measure,
                                       const std::vector<Work>& kinds);

// Of the run of each method with the same setting, the tightest that all of them finished; courses must have been kept.

/// The setting that the pictures below show; none: there is no such setting.
[[nodiscard]] std::optional<Trial> commonTrial(const Comparison& comparison);
/// Step sizes over time; points mark steps by the stiff formula of a method that has two.
[[nodiscard]] Figure stepSizePicture(const Comparison& comparison, const Trial& trial);
/// Orders over time, of methods that change theirs; a method with two formulas is shown by which of them it takes. None:
/// there is no such method.
[[nodiscard]] std::optional<Figure> orderPicture(const Comparison& comparison, const Trial& trial);
/// The largest error of all variables over time.
[[nodiscard]] Figure errorPicture(const Comparison& comparison, const Trial& trial);
/// The second variable over the first, of the reference and of each method. Needs two variables.
[[nodiscard]] Figure phasePicture(const Comparison& comparison, const Trial& trial, std::size_t first,
                                  std::size_t second);

}  // namespace dashpot::analysis
