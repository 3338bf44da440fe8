#include "model/expressions/evaluation.hpp"

#include "model/expressions/expressions.hpp"
#include "model/expressions/iterators.hpp"
#include "model/expressions/translation_context.hpp"
#include "model/instances/names.hpp"
#include "symbolic/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot::model {

namespace {

// A chain of parameters defined by one another that is longer than this is a circle.
constexpr int depthLimit = 200;

}  // namespace

std::optional<double> Evaluation::constantValue(Expr e) {
  return symbolic::Evaluator(context_.model().functions)(context_.pool(), e);
}

std::optional<double> Evaluation::structuralValue(Expr e, SourceRange usedAt) {
  if (context_.body()) return constantValue(e);
  if (depth_ > depthLimit) return std::nullopt;
  ++depth_;
  const auto ofParameter = [&](VariableId id) -> std::optional<double> {
    const auto value = context_.names().structuralValue(id, usedAt);
    return value ? structuralValue(*value, usedAt) : std::nullopt;
  };
  symbolic::Evaluator evaluator(context_.model().functions, ofParameter);
  const auto result = evaluator(context_.pool(), e);
  --depth_;
  problem_ = evaluator.problem();
  return result;
}

std::optional<double> Evaluation::declaredValue(Expr e, SourceRange usedAt) {
  if (context_.body()) return constantValue(e);
  if (depth_ > depthLimit) return std::nullopt;
  ++depth_;
  const auto ofVariable = [&](VariableId id) -> std::optional<double> {
    const auto value = context_.names().declaredValue(id, usedAt);
    return value ? declaredValue(*value, usedAt) : std::nullopt;
  };
  const auto result = symbolic::Evaluator(context_.model().functions, ofVariable)(context_.pool(), e);
  --depth_;
  return result;
}

bool Evaluation::isKnown(const Value& value) {
  if (value.record)
    return std::ranges::all_of(value.record->fields, [&](const auto& field) { return isKnown(field.second); });
  return std::ranges::all_of(value.scalars, [&](Expr e) { return constantValue(e).has_value(); });
}

std::optional<std::int32_t> Evaluation::integerOf(const Value& value, SourceRange where) {
  if (!value.isScalar() || value.type.type != Type::integer)
    return context_.typeError(
        where, fmt::format("an Integer is needed here, but this is {}",
                           value.isScalar() && value.type.type == Type::real ? std::string("a Real")
                                                                             : describe(context_.model(), value)));
  const std::size_t errors = context_.diagnostics().errorCount();
  const auto known = structuralValue(value.scalar(), where);
  if (!known && context_.diagnostics().errorCount() > errors) return std::nullopt;  // why it is not known has been said
  if (!known || std::fabs(*known) > 2e9)
    return context_.report("evaluation", where, "this must be known before the model runs, but it is not");
  return static_cast<std::int32_t>(*known);
}

std::optional<Value> Evaluation::evaluate(const ScopedExpression& at, const Demand& demand) {
  auto value = expressions_.translate(at, demand);
  if (!value || value->record || value->isString()) return value;
  const std::size_t errors = context_.diagnostics().errorCount();
  for (Expr& e : value->scalars) {
    const auto known = structuralValue(e, at.where());
    if (!known && context_.diagnostics().errorCount() > errors)
      return std::nullopt;  // why it is not known has been said
    if (!known) {
      Diagnostic& d = context_.diagnostics().error("evaluation", at.where(),
                                                   fmt::format("{} must be known before the model runs", demand.what));
      if (value->variability > Variability::parameter) d.note("it depends on something that varies in time");
      return std::nullopt;
    }
    e = literal(context_.pool(), value->type, *known);
  }
  value->variability = Variability::constant;
  return value;
}

std::optional<std::int32_t> Evaluation::evaluateInteger(const ScopedExpression& at, std::string_view what) {
  if (const auto type = iterators_.indexType(at)) return iterators_.indexCount(*type);  // a dimension: Real x[Color]
  const auto value = evaluate(at, {.what = what, .type = ScalarType{Type::integer}, .dimensions = Dimensions{}});
  if (!value) return std::nullopt;
  const double number = context_.pool().value(value->scalar());
  if (std::fabs(number) > 2e9) return context_.report("evaluation", at.where(), fmt::format("{} is too large", what));
  return static_cast<std::int32_t>(number);
}

std::optional<bool> Evaluation::evaluateCondition(const ScopedExpression& at) {
  const auto value =
      evaluate(at, {.what = "this condition", .type = ScalarType{Type::boolean}, .dimensions = Dimensions{}});
  if (!value) return std::nullopt;
  return context_.pool()[value->scalar()].a != 0;
}

std::optional<std::string> Evaluation::evaluateString(const ScopedExpression& at, std::string_view what) {
  const auto value =
      expressions_.translate(at, {.what = what, .type = ScalarType{Type::string}, .dimensions = Dimensions{}});
  if (!value) return std::nullopt;
  auto text = knownText(value->texts.front(), at.where());
  if (!text)
    return context_.report("evaluation", at.where(), fmt::format("{} must be known before the model runs", what));
  return text;
}

std::optional<std::string> Evaluation::knownText(const Message& message, SourceRange usedAt) {
  std::string text;
  for (const auto& piece : message.pieces) {
    if (const auto* words = std::get_if<std::string>(&piece)) {
      text += *words;
      continue;
    }
    const auto& shown = std::get<Shown>(piece);
    const auto number = structuralValue(shown.value, usedAt);
    if (!number) return std::nullopt;
    text += written(shown.format, *number);
  }
  return text;
}

}  // namespace dashpot::model
