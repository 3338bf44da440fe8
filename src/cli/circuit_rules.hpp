// cli/circuit_rules.hpp: what is wrong with the circuit of a model, for verbs that say it.
#pragma once

#include "cli/compilation.hpp"
#include "rules/inspect.hpp"

#include <vector>

namespace dashpot::cli {

/// By the rules of the program and of the libraries that the model uses. What is wrong with rule files, and with
/// annotations that silence rules, goes to the diagnostics.
[[nodiscard]] std::vector<rules::Finding> inspectCircuit(const Compilation& compilation,
                                                         const std::vector<simulation::ParameterSetting>& settings,
                                                         Diagnostics& diagnostics);

/// Diagnostics with the component that each is about.
[[nodiscard]] nlohmann::ordered_json toJson(const std::vector<rules::Finding>& findings, const Sources& sources);

/// dashpot check --rules
ExitCode listRules(bool asJson);

}  // namespace dashpot::cli
