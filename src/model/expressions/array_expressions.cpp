#include "model/expressions/array_expressions.hpp"

#include "model/expressions/array_functions.hpp"
#include "model/expressions/evaluation.hpp"
#include "model/expressions/expressions.hpp"
#include "model/expressions/iterators.hpp"
#include "model/expressions/translation_context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot::model {

using syntax::ExpressionKind;

namespace {

constexpr std::size_t longestRange = 20'000'000;

}  // namespace

std::optional<Value> ArrayExpressions::range(const ScopedExpression& at) {
  const syntax::Expression& node = (*at.tree)[at.expression];
  std::vector<Value> parts;
  for (std::size_t i = 0; i < node.operands.count; ++i) {
    const auto part = expressions_.translate(operand(at, i));
    if (!part) return std::nullopt;
    if (!part->isScalar() || part->isString())
      return context_.typeError(operand(at, i).where(), fmt::format("a range needs scalars, but this is {}",
                                                                    describe(context_.model(), *part)));
    parts.push_back(*part);
  }
  for (std::size_t i = 1; i < parts.size(); ++i)
    if (!(parts[i].type == parts[0].type) && !(parts[i].type.isNumber() && parts[0].type.isNumber()))
      return context_.typeError(operand(at, i).where(), fmt::format("a range from {} cannot go on with {}",
                                                                    describe(context_.model(), parts[0]),
                                                                    describe(context_.model(), parts[i])));
  if (parts.size() == 3 && !parts[0].type.isNumber())
    return context_.typeError(operand(at, 1).where(),
                              fmt::format("a range of {} has no step",
                                          parts[0].type.type == Type::boolean ? "truth values" : "an enumeration"));
  std::vector<double> numbers;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto value = evaluation_.structuralValue(parts[i].scalar(), at.where());
    if (!value)
      return context_.report("evaluation", operand(at, i).where(),
                             "the bounds of a range must be known before the model runs");
    numbers.push_back(*value);
  }
  const double step = numbers.size() == 3 ? numbers[1] : 1.0, first = numbers.front(), last = numbers.back();
  if (step == 0.0 || !std::isfinite(step) || !std::isfinite(first) || !std::isfinite(last))
    return context_.typeError(at.where(), "the step of a range must not be zero");
  // A little more than the quotient, so that 0:0.1:0.3 ends with 0.3.
  const double n = std::max(0.0, std::floor((last - first) / step * (1.0 + 1e-15) + 1e-9) + 1.0);
  if (n > static_cast<double>(longestRange))
    return context_.typeError(at.where(), "this range is longer than 20 million");
  Value result{.type = parts.front().type, .dimensions = {static_cast<std::int32_t>(n)}};
  if (result.type.isNumber())
    for (const Value& part : parts) result.type = commonNumber(result.type, part.type);
  for (const Value& part : parts) result.variability = std::max(result.variability, part.variability);
  const bool isBoolean = result.type.type == Type::boolean;
  for (double k = 0; k < n; k += 1.0)
    result.scalars.push_back(isBoolean ? context_.pool().boolean(first + k != 0.0)
                                       : context_.pool().constant(first + k * step));
  return result;
}

std::optional<Value> ArrayExpressions::array(const ScopedExpression& at) {
  const syntax::Expression& node = (*at.tree)[at.expression];
  const bool isComprehension =
      node.operands.count == 1 && (*at.tree)[operand(at, 0).expression].kind == ExpressionKind::comprehension;
  if (isComprehension) return expressions_.translate(operand(at, 0));
  std::vector<Value> elements;
  bool sound = true;
  for (std::size_t i = 0; i < node.operands.count; ++i) {
    auto element = expressions_.translate(operand(at, i));
    sound = sound && element;
    if (element) elements.push_back(std::move(*element));
  }
  return sound ? context_.resultOf(at, arrayOf(context_.model(), elements)) : std::nullopt;
}

std::optional<Value> ArrayExpressions::matrix(const ScopedExpression& at) {
  const syntax::Expression& node = (*at.tree)[at.expression];
  std::vector<std::vector<Value>> rows;
  bool sound = true;
  for (std::size_t i = 0; i < node.operands.count; ++i) {
    const ScopedExpression row = operand(at, i);
    auto& values = rows.emplace_back();
    for (std::size_t j = 0; j < (*at.tree)[row.expression].operands.count; ++j) {
      auto value = expressions_.translate(operand(row, j));
      sound = sound && value;
      if (value) values.push_back(std::move(*value));
    }
  }
  return sound ? context_.resultOf(at, matrixOf(context_.model(), rows)) : std::nullopt;
}

std::optional<Value> ArrayExpressions::comprehension(const ScopedExpression& at) {
  Dimensions dimensions;
  const auto all = elements(at, dimensions);
  if (!all) return std::nullopt;
  if (all->empty()) return Value{.type = {Type::real}, .dimensions = dimensions};
  auto whole = context_.resultOf(at, arrayOf(context_.model(), *all));
  return whole && dimensions.size() > 1 ? std::optional(unfolded(*whole, dimensions)) : whole;
}

std::optional<std::vector<Value>> ArrayExpressions::elements(const ScopedExpression& at, Dimensions& dimensions) {
  const syntax::Expression& node = (*at.tree)[at.expression];
  std::vector<Value> result;
  dimensions.assign(node.iterators.count, 0);
  if (!collect(at, node, node.iterators.count, result, dimensions)) return std::nullopt;
  return result;
}

bool ArrayExpressions::collect(const ScopedExpression& at, const syntax::Expression& node, std::size_t iterator,
                               std::vector<Value>& out, Dimensions& dimensions) {
  if (iterator == 0) {
    auto element = expressions_.translate(operand(at, 0));
    if (element) out.push_back(std::move(*element));
    return element.has_value();
  }
  const syntax::Iterator& it = (*at.tree)[at.tree->at(node.iterators, iterator - 1)];
  const auto values = iterators_.values(
      {.tree = at.tree, .iterator = &it, .scope = at.scope, .element = at.tree->at(node.operands, 0), .mayVary = true});
  if (!values) return false;
  dimensions[node.iterators.count - iterator] = static_cast<std::int32_t>(values->size());
  for (const Value& value : *values) {
    context_.bind(it.name, value, at.scope);
    const bool sound = collect(at, node, iterator - 1, out, dimensions);
    context_.unbind();
    if (!sound) return false;
  }
  return true;
}

}  // namespace dashpot::model
