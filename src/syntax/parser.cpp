#include "syntax/parser.hpp"

#include "base/invariants.hpp"
#include "syntax/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace dashpot::syntax {

Parser::Parser(SourceId id, const Sources& sources, Symbols& symbols, Diagnostics& diagnostics)
    : sources_(sources), symbols_(symbols), diagnostics_(diagnostics), tokens_(tokenize(id, sources, diagnostics)) {
  tree_.source = id;
}

Tree Parser::parseFile() {
  storedDefinition();
  return std::move(tree_);
}

TokenKind Parser::peek(std::size_t ahead) const {
  if (panic_) return TokenKind::stop;
  return tokens_[std::min(position_ + ahead, tokens_.size() - 1)].kind;
}

bool Parser::atAny(std::initializer_list<TokenKind> kinds) const {
  return std::ranges::any_of(kinds, [this](TokenKind kind) { return at(kind); });
}

Token Parser::take() {
  const Token token = tokens_[position_];
  if (panic_) return token;
  if (position_ + 1 < tokens_.size()) ++position_;
  lastEnd_ = token.end;
  return token;
}

bool Parser::accept(TokenKind kind) {
  if (!at(kind)) return false;
  take();
  return true;
}

void Parser::expect(TokenKind kind, std::string_view context) {
  if (panic_ || accept(kind)) return;
  // A forgotten ';' is best shown where it belongs: after the last token, not at the next line's first.
  if (kind == TokenKind::semicolon && position_ > 0) {
    Diagnostic& d = diagnostics_.error("missing-semicolon", {tree_.source, lastEnd_, lastEnd_ + 1},
                                       fmt::format("expected ';' after {}", context));
    if (!at(TokenKind::endOfFile)) d.note(fmt::format("{} follows", describeCurrent()));
    panic_ = true;
    return;
  }
  fail("syntax", fmt::format("expected {} {}, found {}", spelling(kind), context, describeCurrent()));
}

std::string_view Parser::text(Token token) const { return sources_.text({tree_.source, token.begin, token.end}); }

std::string Parser::describeCurrent() const {
  const Token token = tokens_[position_];
  if (token.kind == TokenKind::endOfFile) return "the end of the file";
  const std::string_view shown = text(token);
  return token.kind == TokenKind::string && shown.size() > 20 ? "a string" : fmt::format("'{}'", shown);
}

Diagnostic* Parser::fail(std::string code, std::string message) {
  if (panic_) return nullptr;
  panic_ = true;
  const Token token = tokens_[position_];
  return &diagnostics_.error(std::move(code), {tree_.source, token.begin, token.end}, std::move(message));
}

/// Goes on after the next ';' outside parentheses, or in front of a word that begins a section or ends a class.
void Parser::recover() {
  panic_ = false;
  int open = 0;
  for (;; take()) {
    switch (peek()) {
      case TokenKind::endOfFile:
      case TokenKind::keywordEnd:
      case TokenKind::keywordEquation:
      case TokenKind::keywordAlgorithm:
      case TokenKind::keywordPublic:
      case TokenKind::keywordProtected: return;
      case TokenKind::leftParenthesis:
      case TokenKind::leftBrace:
      case TokenKind::leftBracket: ++open; break;
      case TokenKind::rightParenthesis:
      case TokenKind::rightBrace:
      case TokenKind::rightBracket: --open; break;
      case TokenKind::semicolon:
        if (open > 0 && peek(1) != TokenKind::endOfFile && peek(1) != TokenKind::keywordEnd && !atClassPrefix()) break;
        take();
        return;
      default: break;
    }
  }
}

/// Called after each element or statement that began at token `position`; true if there was an error in it.
bool Parser::recoverIfPanicking(std::uint32_t position) {
  if (!panic_) return false;
  recover();
  if (position_ == position && !atAny({TokenKind::endOfFile, TokenKind::keywordEnd})) take();  // never stand still
  return true;
}

bool Parser::tooDeep() {
  if (depth_ <= nestingLimit) return false;
  fail("too-deep", fmt::format("nested more than {} levels deep", nestingLimit));
  return true;
}

Symbol Parser::identifier(std::string_view context) {
  if (at(TokenKind::identifier)) return symbols_.intern(text(take()));
  fail("syntax", fmt::format("expected a name {}, found {}", context, describeCurrent()));
  return Symbol::none;
}

bool Parser::atWord(std::string_view word) const {
  return at(TokenKind::identifier) && text(tokens_[position_]) == word;
}

Tree parse(SourceId id, const Sources& sources, Symbols& symbols, Diagnostics& diagnostics) {
  Tree tree = Parser(id, sources, symbols, diagnostics).parseFile();
  if constexpr (checksInvariants) requireNoViolations("syntax tree", check(tree, sources));
  return tree;
}

Expected<SourceId, Diagnostic> readFile(const std::filesystem::path& file, Sources& sources) {
  const auto failure = [&](std::string reason) {
    return Unexpected{Diagnostic{
        Severity::error, "cannot-read", fmt::format("cannot read '{}': {}", file.string(), reason), {}, {}, {}, {}}};
  };
  std::error_code status;
  if (!std::filesystem::exists(file, status)) return failure("there is no such file");
  if (std::filesystem::is_directory(file, status)) return failure("it is a directory");
  if (std::filesystem::file_size(file, status) > 0x7fffffff) return failure("it is larger than 2 GB");
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return failure("permission denied");
  std::string content{std::istreambuf_iterator<char>(stream), {}};
  return sources.add(file.string(), std::move(content));
}

}  // namespace dashpot::syntax
