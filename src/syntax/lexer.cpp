#include "syntax/lexer.hpp"

#include "base/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace dashpot::syntax {

namespace {

enum class CharacterClass : std::uint8_t { other, blank, newline, word, digit };

constexpr auto characterClasses = [] {
  std::array<CharacterClass, 256> classes{};
  for (int c = 'a'; c <= 'z'; ++c) classes[c] = CharacterClass::word;
  for (int c = 'A'; c <= 'Z'; ++c) classes[c] = CharacterClass::word;
  for (int c = '0'; c <= '9'; ++c) classes[c] = CharacterClass::digit;
  for (const char c : {' ', '\t', '\r', '\f', '\v'}) classes[static_cast<unsigned char>(c)] = CharacterClass::blank;
  classes['_'] = CharacterClass::word;
  classes['\n'] = CharacterClass::newline;
  return classes;
}();

CharacterClass classOf(char c) { return characterClasses[static_cast<unsigned char>(c)]; }
bool isDigit(char c) { return classOf(c) == CharacterClass::digit; }
bool isWordPart(char c) { return classOf(c) >= CharacterClass::word; }

/// The token that a character begins, alone and followed by another one.
struct Punctuation {
  TokenKind alone = TokenKind::endOfFile;  // endOfFile: none
  std::array<std::pair<char, TokenKind>, 5> pairs = {};
};

constexpr auto punctuations = [] {
  using enum TokenKind;
  std::array<Punctuation, 128> table{};
  table['('] = {leftParenthesis};
  table[')'] = {rightParenthesis};
  table['['] = {leftBracket};
  table[']'] = {rightBracket};
  table['{'] = {leftBrace};
  table['}'] = {rightBrace};
  table[','] = {comma};
  table[';'] = {semicolon};
  table[':'] = {colon, {{{'=', assign}}}};
  table['.'] = {dot, {{{'+', dotPlus}, {'-', dotMinus}, {'*', dotTimes}, {'/', dotDivide}, {'^', dotPower}}}};
  table['='] = {becomes, {{{'=', equal}}}};
  table['+'] = {plus};
  table['-'] = {minus};
  table['*'] = {times};
  table['/'] = {divide};
  table['^'] = {power};
  table['<'] = {less, {{{'=', lessEqual}, {'>', notEqual}}}};
  table['>'] = {greater, {{{'=', greaterEqual}}}};
  return table;
}();

class Lexer {
 public:
  Lexer(SourceId id, const Sources& sources, Diagnostics& diagnostics)
      : id_(id), text_(sources[id].text()), diagnostics_(diagnostics) {}

