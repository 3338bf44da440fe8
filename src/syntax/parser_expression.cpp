#include "syntax/lexer.hpp"
#include "syntax/parser.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>

namespace dashpot::syntax {

namespace {

/// Integers are stored as doubles, which are exact up to here.
constexpr double largestInteger = 9007199254740992;  // 2^53

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
  Collector<ExpressionId> operands(*this);
  do {
    take();  // if or elseif
    operands.push(expression());
    expect(TokenKind::keywordThen, "after the condition of an if-expression");
    operands.push(expression());
  } while (at(TokenKind::keywordElseif));
  expect(TokenKind::keywordElse, "in an if-expression");
  operands.push(expression());
  return addExpression({.kind = ExpressionKind::conditional, .span = since(start), .operands = operands.store()});
}

ExpressionId Parser::simpleExpression() {
  const std::uint32_t start = begin();
  const ExpressionId first = logicalExpression();
  if (!accept(TokenKind::colon)) return first;
  const ExpressionId second = logicalExpression();
  if (!accept(TokenKind::colon))
    return addExpression({.kind = ExpressionKind::range, .span = since(start), .operands = store({first, second})});
  const ExpressionId third = logicalExpression();
  return addExpression(
      {.kind = ExpressionKind::range, .span = since(start), .operands = store({first, second, third})});
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
    case TokenKind::dot: return referenceOrCall();
    case TokenKind::keywordDer:
    case TokenKind::keywordInitial:
    case TokenKind::keywordPure:
      if (peek(1) == TokenKind::leftParenthesis || !atReservedName()) return referenceOrCall();
      return reference();
    case TokenKind::leftParenthesis: return parenthesised();
    case TokenKind::leftBrace: return arrayConstructor();
    case TokenKind::leftBracket: return matrix();
    case TokenKind::keywordEnd:
      if (subscriptDepth_ > 0) return leaf(ExpressionKind::end);
      [[fallthrough]];
    default:
      if (atReservedName() && !atAny({TokenKind::keywordThen, TokenKind::keywordElse, TokenKind::keywordLoop,
                                      TokenKind::keywordIf, TokenKind::keywordFunction, TokenKind::keywordAnnotation}))
        return reference();
      const bool closesNestedComment = at(TokenKind::times) && peek(1) == TokenKind::divide &&
                                       tokens_[position_].end == tokens_[position_ + 1].begin;
      const bool isPower = at(TokenKind::times) && position_ > 0 && tokens_[position_ - 1].kind == TokenKind::times;
      Diagnostic* report = fail("syntax", fmt::format("expected an expression, found {}", describeCurrent()));
      if (report && closesNestedComment) report->hint("comments do not nest: the first '*/' ends them");
      if (report && isPower) report->hint("powers are written with '^'");
      return addExpression({.span = {lastEnd_, lastEnd_}});
  }
}

