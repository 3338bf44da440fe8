#include "model/expressions/domain.hpp"

#include "model/expressions/evaluation.hpp"
#include "model/expressions/translation_context.hpp"

#include <fmt/format.h>

#include <cmath>

namespace dashpot::model {

using symbolic::Op;

namespace {

/// Of a constant; empty for a parameter.
std::optional<double> valueOfConstant(TranslationContext& context, Evaluation& evaluation, const Value& value,
                                      std::size_t i, SourceRange where) {
  if (value.variability != Variability::constant || value.scalars.empty()) return std::nullopt;
  const Expr e = value.scalars[value.dimensions.empty() ? 0 : i];
  if (context.pool().isConstant(e)) return context.pool().value(e);
  return evaluation.structuralValue(e, where);
}

/// 0 / 0 or div(0, 0) as it is written: in a flat model it stands for an element that is not there.
bool isNothing(const ScopedExpression& at) {
  const syntax::Expression& node = (*at.tree)[at.expression];
  const bool isBinary = node.kind == syntax::ExpressionKind::binary;
  if (!isBinary && node.operands.count != 3) return false;
  const auto isZero = [&](std::size_t i) {
    const syntax::Expression& number = (*at.tree)[operand(at, i).expression];
    return number.kind == syntax::ExpressionKind::integer && at.tree->numbers[number.number] == 0.0;
  };
  return isBinary ? isZero(0) && isZero(1) : isZero(1) && isZero(2);
}

}  // namespace

bool requireDefined(TranslationContext& context, Evaluation& evaluation, const ScopedExpression& at,
                    std::string_view name, Op op, const Value& a, const Value* b) {
  const std::size_t n = std::max(a.scalars.size(), b ? b->scalars.size() : 0);
  for (std::size_t i = 0; i < n; ++i) {
    const auto x = valueOfConstant(context, evaluation, a, i, at.where());
    if (!x && !b) return true;
    const auto y = b ? valueOfConstant(context, evaluation, *b, i, at.where()) : std::optional(0.0);
    const bool dividesByZero = b && y == 0.0 && (op == Op::divide || op == Op::div || op == Op::mod || op == Op::rem);
    if (dividesByZero && isNothing(at)) return true;
    if (dividesByZero) {
      context.report("domain", at.where(), "a division by zero");
      return false;
    }
    if (!x || !y || !std::isfinite(*x) || !std::isfinite(*y) || std::isfinite(symbolic::apply(op, *x, *y))) continue;
    const bool isOverflow = !std::isnan(symbolic::apply(op, *x, *y)) && op != Op::log && op != Op::log10;
    if (isOverflow && (op != Op::power || *x != 0.0)) continue;  // exp(1000): a number, only too large to be kept
    context.report("domain", at.where(),
                   op == Op::power ? fmt::format("{}^({}) is not defined",
                                                 *x < 0.0 ? fmt::format("({})", *x) : fmt::format("{}", *x), *y)
                                   : fmt::format("{} is not defined for {}", name, *x));
    return false;
  }
  return true;
}

}  // namespace dashpot::model
