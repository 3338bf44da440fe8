#include "model/expressions/references.hpp"

#include "model/expressions/evaluation.hpp"
#include "model/expressions/expressions.hpp"
#include "model/expressions/translation_context.hpp"
#include "model/functions/component_order.hpp"
#include "model/instances/names.hpp"
#include "symbolic/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dashpot::model {

using syntax::ExpressionKind;

std::optional<Value> References::value(const ScopedExpression& at) {
  const syntax::Expression& node = (*at.tree)[at.expression];
  const syntax::Part& first = (*at.tree)[at.tree->at(node.parts, 0)];
  if (!node.flag) {
    if (const Local* found = context_.local(first.name, at.scope)) return local(at, found->value);
    if (node.parts.count == 1 && context_.symbols().text(first.name) == "time") {
      if (!first.subscripts.empty()) return context_.report("subscript", at.where(), "'time' is not an array");
      if (context_.body() && !context_.frame().captures)
        return context_.report("unknown-name", at.where(), "'time' is not known inside a function");
      if (!context_.names().knowsTime(at.scope))
        return context_.report("unknown-name", at.where(), "'time' is known in models and blocks only");
      if (context_.frame().captures) return capturedTime(at);
      return Value{.type = {Type::real}, .variability = Variability::continuous, .scalars = {context_.pool().time()}};
    }
  }
  if (!context_.body()) return context_.names().value(at, *this);
  // Constants of packages live with the model; what the function gets is their numbers. Of variables that statements
  // of the model name it gets the whole array, so that an element is the same slot however it is named.
  Captures* captures = context_.frame().captures;
  Frame outside{.pool = context_.modelFrame().pool};
  const auto areKnown = bringSubscripts(at, outside);
  if (!areKnown) return std::nullopt;
  const syntax::Part& last = (*at.tree)[at.tree->at(node.parts, node.parts.count - 1)];
  const bool isWhole = captures ? !last.subscripts.empty() : !*areKnown;
  auto value = ofModel(isWhole ? &last : nullptr, outside, [&] { return context_.names().value(at, *this); });
  if (value) value = captures ? captures->captured(*value, at.where()) : imported(std::move(*value), at.where());
  if (!value || !isWhole) return value;
  const auto chosen = subscripts(at, last, {value->dimensions, {}, true});
  return chosen ? std::optional(subscriptedSlots(context_.pool(), *value, *chosen)) : std::nullopt;
}

std::optional<Value> References::whole(const ScopedExpression& at) {
  const auto parts = (*at.tree)[at.expression].parts;
  const syntax::Part* outer = std::exchange(whole_, &(*at.tree)[at.tree->at(parts, parts.count - 1)]);
  auto all = value(at);
  whole_ = outer;
  return all;
}

/// A value in the frame of the model, with one part taken whole.
template <class Translation>
std::optional<Value> References::ofModel(const syntax::Part* whole, Frame& outside, const Translation& translation) {
  const syntax::Part* outer = std::exchange(whole_, whole);
  const TranslationContext::Within within(context_, outside);
  auto value = translation();
  whole_ = outer;
  return value;
}

std::optional<Value> References::capturedTime(const ScopedExpression& at) {
  const Value time{
      .type = {Type::real}, .variability = Variability::continuous, .scalars = {context_.modelFrame().pool->time()}};
  return context_.frame().captures->captured(time, at.where());
}

