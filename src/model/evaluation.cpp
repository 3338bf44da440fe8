// model/evaluation.cpp: values that must be known before the model runs: sizes, conditions, texts. The parameters that
// they depend on become structural.
#include "model/translate.hpp"
#include "symbolic/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot::model {

namespace {

// A chain of parameters defined by one another that is longer than this is a circle.
constexpr int evaluationLimit = 200;

}  // namespace

std::optional<double> Translator::constantValue(Expr e) { return symbolic::Evaluator(model_.functions)(pool(), e); }

std::optional<double> Translator::structuralValue(Expr e, SourceRange usedAt) {
  if (context_->body) return constantValue(e);
  if (evaluationDepth_ > evaluationLimit) return std::nullopt;
  ++evaluationDepth_;
  const auto ofParameter = [&](VariableId id) -> std::optional<double> {
    const auto value = names_.structuralValue(id, usedAt);
    return value ? structuralValue(*value, usedAt) : std::nullopt;
  };
  symbolic::Evaluator evaluator(model_.functions, ofParameter);
  const auto result = evaluator(pool(), e);
  --evaluationDepth_;
  evaluationProblem_ = evaluator.problem();
  return result;
}

bool Translator::isKnown(const Value& value) {
  if (value.record)
    return std::ranges::all_of(value.record->fields, [&](const auto& field) { return isKnown(field.second); });
  return std::ranges::all_of(value.scalars, [&](Expr e) { return constantValue(e).has_value(); });
}

std::optional<std::int32_t> Translator::integerOf(const Value& value, SourceRange where) {
  if (!value.isScalar() || value.type.type != Type::integer)
    return typeError(where, fmt::format("an Integer is needed here, but this is {}",
                                        value.isScalar() && value.type.type == Type::real ? std::string("a Real")
                                                                                          : describe(model_, value)));
  const std::size_t errors = diagnostics_->errorCount();
  const auto known = structuralValue(value.scalar(), where);
  if (!known && diagnostics_->errorCount() > errors) return std::nullopt;  // why it is not known has been said
  if (!known || std::fabs(*known) > 2e9)
    return report("evaluation", where, "this must be known before the model runs, but it is not");
  return static_cast<std::int32_t>(*known);
}

std::optional<Value> Translator::evaluate(const ScopedExpression& at, const Demand& demand) {
  auto value = translate(at, demand);
  if (!value || value->record || value->isString()) return value;
  const std::size_t errors = diagnostics_->errorCount();
  for (Expr& e : value->scalars) {
    const auto known = structuralValue(e, at.where());
    if (!known && diagnostics_->errorCount() > errors) return std::nullopt;  // why it is not known has been said
    if (!known) {
      Diagnostic& d = diagnostics_->error("evaluation", at.where(),
                                          fmt::format("{} must be known before the model runs", demand.what));
      if (value->variability > Variability::parameter) d.note("it depends on something that varies in time");
      return std::nullopt;
    }
    e = value->type.type == Type::boolean ? pool().boolean(*known != 0.0) : pool().constant(*known);
  }
  value->variability = Variability::constant;
  return value;
}

std::optional<std::int32_t> Translator::evaluateInteger(const ScopedExpression& at, std::string_view what) {
  if (const auto type = indexType(at)) return indexCount(*type);  // a dimension: Real x[Color]
  const auto value = evaluate(at, {.what = what, .type = ScalarType{Type::integer}, .dimensions = Dimensions{}});
  if (!value) return std::nullopt;
  const double number = pool().value(value->scalar());
  if (std::fabs(number) > 2e9) return report("evaluation", at.where(), fmt::format("{} is too large", what));
  return static_cast<std::int32_t>(number);
}

std::optional<bool> Translator::evaluateCondition(const ScopedExpression& at) {
  const auto value =
      evaluate(at, {.what = "this condition", .type = ScalarType{Type::boolean}, .dimensions = Dimensions{}});
  if (!value) return std::nullopt;
  return pool()[value->scalar()].a != 0;
}

std::optional<std::string> Translator::evaluateString(const ScopedExpression& at, std::string_view what) {
  const auto value = translate(at, {.what = what, .type = ScalarType{Type::string}, .dimensions = Dimensions{}});
  if (!value) return std::nullopt;
  auto text = knownText(value->texts.front(), at.where());
  if (!text) return report("evaluation", at.where(), fmt::format("{} must be known before the model runs", what));
  return text;
}

std::optional<std::string> Translator::knownText(const Message& message, SourceRange usedAt) {
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

std::optional<Message> Translator::message(const ScopedExpression& at) {
  const auto value = translate(at, {.what = "a message", .type = ScalarType{Type::string}, .dimensions = Dimensions{}});
  return value ? std::optional(value->texts.front()) : std::nullopt;
}

}  // namespace dashpot::model
