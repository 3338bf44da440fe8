// experiments/picture.hpp: a table of an experiment as a picture: columns along x, one curve per row; points are what was
// published, dashed what was published as a law.
#pragma once

#include "base/figure.hpp"
#include "experiments/reproduce.hpp"

namespace dashpot::experiments {

/// The table must have a chart.
[[nodiscard]] Figure pictureOf(const Table& table, const TableResult& result, const std::string& title);

}  // namespace dashpot::experiments
