#include "model/translate.hpp"

#include "base/nearest.hpp"
#include "model/function_body.hpp"
#include "symbolic/evaluate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace dashpot::model {

using symbolic::Op;
using syntax::ExpressionKind;
using syntax::Operator;

namespace {

// A chain of parameters defined by one another that is longer than this is a circle.
constexpr int evaluationLimit = 200;
constexpr std::size_t longestRange = 20'000'000;

}  // namespace

Translator::Translator(FlatModel& model, Names& names, const Sources& sources, Symbols& symbols,
                       Diagnostics& diagnostics)
    : model_(model),
      names_(names),
      sources_(sources),
      symbols_(symbols),
      diagnostics_(&diagnostics),
      modelContext_{.pool = &model.pool},
      functions_(*this),
      externals_(*this) {}

std::string Translator::textOf(const ScopedExpression& at) const {
  const Node& node = (*at.tree)[at.expression];
  if (node.kind != ExpressionKind::reference) return std::string(sources_.text(at.where()));
  std::string name = node.flag ? "." : "";
  for (std::size_t i = 0; i < node.parts.count; ++i)
    name += fmt::format("{}{}", i == 0 ? "" : ".", symbols_.text((*at.tree)[at.tree->at(node.parts, i)].name));
  return name;
}

ScopedExpression Translator::operand(const ScopedExpression& at, std::size_t i) {
  return {at.tree, at.tree->at((*at.tree)[at.expression].operands, i), at.scope};
}

std::nullopt_t Translator::report(std::string code, SourceRange where, std::string message) {
  // Many instances share one text: what is wrong with it is said once.
  const bool isKnown = std::ranges::any_of(
      diagnostics_->all(), [&](const Diagnostic& said) { return said.where == where && said.message == message; });
  if (!isKnown) diagnostics_->error(std::move(code), where, std::move(message));
  return std::nullopt;
}

std::nullopt_t Translator::unsupported(SourceRange where, std::string_view what) {
  return report("unsupported", where, fmt::format("{} is not supported yet", what));
}

std::optional<Value> Translator::resultOf(const ScopedExpression& at, OperatorResult result) {
  if (result.value) return std::move(result.value);
  if (result.problem.empty()) return std::nullopt;  // reported before
  const bool blamesOperand =
      result.culprit >= 0 && (*at.tree)[at.expression].operands.count > static_cast<std::uint32_t>(result.culprit);
  const bool isCall = (*at.tree)[at.expression].kind == ExpressionKind::call;
  const auto place = static_cast<std::size_t>(result.culprit + (isCall ? 1 : 0));
  const bool exists = blamesOperand && place < (*at.tree)[at.expression].operands.count;
  return typeError(exists ? operand(at, place).where() : at.where(), std::move(result.problem));
}

Value Translator::number(double value, Type type) { return {.type = {type}, .scalars = {pool().constant(value)}}; }
Value Translator::truth(bool value) { return {.type = {Type::boolean}, .scalars = {pool().boolean(value)}}; }

// -------------------------------------------------------------------------------------------------------- expressions

std::optional<Value> Translator::translate(const ScopedExpression& at) {
  const Node& node = (*at.tree)[at.expression];
  switch (node.kind) {
    case ExpressionKind::real: return number(at.tree->numbers[node.number], Type::real);
    case ExpressionKind::integer: return number(at.tree->numbers[node.number], Type::integer);
    case ExpressionKind::boolean: return truth(node.flag);
    case ExpressionKind::string:
      return Value{.type = {Type::string}, .texts = {Message{{std::string(symbols_.text(node.symbol))}}}};
    case ExpressionKind::reference: return reference(at, node);
    case ExpressionKind::call: return call(at, node);
    case ExpressionKind::unary: {
      const auto a = translate(operand(at, 0));
      return a ? resultOf(at, unary(model_, pool(), node.op, *a)) : std::nullopt;
    }
    case ExpressionKind::binary: return binaryChain(at);
    case ExpressionKind::conditional: return conditional(at, node);
    case ExpressionKind::range: return range(at, node);
    case ExpressionKind::array: return array(at, node);
    case ExpressionKind::matrix: return matrix(at, node);
    case ExpressionKind::comprehension: {
      Dimensions dimensions;
      auto elements = comprehension(at, dimensions);
      if (!elements) return std::nullopt;
      if (elements->empty()) return Value{.type = {Type::real}, .dimensions = dimensions};
      auto whole = resultOf(at, arrayOf(model_, *elements));
      if (!whole || dimensions.size() == 1) return whole;
      whole->dimensions.erase(whole->dimensions.begin());
      whole->dimensions.insert(whole->dimensions.begin(), dimensions.begin(), dimensions.end());
      return whole;
    }
    case ExpressionKind::end:
      if (context_->ends.empty()) return report("subscript", at.where(), "'end' has a meaning only in a subscript");
      return number(context_->ends.back(), Type::integer);
    case ExpressionKind::tuple:
      if (node.operands.count == 1) return translate(operand(at, 0));
      return typeError(at.where(), "a list of results can stand only on the left of an equation or assignment");
    case ExpressionKind::functionArgument: return unsupported(at.where(), "a function as an argument");
    case ExpressionKind::breakBinding: return unsupported(at.where(), "'= break'");
    case ExpressionKind::colon: return report("subscript", at.where(), "':' has a meaning only in a subscript");
    default: return typeError(at.where(), "this is not an expression");
  }
}

