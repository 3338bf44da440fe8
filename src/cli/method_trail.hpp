// cli/method_trail.hpp: how the automatic method chose, for people and for programs.
#pragma once

#include "dashpot/integrate.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace dashpot::cli {

/// "auto: tsit5, then rodas4"; the name alone where nothing was chosen.
[[nodiscard]] std::string methodText(std::string_view method, const MethodTrail& trail);

/// What was known, which rules applied, what the alternatives were thought to cost, and what was changed when.
[[nodiscard]] std::string trailText(const MethodTrail& trail);
[[nodiscard]] nlohmann::ordered_json trailJson(const MethodTrail& trail);

}  // namespace dashpot::cli
