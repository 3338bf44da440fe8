#include "model/expressions/operator_records.hpp"

#include "model/expressions/array_functions.hpp"
#include "model/expressions/expressions.hpp"
#include "model/expressions/translation_context.hpp"
#include "model/expressions/value_parts.hpp"
#include "model/functions/functions.hpp"
#include "symbolic/build.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace dashpot::model {

using symbolic::Op;
using syntax::Operator;

namespace {

/// Of element-wise operators, the one that is meant for the elements.
Operator withoutDot(Operator op) {
  switch (op) {
    case Operator::dotPlus: return Operator::plus;
    case Operator::dotMinus: return Operator::minus;
    case Operator::dotTimes: return Operator::times;
    case Operator::dotDivide: return Operator::divide;
    case Operator::dotPower: return Operator::power;
    default: return op;
  }
}

std::string nameOf(Operator op) { return fmt::format("'{}'", syntax::spelling(withoutDot(op))); }

bool fits(const Value& value, const ComponentDescription& input) {
  if (value.dimensions.size() != rankOf(input) || input.type.isObject || input.type.function) return false;
  if (input.type.operators) return value.record && value.record->operators == input.type.operators;
  if (!input.type.fields.empty()) return !value.isOperatorRecord() && hasFields(value, input.type);
  return !value.record && (value.type == input.type.scalar ||
                           (input.type.scalar.type == Type::real && value.type.type == Type::integer));
}

/// Element k of an array, counted by rows.
Value elementOf(Pool& pool, const Value& array, std::size_t k) {
  std::vector<Subscript> position(array.dimensions.size());
  for (std::size_t d = array.dimensions.size(); d-- > 0;) {
    const auto size = static_cast<std::size_t>(array.dimensions[d]);
    position[d].isScalar = true;
    position[d].positions = {static_cast<std::int32_t>(k % size) + 1};
    k /= size;
  }
  return subscripted(pool, array, position);
}

}  // namespace

// ----------------------------------------------------------------------------------------------- functions that fit

bool OperatorRecords::takes(const FunctionClass& function, std::span<const GivenArgument> arguments) {
  const auto inputs = inputsOf(function);
  std::vector<bool> isGiven(inputs.size(), false);
  std::size_t position = 0;
  for (const GivenArgument& argument : arguments) {
    std::size_t target = position;
    if (argument.name == Symbol::none)
      ++position;
    else
      target = static_cast<std::size_t>(std::ranges::find(inputs, argument.name, &ComponentDescription::name) -
                                        inputs.begin());
    if (target >= inputs.size() || isGiven[target] || !fits(argument.value, *inputs[target])) return false;
    isGiven[target] = true;
  }
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (!isGiven[i] && !inputs[i]->binding) return false;
  return true;
}

OperatorRecords::Functions OperatorRecords::defined(Layout& record, std::string_view name,
                                                    std::span<const GivenArgument> arguments) {
  Functions result;
  for (const FunctionClass& function : context_.names().operatorFunctions(record, name))
    if (takes(function, arguments)) result.push_back(&function);
  return result;
}

/// Of both operator records; if they are the same, each function counts once.
OperatorRecords::Functions OperatorRecords::direct(std::string_view name, const Value& a, const Value& b) {
  const std::vector<GivenArgument> both{{.value = a}, {.value = b}};
  Functions result;
  if (a.isOperatorRecord()) result = defined(*a.record->operators, name, both);
  if (b.isOperatorRecord() && !(a.isOperatorRecord() && a.record->operators == b.record->operators))
    std::ranges::copy(defined(*b.record->operators, name, both), std::back_inserter(result));
  return result;
}

std::vector<OperatorRecords::Conversion> OperatorRecords::converting(std::string_view name, const Value& a,
                                                                     const Value& b) {
  std::vector<Conversion> result;
  for (std::size_t fixed = 0; fixed < 2; ++fixed) {
    const Value &kept = fixed == 0 ? a : b, &other = fixed == 0 ? b : a;
    if (!kept.isOperatorRecord()) continue;
    for (const FunctionClass& function : context_.names().operatorFunctions(*kept.record->operators, name)) {
      const auto inputs = inputsOf(function);
      if (inputs.size() < 2 || !fits(kept, *inputs[fixed])) continue;
      const bool restIsGiven =
          std::all_of(inputs.begin() + 2, inputs.end(), [](const auto* input) { return input->binding.has_value(); });
      const ComponentDescription& target = *inputs[1 - fixed];
      if (!restIsGiven || !target.type.operators || rankOf(target) != 0) continue;
      for (const FunctionClass* constructor :
           defined(*target.type.operators, "'constructor'", std::vector<GivenArgument>{{.value = other}}))
        result.push_back({&function, constructor, 1 - fixed});
    }
  }
  return result;
}

