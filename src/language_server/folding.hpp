// language_server/folding.hpp: what an editor can fold: classes, sections, clauses, annotations and comments.
#pragma once

#include "language_server/known_classes.hpp"

#include <nlohmann/json_fwd.hpp>

namespace dashpot::language_server {

/// The answer to textDocument/foldingRange: whole lines. The last line of a class or clause, its `end`, stays visible.
[[nodiscard]] nlohmann::json foldingRanges(const View& view);

}  // namespace dashpot::language_server
