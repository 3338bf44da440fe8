// Work against precision: what so many digits cost, read off runs with a ladder of tolerances.
#pragma once

#include "study/codes.hpp"

#include <optional>
#include <vector>

namespace dashpot::bench {

/// The run with which `digits` are reached, its time interpolated between the two tolerances around; none: never
/// reached. `runs` go from loose to tight. A tolerance is credited with no more digits than all tighter ones deliver,
/// so that a lucky hit does not count.
std::optional<Run> atDigits(const std::vector<Run>& runs, double digits);

}  // namespace dashpot::bench
