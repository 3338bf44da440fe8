// drawing/json.hpp: the diagram form for programs that draw themselves, such as an editor in a browser. The schema
// "dashpot/drawing/1" is described in docs/drawing.md.
#pragma once

#include "base/json_text.hpp"
#include "drawing/diagram.hpp"

#include <functional>
#include <string_view>

namespace dashpot::drawing {

/// Writes a place of a text in other units beside its bytes, as a member of this name; or nothing.
using WriteRange = std::function<void(JsonText& json, std::string_view name, SourceRange where)>;

/// Beside each span `where` stands what `writeRange` makes of it, as `range`.
[[nodiscard]] std::string toJson(const Diagram& diagram, const Sources& sources, const WriteRange& writeRange = {});

/// What a palette shows of a class: `icon` and `ports`, as members of the object that is open, without spans.
void writeIcon(JsonText& json, const Diagram& diagram);

}  // namespace dashpot::drawing
