#include "drawing/annotation_value.hpp"

#include "base/value_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dashpot::drawing {

namespace {

using syntax::Expression;
using syntax::ExpressionId;
using syntax::ExpressionKind;
using syntax::Operator;
using syntax::Tree;

constexpr int nestingLimit = 200;

double arithmetic(Operator op, double a, double b) {
  switch (op) {
    case Operator::plus:
    case Operator::dotPlus: return a + b;
    case Operator::minus:
    case Operator::dotMinus: return a - b;
    case Operator::times:
    case Operator::dotTimes: return a * b;
    case Operator::divide:
    case Operator::dotDivide: return a / b;
    default: return std::pow(a, b);
  }
}

bool isArithmetic(Operator op) { return op >= Operator::plus && op <= Operator::dotPower; }

/// Numbers, arrays of one length, and a number with an array, element by element.
Value combined(Operator op, const Value& a, const Value& b) {
  if (a.isNumber() && b.isNumber()) {
    const double result = arithmetic(op, a.number, b.number);
    return std::isfinite(result) ? Value::of(result) : Value{};
  }
  if (op == Operator::plus && a.isText() && b.isText()) return Value::of(a.text + b.text);
  if (!a.isArray() && !b.isArray()) return {};
  if (a.isArray() && b.isArray() && a.items.size() != b.items.size()) return {};
  std::vector<Value> items;
  for (std::size_t i = 0; i < (a.isArray() ? a : b).items.size(); ++i)
    items.push_back(combined(op, a.isArray() ? a.items[i] : a, b.isArray() ? b.items[i] : b));
  return Value::array(std::move(items));
}

Value compared(Operator op, const Value& a, const Value& b) {
  if (!a.isDecided() || !b.isDecided() || a.isArray() || b.isArray()) return {};
  if (a.kind != b.kind && !(a.isTruth() && b.isTruth())) return {};
  const bool isWord = a.isText() || a.kind == Value::Kind::literal;
  const bool isEqual = isWord ? a.text == b.text : a.number == b.number;
  switch (op) {
    case Operator::equal: return Value::of(isEqual);
    case Operator::notEqual: return Value::of(!isEqual);
    default: break;
  }
  if (isWord) return {};
  switch (op) {
    case Operator::less: return Value::of(a.number < b.number);
    case Operator::lessEqual: return Value::of(a.number <= b.number);
    case Operator::greater: return Value::of(a.number > b.number);
    case Operator::greaterEqual: return Value::of(a.number >= b.number);
    default: return {};
  }
}

class Evaluation {
 public:
  Evaluation(const Tree& tree, const Symbols& symbols, Names& names) : tree_(tree), symbols_(symbols), names_(names) {}

  Value run(ExpressionId id) {
    if (id == ExpressionId::none || depth_ > nestingLimit) return {};
    ++depth_;
    Value value = of(tree_[id], id);
    --depth_;
    return value;
  }

 private:
  Value operand(const Expression& node, std::size_t i) { return run(tree_.at(node.operands, i)); }

  Value of(const Expression& node, ExpressionId id) {
    switch (node.kind) {
      case ExpressionKind::real:
      case ExpressionKind::integer: return Value::of(tree_.numbers[node.number]);
      case ExpressionKind::string: return Value::of(std::string(symbols_.text(node.symbol)));
      case ExpressionKind::boolean: return Value::of(node.flag);
      case ExpressionKind::reference: return reference(id);
      case ExpressionKind::call: return call(node);
      case ExpressionKind::unary: return unary(node);
      case ExpressionKind::binary: return binary(node);
      case ExpressionKind::conditional: return conditional(node);
      case ExpressionKind::array: {
        std::vector<Value> items;
        for (const ExpressionId item : tree_.items(node.operands)) items.push_back(run(item));
        return Value::array(std::move(items));
      }
      case ExpressionKind::tuple: return node.operands.count == 1 ? operand(node, 0) : Value{};
      default: return {};
    }
  }

  Value reference(ExpressionId id) {
    if (isAtInstant_)
      if (Value value = names_.valueAtInstant(tree_, id); value.isDecided()) return value;
    return names_.value(tree_, id);
  }

  Value unary(const Expression& node) {
    const Value a = operand(node, 0);
    if (node.op == Operator::logicalNot) return a.isTruth() ? Value::of(a.number == 0) : Value{};
    return node.op == Operator::minus || node.op == Operator::dotMinus ? combined(Operator::times, Value::of(-1.0), a)
                                                                       : a;
  }

  Value binary(const Expression& node) {
    const Value a = operand(node, 0), b = operand(node, 1);
    if (isArithmetic(node.op)) return combined(node.op, a, b);
    if (node.op == Operator::logicalAnd || node.op == Operator::logicalOr) {
      // One side may decide alone.
      const bool deciding = node.op == Operator::logicalOr;
      for (const Value* side : {&a, &b})
        if (side->isTruth() && (side->number != 0) == deciding) return Value::of(deciding);
      return a.isTruth() && b.isTruth() ? Value::of(!deciding) : Value{};
    }
    return compared(node.op, a, b);
  }

