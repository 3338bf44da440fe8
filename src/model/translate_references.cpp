// model/translate_references.cpp: references: iterators, variables of functions, what functions may see of the model,
// and the subscripts of all of them.
#include "model/component_order.hpp"
#include "model/function_body.hpp"
#include "model/translate.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

using syntax::ExpressionKind;

Translator::Local* Translator::localNamed(Symbol name, const Scope& scope) {
  for (auto it = context_->locals.rbegin(); it != context_->locals.rend(); ++it)
    if (it->name == name && it->home == scope.instance) return &*it;
  return nullptr;
}

std::optional<Value> Translator::reference(const ScopedExpression& at, const Node& node) {
  const syntax::Part& first = (*at.tree)[at.tree->at(node.parts, 0)];
  if (!node.flag) {
    if (const Local* found = localNamed(first.name, at.scope)) return local(at, node, found->value);
    if (node.parts.count == 1 && symbols_.text(first.name) == "time") {
      if (!first.subscripts.empty()) return report("subscript", at.where(), "'time' is not an array");
      if (context_->body) return report("unknown-name", at.where(), "'time' is not known inside a function");
      if (!names_.knowsTime(at.scope))
        return report("unknown-name", at.where(), "'time' is known in models and blocks only");
      return Value{.type = {Type::real}, .variability = Variability::continuous, .scalars = {pool().time()}};
    }
  }
  if (!context_->body) return names_.value(at, *this);
  // Constants of packages live with the model; what the function gets is their numbers.
  Context outside{.pool = modelContext_.pool};
  if (!bringSubscripts(at, node, outside)) return std::nullopt;
  std::optional<Value> value;
  {
    Within within(*this, outside);
    value = names_.value(at, *this);
  }
  return value ? imported(std::move(*value), at.where()) : std::nullopt;
}

/// Variables of a function in the subscripts of a constant of a package: they must be known.
bool Translator::bringSubscripts(const ScopedExpression& at, const Node& node, Context& outside) {
  for (const syntax::PartId part : at.tree->items(node.parts))
    for (const syntax::ExpressionId subscript : at.tree->items((*at.tree)[part].subscripts))
      for (const Symbol name : freeNames(*at.tree, subscript)) {
        const Local* own = localNamed(name, at.scope);
        if (!own) continue;
        Value known = own->value;
        for (Expr& e : known.scalars) {
          const auto number = constantValue(e);
          if (!number) {
            unsupported(at.where(), fmt::format("an element of a constant that '{}' chooses when the function runs",
                                                symbols_.text(name)));
            return false;
          }
          e = known.type.type == Type::boolean ? outside.pool->boolean(*number != 0.0)
                                               : outside.pool->constant(*number);
        }
        outside.locals.push_back({name, std::move(known), at.scope.instance});
      }
  return true;
}

/// Follows x[i].field of an iterator or of a variable of a function.
std::optional<Value> Translator::local(const ScopedExpression& at, const Node& node, const Value& whole) {
  const Value* value = &whole;  // not copied: it may be large
  Value chosenPart;
  for (std::size_t i = 0; i < node.parts.count; ++i) {
    const syntax::Part& part = (*at.tree)[at.tree->at(node.parts, i)];
    if (i > 0) {
      const Value* found = field(*value, part.name);
      if (!found)
        return report("unknown-name", at.tree->range(part.span),
                      fmt::format("'{}' is not a component of {}", symbols_.text(part.name), describe(model_, *value)));
      value = found;
    }
    if (part.subscripts.empty()) continue;
    const auto chosen = subscripts(at, part, {value->dimensions, {}, true});
    if (!chosen) return std::nullopt;
    Value next = context_->body ? subscriptedSlots(pool(), *value, *chosen) : subscripted(pool(), *value, *chosen);
    chosenPart = std::move(next);
    value = &chosenPart;
  }
  return *value;
}

/// (a)[i]
std::optional<Value> Translator::indexed(const ScopedExpression& at, const Node& node) {
  const ScopedExpression whole = operand(at, 0);
  const auto value = translate(whole);
  if (!value) return std::nullopt;
  const syntax::Part part{.name = symbols_.intern(textOf(whole)),
                          .span = node.span,
                          .subscripts = {node.operands.first + 1, node.operands.count - 1}};
  const auto chosen = subscripts(at, part, {value->dimensions, {}, true});
  return chosen ? std::optional(subscripted(pool(), *value, *chosen)) : std::nullopt;
}