std::optional<Value> References::capturedCall(const ScopedExpression& call) {
  Captures& captures = *context_.frame().captures;
  Frame outside{.pool = context_.modelFrame().pool};
  const syntax::Part* last = nullptr;
  ScopedExpression chosenBy = call;
  const syntax::Expression& node = (*call.tree)[call.expression];
  for (std::size_t i = 1; i < node.operands.count; ++i) {
    const ScopedExpression argument = operand(call, i);
    const syntax::Expression& given = (*call.tree)[argument.expression];
    const bool isVariable = given.kind == ExpressionKind::reference &&
                            !context_.local((*call.tree)[call.tree->at(given.parts, 0)].name, call.scope);
    if (!isVariable) {
      for (const Symbol name : freeNames(*call.tree, argument.expression))
        if (context_.local(name, call.scope))
          return context_.unsupported(call.where(), fmt::format("'{}' of what is known only when the loop runs",
                                                                context_.textOf(operand(call, 0))));
      continue;
    }
    if (!bringSubscripts(argument, outside)) return std::nullopt;
    last = &(*call.tree)[call.tree->at(given.parts, given.parts.count - 1)];
    chosenBy = argument;
  }
  if (last && last->subscripts.empty()) last = nullptr;
  auto value = ofModel(last, outside, [&] { return expressions_.translate(call); });
  if (value) value = captures.captured(*value, call.where());
  if (!value || !last) return value;
  const auto chosen = subscripts(chosenBy, *last, {value->dimensions, {}, true});
  return chosen ? std::optional(subscriptedSlots(context_.pool(), *value, *chosen)) : std::nullopt;
}

/// Variables of a function in the subscripts of a constant of a package. False: those of the last part are not all known,
/// and can only choose from the whole. Those of the parts before must be.
std::optional<bool> References::bringSubscripts(const ScopedExpression& at, Frame& outside) {
  const auto parts = (*at.tree)[at.expression].parts;
  const syntax::PartId last = at.tree->at(parts, parts.count - 1);
  bool areKnown = true;
  for (const syntax::PartId part : at.tree->items(parts))
    for (const syntax::ExpressionId subscript : at.tree->items((*at.tree)[part].subscripts))
      for (const Symbol name : freeNames(*at.tree, subscript)) {
        const Local* own = context_.local(name, at.scope);
        if (!own) continue;
        Value known = own->value;
        bool isKnown = true;
        for (Expr& e : known.scalars) {
          const auto number = evaluation_.constantValue(e);
          isKnown = isKnown && number;
          if (number) e = literal(*outside.pool, known.type, *number);
        }
        if (isKnown) outside.locals.push_back({name, std::move(known), at.scope.instance});
        if (!isKnown && part != last)
          return context_.unsupported(
              at.where(), fmt::format("a component{} that '{}' chooses when the {} runs",
                                      context_.frame().captures ? "" : " of a constant", context_.symbols().text(name),
                                      context_.frame().captures ? "loop" : "function"));
        areKnown = areKnown && isKnown;
      }
  return areKnown;
}

/// Follows x[i].field of an iterator or of a variable of a function.
std::optional<Value> References::local(const ScopedExpression& at, const Value& whole) {
  const syntax::Expression& node = (*at.tree)[at.expression];
  const Value* value = &whole;  // not copied: it may be large
  Value chosenPart;
  for (std::size_t i = 0; i < node.parts.count; ++i) {
    const syntax::Part& part = (*at.tree)[at.tree->at(node.parts, i)];
    if (i > 0) {
      const Value* found = field(*value, part.name);
      if (!found)
        return context_.report("unknown-name", at.tree->range(part.span),
                               fmt::format("'{}' is not a component of {}", context_.symbols().text(part.name),
                                           describe(context_.model(), *value)));
      value = found;
    }
    if (part.subscripts.empty()) continue;
    const auto chosen = subscripts(at, part, {value->dimensions, {}, true});
    if (!chosen) return std::nullopt;
    Value next = context_.body() ? subscriptedSlots(context_.pool(), *value, *chosen)
                                 : subscripted(context_.pool(), *value, *chosen);
    chosenPart = std::move(next);
    value = &chosenPart;
  }
  return *value;
}

