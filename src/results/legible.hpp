// results/legible.hpp: how much a plot can show.
#pragma once

#include "results/selection.hpp"

namespace dashpot::results {

/// By which the curves of one panel differ.
inline constexpr int curveColours = 7, curveDashes = 4;

/// Of these, the first of each unit, as many as colours and dashes can tell apart.
[[nodiscard]] std::vector<Column> legible(const std::vector<Column>& columns);

}  // namespace dashpot::results
