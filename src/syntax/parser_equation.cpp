#include "syntax/parser.hpp"

#include <fmt/format.h>

namespace dashpot::syntax {

/// equation-section and algorithm-section; the cursor stands on [initial] equation | algorithm.
SectionId Parser::section() {
  const std::uint32_t start = begin();
  Section node;
  node.initial = accept(TokenKind::keywordInitial);
  node.algorithm = take().kind == TokenKind::keywordAlgorithm;
  node.statements = store(statements(node.algorithm, {}));
  node.span = since(start);
  return add<SectionId>(tree_.sections, node);
}

/// Statements up to a word that ends the section or one of the terminators of the enclosing clause.
std::vector<StatementId> Parser::statements(bool algorithm, std::initializer_list<TokenKind> terminators) {
  std::vector<StatementId> list;
  while (!atAny({TokenKind::stop, TokenKind::endOfFile, TokenKind::keywordEnd, TokenKind::keywordEquation,
                 TokenKind::keywordAlgorithm, TokenKind::keywordPublic, TokenKind::keywordProtected,
                 TokenKind::keywordAnnotation, TokenKind::keywordExternal}) &&
         !atAny(terminators) &&
         !(at(TokenKind::keywordInitial) &&
           (peek(1) == TokenKind::keywordEquation || peek(1) == TokenKind::keywordAlgorithm))) {
    const auto position = static_cast<std::uint32_t>(position_);
    const StatementId id = statement(algorithm);
    expect(TokenKind::semicolon, algorithm ? "the statement" : "the equation");
    if (!recoverIfPanicking(position)) list.push_back(id);
  }
  return list;
}

StatementId Parser::statement(bool algorithm) {
  const Nesting nesting(*this);
  const std::uint32_t start = begin();
  Statement node;
  if (!tooDeep()) {
    switch (peek()) {
      case TokenKind::keywordIf: ifClause(node, algorithm); break;
      case TokenKind::keywordFor: forClause(node, algorithm); break;
      case TokenKind::keywordWhen: whenClause(node, algorithm); break;
      case TokenKind::keywordConnect: connectClause(node); break;
      case TokenKind::keywordWhile: whileClause(node); break;
      case TokenKind::keywordBreak:
        take();
        node.kind = StatementKind::breakLoop;
        break;
      case TokenKind::keywordReturn:
        take();
        node.kind = StatementKind::returnCall;
        break;
      default: simpleStatement(node, algorithm);
    }
  }
  comment(node.description, node.annotation);
  node.span = since(start);
  return add<StatementId>(tree_.statements, node);
}

BranchId Parser::branch(ExpressionId condition, bool algorithm, std::initializer_list<TokenKind> terminators) {
  const List<StatementId> body = store(statements(algorithm, terminators));
  return add<BranchId>(tree_.branches, Branch{condition, body});
}

void Parser::closeClause(TokenKind keyword) {
  expect(TokenKind::keywordEnd, fmt::format("to close the {} clause", spelling(keyword)));
  expect(keyword, "after 'end'");
}

void Parser::ifClause(Statement& node, bool algorithm) {
  node.kind = StatementKind::conditional;
  std::vector<BranchId> branches;
  do {
    take();  // if or elseif
    const ExpressionId condition = expression();
    expect(TokenKind::keywordThen, "after the condition");
    branches.push_back(branch(condition, algorithm, {TokenKind::keywordElseif, TokenKind::keywordElse}));
  } while (at(TokenKind::keywordElseif));
  if (accept(TokenKind::keywordElse)) branches.push_back(branch(ExpressionId::none, algorithm, {}));
  node.branches = store(branches);
  closeClause(TokenKind::keywordIf);
}

void Parser::whenClause(Statement& node, bool algorithm) {
  node.kind = StatementKind::when;
  std::vector<BranchId> branches;
  do {
    take();  // when or elsewhen
    const ExpressionId condition = expression();
    expect(TokenKind::keywordThen, "after the condition");
    branches.push_back(branch(condition, algorithm, {TokenKind::keywordElsewhen}));
  } while (at(TokenKind::keywordElsewhen));
  node.branches = store(branches);
  closeClause(TokenKind::keywordWhen);
}

void Parser::forClause(Statement& node, bool algorithm) {
  node.kind = StatementKind::loop;
  take();  // for
  node.iterators = iterators();
  expect(TokenKind::keywordLoop, "after the iterators");
  node.branches = store(std::vector{branch(ExpressionId::none, algorithm, {})});
  closeClause(TokenKind::keywordFor);
}

void Parser::whileClause(Statement& node) {
  node.kind = StatementKind::whileLoop;
  take();  // while
  const ExpressionId condition = expression();
  expect(TokenKind::keywordLoop, "after the condition");
  node.branches = store(std::vector{branch(condition, true, {})});
  closeClause(TokenKind::keywordWhile);
}

void Parser::connectClause(Statement& node) {
  node.kind = StatementKind::connect;
  take();  // connect
  expect(TokenKind::leftParenthesis, "after 'connect'");
  const ExpressionId from = reference();
  expect(TokenKind::comma, "between the connectors");
  const ExpressionId to = reference();
  expect(TokenKind::rightParenthesis, "after the connectors");
  node.expressions = store(std::vector{from, to});
}

void Parser::simpleStatement(Statement& node, bool algorithm) {
  const ExpressionId left = algorithm ? simpleExpression() : expression();
  if (accept(algorithm ? TokenKind::assign : TokenKind::becomes)) {
    node.kind = algorithm ? StatementKind::assignment : StatementKind::equality;
    const ExpressionId right = expression();
    node.expressions = store(std::vector{left, right});
    return;
  }
  node.kind = StatementKind::call;
  node.expressions = store(std::vector{left});
  if (panic_ || tree_[left].kind == ExpressionKind::call) return;
  const bool wroteOther = at(algorithm ? TokenKind::becomes : TokenKind::assign);
  Diagnostic* report = fail("syntax", fmt::format("expected {} in {}, found {}", algorithm ? "':='" : "'='",
                                                  algorithm ? "a statement" : "an equation", describeCurrent()));
  if (report && wroteOther)
    report->hint(algorithm ? "statements assign with ':='" : "equations are written with '='; ':=' is for algorithms");
}

}  // namespace dashpot::syntax