std::optional<Value> Translator::translate(const ScopedExpression& at, const Demand& demand) {
  auto value = translate(at);
  return value ? convert(std::move(*value), demand, at.where()) : std::nullopt;
}

std::optional<Value> Translator::convert(Value value, const Demand& demand, SourceRange where) {
  if (demand.type) {
    const bool fits = !value.record && (value.type == *demand.type ||
                                        (demand.type->type == Type::real && value.type.type == Type::integer));
    if (!fits) {
      const bool needsInteger = demand.type->type == Type::integer && !value.record && value.type.type == Type::real;
      return typeError(where, needsInteger ? fmt::format("{} must be an Integer, but this is a Real", demand.what)
                                           : fmt::format("{} must be {}, but this is {}", demand.what,
                                                         describe(model_, *demand.type), describe(model_, value)));
    }
    value.type = *demand.type;
  }
  if (!demand.dimensions || value.dimensions == *demand.dimensions) return value;
  if (demand.fillFromScalar && value.isScalar()) {
    const std::size_t n = count(*demand.dimensions);
    if (value.isString())
      value.texts.assign(n, value.texts.front());
    else
      value.scalars.assign(n, value.scalar());
    value.dimensions = *demand.dimensions;
    return value;
  }
  const std::string demanded = demand.dimensions->empty()
                                   ? std::string("a scalar")
                                   : fmt::format("an array [{}]", fmt::join(*demand.dimensions, ", "));
  return report("shape", where,
                fmt::format("{} must be {}, but this is {}", demand.what, demanded, describe(model_, value)));
}

std::optional<Expr> Translator::condition(const ScopedExpression& at) {
  const auto value = translate(at);
  if (!value) return std::nullopt;
  if (value->record || value->type.type != Type::boolean || !value->dimensions.empty())
    return typeError(at.where(),
                     fmt::format("a condition must be true or false, but this is {}", describe(model_, *value)));
  return value->scalar();
}

/// a + b + c + ... is a tree as deep on its left as it has terms, so that side is walked in a loop.
std::optional<Value> Translator::binaryChain(const ScopedExpression& at) {
  std::vector<ScopedExpression> spine{at};
  while ((*at.tree)[operand(spine.back(), 0).expression].kind == ExpressionKind::binary)
    spine.push_back(operand(spine.back(), 0));
  std::optional<Value> left = translate(operand(spine.back(), 0));
  for (auto it = spine.rbegin(); it != spine.rend(); ++it) {
    const auto right = translate(operand(*it, 1));  // also when the left side failed: its errors are its own
    left = left && right ? resultOf(*it, binary(model_, pool(), (*at.tree)[it->expression].op, *left, *right))
                         : std::nullopt;
  }
  return left;
}