std::nullopt_t OperatorRecords::ambiguous(const ScopedExpression& at, std::string_view what, const Functions& all) {
  std::vector<std::string_view> names;
  for (const FunctionClass* function : all) names.push_back(function->name);
  return context_.typeError(at.where(), fmt::format("{} can mean several functions: {}", what, fmt::join(names, ", ")));
}

std::nullopt_t OperatorRecords::undefined(const ScopedExpression& at, Operator op, const Value& a, const Value& b) {
  return context_.typeError(at.where(), fmt::format("'{}' is not defined between {} and {}", syntax::spelling(op),
                                                    describe(context_.model(), a), describe(context_.model(), b)));
}

std::optional<Value> OperatorRecords::call(const ScopedExpression& at, const FunctionClass& function,
                                           std::vector<GivenArgument> arguments) {
  auto values = arguments_.matched(at, function, std::move(arguments));
  if (!values) return std::nullopt;
  auto results = functions_.call(function, std::move(*values), at.where());
  return results ? std::optional(std::move(results->front())) : std::nullopt;
}

// ---------------------------------------------------------------------------------------------------------- operators

std::optional<Value> OperatorRecords::unary(const ScopedExpression& at, Operator op, const Value& a) {
  const std::string name = nameOf(op);
  const Functions found = defined(*a.record->operators, name, std::vector<GivenArgument>{{.value = a}});
  if (found.size() > 1) return ambiguous(at, name, found);
  if (found.size() == 1) return call(at, *found.front(), {{.value = a}});
  const bool isPlus = withoutDot(op) == Operator::plus;
  if (a.dimensions.empty() || isPlus) {
    if (isPlus) return a;
    return context_.typeError(
        at.where(), fmt::format("'{}' is not defined for {}", syntax::spelling(op), describe(context_.model(), a)));
  }
  std::vector<Value> elements;
  for (std::size_t k = 0; k < count(a.dimensions); ++k) {
    auto element = unary(at, op, elementOf(context_.pool(), a, k));
    if (!element) return std::nullopt;
    elements.push_back(std::move(*element));
  }
  return assembled(at, std::move(elements), a.dimensions, a);
}

std::optional<Value> OperatorRecords::binary(const ScopedExpression& at, Operator op, const Value& a, const Value& b) {
  const std::string name = nameOf(op);
  const bool areScalars = a.dimensions.empty() && b.dimensions.empty();
  if (areScalars || withoutDot(op) == op) {
    const Functions found = direct(name, a, b);
    if (found.size() > 1) return ambiguous(at, name, found);
    if (found.size() == 1) return call(at, *found.front(), {{.value = a}, {.value = b}});
    const auto converted = converting(name, a, b);
    if (converted.size() > 1) {
      Functions all;
      for (const Conversion& one : converted) all.push_back(one.function);
      return ambiguous(at, name, all);
    }
    if (converted.size() == 1) {
      auto other = call(at, *converted.front().constructor, {{.value = converted.front().argument == 0 ? a : b}});
      if (!other) return std::nullopt;
      return converted.front().argument == 0
                 ? call(at, *converted.front().function, {{.value = std::move(*other)}, {.value = b}})
                 : call(at, *converted.front().function, {{.value = a}, {.value = std::move(*other)}});
    }
  }
  if (areScalars) return undefined(at, op, a, b);
  // Section 10.6 for arrays, with the operators of the elements.
  const bool oneIsScalar = a.dimensions.empty() || b.dimensions.empty();
  const bool sameShape = a.dimensions == b.dimensions;
  switch (op) {
    case Operator::plus:
    case Operator::minus: return sameShape ? elementwise(at, op, a, b) : undefined(at, op, a, b);
    case Operator::times: return oneIsScalar ? elementwise(at, op, a, b) : product(at, a, b);
    case Operator::divide: return b.dimensions.empty() ? elementwise(at, op, a, b) : undefined(at, op, a, b);
    case Operator::dotPlus:
    case Operator::dotMinus:
    case Operator::dotTimes:
    case Operator::dotDivide:
    case Operator::dotPower:
      return sameShape || oneIsScalar ? elementwise(at, withoutDot(op), a, b) : undefined(at, op, a, b);
    case Operator::logicalAnd:
    case Operator::logicalOr: return sameShape ? elementwise(at, op, a, b) : undefined(at, op, a, b);
    default: return undefined(at, op, a, b);
  }
}

