// model/array_expressions.cpp: ranges, array constructors, comprehensions and what loops run over (Modelica 3.6,
// section 10.4).
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
  if (it.range == syntax::ExpressionId::none) {
    unsupported(at.tree->range(it.span), "an iterator without a range");
    return false;
  }
  const auto values = iterations({at.tree, it.range, at.scope});
  if (!values) return false;
  dimensions[node.iterators.count - iterator] = static_cast<std::int32_t>(values->size());
  for (const Value& value : *values) {
    bind(it.name, value);
    const bool sound = comprehend(at, node, iterator - 1, out, dimensions);
    unbind();
    if (!sound) return false;
  }
  return true;
}

std::optional<std::vector<Value>> Translator::iterations(const ScopedExpression& at) {
  const Node& node = (*at.tree)[at.expression];
  if (node.kind == ExpressionKind::reference) {
    if (const auto callee = names_.callee(at)) {
      std::vector<Value> values;
      if (callee->kind == CalleeKind::predefinedType && callee->type.type == Type::boolean) {
        values = {truth(false), truth(true)};
        return values;
      }
      if (callee->kind == CalleeKind::enumeration) {
        const std::size_t n = model_.enumerations[callee->type.enumeration].literals.size();
        for (std::size_t i = 1; i <= n; ++i)
          values.push_back({.type = callee->type, .scalars = {pool().constant(static_cast<double>(i))}});
        return values;
      }
    }
  }
  const auto whole = translate(at);
  if (!whole) return std::nullopt;
  if (whole->record || whole->isString() || whole->dimensions.size() != 1)
    return typeError(at.where(), fmt::format("a loop runs over a vector, but this is {}", describe(model_, *whole)));
  std::vector<Value> values;
  for (const Expr e : whole->scalars) {
    const auto known = structuralValue(e, at.where());
    if (!known) return report("evaluation", at.where(), "what a loop runs over must be known before the model runs");
    const bool isBoolean = whole->type.type == Type::boolean;
    values.push_back(
        {.type = whole->type, .scalars = {isBoolean ? pool().boolean(*known != 0.0) : pool().constant(*known)}});
  }
  return values;
}

}  // namespace dashpot::model
