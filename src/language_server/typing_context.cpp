#include "language_server/typing_context.hpp"

#include "language_server/token_kinds.hpp"

#include <algorithm>
#include <optional>

namespace dashpot::language_server {

namespace {

using syntax::Token;
using syntax::TokenKind;
using Where = TypingContext::Where;

/// Words that stand between two statements.
bool separates(TokenKind kind) {
  return isAny(kind,
               {TokenKind::semicolon, TokenKind::keywordEquation, TokenKind::keywordAlgorithm, TokenKind::keywordPublic,
                TokenKind::keywordProtected, TokenKind::keywordThen, TokenKind::keywordElse, TokenKind::keywordLoop});
}

/// Words in front of a type.
bool isTypePrefix(TokenKind kind) {
  return isAny(kind,
               {TokenKind::keywordFinal, TokenKind::keywordInner, TokenKind::keywordOuter, TokenKind::keywordRedeclare,
                TokenKind::keywordReplaceable, TokenKind::keywordParameter, TokenKind::keywordConstant,
                TokenKind::keywordDiscrete, TokenKind::keywordInput, TokenKind::keywordOutput, TokenKind::keywordFlow,
                TokenKind::keywordStream, TokenKind::keywordEach});
}

class Reader {
 public:
  Reader(std::string_view text, std::size_t offset) : text_(text), offset_(std::min(offset, text.size())) {
    // Only what stands before the place counts; a string that is open there is one that is being written.
    const SourceId id = sources_.add("", std::string(text_.substr(0, offset_)));
    Diagnostics unheard;
    syntax::Tokens lexed = syntax::tokenize(id, sources_, unheard);
    isCutOff_ = lexed.isCutOff;
    comments_ = std::move(lexed.comments);
    tokens_ = std::move(lexed.tokens);
    tokens_.pop_back();  // the end of the file
  }

  TypingContext run() {
    context_.begin = offset_;
    if (isInComment()) return context_;
    if (isInString()) return inString();
    if (!tokens_.empty() && tokens_.back().end == offset_) {
      const TokenKind last = tokens_.back().kind;
      if (last == TokenKind::integerNumber || last == TokenKind::realNumber) return context_;
      if (last == TokenKind::identifier || last >= TokenKind::keywordAlgorithm) {
        context_.begin = tokens_.back().begin;
        tokens_.pop_back();
      }
    }
    findStatement();
    readParentheses();
    if (lastKind() == TokenKind::dot) return afterDot();
    decide();
    return context_;
  }

 private:
  [[nodiscard]] TokenKind lastKind(std::size_t back = 0) const {
    return back < tokens_.size() ? tokens_[tokens_.size() - 1 - back].kind : TokenKind::endOfFile;
  }
  [[nodiscard]] std::string_view word(const Token& token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }

  [[nodiscard]] bool isInComment() const {
    if (comments_.empty())
      return isCutOff_ && !isInString() && text_.substr(0, offset_).rfind("/*") != std::string_view::npos;
    const syntax::LexedComment& last = comments_.back();
    if (last.end == offset_ && text_.substr(last.begin, 2) == "//") return true;
    return isCutOff_ && !isInString();
  }

  /// The last token begins with a quote and does not end with one.
  [[nodiscard]] bool isInString() const {
    if (tokens_.empty() || tokens_.back().kind != TokenKind::string) return false;
    const std::string_view literal = word(tokens_.back());
    return literal.size() < 2 || literal.back() != '"' || isCutOff_;
  }

  TypingContext inString() {
    const bool isUnit = lastKind(1) == TokenKind::becomes && lastKind(2) == TokenKind::identifier &&
                        isUnitAttribute(word(tokens_[tokens_.size() - 3]));
    if (!isUnit) return context_;
    context_.where = Where::unit;
    context_.begin = tokens_.back().begin + 1;
    return context_;
  }
  static bool isUnitAttribute(std::string_view name) { return name == "unit" || name == "displayUnit"; }

