// How the parser goes on after an error: each error is reported once, and what follows from it never.
#include "base/nearest.hpp"
#include "syntax/parser.hpp"

#include <fmt/format.h>

namespace dashpot::syntax {

namespace {

bool isClauseKeyword(TokenKind kind) {
  return kind == TokenKind::keywordIf || kind == TokenKind::keywordFor || kind == TokenKind::keywordWhen ||
         kind == TokenKind::keywordWhile;
}

int bracketChange(TokenKind kind) {
  switch (kind) {
    case TokenKind::leftParenthesis:
    case TokenKind::leftBrace:
    case TokenKind::leftBracket: return 1;
    case TokenKind::rightParenthesis:
    case TokenKind::rightBrace:
    case TokenKind::rightBracket: return -1;
    default: return 0;
  }
}

/// Words at which skipping always ends: they begin a section or end a class or clause.
bool endsSkipping(TokenKind kind) {
  switch (kind) {
    case TokenKind::endOfFile:
    case TokenKind::keywordEnd:
    case TokenKind::keywordEquation:
    case TokenKind::keywordAlgorithm:
    case TokenKind::keywordPublic:
    case TokenKind::keywordProtected: return true;
    default: return false;
  }
}

}  // namespace

/// The lexer has reported it, or the file was cut off by an earlier error.
bool Parser::isConsequence() const {
  const TokenKind kind = tokens_[position_].kind;
  return panic_ || kind == TokenKind::invalid || (kind == TokenKind::endOfFile && isCutOff_);
}

bool Parser::startsLine(std::size_t position) const {
  if (position == 0 || position >= tokens_.size()) return true;
  const std::uint32_t before = tokens_[position - 1].end;
  return sources_.text({tree_.source, before, tokens_[position].begin}).find('\n') != std::string_view::npos;
}

/// Goes on after the next ';', or in front of a word that begins a section or ends something. A ';' inside brackets
/// that were opened since token `start` and are closed before the next one is not the end.
void Parser::recover(std::size_t start) {
  panic_ = false;
  isUnclosed_ = false;
  int open = 0;
  for (std::size_t i = start; i < position_; ++i) open = std::max(0, open + bracketChange(tokens_[i].kind));
  const auto closesAfterwards = [this](std::size_t from) {
    int balance = 0;
    for (std::size_t i = from; !endsSkipping(tokens_[i].kind) && tokens_[i].kind != TokenKind::semicolon; ++i)
      balance += bracketChange(tokens_[i].kind);
    return balance < 0;
  };
  for (; !endsSkipping(peek()); take()) {
    open = std::max(0, open + bracketChange(peek()));
    if (!at(TokenKind::semicolon) || (open > 0 && closesAfterwards(position_ + 1))) continue;
    take();
    return;
  }
}

/// Called after each element or statement that began at token `start`; true if there was an error in it.
bool Parser::recoverIfPanicking(std::size_t start) {
  if (!panic_) return false;
  recover(start);
  if (position_ == start && !atAny({TokenKind::endOfFile, TokenKind::keywordEnd})) take();  // never stand still
  return true;
}

/// The `then` or `loop` after the head of a clause. After an error in the head reading goes on behind that word, or,
/// where it is missing, on the next line: the body and the end of the clause are in order.
void Parser::clauseHead(TokenKind word, std::string_view context) {
  if (accept(word)) return;
  if (!panic_) {
    const bool comparesWrongly = at(TokenKind::becomes);
    Diagnostic* report =
        fail("syntax", fmt::format("expected {} {}, found {}", spelling(word), context, describeCurrent()));
    if (report && comparesWrongly) report->hint("'==' compares");
  }
  panic_ = false;
  const std::size_t failed = position_;
  const std::uint32_t lastEnd = lastEnd_;
  while (!endsSkipping(peek()) && !atAny({word, TokenKind::semicolon})) take();
  if (accept(word)) return;
  position_ = failed;
  lastEnd_ = lastEnd;
  while (!endsSkipping(peek()) && !startsLine()) {
    const bool isEnd = at(TokenKind::semicolon);
    take();
    if (isEnd) return;
  }
}

/// After an error in a clause: goes on in front of the `end` that closes it, past clauses inside it.
void Parser::skipToEndOf(TokenKind keyword) {
  panic_ = false;
  int nested = 0;
  for (; !at(TokenKind::endOfFile); take()) {
    if (at(TokenKind::keywordEnd) && !isClauseKeyword(peek(1))) return;
    if (at(TokenKind::keywordEnd)) {
      if (nested == 0 && peek(1) == keyword) return;
      --nested;
      take();
    } else if (isClauseKeyword(peek()) && (startsLine() || tokens_[position_ - 1].kind == TokenKind::semicolon)) {
      ++nested;
    }
  }
}

bool Parser::closesOpenClause(TokenKind keyword) const {
  return std::find(clauses_.begin(), clauses_.end(), keyword) != clauses_.end();
}

/// An `end if;` where nothing of the kind is open.
bool Parser::skipStrayEnd() {
  const TokenKind keyword = peek(1);
  if (!at(TokenKind::keywordEnd) || !isClauseKeyword(keyword) || closesOpenClause(keyword)) return false;
  const Token word = take();
  const Token second = take();
  error("stray-end", {tree_.source, word.begin, second.end},
        fmt::format("'end {}' closes nothing: no {} is open here", text(second), spelling(keyword)));
  accept(TokenKind::semicolon);
  return true;
}

/// A reserved word where a name is expected, and is followed by what follows a name.
bool Parser::atReservedName() const {
  if (panic_ || peek() < TokenKind::keywordAlgorithm) return false;
  switch (peek(1)) {
    case TokenKind::semicolon:
    case TokenKind::comma:
    case TokenKind::becomes:
    case TokenKind::assign:
    case TokenKind::leftParenthesis:
    case TokenKind::rightParenthesis:
    case TokenKind::leftBracket:
    case TokenKind::rightBracket:
    case TokenKind::rightBrace:
    case TokenKind::dot:
    case TokenKind::string: return true;
    default: return peek(1) >= TokenKind::plus && peek(1) <= TokenKind::notEqual;
  }
}

/// The keyword that the current identifier is a misspelling of; stop: none.
TokenKind Parser::misspelt(std::initializer_list<TokenKind> keywords) const {
  if (!at(TokenKind::identifier)) return TokenKind::stop;
  const std::string_view word = text(tokens_[position_]);
  for (const TokenKind keyword : keywords) {
    const std::string_view quoted = spelling(keyword);
    if (word.size() > 3 && editDistance(word, quoted.substr(1, quoted.size() - 2)) <= 2) return keyword;
  }
  return TokenKind::stop;
}

/// `modle M`, where no declaration can be meant: the name is followed by what begins the body of a class. Generic: no
/// misspelling.
ClassKind Parser::misspeltClassKind() const {
  using enum TokenKind;
  if (peek(1) != identifier || contains({semicolon, comma, becomes, assign, leftParenthesis, leftBracket, keywordIf,
                                         keywordAnnotation, keywordConstrainedby, endOfFile},
                                        peek(2)))
    return ClassKind::generic;
  if (peek(2) == string && contains({semicolon, keywordAnnotation, plus}, peek(3))) return ClassKind::generic;
  switch (misspelt({keywordModel, keywordPackage, keywordBlock, keywordConnector, keywordFunction, keywordRecord})) {
    case keywordModel: return ClassKind::model;
    case keywordPackage: return ClassKind::package;
    case keywordBlock: return ClassKind::block;
    case keywordConnector: return ClassKind::connector;
    case keywordFunction: return ClassKind::function;
    case keywordRecord: return ClassKind::record;
    default: return ClassKind::generic;
  }
}

bool Parser::acceptMisspeltClassKind(Class& node) {
  const ClassKind kind = misspeltClassKind();
  if (kind == ClassKind::generic) return false;
  const Token token = take();
  error("syntax", {tree_.source, token.begin, token.end}, fmt::format("'{}' is not the kind of a class", text(token)))
      .hint(fmt::format("did you mean '{}'?", spelling(kind)));
  node.kind = kind;
  return true;
}

/// An equation or statement among the declarations: the word that opens its section is missing or misspelt.
bool Parser::atMisplacedStatement() {
  using enum TokenKind;
  if (at(identifier) && startsLine(position_ + 1)) {  // alone on its line
    if (const TokenKind section = misspelt({keywordEquation, keywordAlgorithm}); section != stop) {
      error("syntax", currentRange(), fmt::format("'{}' is not a section", text(tokens_[position_])))
          .hint(fmt::format("did you mean {}?", spelling(section)));
      take();
      return true;
    }
  }
  const bool isStatement = atAny({keywordIf, keywordFor, keywordWhen, keywordWhile, keywordConnect, keywordDer}) ||
                           (at(identifier) && contains({becomes, assign}, peek(1)));
  if (!isStatement) return false;
  const bool algorithm = peek(1) == assign || at(keywordWhile);
  error("missing-section", currentRange(),
        fmt::format("{} cannot stand among declarations", algorithm ? "a statement" : "an equation"))
      .hint(fmt::format("write {} before it", algorithm ? "'algorithm'" : "'equation'"));
  return true;
}

/// A declaration among equations or statements: it is read, reported and left out.
bool Parser::atMisplacedDeclaration() {
  using enum TokenKind;
  const bool isDeclaration = atClassPrefix() ||
                             atAny({keywordParameter, keywordConstant, keywordDiscrete, keywordFlow, keywordStream,
                                    keywordInput, keywordOutput, keywordImport, keywordExtends, keywordInner,
                                    keywordOuter, keywordReplaceable, keywordRedeclare, keywordFinal}) ||
                             (at(identifier) && peek(1) == identifier &&
                              contains({semicolon, comma, becomes, leftParenthesis, string}, peek(2)));
  if (!isDeclaration || (at(keywordPure) && peek(1) == leftParenthesis)) return false;
  error("misplaced-declaration", currentRange(), "a declaration cannot stand here")
      .hint("declarations come before the equations, or after 'public' or 'protected'");
  Collector<ElementId> ignored(*this);
  element(false, ignored);
  return true;
}

}  // namespace dashpot::syntax
