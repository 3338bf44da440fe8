// language_server/hints.hpp: what an editor shows between the lines of a text: values in the units an engineer reads
// beside numbers, and above each model what can be done with it.
#pragma once

#include "language_server/diagnose.hpp"

#include <nlohmann/json_fwd.hpp>

namespace dashpot::language_server {

/// The answer to textDocument/inlayHint: "210 bar" beside 21e6, where a display unit is given that is not the unit.
[[nodiscard]] nlohmann::json inlayHints(View& view, const Range& range);

/// The answer to textDocument/codeLens: check, simulate, and how many states a model has once it has been checked.
[[nodiscard]] nlohmann::json codeLenses(View& view, const std::vector<CheckedModel>& checked);

/// "13 equations, 2 states"
[[nodiscard]] std::string sizeOf(const CheckedModel& model);

}  // namespace dashpot::language_server
