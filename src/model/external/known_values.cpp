#include "model/external/known_values.hpp"

#include "model/expressions/translator.hpp"

namespace dashpot::model {

std::optional<std::vector<double>> KnownValues::numbers(const Value& value, SourceRange where) {
  std::vector<double> result;
  for (const Expr e : value.scalars) {
    const auto known = t_.evaluation.structuralValue(e, where);
    if (!known)
      return t_.context.report("evaluation", where, "what this function is given must be known before the model runs");
    result.push_back(*known);
  }
  return result;
}

std::optional<double> KnownValues::scalar(const Value& value, SourceRange where) {
  const auto all = numbers(value, where);
  return all && all->size() == 1 ? std::optional(all->front()) : std::nullopt;
}

std::optional<std::string> KnownValues::text(const Value& value, SourceRange where) {
  if (value.texts.size() != 1) return std::string();
  auto known = t_.evaluation.knownText(value.texts.front(), where);
  if (!known) return t_.context.unsupported(where, "a function of a text that is known only when the model runs");
  return known;
}

Value KnownValues::number(double value, Type type) const { return model::number(t_.context.pool(), value, type); }

Value KnownValues::truth(bool value) const { return model::truth(t_.context.pool(), value); }

Value KnownValues::words(std::string text) { return {.type = {Type::string}, .texts = {Message{{std::move(text)}}}}; }

Value KnownValues::lines(std::vector<std::string> texts) {
  Value result{.type = {Type::string}, .dimensions = {static_cast<std::int32_t>(texts.size())}};
  for (std::string& text : texts) result.texts.push_back(Message{{std::move(text)}});
  return result;
}

}  // namespace dashpot::model