  /// Where the element, equation or statement at hand begins.
  void findStatement() {
    start_ = 0;
    std::size_t open = 0;
    for (std::size_t i = tokens_.size(); i-- > 0;) {
      if (isClosing(tokens_[i].kind)) ++open;
      if (isOpening(tokens_[i].kind) && open > 0) --open;
      if (open > 0 || !separates(tokens_[i].kind)) continue;
      // `then` and `else` of an expression stand behind a '=': they separate nothing.
      if (isAny(tokens_[i].kind, {TokenKind::keywordThen, TokenKind::keywordElse}) && isInExpression(i)) continue;
      start_ = i + 1;
      break;
    }
    while (skipHeader()) {
    }
  }

  /// The head of a class with its description separates nothing, either, but its first element begins behind it.
  bool skipHeader() {
    std::size_t at = start_;
    bool isClass = false;
    while (at < tokens_.size() &&
           (isTypePrefix(tokens_[at].kind) || isClassWord(tokens_[at].kind) ||
            isAny(tokens_[at].kind, {TokenKind::keywordPartial, TokenKind::keywordEncapsulated, TokenKind::keywordPure,
                                     TokenKind::keywordImpure, TokenKind::keywordExpandable})))
      isClass = isClassWord(tokens_[at++].kind) || isClass;
    if (!isClass || at >= tokens_.size() || tokens_[at].kind != TokenKind::identifier) return false;
    if (at + 1 < tokens_.size() && tokens_[at + 1].kind == TokenKind::becomes) return false;
    ++at;
    while (at < tokens_.size() && isAny(tokens_[at].kind, {TokenKind::string, TokenKind::plus})) ++at;
    start_ = at;
    return true;
  }

  [[nodiscard]] bool isInExpression(std::size_t at) const {
    for (std::size_t i = at; i-- > 0;) {
      if (tokens_[i].kind == TokenKind::semicolon) return false;
      if (isAny(tokens_[i].kind, {TokenKind::becomes, TokenKind::assign, TokenKind::leftParenthesis})) return true;
    }
    return false;
  }

  /// The name that ends with token `last`; `first` becomes the number of its first token.
  [[nodiscard]] DottedName nameEndingAt(std::size_t last, std::size_t& first) const {
    DottedName name;
    std::size_t at = last + 1;
    for (;;) {
      if (at == 0) break;
      if (tokens_[at - 1].kind == TokenKind::rightBracket) {  // subscripts
        std::size_t open = 0;
        while (at > 0) {
          --at;
          if (isClosing(tokens_[at].kind)) ++open;
          if (isOpening(tokens_[at].kind) && --open == 0) break;
        }
        if (at == 0) return {};
      }
      if (tokens_[at - 1].kind != TokenKind::identifier) return {};
      name.insert(name.begin(), std::string(word(tokens_[at - 1])));
      --at;
      if (at == 0 || tokens_[at - 1].kind != TokenKind::dot) break;
      --at;
      if (at == 0 || !isAny(tokens_[at - 1].kind, {TokenKind::identifier, TokenKind::rightBracket})) {
        isFromTop_ = true;
        break;
      }
    }
    first = at;
    return name;
  }

  TypingContext afterDot() {
    context_.where = Where::member;
    if (tokens_.size() < 2) {
      context_.isFromTop = true;
      return context_;
    }
    std::size_t first = tokens_.size() - 1;
    isFromTop_ = false;
    if (isAny(lastKind(1), {TokenKind::identifier, TokenKind::rightBracket}))
      context_.before = nameEndingAt(tokens_.size() - 2, first);
    context_.isFromTop = isFromTop_ || context_.before.empty();
    return context_;
  }

  void readParentheses() {
    struct Level {
      bool isParenthesis = false;
      std::size_t token = 0;
    };
    std::vector<Level> levels;
    for (std::size_t i = start_; i < tokens_.size(); ++i) {
      if (isOpening(tokens_[i].kind)) levels.push_back({tokens_[i].kind == TokenKind::leftParenthesis, i});
      if (isClosing(tokens_[i].kind) && !levels.empty()) levels.pop_back();
    }
    for (const Level& level : levels)
      if (level.isParenthesis) readArguments(level.token);
    isInBraces_ = !levels.empty() && !levels.back().isParenthesis;
  }