std::optional<Value> References::indexed(const ScopedExpression& at) {
  const syntax::Expression& node = (*at.tree)[at.expression];
  const ScopedExpression whole = operand(at, 0);
  const auto value = expressions_.translate(whole);
  if (!value) return std::nullopt;
  const syntax::Part part{.name = context_.symbols().intern(context_.textOf(whole)),
                          .span = node.span,
                          .subscripts = {node.operands.first + 1, node.operands.count - 1}};
  const auto chosen = subscripts(at, part, {value->dimensions, {}, true});
  return chosen ? std::optional(subscripted(context_.pool(), *value, *chosen)) : std::nullopt;
}

std::optional<Value> References::member(const ScopedExpression& at) {
  const syntax::Expression& node = (*at.tree)[at.expression];
  const auto value = expressions_.translate(operand(at, 0));
  if (!value) return std::nullopt;
  if (const Value* found = field(*value, node.symbol)) return *found;
  return context_.report("unknown-name", at.where(),
                         fmt::format("'{}' is not a component of {}", context_.symbols().text(node.symbol),
                                     describe(context_.model(), *value)));
}

/// A value of the model inside a function: its scalars must be constants.
std::optional<Value> References::imported(Value value, SourceRange where) {
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
      const TranslationContext::Within within(context_, context_.modelFrame());
      known = evaluation_.structuralValue(e, where);
    }
    if (!known)
      return context_.report("variability", where,
                             "a function can use only its own variables and constants of packages");
    e = literal(context_.pool(), value.type, *known);
  }
  value.variability = Variability::constant;
  return value;
}

// --------------------------------------------------------------------------------------------------------- subscripts

std::optional<std::vector<Subscript>> References::subscripts(const ScopedExpression& reference,
                                                             const syntax::Part& part, const ArrayShape& shape) {
  const Dimensions& dimensions = shape.dimensions;
  const std::string name(context_.symbols().text(part.name));
  if (part.subscripts.count > dimensions.size())
    return context_.report(
        "subscript", reference.tree->range(part.span),
        dimensions.empty() ? fmt::format("'{}' is not an array", name)
                           : fmt::format("'{}' has {} dimension{}, but {} subscripts are given", name,
                                         dimensions.size(), dimensions.size() == 1 ? "" : "s", part.subscripts.count));
  std::vector<Subscript> result;
  for (std::size_t i = 0; i < part.subscripts.count; ++i) {
    if (&part == whole_) {
      result.push_back(wholeDimension(dimensions[i]));
      continue;
    }
    const ScopedExpression at{reference.tree, reference.tree->at(part.subscripts, i), reference.scope};
    context_.frame().ends.push_back(dimensions[i]);
    auto one = subscript(at, shape, i, name);
    context_.frame().ends.pop_back();
    if (!one) return std::nullopt;
    result.push_back(std::move(*one));
  }
  return result;
}

/// Most subscripts in loops are made of literals and iterators: they need no values of expressions.
std::optional<std::int32_t> References::plainIndex(const ScopedExpression& at, int depth) {
  constexpr double largest = 1 << 29;  // so that no sum overflows
  constexpr int deepest = 4;
  const syntax::Expression& node = (*at.tree)[at.expression];
  std::optional<double> value;
  if (node.kind == ExpressionKind::integer) {
    value = at.tree->numbers[node.number];
  } else if (node.kind == ExpressionKind::reference && !node.flag && node.parts.count == 1) {
    const syntax::Part& part = (*at.tree)[at.tree->at(node.parts, 0)];
    const Local* iterator = part.subscripts.empty() ? context_.local(part.name, at.scope) : nullptr;
    if (iterator && iterator->value.isScalar() && iterator->value.type.type == Type::integer &&
        context_.pool().isConstant(iterator->value.scalar()))
      value = context_.pool().value(iterator->value.scalar());
  } else if (node.kind == ExpressionKind::binary && depth < deepest &&
             (node.op == syntax::Operator::plus || node.op == syntax::Operator::minus)) {
    const auto a = plainIndex(operand(at, 0), depth + 1);
    const auto b = a ? plainIndex(operand(at, 1), depth + 1) : std::nullopt;
    if (b) value = node.op == syntax::Operator::plus ? *a + *b : *a - *b;
  }
  if (!value || std::fabs(*value) > largest) return std::nullopt;
  return static_cast<std::int32_t>(*value);
}

