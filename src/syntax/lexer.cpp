#include "syntax/lexer.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>

namespace dashpot::syntax {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isWordStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isWordPart(char c) { return isWordStart(c) || isDigit(c); }

struct Punctuation {
  std::string_view text;
  TokenKind kind;
};
// Longer ones first, so that the first match is the right one.
constexpr auto punctuations = std::to_array<Punctuation>({
    {":=", TokenKind::assign},
    {"==", TokenKind::equal},
    {"<=", TokenKind::lessEqual},
    {">=", TokenKind::greaterEqual},
    {"<>", TokenKind::notEqual},
    {".+", TokenKind::dotPlus},
    {".-", TokenKind::dotMinus},
    {".*", TokenKind::dotTimes},
    {"./", TokenKind::dotDivide},
    {".^", TokenKind::dotPower},
    {"(", TokenKind::leftParenthesis},
    {")", TokenKind::rightParenthesis},
    {"[", TokenKind::leftBracket},
    {"]", TokenKind::rightBracket},
    {"{", TokenKind::leftBrace},
    {"}", TokenKind::rightBrace},
    {",", TokenKind::comma},
    {";", TokenKind::semicolon},
    {":", TokenKind::colon},
    {".", TokenKind::dot},
    {"=", TokenKind::becomes},
    {"+", TokenKind::plus},
    {"-", TokenKind::minus},
    {"*", TokenKind::times},
    {"/", TokenKind::divide},
    {"^", TokenKind::power},
    {"<", TokenKind::less},
    {">", TokenKind::greater},
});

class Lexer {
 public:
  Lexer(SourceId id, const Sources& sources, Diagnostics& diagnostics)
      : id_(id), text_(sources[id].text()), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    tokens_.reserve(text_.size() / 4 + 1);
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;  // byte order mark
    for (skipBlanks(); at_ < text_.size(); skipBlanks()) scanToken();
    push(TokenKind::endOfFile, text_.size());
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void push(TokenKind kind, std::size_t begin) {
    tokens_.push_back({kind, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)});
  }

  void report(std::size_t begin, std::string code, std::string message) {
    diagnostics_.error(std::move(code), {id_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)},
                       std::move(message));
  }

  void skipBlanks() {
    while (at_ < text_.size()) {
      const char c = peek();
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v')
        ++at_;
      else if (c == '/' && peek(1) == '/')
        at_ = std::min(text_.find('\n', at_), text_.size());
      else if (c == '/' && peek(1) == '*')
        skipBlockComment();
      else
        return;
    }
  }

  void skipBlockComment() {
    const std::size_t begin = at_;
    const std::size_t close = text_.find("*/", at_ + 2);
    if (close != std::string_view::npos) {
      at_ = close + 2;
      return;
    }
    at_ = begin + 2;
    report(begin, "unterminated-comment", "this comment is never closed");
    at_ = text_.size();
  }

  void scanToken() {
    const char c = peek();
    if (isWordStart(c)) return scanWord();
    if (isDigit(c)) return scanNumber();
    if (c == '"') return scanQuoted('"', TokenKind::string, "string");
    if (c == '\'') return scanQuoted('\'', TokenKind::identifier, "quoted identifier");
    for (const Punctuation& p : punctuations) {
      if (!text_.substr(at_).starts_with(p.text)) continue;
      const std::size_t begin = at_;
      at_ += p.text.size();
      return push(p.kind, begin);
    }
    skipUnknownCharacter();
  }

  void scanWord() {
    const std::size_t begin = at_;
    while (isWordPart(peek())) ++at_;
    push(wordKind(text_.substr(begin, at_ - begin)), begin);
  }

  void scanNumber() {
    const std::size_t begin = at_;
    TokenKind kind = TokenKind::integerNumber;
    while (isDigit(peek())) ++at_;
    if (peek() == '.' && !startsElementwiseOperator()) {
      kind = TokenKind::realNumber;
      ++at_;
      while (isDigit(peek())) ++at_;
    }
    if (const std::size_t signs = (peek(1) == '+' || peek(1) == '-') ? 1 : 0;
        (peek() == 'e' || peek() == 'E') && isDigit(peek(1 + signs))) {
      kind = TokenKind::realNumber;
      at_ += 1 + signs;
      while (isDigit(peek())) ++at_;
    }
    push(kind, begin);
  }

  /// In `2.*x` the dot belongs to the operator.
  [[nodiscard]] bool startsElementwiseOperator() const {
    const char next = peek(1);
    return next == '*' || next == '/' || next == '+' || next == '-' || next == '^';
  }

  void scanQuoted(char quote, TokenKind kind, std::string_view what) {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && peek() != quote && !(quote == '\'' && peek() == '\n')) at_ += peek() == '\\' ? 2 : 1;
    if (at_ < text_.size() && peek() == quote) {
      ++at_;
      return push(kind, begin);
    }
    const std::size_t end = std::min(at_, text_.size());
    at_ = begin + 1;
    report(begin, "unterminated-string", fmt::format("this {} is never closed", what));
    at_ = end;
    push(kind, begin);
  }

  void skipUnknownCharacter() {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && (static_cast<unsigned char>(peek()) & 0xC0) == 0x80)
      ++at_;  // the rest of a UTF-8 character
    const std::string_view character = text_.substr(begin, at_ - begin);
    const bool printable = static_cast<unsigned char>(character[0]) >= 0x20 && character[0] != 0x7f;
    report(begin, "bad-character",
           printable ? fmt::format("the character '{}' has no meaning here", character)
                     : fmt::format("the character with code {} has no meaning here", static_cast<int>(character[0])));
  }

  SourceId id_;
  std::string_view text_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(SourceId id, const Sources& sources, Diagnostics& diagnostics) {
  return Lexer(id, sources, diagnostics).run();
}

std::string unescaped(std::string_view literal) {
  literal.remove_prefix(1);
  if (literal.ends_with('"')) literal.remove_suffix(1);
  std::string text;
  for (std::size_t i = 0; i < literal.size(); ++i) {
    if (literal[i] != '\\' || i + 1 == literal.size()) {
      text += literal[i];
      continue;
    }
    switch (const char c = literal[++i]) {
      case 'n': text += '\n'; break;
      case 't': text += '\t'; break;
      case 'r': text += '\r'; break;
      case 'a': text += '\a'; break;
      case 'b': text += '\b'; break;
      case 'f': text += '\f'; break;
      case 'v': text += '\v'; break;
      default: text += c;  // \' \" \? and the backslash stand for themselves
    }
  }
  return text;
}

std::string quoted(std::string_view text) {
  std::string literal = "\"";
  for (const char c : text) {
    switch (c) {
      case '"': literal += "\\\""; break;
      case '\\': literal += "\\\\"; break;
      case '\n': literal += "\\n"; break;
      case '\t': literal += "\\t"; break;
      default: literal += c;
    }
  }
  return literal + '"';
}

}  // namespace dashpot::syntax