/// A branch that is not taken need not make sense: if n > 0 then x[n] else 0. So a branch that fails is forgiven if the
/// condition is known, or can be made known by fixing parameters, and chooses the other.
std::optional<Value> Translator::conditional(const ScopedExpression& at, const Node& node) {
  const std::size_t last = node.operands.count - 1;
  struct Branch {
    std::optional<Expr> condition;
    std::optional<Value> value;
    Diagnostics problems;
    std::vector<symbolic::Statement> before;
  };
  std::vector<Branch> branches;
  const auto translateBranch = [&](Branch& branch, const ScopedExpression& value) {
    Diagnostics* outer = diagnostics_;
    diagnostics_ = &branch.problems;
    if (context_->body) context_->body->exchangePending(branch.before);
    branch.value = translate(value);
    if (context_->body) context_->body->exchangePending(branch.before);
    diagnostics_ = outer;
  };
  bool conditionsAreSound = true;
  bool isDecided = false;
  for (std::size_t i = 0; i < last && !isDecided; i += 2) {
    Branch branch;
    branch.condition = condition(operand(at, i));
    conditionsAreSound = conditionsAreSound && branch.condition.has_value();
    if (branch.condition && pool().op(*branch.condition) == Op::boolean) {
      if (pool()[*branch.condition].a == 0) continue;
      isDecided = true;
      branch.condition.reset();
    }
    translateBranch(branch, operand(at, i + 1));
    branches.push_back(std::move(branch));
  }
  if (!isDecided) translateBranch(branches.emplace_back(), operand(at, last));
  if (!conditionsAreSound) return std::nullopt;

  const auto sameShape = [&](const Branch& b) {
    return b.value && branches.front().value && b.value->dimensions == branches.front().value->dimensions;
  };
  if (branches.size() > 1 && !std::ranges::all_of(branches, sameShape)) {
    std::vector<Branch> kept;
    for (Branch& branch : branches) {
      const auto truthValue = branch.condition ? structuralValue(*branch.condition, at.where()) : 1.0;
      if (!truthValue) {
        kept.clear();
        break;
      }
      if (*truthValue == 0.0) continue;
      kept.push_back(std::move(branch));
      break;
    }
    if (!kept.empty()) branches = std::move(kept);
  }
  bool sound = true;
  for (Branch& branch : branches) {
    for (const Diagnostic& problem : branch.problems.all()) diagnostics_->add(problem);
    sound = sound && branch.value;
  }
  if (!sound) return std::nullopt;
  std::optional<Value> result = std::move(branches.back().value);
  std::vector<symbolic::Statement> before = std::move(branches.back().before);
  for (std::size_t i = branches.size() - 1; i-- > 0;) {
    if (context_->body) {
      result = context_->body->choose(at, *branches[i].condition, *branches[i].value, std::move(branches[i].before),
                                      *result, std::move(before));
      before.clear();
    } else {
      result = choose(at, *branches[i].condition, *branches[i].value, *result);
    }
    if (!result) return std::nullopt;
  }
  if (context_->body) context_->body->append(std::move(before));
  return result;
}

std::optional<Value> Translator::choose(const ScopedExpression& at, Expr condition, const Value& then,
                                        const Value& otherwise) {
  const bool alike =
      then.isRecord() == otherwise.isRecord() && then.dimensions == otherwise.dimensions &&
      (then.record || then.type == otherwise.type || (then.type.isNumber() && otherwise.type.isNumber()));
  if (!alike)
    return typeError(at.where(), fmt::format("one branch is {}, another one is {}", describe(model_, then),
                                             describe(model_, otherwise)));
  Value result = then;
  result.variability = std::max({then.variability, otherwise.variability, Variability::parameter});
  if (then.record) {
    if (then.record->fields.size() != otherwise.record->fields.size())
      return typeError(at.where(), "the branches are records of different types");
    auto fields = std::make_shared<RecordFields>(*then.record);
    for (std::size_t i = 0; i < fields->fields.size(); ++i) {
      auto field = choose(at, condition, then.record->fields[i].second, otherwise.record->fields[i].second);
      if (!field) return std::nullopt;
      fields->fields[i].second = std::move(*field);
    }
    result.record = std::move(fields);
    return result;
  }
  if (then.isString()) {
    const auto known = structuralValue(condition, at.where());
    if (!known) return unsupported(at.where(), "a text that depends on a condition known only when the model runs");
    return *known != 0.0 ? then : otherwise;
  }
  if (then.type.isNumber()) result.type = commonNumber(then.type, otherwise.type);
  for (std::size_t i = 0; i < result.scalars.size(); ++i)
    result.scalars[i] = symbolic::conditional(pool(), condition, then.scalars[i], otherwise.scalars[i]);
  return result;
}

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

// -------------------------------------------------------------------------------------------------------------- names

