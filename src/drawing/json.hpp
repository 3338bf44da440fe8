// drawing/json.hpp: the diagram form for programs that draw themselves, such as an editor in a browser. The schema
// "dashpot/drawing/1" is described in docs/drawing.md.
#pragma once

#include "drawing/diagram.hpp"

#include <nlohmann/json_fwd.hpp>

namespace dashpot::drawing {

[[nodiscard]] nlohmann::ordered_json toJson(const Diagram& diagram, const Sources& sources);

}  // namespace dashpot::drawing
