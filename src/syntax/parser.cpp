#include "syntax/parser.hpp"

#include "base/invariants.hpp"
#include "syntax/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace dashpot::syntax {

Parser::Parser(SourceId id, const Sources& sources, Symbols& symbols, Diagnostics& diagnostics)
    : sources_(sources), symbols_(symbols), diagnostics_(diagnostics) {
  tree_.source = id;
  Tokens lexed = tokenize(id, sources, diagnostics);
  tokens_ = std::move(lexed.tokens);
  isCutOff_ = lexed.isCutOff;
  for (const LexedComment& comment : lexed.comments)
    tree_.comments.push_back({{comment.begin, comment.end},
                              symbols.intern(sources.text({id, comment.begin, comment.end})),
                              comment.followsToken});
}

Tree Parser::parseFile() {
  storedDefinition();
  return std::move(tree_);
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
  fail("syntax", fmt::format("expected {} {}, found {}", spelling(kind), context, describeCurrent()));
}

/// A forgotten ';' is shown where it belongs: after the last token, not at the next line's first. If what follows looks
/// like the beginning of something, it is read as if the ';' were there.
void Parser::expectSemicolon(std::string_view context) {
  if (isUnclosed_) {
    isUnclosed_ = false;
    return;
  }
  if (panic_ || accept(TokenKind::semicolon)) return;
  const bool beginsSomething =
      startsLine() &&
      (peek() >= TokenKind::keywordAlgorithm ||
       (at(TokenKind::identifier) && contains({TokenKind::identifier, TokenKind::becomes, TokenKind::assign,
                                               TokenKind::dot, TokenKind::leftParenthesis, TokenKind::leftBracket},
                                              peek(1))));
  if (!isConsequence()) {
    const std::string follows = describeCurrent();
    Diagnostic& diagnostic = error("missing-semicolon", {tree_.source, lastEnd_, lastEnd_ + 1},
                                   fmt::format("expected ';' after {}", context));
    if (!at(TokenKind::endOfFile)) diagnostic.note(fmt::format("{} follows", follows));
  }
  panic_ = !beginsSomething;
}

std::string_view Parser::text(Token token) const { return sources_.text({tree_.source, token.begin, token.end}); }

std::string Parser::describeCurrent() const {
  const Token token = tokens_[position_];
  if (token.kind == TokenKind::endOfFile) return "the end of the file";
  const std::string_view shown = text(token);
  return token.kind == TokenKind::string && shown.size() > 20 ? "a string" : fmt::format("'{}'", shown);
}

Diagnostic& Parser::error(std::string code, SourceRange where, std::string message) {
  if (++errors_ < errorLimit) return diagnostics_.error(std::move(code), where, std::move(message));
  position_ = tokens_.size() - 1;
  isCutOff_ = true;
  return diagnostics_.error("too-many-errors", where,
                            fmt::format("{} errors in this file: the rest of it is not read", errorLimit));
}

Diagnostic* Parser::fail(std::string code, std::string message) {
  if (panic_) return nullptr;
  const bool report = !isConsequence();
  panic_ = true;
  return report ? &error(std::move(code), currentRange(), std::move(message)) : nullptr;
}

bool Parser::tooDeep() {
  if (depth_ <= nestingLimit) return false;
  fail("too-deep", fmt::format("nested more than {} levels deep", nestingLimit));
  return true;
}

Symbol Parser::identifier(std::string_view context) {
  if (at(TokenKind::identifier)) return intern(take());
  if (atReservedName()) {
    const TokenKind kind = peek();
    const Token token = take();
    if (!reservedReported_.test(static_cast<std::size_t>(kind)))
      error("reserved-word", {tree_.source, token.begin, token.end},
            fmt::format("{} is a word of the language and cannot be a name", spelling(kind)))
          .hint(fmt::format("choose another name, as '{}_'", text(token)));
    reservedReported_.set(static_cast<std::size_t>(kind));
    return intern(token);
  }
  fail("syntax", fmt::format("expected a name {}, found {}", context, describeCurrent()));
  return Symbol::none;
}

Tree parse(SourceId id, const Sources& sources, Symbols& symbols, Diagnostics& diagnostics) {
  const std::size_t first = diagnostics.all().size();
  Tree tree = Parser(id, sources, symbols, diagnostics).parseFile();
  diagnostics.sortFrom(first);
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
