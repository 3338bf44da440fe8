// results/selection.hpp: which variables of a model are recorded.
#pragma once

#include "base/diagnostic.hpp"
#include "codegen/compiled_model.hpp"

#include <span>
#include <string>
#include <vector>

namespace dashpot::results {

/// Where the value of a column comes from: value = negated ? -observed[index] : observed[index], or a parameter.
struct Column {
  std::string name;
  std::string unit;
  std::string displayUnit;
  std::uint32_t index = 0;
  bool negated = false;
  bool isParameter = false;

  [[nodiscard]] double value(std::span<const double> observed, std::span<const double> parameters) const {
    const double raw = isParameter ? parameters[index] : observed[index];
    return negated ? -raw : raw;
  }
};

/// The variables with these names, in this order; no names: all that are neither parameters nor protected. A name that
/// does not exist is reported with the one that was probably meant.
[[nodiscard]] std::vector<Column> selectColumns(const codegen::CompiledModel& model,
                                                const std::vector<std::string>& names, Diagnostics& diagnostics);

}  // namespace dashpot::results
