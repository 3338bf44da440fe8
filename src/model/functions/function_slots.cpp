// model/functions/function_slots.cpp: the slots of the variables of a function, and the values that fields of records
// begin with.
#include "model/expressions/translator.hpp"
#include "model/functions/function_body.hpp"

#include <fmt/format.h>

namespace dashpot::model {

using syntax::ExpressionKind;

namespace {

/// The type of a slot as Modelica writes it; what a type adds to Real (a unit, a range) does not matter here.
std::string typeName(const FlatModel& model, ScalarType type) {
  switch (type.type) {
    case Type::integer: return "Integer";
    case Type::boolean: return "Boolean";
    case Type::enumeration: return model.enumerations[type.enumeration].name;
    default: return "Real";
  }
}

}  // namespace

std::optional<Value> FunctionBody::declare(const TypeDescription& type, const std::string& name,
                                           const Dimensions& dimensions, std::vector<symbolic::Argument>& list,
                                           const Value* like) {
  if (type.function) return declareBound(*like, name, list);
  if (type.isObject) {
    const auto number = declare({.scalar = {Type::integer}, .name = "Integer"}, name, {}, list);
    return handle(type.name, type.name, *number);
  }
  Value result{.type = type.scalar, .variability = Variability::continuous, .dimensions = dimensions};
  if (!type.fields.empty()) {
    auto fields = std::make_shared<RecordFields>();
    fields->typeName = type.name;
    fields->operators = type.operators;
    const LocalsKept kept(translator_.context.frame());
    for (const ComponentDescription& component : type.fields) {
      const std::string fieldName = name + '.' + std::string(translator_.context.symbols().text(component.name));
      const Value* part = like ? field(*like, component.name) : nullptr;
      Dimensions whole = part ? part->dimensions : dimensions;
      for (const auto* own : {&component.dimensions, &component.type.dimensions})
        for (const ScopedExpression& size : *own) {
          if (part) continue;
          const auto n = sizeOfField(component, size, whole.size() - dimensions.size(), fieldName);
          if (!n) return std::nullopt;
          whole.push_back(*n);
        }
      auto content = declare(component.type, fieldName, whole, list, part);
      if (!content) return std::nullopt;
      if (!like) bindSize(component, *content);
      fields->fields.emplace_back(component.name, std::move(*content));
    }
    result.record = std::move(fields);
    return result;
  }
  if (type.scalar.type == Type::string) {  // known when the function is made: it has no slots
    result.texts.assign(count(dimensions), Message{{std::string()}});
    return result;
  }
  symbolic::Argument argument{.name = name,
                              .type = typeName(translator_.context.model(), type.scalar),
                              .dimensions = dimensions,
                              .first = function_.slotCount,
                              .size = static_cast<std::uint32_t>(count(dimensions))};
  for (std::uint32_t i = 0; i < argument.size; ++i)
    result.scalars.push_back(function_.pool.variable(static_cast<VariableId>(argument.first + i)));
  function_.slotCount += argument.size;
  list.push_back(std::move(argument));
  return result;
}

/// A function that is passed: what is bound of its inputs is passed with it.
std::optional<Value> FunctionBody::declareBound(const Value& function, const std::string& name,
                                                std::vector<symbolic::Argument>& list) {
  const auto typeOf = [](const auto& self, const Value& value) -> TypeDescription {
    TypeDescription type{.scalar = value.type};
    if (!value.record) return type;
    type.name = value.record->typeName;
    type.operators = value.record->operators;
    type.function = value.record->function;
    for (const auto& [field, content] : value.record->fields)
      type.fields.push_back({.name = field, .type = self(self, content)});
    return type;
  };
  auto fields = std::make_shared<RecordFields>(static_cast<const RecordKind&>(*function.record));
  for (const auto& [input, bound] : function.record->fields) {
    const std::string whole = name + '.' + std::string(translator_.context.symbols().text(input));
    auto slots = declare(typeOf(typeOf, bound), whole, bound.dimensions, list, &bound);
    if (!slots) return std::nullopt;
    fields->fields.emplace_back(input, std::move(*slots));
  }
  return Value{.variability = Variability::continuous, .record = std::move(fields)};
}

/// An Integer with a known value: the sizes of fields after it may depend on it.
void FunctionBody::bindSize(const ComponentDescription& component, const Value& slots) {
  if (!component.binding || !slots.isScalar() || slots.type.type != Type::integer) return;
  const auto value = translator_.expressions.translate(*component.binding);
  if (value && value->isScalar() && translator_.evaluation.constantValue(value->scalar()))
    translator_.context.frame().locals.push_back({component.name, *value, component.home});
}

std::optional<std::int32_t> FunctionBody::sizeOfField(const ComponentDescription& component,
                                                      const ScopedExpression& size, std::size_t number,
                                                      const std::string& name) {
  const std::string what = fmt::format("the size of '{}' in '{}'", name, function_.name);
  if ((*size.tree)[size.expression].kind != ExpressionKind::colon)
    return translator_.evaluation.evaluateInteger(size, what);
  if (!component.binding) {
    translator_.context.unsupported(component.declared, what + ", known only when the function runs,");
    return std::nullopt;
  }
  const auto value = translator_.expressions.translate(*component.binding);
  if (!value || value->dimensions.size() <= number) return std::nullopt;
  return value->dimensions[number];
}

bool FunctionBody::assignDefaults(const TypeDescription& type, const Value& slots) {
  if (!slots.isRecord() || !slots.dimensions.empty()) return true;
  Frame& context = translator_.context.frame();
  const LocalsKept kept(context);
  for (const ComponentDescription& component : type.fields)
    context.locals.push_back({component.name, *field(slots, component.name), component.home});
  bool sound = true;
  for (const ComponentDescription& component : type.fields) {
    const Value& target = *field(slots, component.name);
    if (!component.binding) {
      sound = sound && assignDefaults(component.type, target);
    } else if (!target.isString()) {
      const auto value = translator_.expressions.translate(*component.binding);
      sound = sound && value && assign(target, *value, component.binding->where());
    }
  }
  return sound;
}

Value FunctionBody::temporary(const Value& shape) {
  Value result = shape;
  if (shape.record) {
    auto fields = std::make_shared<RecordFields>(*shape.record);
    for (auto& [name, content] : fields->fields) content = temporary(content);
    result.record = std::move(fields);
    return result;
  }
  const auto size = static_cast<std::uint32_t>(shape.scalars.size());
  function_.locals.push_back({.name = fmt::format("$t{}", function_.slotCount),
                              .type = typeName(translator_.context.model(), shape.type),
                              .dimensions = shape.dimensions,
                              .first = function_.slotCount,
                              .size = size});
  for (std::uint32_t i = 0; i < size; ++i)
    result.scalars[i] = function_.pool.variable(static_cast<VariableId>(function_.slotCount + i));
  function_.slotCount += size;
  return result;
}

Value FunctionBody::kept(const Value& value, SourceRange where) {
  Value copy = temporary(value);
  assign(copy, value, where);
  return copy;
}

}  // namespace dashpot::model
