// language_server/completion.hpp: what may be written at a place.
#pragma once

#include "language_server/names.hpp"

#include <nlohmann/json_fwd.hpp>

namespace dashpot::language_server {

/// The answer to textDocument/completion: members after a dot, modifiers in parentheses, connectors that fit in
/// connect(...), units in a string that is one, literals where an enumeration is expected, else what is in reach and the
/// words of the language.
[[nodiscard]] nlohmann::json completion(View& view, Position position);

/// Adds documentation to an item of such an answer (completionItem/resolve); the item names the class it speaks of.
[[nodiscard]] nlohmann::json completionResolved(View& view, nlohmann::json item);

/// The answer to textDocument/signatureHelp: the inputs of the function that is being called.
[[nodiscard]] nlohmann::json signatureHelp(View& view, Position position);

}  // namespace dashpot::language_server
