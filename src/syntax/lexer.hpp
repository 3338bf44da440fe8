// syntax/lexer.hpp: text to tokens. White space is dropped, comments are kept aside; a token knows the bytes it stands
// for.
#pragma once

#include "base/diagnostic.hpp"
#include "syntax/token.hpp"

#include <vector>

namespace dashpot::syntax {

/// After so many errors in a file the rest of it is not looked at.
constexpr int errorLimit = 100;

struct LexedComment {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool followsToken = false;  // on the same line
};

struct Tokens {
  std::vector<Token> tokens;  // the last one is endOfFile
  std::vector<LexedComment> comments;
  /// A string or comment runs to the end of the file: what is missing there is no error of its own.
  bool isCutOff = false;
};

/// A character that begins no token is reported and skipped. A string that is never closed ends with its line.
[[nodiscard]] Tokens tokenize(SourceId id, const Sources& sources, Diagnostics& diagnostics);

/// The characters a string literal (with its quotes) stands for; escape sequences replaced.
[[nodiscard]] std::string unescaped(std::string_view literal);
/// The opposite, with quotes.
[[nodiscard]] std::string quoted(std::string_view text);

}  // namespace dashpot::syntax