  Tokens run() {
    out_.tokens.reserve(text_.size() / 8 + 1);
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;  // byte order mark
    for (skipBlanks(); at_ < text_.size() && errors_ < errorLimit; skipBlanks()) scanToken();
    at_ = text_.size();
    out_.isCutOff |= errors_ >= errorLimit;
    push(TokenKind::endOfFile, text_.size());
    return std::move(out_);
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void push(TokenKind kind, std::size_t begin) {
    out_.tokens.push_back(
        {.kind = kind, .begin = static_cast<std::uint32_t>(begin), .end = static_cast<std::uint32_t>(at_)});
    lineHasToken_ = true;
  }

  Diagnostic& report(std::size_t begin, std::size_t end, std::string code, std::string message) {
    ++errors_;
    return diagnostics_.error(
        std::move(code), {id_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}, std::move(message));
  }

  void skipBlanks() {
    for (; at_ < text_.size(); ++at_) {
      const CharacterClass kind = classOf(text_[at_]);
      const bool isBlank = kind == CharacterClass::newline || kind == CharacterClass::blank;
      if (!isBlank && !(text_[at_] == '/' && skipComment())) return;
      if (at_ < text_.size() && classOf(text_[at_]) == CharacterClass::newline) lineHasToken_ = false;
    }
  }

  /// True if there is one; the cursor then stands on its last character, or on the end of the line.
  bool skipComment() {
    const std::size_t begin = at_;
    if (peek(1) == '/') {
      at_ = std::min(text_.find('\n', at_), text_.size());
      std::size_t end = at_;
      if (end > begin && text_[end - 1] == '\r') --end;
      keepComment(begin, end);
      return true;
    }
    if (peek(1) != '*') return false;
    const std::size_t close = text_.find("*/", at_ + 2);
    if (close == std::string_view::npos) {
      report(begin, begin + 2, "unterminated-comment", "this comment is never closed");
      out_.isCutOff = true;
      at_ = text_.size();
      return true;
    }
    keepComment(begin, close + 2);
    if (text_.substr(begin, close - begin).find('\n') != std::string_view::npos) lineHasToken_ = false;
    at_ = close + 1;
    return true;
  }

  void keepComment(std::size_t begin, std::size_t end) {
    out_.comments.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), lineHasToken_});
  }

  void scanToken() {
    const char c = text_[at_];
    switch (classOf(c)) {
      case CharacterClass::word: return scanWord();
      case CharacterClass::digit: return scanNumber();
      default: break;
    }
    if (c == '"') return scanString();
    if (c == '\'') return scanQuotedIdentifier();
    if (c == '.' && isDigit(peek(1)) && !followsName()) return scanNumber();
    scanPunctuation();
  }

  /// In `a[1].5` and `a.5` the dot selects, and what follows is wrong; elsewhere .5 is a number.
  [[nodiscard]] bool followsName() const {
    if (at_ == 0 || out_.tokens.empty() || out_.tokens.back().end != at_) return false;
    const TokenKind last = out_.tokens.back().kind;
    return last == TokenKind::identifier || last == TokenKind::rightBracket || last == TokenKind::rightParenthesis;
  }

  void scanPunctuation() {
    const std::size_t begin = at_;
    const auto c = static_cast<unsigned char>(text_[at_]);
    if (c >= punctuations.size() || punctuations[c].alone == TokenKind::endOfFile) return skipUnknownCharacter();
    TokenKind kind = punctuations[c].alone;
    ++at_;
    for (const auto& [second, pair] : punctuations[c].pairs) {
      if (second == '\0' || second != peek()) continue;
      kind = pair;
      ++at_;
      break;
    }
    push(kind, begin);
  }

  void scanWord() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && isWordPart(text_[at_])) ++at_;
    push(wordKind(text_.substr(begin, at_ - begin)), begin);
  }

  void scanNumber() {
    const std::size_t begin = at_;
    TokenKind kind = TokenKind::integerNumber;
    while (isDigit(peek())) ++at_;
    if (peek() == '.' && (begin == at_ || !startsElementwiseOperator())) {
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

  /// One past the closing quote; npos: it is never closed.
  [[nodiscard]] std::size_t endOfString(std::size_t begin) const {
    for (std::size_t i = begin + 1; i < text_.size(); ++i) {
      if (text_[i] == '"') return i + 1;
      if (text_[i] == '\\') ++i;
    }
    return std::string_view::npos;
  }

  void scanString() {
    const std::size_t begin = at_;
    at_ = endOfString(begin);
    if (at_ != std::string_view::npos) {
      push(TokenKind::string, begin);
      if (!suspect_.has_value() && at_ < text_.size() && classOf(text_[at_]) == CharacterClass::word &&
          spansLines(begin))
        suspect_ = out_.tokens.size() - 1;
      return;
    }
    blameStringThatIsNeverClosed(begin);
  }

  [[nodiscard]] bool spansLines(std::size_t begin) const {
    return text_.substr(begin, at_ - begin).find('\n') != std::string_view::npos;
  }

  /// The quotes of the file do not pair up. The one to blame is the first string that goes over a line end and is
  /// followed by a letter without a blank, as happens where a string begins in place of ending; else the last one. It
  /// ends with its line, and what comes after is read anew.
  void blameStringThatIsNeverClosed(std::size_t begin) {
    if (suspect_.has_value()) {
      begin = out_.tokens[*suspect_].begin;
      out_.tokens.resize(*suspect_);
      while (!out_.comments.empty() && out_.comments.back().begin > begin) out_.comments.pop_back();
      suspect_.reset();
    }
    report(begin, begin + 1, "unterminated-string", "this string is never closed");
    at_ = out_.isCutOff ? text_.size() : endOfLine(begin);  // a second one gets the rest: no file is read over and over
    push(TokenKind::string, begin);
    out_.isCutOff = true;
  }

  /// Where the line ends, without the semicolon that ends it.
  [[nodiscard]] std::size_t endOfLine(std::size_t begin) const {
    std::size_t end = std::min(text_.find('\n', begin), text_.size());
    for (const char last : {'\r', ' ', ';'})
      while (end > begin + 1 && text_[end - 1] == last) --end;
    return end;
  }

  void scanQuotedIdentifier() {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && peek() != '\'' && peek() != '\n') at_ += peek() == '\\' ? 2 : 1;
    if (at_ < text_.size() && peek() == '\'') {
      ++at_;
      if (at_ == begin + 2) report(begin, at_, "empty-name", "a quoted identifier has at least one character");
      if (!isPrintable(text_.substr(begin, at_ - begin)))
        report(begin, at_, "bad-character", "this name has a control character in it, or one that is not UTF-8");
      return push(TokenKind::identifier, begin);
    }
    at_ = endOfLine(begin);
    report(begin, begin + 1, "unterminated-string", "this quoted identifier is not closed on its line");
    push(TokenKind::identifier, begin);
  }

  /// Modelica's word for an operator of other languages.
  [[nodiscard]] std::string_view modelicaFor(char c) const {
    switch (c) {
      case '&': return "'and'";
      case '|': return "'or'";
      case '!': return peek() == '=' ? "'<>' for unequal" : "'not'";
      case '%': return "mod(a, b) for the remainder of a division";
      case '#': return "comments as // to the end of the line";
      default: return {};
    }
  }

  void skipUnknownCharacter() {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && (static_cast<unsigned char>(peek()) & 0xC0U) == 0x80U)
      ++at_;  // the rest of a UTF-8 character
    const std::string_view character = text_.substr(begin, at_ - begin);
    const auto code = static_cast<unsigned char>(character[0]);
    const bool printable = code >= 0x20 && code != 0x7f;
    Diagnostic& diagnostic =
        report(begin, at_, "bad-character",
               printable ? fmt::format("the character '{}' has no meaning here", character)
                         : fmt::format("the character with code {} has no meaning here", static_cast<int>(code)));
    if (code >= 0x80) diagnostic.hint("outside strings and comments only ASCII is allowed; quote a name: 'é'");
    if (const std::string_view meant = modelicaFor(character[0]); !meant.empty())
      diagnostic.hint(fmt::format("Modelica writes {}", meant));
    if (character[0] == '!' && peek() == '=') ++at_;
    // A run of such characters is one error.
    while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) >= 0x80 || text_[at_] == character[0])) ++at_;
    push(TokenKind::invalid, begin);
  }

  SourceId id_;
  std::string_view text_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  bool lineHasToken_ = false;
  int errors_ = 0;
  std::optional<std::size_t> suspect_;  // the string to blame if the quotes do not pair up: its token
  Tokens out_;
};

}  // namespace

Tokens tokenize(SourceId id, const Sources& sources, Diagnostics& diagnostics) {
  return Lexer(id, sources, diagnostics).run();
}

std::string unescaped(std::string_view literal) {
  literal.remove_prefix(1);
  if (literal.ends_with('"')) literal.remove_suffix(1);
  std::string text;
  text.reserve(literal.size());
  for (std::size_t i = 0; i < literal.size(); ++i) {
    const std::size_t escape = std::min(literal.find('\\', i), literal.size());
    text.append(literal, i, escape - i);
    i = escape + 1;
    if (i >= literal.size()) break;
    switch (const char c = literal[i]) {
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
      case '\r': literal += "\\r"; break;
      default: literal += c;
    }
  }
  return literal + '"';
}

}  // namespace dashpot::syntax
