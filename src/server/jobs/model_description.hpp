// server/jobs/model_description.hpp: what the server knows of a model that a worker runs: its variables, and in which of
// the numbers of a row each has its value.
#pragma once

#include "codegen/recorded_variables.hpp"
#include "results/selection.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace dashpot::server {

struct ModelDescription {
  struct Input {
    std::string name, unit;
  };

  std::vector<results::Column> columns;      // indices are into a row without its time, or into the parameters
  std::vector<codegen::VariableKind> kinds;  // of the columns
  std::vector<std::uint32_t> outputs;        // of `observed`: the numbers of a row
  std::vector<std::string> principal;        // names of columns to show at first
  std::vector<Input> inputs;                 // of the model
  std::unordered_map<std::string, std::size_t> byName;  // of the columns

  /// Null: there is none of this name.
  [[nodiscard]] const results::Column* find(const std::string& name) const;
};

/// All variables that the command line would record, and the parameters.
[[nodiscard]] ModelDescription describe(const codegen::RecordedVariables& recorded,
                                        const std::vector<std::string>& inputs);

[[nodiscard]] nlohmann::json toJson(const ModelDescription& description);
[[nodiscard]] ModelDescription descriptionFrom(const nlohmann::json& json);

}  // namespace dashpot::server
