#include "syntax/parser.hpp"

#include <fmt/format.h>

namespace dashpot::syntax {

/// equation-section and algorithm-section; the cursor stands on [initial] equation | algorithm.
SectionId Parser::section() {
  const std::uint32_t start = begin();
  Section node;
  node.initial = accept(TokenKind::keywordInitial);
  node.algorithm = take().kind == TokenKind::keywordAlgorithm;
  node.statements = statements(node.algorithm, {});
  node.span = since(start);
  return add<SectionId>(tree_.sections, node);
}

SectionId Parser::sectionWithoutItsWord(bool algorithm) {
  const std::uint32_t start = begin();
  Section node{.algorithm = algorithm};
  node.statements = statements(algorithm, {});
  node.span = since(start);
  return add<SectionId>(tree_.sections, node);
}

/// Statements up to a word that ends the section or one of the terminators of the enclosing clause.
List<StatementId> Parser::statements(bool algorithm, std::initializer_list<TokenKind> terminators) {
  Collector<StatementId> list(*this);
  for (;;) {
    const std::size_t start = position_;
    switch (peek()) {
      case TokenKind::keywordEnd:
        if (skipStrayEnd()) continue;
        return list.store();
      case TokenKind::stop:
      case TokenKind::endOfFile:
      case TokenKind::keywordEquation:
      case TokenKind::keywordAlgorithm:
      case TokenKind::keywordPublic:
      case TokenKind::keywordProtected:
      case TokenKind::keywordAnnotation:
      case TokenKind::keywordExternal: return list.store();
      case TokenKind::keywordInitial:
        if (peek(1) == TokenKind::keywordEquation || peek(1) == TokenKind::keywordAlgorithm) return list.store();
        break;
      default:
        if (atAny(terminators)) return list.store();
    }
    if (atMisplacedDeclaration()) {
      expectSemicolon("the declaration");
      (void)recoverIfPanicking(start);
      continue;
    }
    const StatementId id = statement(algorithm);
    expectSemicolon(algorithm ? "the statement" : "the equation");
    if (!recoverIfPanicking(start)) list.push(id);
  }
}

StatementId Parser::statement(bool algorithm) {
  const Nesting nesting(*this);
  const std::uint32_t start = begin();
  const auto algorithmOnly = [&](StatementKind kind) {
    if (algorithm) return kind;
    if (Diagnostic* report = fail("syntax", fmt::format("{} cannot stand among equations", describeCurrent())))
      report->hint("it is a statement: it belongs to an algorithm");
    return kind;
  };
  Statement node;
  if (!tooDeep()) {
    switch (peek()) {
      case TokenKind::keywordIf: ifClause(node, algorithm); break;
      case TokenKind::keywordFor: forClause(node, algorithm); break;
      case TokenKind::keywordWhen: whenClause(node, algorithm); break;
      case TokenKind::keywordWhile: whileClause(node, algorithm); break;
      case TokenKind::keywordConnect:
        if (algorithm)
          error("syntax", currentRange(), "'connect' cannot stand in an algorithm").hint("it is an equation");
        connectClause(node);
        break;
      case TokenKind::keywordBreak:
        node.kind = algorithmOnly(StatementKind::breakLoop);
        take();
        break;
      case TokenKind::keywordReturn:
        node.kind = algorithmOnly(StatementKind::returnCall);
        take();
        break;
      default: simpleStatement(node, algorithm);
    }
  } else {
    node.kind = StatementKind::breakLoop;  // it has no parts; the error keeps the tree from being used
  }
  comment(node.description, node.annotation);
  node.span = since(start);
  return add<StatementId>(tree_.statements, node);
}

BranchId Parser::branch(ExpressionId condition, bool algorithm, std::initializer_list<TokenKind> terminators,
                        std::uint32_t start) {
  const List<StatementId> body = statements(algorithm, terminators);
  return add<BranchId>(tree_.branches, Branch{condition, body, since(start)});
}

/// `end if` and the like. A clause that is not closed is reported where it begins, and what follows belongs to what is
/// around it.
void Parser::closeClause(Statement& node, TokenKind keyword, Token opener, bool continuesElse) {
  node.bodyEnd = begin();
  clauses_.pop_back();
  if (panic_) return;
  if (at(TokenKind::keywordEnd) && peek(1) == keyword) {
    take();
    take();
    return;
  }
  if (isConsequence()) {
    panic_ = true;
    return;
  }
  const std::string word(text(opener));
  Diagnostic& report = error("unclosed", {tree_.source, opener.begin, opener.end},
                             fmt::format("this '{}' is not closed: 'end {};' is missing", word, word));
  const std::size_t line = sources_[tree_.source].lineColumn(begin()).line;
  report.note(fmt::format("it should come before {} on line {}", describeCurrent(), line));
  if (continuesElse) report.hint("write 'elseif' for a further condition of the same 'if'");
  isUnclosed_ = true;
}

void Parser::ifClause(Statement& node, bool algorithm) {
  node.kind = StatementKind::conditional;
  clauses_.push_back(TokenKind::keywordIf);
  const Token opener = tokens_[position_];
  Collector<BranchId> branches(*this);
  do {
    const std::uint32_t start = begin();
    take();  // if or elseif
    const ExpressionId condition = expression();
    clauseHead(TokenKind::keywordThen, "after the condition");
    branches.push(branch(condition, algorithm, {TokenKind::keywordElseif, TokenKind::keywordElse}, start));
  } while (at(TokenKind::keywordElseif));
  const std::uint32_t start = begin();
  const bool continuesElse =
      at(TokenKind::keywordElse) && peek(1) == TokenKind::keywordIf && !startsLine(position_ + 1);
  if (accept(TokenKind::keywordElse))
    branches.push(branch(ExpressionId::none, algorithm, {TokenKind::keywordElseif, TokenKind::keywordElse}, start));
  if (atAny({TokenKind::keywordElseif, TokenKind::keywordElse})) {
    fail("syntax", fmt::format("{} after the 'else' of an if clause", describeCurrent()));
    skipToEndOf(TokenKind::keywordIf);
  }
  node.branches = branches.store();
  closeClause(node, TokenKind::keywordIf, opener, continuesElse);
}

void Parser::whenClause(Statement& node, bool algorithm) {
  node.kind = StatementKind::when;
  clauses_.push_back(TokenKind::keywordWhen);
  const Token opener = tokens_[position_];
  Collector<BranchId> branches(*this);
  do {
    const std::uint32_t start = begin();
    take();  // when or elsewhen
    const ExpressionId condition = expression();
    clauseHead(TokenKind::keywordThen, "after the condition");
    branches.push(branch(condition, algorithm,
                         {TokenKind::keywordElsewhen, TokenKind::keywordElse, TokenKind::keywordElseif}, start));
  } while (at(TokenKind::keywordElsewhen));
  if (atAny({TokenKind::keywordElseif, TokenKind::keywordElse})) {
    if (Diagnostic* report = fail("syntax", fmt::format("{} in a when clause", describeCurrent())))
      report->hint("a when clause continues with 'elsewhen' or ends with 'end when'");
    skipToEndOf(TokenKind::keywordWhen);
  }
  node.branches = branches.store();
  closeClause(node, TokenKind::keywordWhen, opener);
}

void Parser::forClause(Statement& node, bool algorithm) {
  node.kind = StatementKind::loop;
  clauses_.push_back(TokenKind::keywordFor);
  const Token opener = take();
  node.iterators = iterators();
  clauseHead(TokenKind::keywordLoop, "after the iterators");
  node.branches = store({branch(ExpressionId::none, algorithm, {}, begin())});
  closeClause(node, TokenKind::keywordFor, opener);
}

void Parser::whileClause(Statement& node, bool algorithm) {
  node.kind = StatementKind::whileLoop;
  if (!algorithm)
    error("syntax", currentRange(), "'while' cannot stand among equations")
        .hint("it is a statement: it belongs to an algorithm");
  clauses_.push_back(TokenKind::keywordWhile);
  const std::uint32_t start = begin();
  const Token opener = take();
  const ExpressionId condition = expression();
  clauseHead(TokenKind::keywordLoop, "after the condition");
  node.branches = store({branch(condition, true, {}, start)});
  closeClause(node, TokenKind::keywordWhile, opener);
}

void Parser::connectClause(Statement& node) {
  node.kind = StatementKind::connect;
  take();  // connect
  expect(TokenKind::leftParenthesis, "after 'connect'");
  const ExpressionId from = reference();
  expect(TokenKind::comma, "between the connectors");
  const ExpressionId to = reference();
  expect(TokenKind::rightParenthesis, "after the connectors");
  node.expressions = store({from, to});
}

void Parser::simpleStatement(Statement& node, bool algorithm) {
  const ExpressionId left = simpleExpression();
  if (at(algorithm ? TokenKind::assign : TokenKind::becomes)) {
    if (algorithm) checkTarget(left);
    take();
    node.kind = algorithm ? StatementKind::assignment : StatementKind::equality;
    const ExpressionId right = expression();
    node.expressions = store({left, right});
    if (algorithm && !panic_ && tree_[left].kind == ExpressionKind::tuple && tree_[right].kind != ExpressionKind::call)
      error("syntax", tree_.range(tree_[right].span),
            "several variables can only be assigned the results of a function");
    return;
  }
  node.kind = StatementKind::call;
  node.expressions = store({left});
  if (panic_ || tree_[left].kind == ExpressionKind::call) return;
  const std::string_view wanted = algorithm ? "':='" : "'='";
  const std::string_view where = algorithm ? "a statement" : "an equation";
  if (tree_[left].kind == ExpressionKind::binary && tree_[left].op == Operator::equal) {
    const Expression& relation = tree_[left];
    const std::uint32_t end = tree_[tree_.at(relation.operands, 1)].span.begin;
    const std::string_view between = sources_.text({tree_.source, 0, end});
    const auto sign = static_cast<std::uint32_t>(between.rfind("=="));
    error("syntax", {tree_.source, sign, sign + 2}, fmt::format("expected {} in {}, found '=='", wanted, where))
        .hint(algorithm ? "statements assign with ':='; '==' compares"
                        : "equations are written with '='; '==' compares");
    return;
  }
  const bool wroteOther = at(algorithm ? TokenKind::becomes : TokenKind::assign);
  const bool isDeclaration = at(TokenKind::identifier) && tree_[left].kind == ExpressionKind::reference;
  Diagnostic* report = fail("syntax", fmt::format("expected {} in {}, found {}", wanted, where, describeCurrent()));
  if (report && wroteOther)
    report->hint(algorithm ? "statements assign with ':='" : "equations are written with '='; ':=' is for algorithms");
  else if (report && isDeclaration)
    report->hint("declarations come before the equations, or after 'public' or 'protected'");
}

/// The left side of ':=' is a variable or a list of them.
void Parser::checkTarget(ExpressionId left) {
  if (panic_) return;
  const auto isTarget = [this](ExpressionId id) {
    return tree_[id].kind == ExpressionKind::reference || tree_[id].kind == ExpressionKind::omitted;
  };
  bool isSound = tree_[left].kind == ExpressionKind::reference;
  if (tree_[left].kind == ExpressionKind::tuple) {
    isSound = true;
    for (const ExpressionId id : tree_.items(tree_[left].operands)) isSound &= isTarget(id);
  }
  if (!isSound) error("syntax", tree_.range(tree_[left].span), "only a variable can be assigned to");
}

}  // namespace dashpot::syntax