  Value conditional(const Expression& node) {
    for (std::size_t i = 0; i + 1 < node.operands.count; i += 2) {
      const Value condition = operand(node, i);
      if (!condition.isTruth()) return {};
      if (condition.number != 0) return operand(node, i + 1);
    }
    return operand(node, node.operands.count - 1);
  }

  Value call(const Expression& node) {
    const std::string name = dottedName(tree_, tree_.at(node.operands, 0), symbols_);
    const std::size_t count = node.operands.count - 1;
    if (name == "DynamicSelect" && count == 2) return dynamicSelect(node);
    if (name == "String" && count >= 1) return asText(node);
    if ((name == "noEvent" || name == "smooth") && count >= 1) return operand(node, count);
    const Value a = count >= 1 ? operand(node, 1) : Value{};
    if (!a.isNumber()) return {};
    if (count == 2 && (name == "min" || name == "max")) {
      const Value b = operand(node, 2);
      if (!b.isNumber()) return {};
      return Value::of(name == "min" ? std::min(a.number, b.number) : std::max(a.number, b.number));
    }
    const auto finite = [](double x) { return std::isfinite(x) ? Value::of(x) : Value{}; };
    if (count != 1) return {};
    if (name == "abs") return Value::of(std::fabs(a.number));
    if (name == "sqrt") return finite(std::sqrt(a.number));
    if (name == "sin") return finite(std::sin(a.number));
    if (name == "cos") return finite(std::cos(a.number));
    if (name == "floor" || name == "integer") return finite(std::floor(a.number));
    if (name == "ceil") return finite(std::ceil(a.number));
    return {};
  }

  Value dynamicSelect(const Expression& node) {
    if (names_.hasInstant()) {
      const bool before = std::exchange(isAtInstant_, true);
      Value value = operand(node, 2);
      isAtInstant_ = before;
      if (isWhole(value)) return value;
    }
    return operand(node, 1);
  }

  /// Decided, and all that is in it.
  static bool isWhole(const Value& value) {
    return value.isDecided() && std::ranges::all_of(value.items, [](const Value& item) { return isWhole(item); });
  }

  /// String(x, significantDigits = n, minimumLength = n, leftJustified = b) and String(x, n).
  Value asText(const Expression& node) {
    const Value a = operand(node, 1);
    if (a.isText() || a.kind == Value::Kind::literal) return Value::of(a.text);
    if (a.kind == Value::Kind::truth) return Value::of(std::string(a.number != 0 ? "true" : "false"));
    if (!a.isNumber()) return {};
    constexpr double mostCharacters = 100;
    double digits = 6, width = 0;
    bool isLeft = true;
    std::string specification;
    for (std::size_t i = 2; i < node.operands.count; ++i) {
      const Expression& argument = tree_[tree_.at(node.operands, i)];
      if (argument.kind != ExpressionKind::namedArgument) return {};
      const std::string_view name = symbols_.text(argument.symbol);
      const Value value = operand(argument, 0);
      if (name == "significantDigits" && value.isNumber())
        digits = std::clamp(value.number, 1.0, mostCharacters);
      else if (name == "minimumLength" && value.isNumber())
        width = std::clamp(value.number, 0.0, mostCharacters);
      else if (name == "leftJustified" && value.isTruth())
        isLeft = value.number != 0;
      else if (name == "format" && value.isText())
        specification = value.text;
      else
        return {};
    }
    if (specification.empty())
      specification =
          fmt::format("{}{}.{}g", isLeft ? "-" : "", width > 0 ? fmt::format("{}", static_cast<int>(width)) : "",
                      static_cast<int>(digits));
    const bool isInteger = specification.find_first_of("di") != std::string::npos;
    if (!problemWith(specification, isInteger).empty()) return {};
    return Value::of(written({specification}, a.number));
  }

  const Tree& tree_;
  const Symbols& symbols_;
  Names& names_;
  int depth_ = 0;
  bool isAtInstant_ = false;  // in the second argument of DynamicSelect
};

}  // namespace

Value evaluate(const Tree& tree, ExpressionId expression, const Symbols& symbols, Names& names) {
  return Evaluation(tree, symbols, names).run(expression);
}

bool isDynamic(const Tree& tree, ExpressionId expression, const Symbols& symbols) {
  if (expression == ExpressionId::none) return false;
  const Expression& node = tree[expression];
  if (node.kind == ExpressionKind::call && dottedName(tree, tree.at(node.operands, 0), symbols) == "DynamicSelect")
    return true;
  for (const ExpressionId operand : tree.items(node.operands))
    if (isDynamic(tree, operand, symbols)) return true;
  return false;
}

std::string dottedName(const Tree& tree, ExpressionId reference, const Symbols& symbols) {
  std::string name;
  for (const syntax::PartId part : tree.items(tree[reference].parts)) {
    if (!name.empty()) name += '.';
    name += symbols.text(tree[part].name);
  }
  return name;
}

}  // namespace dashpot::drawing
