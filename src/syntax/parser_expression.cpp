#include "syntax/parser.hpp"

#include "syntax/lexer.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>

namespace dashpot::syntax {

namespace {

Operator relationalOperator(TokenKind kind) {
  switch (kind) {
    case TokenKind::less: return Operator::less;
    case TokenKind::lessEqual: return Operator::lessEqual;
    case TokenKind::greater: return Operator::greater;
    case TokenKind::greaterEqual: return Operator::greaterEqual;
    case TokenKind::equal: return Operator::equal;
    case TokenKind::notEqual: return Operator::notEqual;
    default: return Operator::none;
  }
}

Operator additiveOperator(TokenKind kind) {
  switch (kind) {
    case TokenKind::plus: return Operator::plus;
    case TokenKind::minus: return Operator::minus;
    case TokenKind::dotPlus: return Operator::dotPlus;
    case TokenKind::dotMinus: return Operator::dotMinus;
    default: return Operator::none;
  }
}

Operator multiplicativeOperator(TokenKind kind) {
  switch (kind) {
    case TokenKind::times: return Operator::times;
    case TokenKind::divide: return Operator::divide;
    case TokenKind::dotTimes: return Operator::dotTimes;
    case TokenKind::dotDivide: return Operator::dotDivide;
    default: return Operator::none;
  }
}

}  // namespace

ExpressionId Parser::expression() {
  const Nesting nesting(*this);
  if (tooDeep()) return addExpression({.span = {lastEnd_, lastEnd_}});
  return at(TokenKind::keywordIf) ? conditionalExpression() : simpleExpression();
}

ExpressionId Parser::conditionalExpression() {
  const std::uint32_t start = begin();
  std::vector<ExpressionId> operands;
  do {
    take();  // if or elseif
    operands.push_back(expression());
    expect(TokenKind::keywordThen, "after the condition of an if-expression");
    operands.push_back(expression());
  } while (at(TokenKind::keywordElseif));
  expect(TokenKind::keywordElse, "in an if-expression");
  operands.push_back(expression());
  return addExpression({.kind = ExpressionKind::conditional, .span = since(start), .operands = store(operands)});
}

ExpressionId Parser::simpleExpression() {
  const std::uint32_t start = begin();
  std::vector<ExpressionId> operands{logicalExpression()};
  while (operands.size() < 3 && accept(TokenKind::colon)) operands.push_back(logicalExpression());
  if (operands.size() == 1) return operands.front();
  return addExpression({.kind = ExpressionKind::range, .span = since(start), .operands = store(operands)});
}

ExpressionId Parser::logicalExpression() {
  ExpressionId left = logicalTerm();
  while (accept(TokenKind::keywordOr)) left = binary(Operator::logicalOr, left, logicalTerm());
  return left;
}

ExpressionId Parser::logicalTerm() {
  ExpressionId left = logicalFactor();
  while (accept(TokenKind::keywordAnd)) left = binary(Operator::logicalAnd, left, logicalFactor());
  return left;
}

ExpressionId Parser::logicalFactor() {
  const std::uint32_t start = begin();
  if (accept(TokenKind::keywordNot)) return unary(Operator::logicalNot, relation(), start);
  return relation();
}

ExpressionId Parser::relation() {
  const ExpressionId left = arithmeticExpression();
  const Operator op = relationalOperator(peek());
  if (op == Operator::none) return left;
  take();
  return binary(op, left, arithmeticExpression());
}

ExpressionId Parser::arithmeticExpression() {
  const std::uint32_t start = begin();
  ExpressionId left;
  if (const Operator sign = additiveOperator(peek()); sign != Operator::none) {
    take();
    left = unary(sign, term(), start);
  } else {
    left = term();
  }
  for (Operator op; (op = additiveOperator(peek())) != Operator::none;) {
    take();
    left = binary(op, left, term());
  }
  return left;
}

ExpressionId Parser::term() {
  ExpressionId left = factor();
  for (Operator op; (op = multiplicativeOperator(peek())) != Operator::none;) {
    take();
    left = binary(op, left, factor());
  }
  return left;
}

ExpressionId Parser::factor() {
  const ExpressionId base = primary();
  if (accept(TokenKind::power)) return binary(Operator::power, base, primary());
  if (accept(TokenKind::dotPower)) return binary(Operator::dotPower, base, primary());
  return base;
}

ExpressionId Parser::primary() {
  const std::uint32_t start = begin();
  switch (peek()) {
    case TokenKind::integerNumber:
    case TokenKind::realNumber: return number();
    case TokenKind::string: {
      const Symbol symbol = symbols_.intern(unescaped(text(take())));
      return addExpression({.kind = ExpressionKind::string, .symbol = symbol, .span = since(start)});
    }
    case TokenKind::keywordTrue:
    case TokenKind::keywordFalse: {
      const bool value = take().kind == TokenKind::keywordTrue;
      return addExpression({.kind = ExpressionKind::boolean, .flag = value, .span = since(start)});
    }
    case TokenKind::identifier:
    case TokenKind::dot:
    case TokenKind::keywordDer:
    case TokenKind::keywordInitial:
    case TokenKind::keywordPure: return referenceOrCall();
    case TokenKind::leftParenthesis: return parenthesised();
    case TokenKind::leftBrace: return arrayConstructor();
    case TokenKind::leftBracket: return matrix();
    case TokenKind::keywordEnd: return leaf(ExpressionKind::end);
    default:
      fail("syntax", fmt::format("expected an expression, found {}", describeCurrent()));
      return addExpression({.span = {lastEnd_, lastEnd_}});
  }
}

ExpressionId Parser::number() {
  const std::uint32_t start = begin();
  const Token token = take();
  const std::string_view digits = text(token);
  double value = 0.0;
  const auto status = std::from_chars(digits.data(), digits.data() + digits.size(), value).ec;
  if (status == std::errc::result_out_of_range) {
    value = std::strtod(std::string(digits).c_str(), nullptr);  // rounds what is too small to zero
    if (std::isinf(value))
      diagnostics_.error("number-too-large", {tree_.source, token.begin, token.end}, "this number is too large");
  }
  tree_.numbers.push_back(value);
  return addExpression({.kind = token.kind == TokenKind::integerNumber ? ExpressionKind::integer : ExpressionKind::real,
                        .number = static_cast<std::uint32_t>(tree_.numbers.size() - 1),
                        .span = since(start)});
}

ExpressionId Parser::leaf(ExpressionKind kind) {
  const std::uint32_t start = begin();
  take();
  return addExpression({.kind = kind, .span = since(start)});
}

ExpressionId Parser::reference() {
  const std::uint32_t start = begin();
  const bool global = accept(TokenKind::dot);
  std::vector<PartId> parts;
  do {
    const std::uint32_t partStart = begin();
    Part part{.name = identifier(parts.empty() ? "here" : "after '.'"), .span = {}, .subscripts = {}};
    part.span = since(partStart);
    if (at(TokenKind::leftBracket)) part.subscripts = arraySubscripts();
    parts.push_back(add<PartId>(tree_.parts, part));
  } while (accept(TokenKind::dot));
  return addExpression(
      {.kind = ExpressionKind::reference, .flag = global, .span = since(start), .parts = store(parts)});
}

ExpressionId Parser::referenceOrCall() {
  const std::uint32_t start = begin();
  ExpressionId function;
  if (atAny({TokenKind::keywordDer, TokenKind::keywordInitial, TokenKind::keywordPure})) {
    const Symbol name = symbols_.intern(text(take()));
    const PartId part = add<PartId>(tree_.parts, Part{.name = name, .span = since(start), .subscripts = {}});
    function =
        addExpression({.kind = ExpressionKind::reference, .span = since(start), .parts = store(std::vector{part})});
    if (!at(TokenKind::leftParenthesis))
      fail("syntax", fmt::format("expected '(' after '{}', found {}", symbols_.text(name), describeCurrent()));
  } else {
    function = reference();
  }
  return at(TokenKind::leftParenthesis) ? callArguments(function, start) : function;
}

ExpressionId Parser::callArguments(ExpressionId function, std::uint32_t start) {
  take();  // (
  std::vector<ExpressionId> operands{function};
  if (!at(TokenKind::rightParenthesis)) {
    do operands.push_back(functionArgument());
    while (accept(TokenKind::comma));
    if (operands.size() == 2 && at(TokenKind::keywordFor)) operands[1] = comprehension(operands[1], start);
  }
  expect(TokenKind::rightParenthesis, "after the arguments");
  return addExpression({.kind = ExpressionKind::call, .span = since(start), .operands = store(operands)});
}

ExpressionId Parser::functionArgument() {
  const std::uint32_t start = begin();
  if (at(TokenKind::identifier) && peek(1) == TokenKind::becomes) {
    const Symbol name = symbols_.intern(text(take()));
    take();  // =
    const ExpressionId value = functionArgument();
    return addExpression({.kind = ExpressionKind::namedArgument,
                          .symbol = name,
                          .span = since(start),
                          .operands = store(std::vector{value})});
  }
  if (accept(TokenKind::keywordFunction)) {
    const ExpressionId function = reference();
    if (!at(TokenKind::leftParenthesis)) expect(TokenKind::leftParenthesis, "after the name of a function");
    const ExpressionId call = panic_ ? function : callArguments(function, start);
    return addExpression(
        {.kind = ExpressionKind::functionArgument, .span = since(start), .operands = store(std::vector{call})});
  }
  return expression();
}

ExpressionId Parser::parenthesised() {
  const std::uint32_t start = begin();
  take();  // (
  std::vector<ExpressionId> operands;
  bool isTuple = false;
  for (;;) {
    const bool isOmitted = atAny({TokenKind::comma, TokenKind::rightParenthesis});
    operands.push_back(isOmitted ? addExpression({.span = {lastEnd_, lastEnd_}}) : expression());
    isTuple |= isOmitted;
    if (!accept(TokenKind::comma)) break;
    isTuple = true;
  }
  expect(TokenKind::rightParenthesis, "to close the parenthesis");
  if (!isTuple) return operands.front();
  return addExpression({.kind = ExpressionKind::tuple, .span = since(start), .operands = store(operands)});
}

ExpressionId Parser::arrayConstructor() {
  const std::uint32_t start = begin();
  take();  // {
  std::vector<ExpressionId> operands;
  if (!at(TokenKind::rightBrace)) {
    do operands.push_back(functionArgument());
    while (accept(TokenKind::comma));
    if (operands.size() == 1 && at(TokenKind::keywordFor)) operands[0] = comprehension(operands[0], start);
  }
  expect(TokenKind::rightBrace, "to close the array");
  return addExpression({.kind = ExpressionKind::array, .span = since(start), .operands = store(operands)});
}

ExpressionId Parser::matrix() {
  const std::uint32_t start = begin();
  take();  // [
  std::vector<ExpressionId> rows;
  do {
    const std::uint32_t rowStart = begin();
    std::vector<ExpressionId> row;
    do row.push_back(expression());
    while (accept(TokenKind::comma));
    rows.push_back(addExpression({.kind = ExpressionKind::matrixRow, .span = since(rowStart), .operands = store(row)}));
  } while (accept(TokenKind::semicolon));
  expect(TokenKind::rightBracket, "to close the matrix");
  return addExpression({.kind = ExpressionKind::matrix, .span = since(start), .operands = store(rows)});
}

ExpressionId Parser::comprehension(ExpressionId value, std::uint32_t start) {
  take();  // for
  const List<IteratorId> list = iterators();
  return addExpression({.kind = ExpressionKind::comprehension,
                        .span = {std::max(start, tree_[value].span.begin), lastEnd_},
                        .operands = store(std::vector{value}),
                        .iterators = list});
}

List<IteratorId> Parser::iterators() {
  std::vector<IteratorId> list;
  do {
    const std::uint32_t start = begin();
    Iterator node{.name = identifier("of an iterator"), .span = {}, .range = ExpressionId::none};
    if (accept(TokenKind::keywordIn)) node.range = expression();
    node.span = since(start);
    list.push_back(add<IteratorId>(tree_.iterators, node));
  } while (accept(TokenKind::comma));
  return store(list);
}

List<ExpressionId> Parser::arraySubscripts() {
  take();  // [
  std::vector<ExpressionId> list;
  do list.push_back(subscript());
  while (accept(TokenKind::comma));
  expect(TokenKind::rightBracket, "after the subscripts");
  return store(list);
}

ExpressionId Parser::subscript() { return at(TokenKind::colon) ? leaf(ExpressionKind::colon) : expression(); }

ExpressionId Parser::binary(Operator op, ExpressionId left, ExpressionId right) {
  const Span span{tree_[left].span.begin, tree_[right].span.end};
  return addExpression(
      {.kind = ExpressionKind::binary, .op = op, .span = span, .operands = store(std::vector{left, right})});
}

ExpressionId Parser::unary(Operator op, ExpressionId operand, std::uint32_t start) {
  return addExpression(
      {.kind = ExpressionKind::unary, .op = op, .span = since(start), .operands = store(std::vector{operand})});
}

}  // namespace dashpot::syntax
