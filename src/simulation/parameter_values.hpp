// simulation/parameter_values.hpp: numbers for all parameters, from the model and from what the user sets for this run.
#pragma once

#include "base/diagnostic.hpp"
#include "codegen/compiled_model.hpp"
#include "dashpot/problem.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dashpot::simulation {

struct ParameterSetting {
  std::string name;
  std::string value;  // "3", "210bar", "true", "literal", "{1, 2}"
};

/// Whether it names a parameter that is final once the model is flattened: a size, say, or the condition of a branch.
[[nodiscard]] bool decidesStructure(const codegen::CompiledModel& model, const ParameterSetting& setting);

/// Whether it gives a start value that is not used, because another one counts: as the outermost modification it would
/// be, if the model were flattened with it.
[[nodiscard]] bool decidesStart(const codegen::CompiledModel& model, const ParameterSetting& setting);

/// The setting by the full name of what it sets: `x` becomes `x.start` where the start value is meant.
[[nodiscard]] ParameterSetting asModification(const codegen::CompiledModel& model, const ParameterSetting& setting);

/// A setting names a parameter, a variable whose start value is meant (`x` or `x.start`), or an array of either.
/// Empty after errors: a name that is no parameter, a value that cannot be read or does not fit the type or the range,
/// a parameter without a value.
[[nodiscard]] std::optional<Vector> parameterValues(const codegen::CompiledModel& model,
                                                    const std::vector<ParameterSetting>& settings,
                                                    Diagnostics& diagnostics);

}  // namespace dashpot::simulation