std::optional<Value> OperatorRecords::elementwise(const ScopedExpression& at, Operator op, const Value& a,
                                                  const Value& b) {
  const Dimensions& shape = a.dimensions.empty() ? b.dimensions : a.dimensions;
  const auto part = [&](const Value& value, std::size_t k) {
    return value.dimensions.empty() ? value : elementOf(context_.pool(), value, k);
  };
  std::vector<Value> elements;
  for (std::size_t k = 0; k < count(shape); ++k) {
    auto element = binary(at, op, part(a, k), part(b, k));
    if (!element) return std::nullopt;
    elements.push_back(std::move(*element));
  }
  return assembled(at, std::move(elements), shape, a.isOperatorRecord() && !a.dimensions.empty() ? a : b);
}

/// Of vectors and matrices; an empty sum is the '0' of the record.
std::optional<Value> OperatorRecords::product(const ScopedExpression& at, const Value& a, const Value& b) {
  const bool fits = a.dimensions.size() <= 2 && b.dimensions.size() <= 2 && a.dimensions.back() == b.dimensions[0];
  if (!fits) return undefined(at, Operator::times, a, b);
  const bool aIsVector = a.dimensions.size() == 1, bIsVector = b.dimensions.size() == 1;
  const auto inner = static_cast<std::size_t>(b.dimensions[0]);
  const auto rows = static_cast<std::size_t>(aIsVector ? 1 : a.dimensions[0]);
  const auto columns = static_cast<std::size_t>(bIsVector ? 1 : b.dimensions[1]);
  Dimensions shape;
  if (!aIsVector) shape.push_back(a.dimensions[0]);
  if (!bIsVector) shape.push_back(b.dimensions[1]);
  Pool& pool = context_.pool();
  Layout& record = *(a.isOperatorRecord() ? a : b).record->operators;
  std::vector<Value> elements;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) {
      std::optional<Value> sum;
      for (std::size_t k = 0; k < inner; ++k) {
        auto term = binary(at, Operator::times, elementOf(pool, a, i * inner + k), elementOf(pool, b, k * columns + j));
        if (!term) return std::nullopt;
        sum = sum ? expressions_.binary(at, Operator::plus, *sum, *term) : std::move(term);
        if (!sum) return std::nullopt;
      }
      if (inner == 0) sum = zero(at, record);
      if (!sum) return std::nullopt;
      elements.push_back(std::move(*sum));
    }
  if (shape.empty()) return std::move(elements.front());
  return assembled(at, std::move(elements), shape, a.isOperatorRecord() ? a : b);
}

std::optional<Value> OperatorRecords::combined(const ScopedExpression& at, Operator op, const Value& array) {
  std::optional<Value> result;
  for (std::size_t k = 0; k < count(array.dimensions); ++k) {
    Value element = elementOf(context_.pool(), array, k);
    result = result ? binary(at, op, *result, element) : std::move(element);
    if (!result) return std::nullopt;
  }
  if (result) return result;
  if (op == Operator::plus) return zero(at, *array.record->operators);
  return context_.typeError(
      at.where(), fmt::format("the product of no elements of type {} is not defined", array.record->typeName));
}

std::optional<Value> OperatorRecords::zero(const ScopedExpression& at, Layout& record) {
  const auto& functions = context_.names().operatorFunctions(record, "'0'");
  if (functions.size() == 1) return call(at, functions.front(), {});
  return context_.typeError(at.where(),
                            "a sum without terms needs the operator '0', which this record does not define");
}