  void readArguments(std::size_t parenthesis) {
    OpenParenthesis open;
    std::size_t first = parenthesis;
    if (parenthesis > start_) {
      const TokenKind before = tokens_[parenthesis - 1].kind;
      if (before == TokenKind::identifier || before == TokenKind::rightBracket)
        open.name = nameEndingAt(parenthesis - 1, first);
      else if (isAny(before, {TokenKind::keywordConnect, TokenKind::keywordAnnotation, TokenKind::keywordDer,
                              TokenKind::keywordInitial}))
        open.name = {std::string(word(tokens_[parenthesis - 1]))};
    }
    open.isCall = isValue(first) || (!context_.open.empty() && context_.open.back().isCall);
    int depth = 0;
    for (std::size_t i = parenthesis + 1; i < tokens_.size(); ++i) {
      if (isOpening(tokens_[i].kind)) ++depth;
      if (isClosing(tokens_[i].kind)) --depth;
      if (depth != 0) continue;
      if (tokens_[i].kind == TokenKind::comma) {
        if (open.argument == 0)
          open.firstArgument =
              std::string(text_.substr(tokens_[parenthesis].end, tokens_[i].begin - tokens_[parenthesis].end));
        ++open.argument;
        open.argumentName.clear();
      } else if (tokens_[i].kind == TokenKind::identifier && i + 1 < tokens_.size() &&
                 isAny(tokens_[i + 1].kind, {TokenKind::becomes, TokenKind::leftParenthesis}) &&
                 isAny(tokens_[i - 1].kind, {TokenKind::comma, TokenKind::leftParenthesis, TokenKind::keywordEach,
                                             TokenKind::keywordFinal})) {
        open.given.emplace_back(word(tokens_[i]));
        if (tokens_[i + 1].kind == TokenKind::becomes) open.argumentName = open.given.back();
      }
    }
    context_.open.push_back(std::move(open));
  }

  /// Whether what begins with a token is a value: after '=', an operator or a bracket, and no base of a short class.
  [[nodiscard]] bool isValue(std::size_t token) const {
    if (token <= start_) return false;
    const TokenKind before = tokens_[token - 1].kind;
    if (before == TokenKind::becomes && token >= 3 && isClassWord(tokens_[token - 3].kind)) return false;
    return before >= TokenKind::colon && before <= TokenKind::notEqual && before != TokenKind::dot
               ? true
               : isAny(before,
                       {TokenKind::leftBrace, TokenKind::leftBracket, TokenKind::keywordIf, TokenKind::keywordThen,
                        TokenKind::keywordElse, TokenKind::keywordAnd, TokenKind::keywordOr, TokenKind::keywordNot});
  }

  void decide() {
    context_.isValue = isAny(lastKind(), {TokenKind::becomes, TokenKind::assign});
    if (lastKind() == TokenKind::keywordEnd) {
      context_.where = Where::newName;
      return;
    }
    if (start_ < tokens_.size() && tokens_[start_].kind == TokenKind::keywordImport) {
      context_.where = Where::import;
      return;
    }
    if (!context_.open.empty()) return inParentheses();
    if (tokens_.size() == start_ || isTypePrefixRun()) {
      const bool isFirst = tokens_.size() == start_;
      context_.where = !isFirst ? Where::type : isInSection() ? Where::statement : Where::declaration;
      return;
    }
    if (isAny(lastKind(), {TokenKind::keywordExtends, TokenKind::keywordConstrainedby})) {
      context_.where = Where::type;
      return;
    }
    if (isClassWord(lastKind())) {
      context_.where = Where::newName;
      return;
    }
    if (context_.isValue && isShortClass()) {
      context_.where = Where::type;
      return;
    }
    // `Type name`: the name is made up.
    if (!isInSection() && isAny(lastKind(), {TokenKind::identifier, TokenKind::rightBracket}) && !hasValue()) {
      context_.where = Where::newName;
      return;
    }
    context_.where = Where::expression;
  }

