// model/array_expressions.cpp: ranges, array constructors and comprehensions (Modelica 3.6, section 10.4).
#include "model/translate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot::model {

using syntax::ExpressionKind;

namespace {

constexpr std::size_t longestRange = 20'000'000;

}  // namespace

std::optional<Value> Translator::range(const ScopedExpression& at, const Node& node) {
  std::vector<Value> parts;
  for (std::size_t i = 0; i < node.operands.count; ++i) {
    const auto part = translate(operand(at, i));
    if (!part) return std::nullopt;
    if (!part->isScalar() || part->isString())
      return typeError(operand(at, i).where(),
                       fmt::format("a range needs scalars, but this is {}", describe(model_, *part)));
    parts.push_back(*part);
  }
  for (std::size_t i = 1; i < parts.size(); ++i)
    if (!(parts[i].type == parts[0].type) && !(parts[i].type.isNumber() && parts[0].type.isNumber()))
      return typeError(operand(at, i).where(), fmt::format("a range from {} cannot go on with {}",
                                                           describe(model_, parts[0]), describe(model_, parts[i])));
  if (parts.size() == 3 && !parts[0].type.isNumber())
    return typeError(operand(at, 1).where(),
                     fmt::format("a range of {} has no step",
                                 parts[0].type.type == Type::boolean ? "truth values" : "an enumeration"));
  std::vector<double> numbers;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto value = structuralValue(parts[i].scalar(), at.where());
    if (!value)
      return report("evaluation", operand(at, i).where(), "the bounds of a range must be known before the model runs");
    numbers.push_back(*value);
  }
  const double step = numbers.size() == 3 ? numbers[1] : 1.0, first = numbers.front(), last = numbers.back();
  if (step == 0.0 || !std::isfinite(step) || !std::isfinite(first) || !std::isfinite(last))
    return typeError(at.where(), "the step of a range must not be zero");
  // A little more than the quotient, so that 0:0.1:0.3 ends with 0.3.
  const double n = std::max(0.0, std::floor((last - first) / step * (1.0 + 1e-15) + 1e-9) + 1.0);
  if (n > static_cast<double>(longestRange)) return typeError(at.where(), "this range is longer than 20 million");
  Value result{.type = parts.front().type, .dimensions = {static_cast<std::int32_t>(n)}};
  if (result.type.isNumber())
    for (const Value& part : parts) result.type = commonNumber(result.type, part.type);
  for (const Value& part : parts) result.variability = std::max(result.variability, part.variability);
  const bool isBoolean = result.type.type == Type::boolean;
  for (double k = 0; k < n; k += 1.0)
    result.scalars.push_back(isBoolean ? pool().boolean(first + k != 0.0) : pool().constant(first + k * step));
  return result;
}

std::optional<Value> Translator::array(const ScopedExpression& at, const Node& node) {
  const bool isComprehension =
      node.operands.count == 1 && (*at.tree)[operand(at, 0).expression].kind == ExpressionKind::comprehension;
  if (isComprehension) return translate(operand(at, 0));
  std::vector<Value> elements;
  bool sound = true;
  for (std::size_t i = 0; i < node.operands.count; ++i) {
    auto element = translate(operand(at, i));
    sound = sound && element;
    if (element) elements.push_back(std::move(*element));
  }
  return sound ? resultOf(at, arrayOf(model_, elements)) : std::nullopt;
}

std::optional<Value> Translator::matrix(const ScopedExpression& at, const Node& node) {
  std::vector<std::vector<Value>> rows;
  bool sound = true;
  for (std::size_t i = 0; i < node.operands.count; ++i) {
    const ScopedExpression row = operand(at, i);
    auto& values = rows.emplace_back();
    for (std::size_t j = 0; j < (*at.tree)[row.expression].operands.count; ++j) {
      auto value = translate(operand(row, j));
      sound = sound && value;
      if (value) values.push_back(std::move(*value));
    }
  }
  return sound ? resultOf(at, matrixOf(model_, rows)) : std::nullopt;
}

/// The elements of {e for i in r, j in s}: the last iterator moves slowest (Modelica 3.6, section 10.4.1).
std::optional<std::vector<Value>> Translator::comprehension(const ScopedExpression& at, Dimensions& dimensions) {
  const Node& node = (*at.tree)[at.expression];
  std::vector<Value> elements;
  dimensions.assign(node.iterators.count, 0);
  if (!comprehend(at, node, node.iterators.count, elements, dimensions)) return std::nullopt;
  return elements;
}

bool Translator::comprehend(const ScopedExpression& at, const Node& node, std::size_t iterator, std::vector<Value>& out,
                            Dimensions& dimensions) {
  if (iterator == 0) {
    auto element = translate(operand(at, 0));
    if (element) out.push_back(std::move(*element));
    return element.has_value();
  }
  const syntax::Iterator& it = (*at.tree)[at.tree->at(node.iterators, iterator - 1)];
  const auto values = iterations(
      {.tree = at.tree, .iterator = &it, .scope = at.scope, .element = at.tree->at(node.operands, 0), .mayVary = true});
  if (!values) return false;
  dimensions[node.iterators.count - iterator] = static_cast<std::int32_t>(values->size());
  for (const Value& value : *values) {
    bind(it.name, value, at.scope);
    const bool sound = comprehend(at, node, iterator - 1, out, dimensions);
    unbind();
    if (!sound) return false;
  }
  return true;
}

}  // namespace dashpot::model
