// language_server/semantic_tokens.hpp: the colours of a text, from the lexer for words, numbers and comments and from the
// tree for names.
#pragma once

#include "language_server/known_classes.hpp"

#include <nlohmann/json_fwd.hpp>

namespace dashpot::language_server {

/// {"tokenTypes": [...], "tokenModifiers": [...]}: the numbers of the answers count in these lists.
[[nodiscard]] nlohmann::json semanticTokensLegend();

/// The answer to textDocument/semanticTokens/full.
[[nodiscard]] nlohmann::json semanticTokens(const View& view);

}  // namespace dashpot::language_server