/// (a).b
std::optional<Value> Translator::member(const ScopedExpression& at, const Node& node) {
  const auto value = translate(operand(at, 0));
  if (!value) return std::nullopt;
  if (const Value* found = field(*value, node.symbol)) return *found;
  return report("unknown-name", at.where(),
                fmt::format("'{}' is not a component of {}", symbols_.text(node.symbol), describe(model_, *value)));
}

/// A value of the model inside a function: its scalars must be constants.
std::optional<Value> Translator::imported(Value value, SourceRange where) {
  if (value.record) {
    auto fields = std::make_shared<RecordFields>(*value.record);
    for (auto& [name, content] : fields->fields) {
      auto inner = imported(std::move(content), where);
      if (!inner) return std::nullopt;
      content = std::move(*inner);
    }
    value.record = std::move(fields);
    return value;
  }
  for (Expr& e : value.scalars) {
    std::optional<double> known;
    {
      Within within(*this, modelContext_);
      known = structuralValue(e, where);
    }
    if (!known)
      return report("variability", where, "a function can use only its own variables and constants of packages");
    e = value.type.type == Type::boolean ? pool().boolean(*known != 0.0) : pool().constant(*known);
  }
  value.variability = Variability::constant;
  return value;
}

// --------------------------------------------------------------------------------------------------------- subscripts

std::optional<std::vector<Subscript>> Translator::subscripts(const ScopedExpression& reference,
                                                             const syntax::Part& part, const ArrayShape& shape) {
  const Dimensions& dimensions = shape.dimensions;
  const std::string name(symbols_.text(part.name));
  if (part.subscripts.count > dimensions.size())
    return report("subscript", reference.tree->range(part.span),
                  dimensions.empty()
                      ? fmt::format("'{}' is not an array", name)
                      : fmt::format("'{}' has {} dimension{}, but {} subscripts are given", name, dimensions.size(),
                                    dimensions.size() == 1 ? "" : "s", part.subscripts.count));
  std::vector<Subscript> result;
  for (std::size_t i = 0; i < part.subscripts.count; ++i) {
    const ScopedExpression at{reference.tree, reference.tree->at(part.subscripts, i), reference.scope};
    context_->ends.push_back(dimensions[i]);
    auto one = subscript(at, shape, i, name);
    context_->ends.pop_back();
    if (!one) return std::nullopt;
    result.push_back(std::move(*one));
  }
  return result;
}

std::optional<Subscript> Translator::subscript(const ScopedExpression& at, const ArrayShape& shape,
                                               std::size_t dimension, const std::string& name) {
  const std::int32_t size = shape.dimensions[dimension];
  Subscript result;
  const ExpressionKind kind = (*at.tree)[at.expression].kind;
  if (kind == ExpressionKind::colon) {
    for (std::int32_t k = 1; k <= size; ++k) result.positions.push_back(k);
    return result;
  }
  const auto value = translate(at);
  if (!value) return std::nullopt;
  const ScalarType demanded = shape.indexType(dimension);
  const bool isPosition = !value->record && value->dimensions.size() <= 1 && value->type.type != Type::real &&
                          value->type.type != Type::string;
  const bool fits = value->type == demanded || shape.takesAnyIndex || kind == ExpressionKind::end;
  if (!isPosition || !fits)
    return typeError(at.where(),
                     fmt::format("a subscript must be {}, but this is {}",
                                 demanded.type == Type::integer ? "an Integer" : describe(model_, demanded),
                                 value->type.type == Type::real && value->isScalar() ? std::string("a Real")
                                                                                     : describe(model_, *value)));
  result.isScalar = value->dimensions.empty();
  const bool isBoolean = value->type.type == Type::boolean;
  for (const Expr e : value->scalars) {
    auto position = constantValue(e);
    const bool mayFix = !context_->body && value->variability <= Variability::parameter;
    if (!position && mayFix) position = structuralValue(e, at.where());
    if (!position) {
      if (!result.isScalar) return unsupported(at.where(), "a list of subscripts known only when the model runs");
      result.isSafe = value->type.type != Type::integer;  // truth values and enumerations have no others
      result.dynamic = isBoolean ? symbolic::conditional(pool(), e, pool().constant(2.0), pool().constant(1.0)) : e;
      return result;
    }
    const double k = *position + (isBoolean ? 1.0 : 0.0);
    if (!(k >= 1.0 && k <= size))
      return report(
          "subscript", at.where(),
          fmt::format("subscript {} of '{}' is {}, but {}", dimension + 1, name, k,
                      size == 0 ? std::string("there are no elements") : fmt::format("it must be 1 to {}", size)));
    result.positions.push_back(static_cast<std::int32_t>(k));
  }
  return result;
}

}  // namespace dashpot::model