ExpressionId Parser::number() {
  const std::uint32_t start = begin();
  const Token token = take();
  const std::string_view digits = text(token);
  double value = 0.0;
  const auto status = std::from_chars(digits.data(), digits.data() + digits.size(), value).ec;
  const SourceRange where{tree_.source, token.begin, token.end};
  if (status == std::errc::result_out_of_range) {
    value = std::strtod(std::string(digits).c_str(), nullptr);  // rounds what is too small to zero
    if (std::isinf(value))
      error("number-too-large", where, "this number is too large: the largest is about 1.8e308");
    else
      diagnostics_.warning("number-too-small", where, "this number is too small to be told from zero")
          .note(fmt::format("it counts as {}", value));
  } else if (token.kind == TokenKind::integerNumber && value > largestInteger) {
    error("number-too-large", where, fmt::format("this Integer is too large: the largest is {:.0f}", largestInteger))
        .hint(fmt::format("write it as a Real: {}.0", digits));
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
  Collector<PartId> parts(*this);
  do {
    const std::uint32_t partStart = begin();
    Part part{.name = identifier(parts.size() == 0 ? "here" : "after '.'"), .span = {}, .subscripts = {}};
    part.span = since(partStart);
    if (at(TokenKind::leftBracket)) part.subscripts = arraySubscripts();
    parts.push(add<PartId>(tree_.parts, part));
  } while (accept(TokenKind::dot));
  return addExpression(
      {.kind = ExpressionKind::reference, .flag = global, .span = since(start), .parts = parts.store()});
}

/// A reference without subscripts.
ExpressionId Parser::name(std::string_view what) {
  const std::uint32_t start = begin();
  const bool global = accept(TokenKind::dot);
  Collector<PartId> parts(*this);
  do {
    const std::uint32_t partStart = begin();
    const Symbol symbol = identifier(parts.size() == 0 ? std::string("of ").append(what) : "after '.'");
    parts.push(add<PartId>(tree_.parts, Part{.name = symbol, .span = since(partStart), .subscripts = {}}));
  } while (accept(TokenKind::dot));
  return addExpression(
      {.kind = ExpressionKind::reference, .flag = global, .span = since(start), .parts = parts.store()});
}

ExpressionId Parser::referenceOrCall() {
  const std::uint32_t start = begin();
  ExpressionId function;
  if (atAny({TokenKind::keywordDer, TokenKind::keywordInitial, TokenKind::keywordPure})) {
    const Symbol symbol = intern(take());
    const PartId part = add<PartId>(tree_.parts, Part{.name = symbol, .span = since(start), .subscripts = {}});
    function = addExpression({.kind = ExpressionKind::reference, .span = since(start), .parts = store({part})});
    if (!at(TokenKind::leftParenthesis))
      fail("syntax", fmt::format("expected '(' after '{}', found {}", symbols_.text(symbol), describeCurrent()));
  } else {
    function = reference();
  }
  return at(TokenKind::leftParenthesis) ? callArguments(function, start) : function;
}

ExpressionId Parser::callArguments(ExpressionId function, std::uint32_t start) {
  take();  // (
  Collector<ExpressionId> operands(*this);
  operands.push(function);
  if (!at(TokenKind::rightParenthesis)) {
    bool isNamed = false;
    do {
      const SourceRange where = currentRange();
      const ExpressionId argument = functionArgument();
      const bool isNamedToo = tree_[argument].kind == ExpressionKind::namedArgument;
      if (isNamed && !isNamedToo && !panic_)
        error("syntax", where, "an argument without a name cannot follow one with a name");
      isNamed |= isNamedToo;
      operands.push(argument);
    } while (accept(TokenKind::comma));
    if (operands.size() == 2 && at(TokenKind::keywordFor)) operands.replace(1, comprehension(operands[1]));
  }
  expect(TokenKind::rightParenthesis, "after the arguments");
  return addExpression({.kind = ExpressionKind::call, .span = since(start), .operands = operands.store()});
}

ExpressionId Parser::functionArgument() {
  const std::uint32_t start = begin();
  if (at(TokenKind::identifier) && peek(1) == TokenKind::becomes) {
    const Symbol symbol = intern(take());
    take();  // =
    const ExpressionId value = at(TokenKind::keywordFunction) ? partialApplication() : expression();
    return addExpression(
        {.kind = ExpressionKind::namedArgument, .symbol = symbol, .span = since(start), .operands = store({value})});
  }
  return at(TokenKind::keywordFunction) ? partialApplication() : expression();
}

ExpressionId Parser::partialApplication() {
  const Nesting nesting(*this);
  const std::uint32_t start = begin();
  take();  // function
  if (tooDeep()) return addExpression({.span = since(start)});
  const std::uint32_t nameStart = begin();
  const ExpressionId function = name("a function");
  if (!at(TokenKind::leftParenthesis)) expect(TokenKind::leftParenthesis, "after the name of a function");
  const ExpressionId call = panic_ ? function : callArguments(function, nameStart);
  return addExpression({.kind = ExpressionKind::functionArgument, .span = since(start), .operands = store({call})});
}

ExpressionId Parser::parenthesised() {
  const std::uint32_t start = begin();
  take();  // (
  Collector<ExpressionId> operands(*this);
  bool isTuple = false;
  for (;;) {
    const bool isOmitted = atAny({TokenKind::comma, TokenKind::rightParenthesis});
    operands.push(isOmitted ? addExpression({.span = {lastEnd_, lastEnd_}}) : expression());
    isTuple |= isOmitted;
    if (!accept(TokenKind::comma)) break;
    isTuple = true;
  }
  expect(TokenKind::rightParenthesis, "to close the parenthesis");
  const ExpressionId value =
      isTuple ? addExpression({.kind = ExpressionKind::tuple, .span = since(start), .operands = operands.store()})
              : operands[0];
  return selection(value, start);
}

/// (a)[i] and (a).b
ExpressionId Parser::selection(ExpressionId value, std::uint32_t start) {
  if (at(TokenKind::leftBracket)) {
    Collector<ExpressionId> operands(*this);
    operands.push(value);
    for (const ExpressionId id : tree_.items(arraySubscripts())) operands.push(id);
    return addExpression({.kind = ExpressionKind::indexed, .span = since(start), .operands = operands.store()});
  }
  if (accept(TokenKind::dot)) {
    const Symbol symbol = identifier("after '.'");
    return addExpression(
        {.kind = ExpressionKind::member, .symbol = symbol, .span = since(start), .operands = store({value})});
  }
  return value;
}

ExpressionId Parser::arrayConstructor() {
  const std::uint32_t start = begin();
  take();  // {
  Collector<ExpressionId> operands(*this);
  if (!at(TokenKind::rightBrace)) {
    do operands.push(expression());
    while (accept(TokenKind::comma));
    if (operands.size() == 1 && at(TokenKind::keywordFor)) operands.replace(0, comprehension(operands[0]));
  }
  expect(TokenKind::rightBrace, "to close the array");
  return addExpression({.kind = ExpressionKind::array, .span = since(start), .operands = operands.store()});
}

ExpressionId Parser::matrix() {
  const std::uint32_t start = begin();
  take();  // [
  Collector<ExpressionId> rows(*this);
  do rows.push(matrixRow());
  while (accept(TokenKind::semicolon));
  expect(TokenKind::rightBracket, "to close the matrix");
  return addExpression({.kind = ExpressionKind::matrix, .span = since(start), .operands = rows.store()});
}

ExpressionId Parser::matrixRow() {
  const std::uint32_t start = begin();
  Collector<ExpressionId> row(*this);
  do row.push(expression());
  while (accept(TokenKind::comma));
  return addExpression({.kind = ExpressionKind::matrixRow, .span = since(start), .operands = row.store()});
}

ExpressionId Parser::comprehension(ExpressionId value) {
  take();  // for
  const List<IteratorId> list = iterators();
  return addExpression({.kind = ExpressionKind::comprehension,
                        .span = since(tree_[value].span.begin),
                        .operands = store({value}),
                        .iterators = list});
}

List<IteratorId> Parser::iterators() {
  Collector<IteratorId> list(*this);
  do {
    const std::uint32_t start = begin();
    Iterator node{.name = identifier("of an iterator"), .span = {}, .range = ExpressionId::none};
    if (accept(TokenKind::keywordIn)) node.range = expression();
    node.span = since(start);
    list.push(add<IteratorId>(tree_.iterators, node));
  } while (accept(TokenKind::comma));
  return list.store();
}

List<ExpressionId> Parser::arraySubscripts() {
  take();  // [
  ++subscriptDepth_;
  Collector<ExpressionId> list(*this);
  do list.push(subscript());
  while (accept(TokenKind::comma));
  --subscriptDepth_;
  expect(TokenKind::rightBracket, "after the subscripts");
  return list.store();
}

ExpressionId Parser::subscript() { return at(TokenKind::colon) ? leaf(ExpressionKind::colon) : expression(); }

ExpressionId Parser::binary(Operator op, ExpressionId left, ExpressionId right) {
  const Span span{tree_[left].span.begin, tree_[right].span.end};
  return addExpression({.kind = ExpressionKind::binary, .op = op, .span = span, .operands = store({left, right})});
}

ExpressionId Parser::unary(Operator op, ExpressionId operand, std::uint32_t start) {
  return addExpression({.kind = ExpressionKind::unary, .op = op, .span = since(start), .operands = store({operand})});
}

}  // namespace dashpot::syntax
