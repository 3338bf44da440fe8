#include "syntax/expression_printer.hpp"

#include "syntax/lexer.hpp"

#include <fmt/format.h>

#include <array>

namespace dashpot::syntax {

namespace {

Binding binding(Operator op) {
  switch (op) {
    case Operator::logicalOr: return orBinding;
    case Operator::logicalAnd: return andBinding;
    case Operator::logicalNot: return notBinding;
    case Operator::less:
    case Operator::lessEqual:
    case Operator::greater:
    case Operator::greaterEqual:
    case Operator::equal:
    case Operator::notEqual: return relationBinding;
    case Operator::plus:
    case Operator::minus:
    case Operator::dotPlus:
    case Operator::dotMinus: return sumBinding;
    case Operator::times:
    case Operator::divide:
    case Operator::dotTimes:
    case Operator::dotDivide: return productBinding;
    case Operator::power:
    case Operator::dotPower: return powerBinding;
    case Operator::none: return primaryBinding;
  }
  return primaryBinding;
}

Binding binding(const Expression& node) {
  switch (node.kind) {
    case ExpressionKind::conditional: return conditionalBinding;
    case ExpressionKind::range: return rangeBinding;
    case ExpressionKind::unary:
    case ExpressionKind::binary: return binding(node.op);
    default: return primaryBinding;
  }
}

/// Sums, products, and, or chain to the left without parentheses; relations and powers do not chain.
Binding leftOperandBinding(Operator op) {
  const Binding own = binding(op);
  return own == relationBinding || own == powerBinding ? static_cast<Binding>(own + 1) : own;
}

}  // namespace

void ExpressionPrinter::expression(ExpressionId id, Binding demanded) {
  const Expression& node = tree_[id];
  const bool parentheses = binding(node) < demanded;
  if (parentheses) out_ += '(';
  switch (node.kind) {
    case ExpressionKind::real: real(tree_.numbers[node.number]); break;
    case ExpressionKind::integer: out_ += fmt::format("{:.0f}", tree_.numbers[node.number]); break;
    case ExpressionKind::string: out_ += quoted(symbols_.text(node.symbol)); break;
    case ExpressionKind::boolean: out_ += node.flag ? "true" : "false"; break;
    case ExpressionKind::reference: reference(node); break;
    case ExpressionKind::call: call(node); break;
    case ExpressionKind::namedArgument:
      name(node.symbol);
      out_ += " = ";
      expression(tree_.at(node.operands, 0));
      break;
    case ExpressionKind::functionArgument:
      out_ += "function ";
      expression(tree_.at(node.operands, 0));
      break;
    case ExpressionKind::unary: unary(node); break;
    case ExpressionKind::binary: binary(id); break;
    case ExpressionKind::conditional: conditional(node); break;
    case ExpressionKind::range:
      separated(node.operands, ":", [this](ExpressionId e) { expression(e, orBinding); });
      break;
    case ExpressionKind::array:
      out_ += '{';
      expressions(node.operands);
      out_ += '}';
      break;
    case ExpressionKind::matrix:
      out_ += '[';
      separated(node.operands, "; ", [this](ExpressionId e) { expression(e); });
      out_ += ']';
      break;
    case ExpressionKind::matrixRow: expressions(node.operands); break;
    case ExpressionKind::comprehension:
      expression(tree_.at(node.operands, 0));
      out_ += " for ";
      iterators(node.iterators);
      break;
    case ExpressionKind::tuple:
      out_ += '(';
      expressions(node.operands);
      out_ += ')';
      break;
    case ExpressionKind::omitted: break;
    case ExpressionKind::end: out_ += "end"; break;
    case ExpressionKind::colon: out_ += ':'; break;
    case ExpressionKind::indexed: selected(node); break;
    case ExpressionKind::member:
      selected(node);
      out_ += '.';
      name(node.symbol);
      break;
    case ExpressionKind::breakBinding: out_ += "break"; break;
  }
  if (parentheses) out_ += ')';
}

void ExpressionPrinter::real(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  out_ += text;
}

void ExpressionPrinter::reference(const Expression& node) {
  if (node.flag) out_ += '.';
  separated(node.parts, ".", [this](PartId id) {
    name(tree_[id].name);
    subscripts(tree_[id].subscripts);
  });
}

/// (value), and the subscripts that follow it if there are any
void ExpressionPrinter::selected(const Expression& node) {
  const ExpressionId value = tree_.at(node.operands, 0);
  const bool hasParentheses = tree_[value].kind == ExpressionKind::tuple;
  if (!hasParentheses) out_ += '(';
  expression(value);
  if (!hasParentheses) out_ += ')';
  subscripts({node.operands.first + 1, node.operands.count - 1});
}

void ExpressionPrinter::call(const Expression& node) {
  expression(tree_.at(node.operands, 0));
  out_ += '(';
  for (std::size_t i = 1; i < node.operands.count; ++i) {
    if (i > 1) out_ += ", ";
    expression(tree_.at(node.operands, i));
  }
  out_ += ')';
}

void ExpressionPrinter::unary(const Expression& node) {
  out_ += spelling(node.op);
  if (node.op == Operator::logicalNot) out_ += ' ';
  expression(tree_.at(node.operands, 0), static_cast<Binding>(binding(node.op) + 1));
}

/// A sum of 100,000 terms is a tree 100,000 deep on its left side: that side is walked in a loop.
void ExpressionPrinter::binary(ExpressionId id) {
  std::vector<ExpressionId> spine{id};
  for (;;) {
    const Expression& node = tree_[spine.back()];
    const ExpressionId left = tree_.at(node.operands, 0);
    if (tree_[left].kind != ExpressionKind::binary || binding(tree_[left]) < leftOperandBinding(node.op)) break;
    spine.push_back(left);
  }
  const Expression& innermost = tree_[spine.back()];
  expression(tree_.at(innermost.operands, 0), leftOperandBinding(innermost.op));
  for (auto it = spine.rbegin(); it != spine.rend(); ++it) {
    const Expression& node = tree_[*it];
    out_ += binding(node.op) == powerBinding ? std::string(spelling(node.op)) : fmt::format(" {} ", spelling(node.op));
    expression(tree_.at(node.operands, 1), static_cast<Binding>(binding(node.op) + 1));
  }
}

void ExpressionPrinter::conditional(const Expression& node) {
  const std::size_t last = node.operands.count - 1;
  for (std::size_t i = 0; i < last; i += 2) {
    out_ += i == 0 ? "if " : " elseif ";
    expression(tree_.at(node.operands, i));
    out_ += " then ";
    expression(tree_.at(node.operands, i + 1));
  }
  out_ += " else ";
  expression(tree_.at(node.operands, last));
}

void ExpressionPrinter::iterators(List<IteratorId> list) {
  separated(list, ", ", [this](IteratorId id) {
    name(tree_[id].name);
    if (tree_[id].range == ExpressionId::none) return;
    out_ += " in ";
    expression(tree_[id].range);
  });
}

std::string_view spelling(Operator op) {
  constexpr std::array<std::string_view, 20> texts{"",   "+", "-",  "*", "/",  "^",  ".+", ".-",  ".*", "./",
                                                   ".^", "<", "<=", ">", ">=", "==", "<>", "and", "or", "not"};
  return texts[static_cast<std::size_t>(op)];
}

std::string print(const Tree& tree, ExpressionId expression, const Symbols& symbols) {
  ExpressionPrinter printer(tree, symbols);
  printer.expression(expression);
  return printer.take();
}

}  // namespace dashpot::syntax
