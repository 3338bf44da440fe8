// language_server/hover.hpp: what a name is: type, unit, value, description and documentation, as Markdown.
#pragma once

#include "language_server/names.hpp"

#include <nlohmann/json_fwd.hpp>

namespace dashpot::language_server {

/// The answer to textDocument/hover; null where no name is known.
[[nodiscard]] nlohmann::json hover(View& view, Position position);

/// "parameter Dashpot.Units.Pressure p_set = 21e6", "model Dashpot.Hydraulics.Valves.ReliefValve".
[[nodiscard]] std::string headline(View& view, const Declaration& declaration);
/// All that a hover shows.
[[nodiscard]] std::string describeInMarkdown(View& view, const Declaration& declaration);

}  // namespace dashpot::language_server