std::optional<Subscript> References::subscript(const ScopedExpression& at, const ArrayShape& shape,
                                               std::size_t dimension, const std::string& name) {
  const std::int32_t size = shape.dimensions[dimension];
  Subscript result;
  const ExpressionKind kind = (*at.tree)[at.expression].kind;
  if (kind == ExpressionKind::colon) return wholeDimension(size);
  if (!context_.body() && shape.indexType(dimension).type == Type::integer)
    if (const auto k = plainIndex(at); k && *k >= 1 && *k <= size)
      return Subscript{.positions = {*k}, .isScalar = true};
  const auto value = expressions_.translate(at);
  if (!value) return std::nullopt;
  const ScalarType demanded = shape.indexType(dimension);
  const bool isPosition = !value->record && value->dimensions.size() <= 1 && value->type.type != Type::real &&
                          value->type.type != Type::string;
  const bool fits = value->type == demanded || shape.takesAnyIndex || kind == ExpressionKind::end;
  if (!isPosition || !fits)
    return context_.typeError(
        at.where(),
        fmt::format("a subscript must be {}, but this is {}",
                    demanded.type == Type::integer ? "an Integer" : describe(context_.model(), demanded),
                    value->type.type == Type::real && value->isScalar() ? std::string("a Real")
                                                                        : describe(context_.model(), *value)));
  result.isScalar = value->dimensions.empty();
  const bool isBoolean = value->type.type == Type::boolean;
  for (const Expr e : value->scalars) {
    auto position = evaluation_.constantValue(e);
    const bool mayFix = !context_.body() && value->variability <= Variability::parameter;
    if (!position && mayFix) position = evaluation_.structuralValue(e, at.where());
    if (!position) {
      if (!result.isScalar)
        return context_.unsupported(at.where(), "a list of subscripts known only when the model runs");
      result.isSafe = value->type.type != Type::integer;  // truth values and enumerations have no others
      result.dynamic = isBoolean ? symbolic::conditional(context_.pool(), e, context_.pool().constant(2.0),
                                                         context_.pool().constant(1.0))
                                 : e;
      return result;
    }
    const double k = *position + (isBoolean ? 1.0 : 0.0);
    if (!(k >= 1.0 && k <= size)) {
      const std::string problem =
          fmt::format("subscript {} of '{}' is {}, but {}", dimension + 1, name, k,
                      size == 0 ? std::string("there are no elements") : fmt::format("it must be 1 to {}", size));
      if (!context_.body() || !result.isScalar || size == 0) return context_.report("subscript", at.where(), problem);
      // A function may never get here with arrays of this size: it fails where it does.
      context_.diagnostics().warning("subscript", at.where(), problem);
      result.dynamic = context_.pool().constant(k);
      return result;
    }
    result.positions.push_back(static_cast<std::int32_t>(k));
  }
  return result;
}

std::optional<ArrayShape> References::shape(const ScopedExpression& reference, std::size_t part) {
  const syntax::Expression& node = (*reference.tree)[reference.expression];
  const Symbol first = (*reference.tree)[reference.tree->at(node.parts, 0)].name;
  if (const Local* found = node.flag ? nullptr : context_.local(first, reference.scope)) {
    const Value* value = &found->value;
    std::size_t used = 0;  // dimensions that belong to parts before
    for (std::size_t p = 1; p <= part && value; ++p) {
      used = value->dimensions.size();
      value = field(*value, (*reference.tree)[reference.tree->at(node.parts, p)].name);
    }
    if (!value || value->dimensions.size() < used) return std::nullopt;
    return ArrayShape{{value->dimensions.begin() + static_cast<std::ptrdiff_t>(used), value->dimensions.end()}, {}};
  }
  return context_.names().shape(reference, part);
}

}  // namespace dashpot::model