std::optional<Value> Translator::reference(const ScopedExpression& at, const Node& node) {
  const syntax::Part& first = (*at.tree)[at.tree->at(node.parts, 0)];
  if (!node.flag) {
    for (auto it = context_->locals.rbegin(); it != context_->locals.rend(); ++it)
      if (it->first == first.name) return local(at, node, it->second);
    if (node.parts.count == 1 && symbols_.text(first.name) == "time") {
      if (context_->body) return report("unknown-name", at.where(), "'time' is not known inside a function");
      return Value{.type = {Type::real}, .variability = Variability::continuous, .scalars = {pool().time()}};
    }
  }
  if (!context_->body) return names_.value(at, *this);
  // Constants of packages live with the model; what the function gets is their numbers.
  std::optional<Value> value;
  {
    Within within(*this, modelContext_);
    value = names_.value(at, *this);
  }
  return value ? imported(std::move(*value), at.where()) : std::nullopt;
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
    const auto chosen = subscripts(at, part, value->dimensions);
    if (!chosen) return std::nullopt;
    Value next = context_->body ? subscriptedSlots(pool(), *value, *chosen) : subscripted(pool(), *value, *chosen);
    chosenPart = std::move(next);
    value = &chosenPart;
  }
  return *value;
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
                                                             const syntax::Part& part, const Dimensions& dimensions) {
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
    auto one = subscript(at, dimensions[i], i + 1, name);
    context_->ends.pop_back();
    if (!one) return std::nullopt;
    result.push_back(std::move(*one));
  }
  return result;
}

std::optional<Subscript> Translator::subscript(const ScopedExpression& at, std::int32_t size, std::size_t number,
                                               const std::string& name) {
  Subscript result;
  if ((*at.tree)[at.expression].kind == ExpressionKind::colon) {
    for (std::int32_t k = 1; k <= size; ++k) result.positions.push_back(k);
    return result;
  }
  const auto value = translate(at);
  if (!value) return std::nullopt;
  const bool isPosition = !value->record && value->dimensions.size() <= 1 && value->type.type != Type::real &&
                          value->type.type != Type::string;
  if (!isPosition)
    return typeError(at.where(),
                     fmt::format("a subscript must be an Integer, but this is {}",
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
          fmt::format("subscript {} of '{}' is {}, but {}", number, name, k,
                      size == 0 ? std::string("there are no elements") : fmt::format("it must be 1 to {}", size)));
    result.positions.push_back(static_cast<std::int32_t>(k));
  }
  return result;
}

// --------------------------------------------------------------------------------------------------------- evaluation

std::optional<double> Translator::constantValue(Expr e) { return symbolic::Evaluator(model_.functions)(pool(), e); }

std::optional<double> Translator::structuralValue(Expr e, SourceRange usedAt) {
  if (context_->body) return constantValue(e);
  if (evaluationDepth_ > evaluationLimit) return std::nullopt;
  ++evaluationDepth_;
  const auto ofParameter = [&](VariableId id) -> std::optional<double> {
    const auto value = names_.structuralValue(id, usedAt);
    return value ? structuralValue(*value, usedAt) : std::nullopt;
  };
  const auto result = symbolic::Evaluator(model_.functions, ofParameter)(pool(), e);
  --evaluationDepth_;
  return result;
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
  for (Expr& e : value->scalars) {
    const auto known = structuralValue(e, at.where());
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
  if ((*at.tree)[at.expression].kind == ExpressionKind::reference)
    if (const auto callee = names_.callee(at)) {  // a dimension: Real x[Color]
      if (callee->kind == CalleeKind::enumeration)
        return static_cast<std::int32_t>(model_.enumerations[callee->type.enumeration].literals.size());
      if (callee->kind == CalleeKind::predefinedType && callee->type.type == Type::boolean) return 2;
    }
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
  std::string text;
  for (const auto& piece : value->texts.front().pieces) {
    if (const auto* known = std::get_if<std::string>(&piece)) {
      text += *known;
      continue;
    }
    const auto number = structuralValue(std::get<Expr>(piece), at.where());
    if (!number) return report("evaluation", at.where(), fmt::format("{} must be known before the model runs", what));
    text += fmt::format("{:.6g}", *number);
  }
  return text;
}

std::optional<Message> Translator::message(const ScopedExpression& at) {
  const auto value = translate(at, {.what = "a message", .type = ScalarType{Type::string}, .dimensions = Dimensions{}});
  return value ? std::optional(value->texts.front()) : std::nullopt;
}

}  // namespace dashpot::model
