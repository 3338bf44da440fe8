// results/legible.hpp: how much a plot can show.
#pragma once

#include "results/selection.hpp"

namespace dashpot::results {

/// Of these, the first of each unit, as many as seven colours with four kinds of dashes can tell apart.
[[nodiscard]] std::vector<Column> legible(const std::vector<Column>& columns);

}  // namespace dashpot::results
