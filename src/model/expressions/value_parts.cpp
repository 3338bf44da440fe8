#include "model/expressions/value_parts.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

namespace dashpot::model {

bool hasVaryingText(const Value& value) {
  if (value.record)
    return std::ranges::any_of(value.record->fields, [](const auto& field) { return hasVaryingText(field.second); });
  return std::ranges::any_of(value.texts, [](const Message& text) {
    return std::ranges::any_of(text.pieces, [](const auto& piece) { return std::holds_alternative<Shown>(piece); });
  });
}

Value withTexts(Value slots, const Value& given) {
  slots.texts = given.texts;
  if (!slots.record) return slots;
  auto fields = std::make_shared<RecordFields>(*slots.record);
  for (auto& [name, content] : fields->fields)
    if (const Value* own = field(given, name)) content = withTexts(std::move(content), *own);
  slots.record = std::move(fields);
  return slots;
}

Value withTextsThatVary(Value slots, Expr variable) {
  for (Message& text : slots.texts) text = {{Shown{variable}}};
  if (!slots.record) return slots;
  auto fields = std::make_shared<RecordFields>(*slots.record);
  for (auto& [name, content] : fields->fields) content = withTextsThatVary(std::move(content), variable);
  slots.record = std::move(fields);
  return slots;
}

std::vector<std::string> texts(const Value& value) {
  std::vector<std::string> result;
  const auto collect = [&](const auto& self, const Value& part) -> void {
    if (part.record)
      for (const auto& [name, content] : part.record->fields) self(self, content);
    for (const Message& text : part.texts) {
      std::string& whole = result.emplace_back();
      for (const auto& piece : text.pieces)
        whole += std::holds_alternative<std::string>(piece) ? std::get<std::string>(piece) : "...";
    }
  };
  collect(collect, value);
  return result;
}

std::optional<Value> arrangedLike(Value value, const Value& shape) {
  if (!shape.record || !value.record) return value;
  if (value.record->fields.size() != shape.record->fields.size()) return std::nullopt;
  auto arranged = std::make_shared<RecordFields>(*value.record);
  arranged->fields.clear();
  for (const auto& [name, like] : shape.record->fields) {
    const Value* own = field(value, name);
    auto content = own ? arrangedLike(*own, like) : std::nullopt;
    if (!content) return std::nullopt;
    arranged->fields.emplace_back(name, std::move(*content));
  }
  value.record = std::move(arranged);
  return value;
}

void appendScalars(const Value& value, std::vector<Expr>& out) {
  if (value.record)
    for (const auto& [name, content] : value.record->fields) appendScalars(content, out);
  else
    out.insert(out.end(), value.scalars.begin(), value.scalars.end());
}

ArgumentScalars scalarsOf(const std::vector<Value>& arguments) {
  ArgumentScalars result;
  for (const Value& argument : arguments) {
    appendScalars(argument, result.scalars);
    result.variability = std::max(result.variability, argument.variability);
  }
  return result;
}

Value withScalars(const Value& shape, std::span<const Expr>& scalars, Variability variability) {
  Value result = shape;
  result.variability = variability;
  if (shape.record) {
    auto fields = std::make_shared<RecordFields>(*shape.record);
    for (auto& [name, content] : fields->fields) content = withScalars(content, scalars, variability);
    result.record = std::move(fields);
    return result;
  }
  if (shape.isString()) return result;
  const std::size_t n = count(shape.dimensions);
  result.scalars.assign(scalars.begin(), scalars.begin() + static_cast<std::ptrdiff_t>(n));
  scalars = scalars.subspan(n);
  return result;
}

}  // namespace dashpot::model
