// syntax/lexer.hpp: text to tokens. White space and comments are dropped; a token knows the bytes it stands for.
#pragma once

#include "base/diagnostic.hpp"
#include "syntax/token.hpp"

#include <vector>

namespace dashpot::syntax {

/// The tokens of a text, the last one being endOfFile. A character that begins no token is reported and skipped.
[[nodiscard]] std::vector<Token> tokenize(SourceId id, const Sources& sources, Diagnostics& diagnostics);

/// The characters a string literal (with its quotes) stands for; escape sequences replaced.
[[nodiscard]] std::string unescaped(std::string_view literal);
/// The opposite, with quotes.
[[nodiscard]] std::string quoted(std::string_view text);

}  // namespace dashpot::syntax