  [[nodiscard]] bool isTypePrefixRun() const {
    for (std::size_t i = start_; i < tokens_.size(); ++i)
      if (!isTypePrefix(tokens_[i].kind)) return false;
    return true;
  }
  /// `model X =`, `type X =`
  [[nodiscard]] bool isShortClass() const {
    return tokens_.size() >= start_ + 3 && lastKind(1) == TokenKind::identifier && isClassWord(lastKind(2));
  }
  [[nodiscard]] bool hasValue() const {
    for (std::size_t i = start_; i < tokens_.size(); ++i)
      if (isAny(tokens_[i].kind, {TokenKind::becomes, TokenKind::assign, TokenKind::keywordIf})) return true;
    return false;
  }
  /// The last word that begins a section comes after the last one that begins a class or its declarations.
  [[nodiscard]] bool isInSection() const {
    for (std::size_t i = start_; i-- > 0;) {
      if (isAny(tokens_[i].kind, {TokenKind::keywordEquation, TokenKind::keywordAlgorithm})) return true;
      if (isAny(tokens_[i].kind, {TokenKind::keywordPublic, TokenKind::keywordProtected})) return false;
      if (isClassWord(tokens_[i].kind) && (i == 0 || tokens_[i - 1].kind != TokenKind::keywordEnd)) return false;
    }
    return false;
  }

  void inParentheses() {
    const DottedName& outermost = context_.open.front().name;
    if (outermost == DottedName{"connect"}) {
      context_.where = Where::connection;
      return;
    }
    if (std::ranges::any_of(context_.open,
                            [](const OpenParenthesis& open) { return open.name == DottedName{"annotation"}; })) {
      context_.where = Where::annotation;
      return;
    }
    if (!context_.open.back().isCall) readModified();
    const bool isName = isAny(lastKind(), {TokenKind::leftParenthesis, TokenKind::comma, TokenKind::keywordEach,
                                           TokenKind::keywordFinal, TokenKind::keywordRedeclare}) &&
                        !isInBraces_;
    if (context_.modified.empty())
      context_.where = context_.open.back().name.empty() ? Where::expression : Where::call;
    else if (isName)
      context_.where = Where::modifier;
    else
      context_.where = Where::expression;
  }

  /// The type of the declaration, the class of the extends clause, or the base of the short class at hand.
  void readModified() {
    std::size_t at = start_;
    while (at < tokens_.size() && isTypePrefix(tokens_[at].kind)) ++at;
    if (at < tokens_.size() && tokens_[at].kind == TokenKind::keywordExtends) {
      context_.modified = nameFrom(at + 1);
      context_.isExtension = true;
      return;
    }
    while (at < tokens_.size() && (isClassWord(tokens_[at].kind) || tokens_[at].kind == TokenKind::keywordPartial))
      ++at;
    if (at > start_ && isClassWord(tokens_[at - 1].kind)) {  // model X = Y(
      if (at + 1 < tokens_.size() && tokens_[at + 1].kind == TokenKind::becomes) {
        context_.modified = nameFrom(at + 2);
        context_.isExtension = true;
        return;
      }
    }
    std::size_t after = at;
    DottedName type = nameFrom(at, &after);
    while (after < tokens_.size() && tokens_[after].kind == TokenKind::leftBracket) {  // Real[3] x(
      std::size_t open = 0;
      for (; after < tokens_.size(); ++after) {
        if (isOpening(tokens_[after].kind)) ++open;
        if (isClosing(tokens_[after].kind) && --open == 0) {
          ++after;
          break;
        }
      }
    }
    if (after < tokens_.size() && tokens_[after].kind == TokenKind::identifier) context_.modified = std::move(type);
  }

  [[nodiscard]] DottedName nameFrom(std::size_t at, std::size_t* after = nullptr) const {
    DottedName name;
    if (at < tokens_.size() && tokens_[at].kind == TokenKind::dot) ++at;
    while (at < tokens_.size() && tokens_[at].kind == TokenKind::identifier) {
      name.emplace_back(word(tokens_[at++]));
      if (at + 1 >= tokens_.size() || tokens_[at].kind != TokenKind::dot) break;
      ++at;
    }
    if (after) *after = at;
    return name;
  }

  std::string_view text_;
  std::size_t offset_;
  Sources sources_;
  bool isCutOff_ = false;
  std::vector<syntax::LexedComment> comments_;
  std::vector<Token> tokens_;
  std::size_t start_ = 0;    // token that begins the statement
  bool isInBraces_ = false;  // the innermost bracket is none of a list of arguments
  mutable bool isFromTop_ = false;
  TypingContext context_;
};

}  // namespace

TypingContext typingContext(std::string_view text, std::size_t offset) { return Reader(text, offset).run(); }

}  // namespace dashpot::language_server
