#include "language_server/quantity.hpp"

#include "base/units.hpp"
#include "base/value_format.hpp"
#include "editing/edits.hpp"
#include "language_server/diagnose.hpp"
#include "language_server/protocol.hpp"
#include "syntax/parse.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace dashpot::language_server {

namespace {

using syntax::ExpressionId;
using syntax::ExpressionKind;
using syntax::Operator;
using syntax::Tree;

std::optional<double> valueOf(const Tree& tree, ExpressionId id, int depth);

std::optional<double> unary(const Tree& tree, const syntax::Expression& expression, int depth) {
  const auto operand = valueOf(tree, tree.at(expression.operands, 0), depth + 1);
  if (!operand) return std::nullopt;
  if (expression.op == Operator::minus) return -*operand;
  return expression.op == Operator::plus ? operand : std::nullopt;
}

std::optional<double> binary(const Tree& tree, const syntax::Expression& expression, int depth) {
  const auto a = valueOf(tree, tree.at(expression.operands, 0), depth + 1);
  const auto b = valueOf(tree, tree.at(expression.operands, 1), depth + 1);
  if (!a || !b) return std::nullopt;
  switch (expression.op) {
    case Operator::plus: return *a + *b;
    case Operator::minus: return *a - *b;
    case Operator::times: return *a * *b;
    case Operator::divide: return *a / *b;
    case Operator::power: return std::pow(*a, *b);
    default: return std::nullopt;
  }
}

std::optional<double> valueOf(const Tree& tree, ExpressionId id, int depth) {
  constexpr int deepest = 100;
  if (id == ExpressionId::none || depth > deepest) return std::nullopt;
  const syntax::Expression& expression = tree[id];
  switch (expression.kind) {
    case ExpressionKind::real:
    case ExpressionKind::integer: return tree.numbers[expression.number];
    case ExpressionKind::unary: return unary(tree, expression, depth);
    case ExpressionKind::binary: return binary(tree, expression, depth);
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<double> constantValue(const Tree& tree, ExpressionId expression) {
  const auto value = valueOf(tree, expression, 0);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<double> constantValue(const std::string& expression) {
  Sources sources;
  Symbols symbols;
  Diagnostics diagnostics;
  const SourceId source = sources.add("value", "model M\nReal x =\n" + expression + "\n;\nend M;\n");
  const Tree tree = syntax::parse(source, sources, symbols, diagnostics);
  if (expression.empty() || !diagnostics.all().empty() || tree.components.size() != 1) return std::nullopt;
  return constantValue(tree, tree.components.front().modification.value);
}

std::string shownValue(double value, std::string_view unit, std::string_view displayUnit) {
  const Unit shown = unitForDisplay(unit, displayUnit);
  const std::string number = written({}, shown.fromSi(value));
  return shown.name.empty() || shown.name == "1" ? number : fmt::format("{} {}", number, shown.name);
}

bool isShownDifferently(std::string_view unit, std::string_view displayUnit) {
  return !displayUnit.empty() && unitForDisplay(unit, displayUnit).name != unit;
}

nlohmann::json typedQuantity(const std::string& typed, const std::string& unit, const std::string& displayUnit) {
  const auto text = editing::valueInUnit(typed, unit);
  if (!text) throw RequestError(ErrorCode::requestFailed, messageOf(text.error()));
  const auto value = constantValue(*text);
  if (!value) throw RequestError(ErrorCode::requestFailed, fmt::format("'{}' is no number", typed));
  // In the unit that was typed, if there was one.
  const std::size_t unitAt = typed.find_first_not_of("0123456789.+-eE \t");
  const std::string typedUnit = unitAt == std::string::npos ? "" : typed.substr(unitAt);
  return {{"si", *value},
          {"shown", shownValue(*value, unit, findUnit(typedUnit) ? std::string_view(typedUnit) : displayUnit)}};
}

}  // namespace dashpot::language_server
