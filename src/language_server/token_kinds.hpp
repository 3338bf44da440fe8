// language_server/token_kinds.hpp: groups of tokens.
#pragma once

#include "syntax/token.hpp"

#include <algorithm>
#include <initializer_list>

namespace dashpot::language_server {

[[nodiscard]] inline bool isAny(syntax::TokenKind kind, std::initializer_list<syntax::TokenKind> kinds) {
  return std::ranges::find(kinds, kind) != kinds.end();
}

[[nodiscard]] inline bool isOpening(syntax::TokenKind kind) {
  using enum syntax::TokenKind;
  return isAny(kind, {leftParenthesis, leftBrace, leftBracket});
}
[[nodiscard]] inline bool isClosing(syntax::TokenKind kind) {
  using enum syntax::TokenKind;
  return isAny(kind, {rightParenthesis, rightBrace, rightBracket});
}

/// A word that begins the definition of a class.
[[nodiscard]] inline bool isClassWord(syntax::TokenKind kind) {
  using enum syntax::TokenKind;
  return isAny(kind, {keywordModel, keywordBlock, keywordPackage, keywordRecord, keywordConnector, keywordFunction,
                      keywordClass, keywordType, keywordOperator});
}

}  // namespace dashpot::language_server