std::optional<Value> OperatorRecords::assembled(const ScopedExpression& at, std::vector<Value> elements,
                                                const Dimensions& shape, const Value& empty) {
  if (elements.empty()) {  // its elements are of the type that the operands have
    const auto noElement = [&](const auto& self, Value value, std::size_t rank) -> Value {
      Dimensions rest(value.dimensions.begin() + static_cast<std::ptrdiff_t>(rank), value.dimensions.end());
      value.dimensions = shape;
      value.dimensions.insert(value.dimensions.end(), rest.begin(), rest.end());
      value.scalars.clear();
      value.texts.clear();
      if (!value.record) return value;
      auto fields = std::make_shared<RecordFields>(*value.record);
      for (auto& [name, content] : fields->fields) content = self(self, std::move(content), rank);
      value.record = std::move(fields);
      return value;
    };
    return noElement(noElement, empty, empty.dimensions.size());
  }
  const auto whole = context_.resultOf(at, arrayOf(context_.model(), elements));
  return whole ? std::optional(unfolded(*whole, shape)) : std::nullopt;
}

// ------------------------------------------------------------------------------------------- constructors and String

std::optional<std::vector<GivenArgument>> OperatorRecords::read(const std::vector<CallArgument>& arguments) {
  std::vector<GivenArgument> given;
  for (const CallArgument& argument : arguments) {
    auto value = expressions_.translate(argument.value);
    if (!value) return std::nullopt;
    given.push_back({argument.name, std::move(*value)});
  }
  return given;
}

std::optional<Value> OperatorRecords::constructed(const ScopedExpression& at, const FunctionClass& record,
                                                  const std::vector<CallArgument>& arguments) {
  const auto& constructors = context_.names().operatorFunctions(*record.operators, "'constructor'");
  if (constructors.empty()) return arguments_.record(at, record, arguments);
  auto given = read(arguments);
  if (!given) return std::nullopt;
  const Functions found = defined(*record.operators, "'constructor'", *given);
  if (found.size() == 1) return call(at, *found.front(), std::move(*given));
  if (found.size() > 1) return ambiguous(at, fmt::format("{}(...)", record.name), found);
  // A single constructor makes an array element by element, or says itself what is wrong.
  if (constructors.size() == 1) {
    auto values = arguments_.matched(at, constructors.front(), arguments);
    if (!values) return std::nullopt;
    auto results = functions_.call(constructors.front(), std::move(*values), at.where());
    return results ? std::optional(std::move(results->front())) : std::nullopt;
  }
  std::vector<std::string> types;
  for (const GivenArgument& argument : *given) types.push_back(describe(context_.model(), argument.value));
  return context_.typeError(at.where(),
                            fmt::format("no constructor of {} takes {}", record.name,
                                        types.empty() ? "no arguments" : fmt::format("{}", fmt::join(types, ", "))));
}

std::optional<Value> OperatorRecords::text(const ScopedExpression& at, const std::vector<CallArgument>& arguments) {
  auto given = read(arguments);
  if (!given) return std::nullopt;
  const RecordFields& record = *given->front().value.record;
  const Functions found = defined(*record.operators, "'String'", *given);
  if (found.size() == 1) return call(at, *found.front(), std::move(*given));
  if (found.size() > 1) return ambiguous(at, "'String'", found);
  return context_.typeError(at.where(),
                            fmt::format("{} does not define 'String' for these arguments", record.typeName));
}

// -------------------------------------------------------------------------------------------------------------- flows

/// The sum of values that have nothing in common, compared with the sums of their scalars.
bool OperatorRecords::addsFieldByField(const Value& record) {
  Pool& pool = context_.pool();
  std::vector<Expr> mine, others, sums;
  appendScalars(record, mine);
  for (const Expr e : mine) {
    const Expr factor = pool.constant(2.0 + static_cast<double>(others.size()));
    others.push_back(symbolic::build(pool, Op::sin, symbolic::multiply(pool, factor, e)));
    sums.push_back(symbolic::build(pool, Op::add, e, others.back()));
  }
  std::span<const Expr> rest(others);
  const Value other = withScalars(record, rest, record.variability);
  const Functions plus = direct("'+'", record, other);
  const auto& zeros = context_.names().operatorFunctions(*record.record->operators, "'0'");
  if (plus.size() != 1 || inputsOf(*plus.front()).size() != 2 || zeros.size() != 1) return false;
  const auto sum = functions_.call(*plus.front(), {record, other}, plus.front()->declared);
  const auto none = functions_.call(zeros.front(), {}, zeros.front().declared);
  if (!sum || !none) return false;
  std::vector<Expr> found, nothing;
  appendScalars(sum->front(), found);
  appendScalars(none->front(), nothing);
  return found == sums &&
         std::ranges::all_of(nothing, [&](Expr e) { return pool.isConstant(e) && pool.value(e) == 0.0; });
}

}  // namespace dashpot::model
