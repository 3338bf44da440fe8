// cli/model_counts.hpp: how much of what a flat model has.
#pragma once

#include "model/flat_model.hpp"

#include <nlohmann/json.hpp>

namespace dashpot::cli {

struct ModelCounts {
  std::size_t equations = 0;   // that hold at all times
  std::size_t unknowns = 0;    // continuous variables
  std::size_t discrete = 0;    // variables that change at events only
  std::size_t parameters = 0;  // and constants
};

[[nodiscard]] ModelCounts countsOf(const model::FlatModel& model);

/// {"equations": {"written": ..., "binding": ..., "connection": ..., "flow_sum": ...}, "variables": {...}, ...}
[[nodiscard]] nlohmann::ordered_json countsPerKind(const model::FlatModel& model);

}  // namespace dashpot::cli
