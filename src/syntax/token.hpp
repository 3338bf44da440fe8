// syntax/token.hpp: the lexical elements of Modelica 3.6, chapter 2.
#pragma once

#include <cstdint>
#include <string_view>

namespace dashpot::syntax {

enum class TokenKind : std::uint8_t {
  endOfFile,
  stop,
  invalid,  // reported by the lexer
  identifier,
  integerNumber,
  realNumber,
  string,
  // punctuation
  leftParenthesis,
  rightParenthesis,
  leftBracket,
  rightBracket,
  leftBrace,
  rightBrace,
  comma,
  semicolon,
  colon,
  dot,
  assign,
  becomes,
  plus,
  minus,
  times,
  divide,
  power,
  dotPlus,
  dotMinus,
  dotTimes,
  dotDivide,
  dotPower,
  less,
  lessEqual,
  greater,
  greaterEqual,
  equal,
  notEqual,
  // keywords, in the order of the specification's table
  keywordAlgorithm,
  keywordAnd,
  keywordAnnotation,
  keywordBlock,
  keywordBreak,
  keywordClass,
  keywordConnect,
  keywordConnector,
  keywordConstant,
  keywordConstrainedby,
  keywordDer,
  keywordDiscrete,
  keywordEach,
  keywordElse,
  keywordElseif,
  keywordElsewhen,
  keywordEncapsulated,
  keywordEnd,
  keywordEnumeration,
  keywordEquation,
  keywordExpandable,
  keywordExtends,
  keywordExternal,
  keywordFalse,
  keywordFinal,
  keywordFlow,
  keywordFor,
  keywordFunction,
  keywordIf,
  keywordImport,
  keywordImpure,
  keywordIn,
  keywordInitial,
  keywordInner,
  keywordInput,
  keywordLoop,
  keywordModel,
  keywordNot,
  keywordOperator,
  keywordOr,
  keywordOuter,
  keywordOutput,
  keywordPackage,
  keywordParameter,
  keywordPartial,
  keywordProtected,
  keywordPublic,
  keywordPure,
  keywordRecord,
  keywordRedeclare,
  keywordReplaceable,
  keywordReturn,
  keywordStream,
  keywordThen,
  keywordTrue,
  keywordType,
  keywordWhen,
  keywordWhile,
  keywordWithin,
};

struct Token {
  TokenKind kind = TokenKind::endOfFile;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// How a token of this kind is written, for messages: "';'", "an identifier", "'model'".
[[nodiscard]] std::string_view spelling(TokenKind kind);

/// The kind of a word: a keyword or an identifier.
[[nodiscard]] TokenKind wordKind(std::string_view word);

}  // namespace dashpot::syntax
