#include "model/expressions/builtin_calls.hpp"

#include "model/expressions/array_expressions.hpp"
#include "model/expressions/array_functions.hpp"
#include "model/expressions/clocked_operators.hpp"
#include "model/expressions/domain.hpp"
#include "model/expressions/evaluation.hpp"
#include "model/expressions/expressions.hpp"
#include "model/expressions/operator_records.hpp"
#include "model/expressions/references.hpp"
#include "model/expressions/translation_context.hpp"
#include "model/expressions/varying_slices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace dashpot::model {

using symbolic::Op;
using syntax::ExpressionKind;
using syntax::Operator;

namespace {

/// Operations whose value jumps: between jumps it is constant, so it is known at events only.
bool isPiecewiseConstant(Op op) { return op == Op::sign || op == Op::floor || op == Op::ceil || op == Op::div; }

}  // namespace

// ---------------------------------------------------------------------------------------------------------- the table

const std::vector<BuiltinCalls::Entry>& BuiltinCalls::table() {
  static const std::vector<Entry> all = [] {
    using B = BuiltinCalls;
    std::vector<Entry> list;
    // Functions of arrays have a table of their own, with the numbers of their arguments.
    for (const std::string_view name : arrayFunctions()) {
      const bool reduces = name == "sum" || name == "product" || name == "min" || name == "max" || name == "array";
      list.push_back({.name = name,
                      .inputs = {},
                      .handler = reduces          ? &B::reduction
                                 : name == "size" ? &B::size
                                                  : &B::arrayFunction,
                      .reading = Reading::byHandler,
                      .meaning = Meaning::everywhere});
    }
    // Functions of one or two numbers that are operations of the pool; on arrays they work element by element.
    const auto elementary = [&](std::string_view name, Op op, ResultType type = ResultType::real) {
      const bool isUnary = symbolic::operandCount(op) == 1;
      list.push_back({.name = name,
                      .inputs = isUnary ? std::vector<std::string_view>{"x"} : std::vector<std::string_view>{"x", "y"},
                      .handler = &B::elementary,
                      .fewest = isUnary ? 1u : 2u,
                      .meaning = Meaning::everywhere,
                      .op = op,
                      .type = type});
    };
    elementary("abs", Op::abs, ResultType::asArgument);
    elementary("sign", Op::sign, ResultType::integer);
    elementary("sqrt", Op::sqrt);
    elementary("exp", Op::exp);
    elementary("log", Op::log);
    elementary("log10", Op::log10);
    elementary("sin", Op::sin);
    elementary("cos", Op::cos);
    elementary("tan", Op::tan);
    elementary("asin", Op::asin);
    elementary("acos", Op::acos);
    elementary("atan", Op::atan);
    elementary("sinh", Op::sinh);
    elementary("cosh", Op::cosh);
    elementary("tanh", Op::tanh);
    elementary("atan2", Op::atan2);
    elementary("floor", Op::floor);
    elementary("ceil", Op::ceil);
    elementary("integer", Op::floor, ResultType::integer);
    elementary("div", Op::div, ResultType::asArgument);
    elementary("mod", Op::mod, ResultType::asArgument);
    elementary("rem", Op::rem, ResultType::asArgument);
    // Operators: name, inputs, handler, how many inputs must be given.
    const std::vector<Entry> operators{
        {"der", {"x"}, &B::derivative, 1},
        {"pre", {"x"}, &B::pre, 1},
        {"edge", {"x"}, &B::edge, 1},
        {"change", {"x"}, &B::change, 1},
        {"sample", {"start", "interval"}, &B::sample, 2, Reading::byHandler},
        {"initial", {}, &B::initial},
        {"terminal", {}, &B::terminal},
        {"noEvent", {"x"}, &B::noEvent, 1, Reading::byInputs, Meaning::everywhere},
        {"smooth", {"p", "expr"}, &B::smooth, 2, Reading::byInputs, Meaning::everywhere},
        {"homotopy", {"actual", "simplified"}, &B::homotopy, 2},
        {"delay", {"expr", "delayTime", "delayMax"}, &B::delay, 2},
        {"semiLinear", {"x", "positiveSlope", "negativeSlope"}, &B::semiLinear, 3},
        {"String", {}, &B::string, 0, Reading::byHandler, Meaning::everywhere},
        {"Integer", {"e"}, &B::integer, 1, Reading::byInputs, Meaning::everywhere},
        {"getInstanceName", {}, &B::instanceName},
        {"cardinality", {}, &B::cardinality, 0, Reading::byHandler},
        {"inStream", {"v"}, &B::inStream, 1},
        {"actualStream", {"v"}, &B::actualStream, 1},
        {"Connections.isRoot", {}, &B::isRoot, 0, Reading::byHandler},
        {"Connections.rooted", {}, &B::isRooted, 0, Reading::byHandler},
        {"rooted", {}, &B::isRooted, 0, Reading::byHandler},
    };
    list.insert(list.end(), operators.begin(), operators.end());
    const auto withoutMeaning = [&](std::string_view name, Handler handler) {
      list.push_back(
          {.name = name, .inputs = {}, .handler = handler, .reading = Reading::byHandler, .meaning = Meaning::nowhere});
    };
    for (const std::string_view name : {"assert", "terminate", "reinit", "Connections.branch", "Connections.root",
                                        "Connections.potentialRoot", "transition", "initialState"})
      withoutMeaning(name, &B::statement);
    for (const std::string_view name :
         {"spatialDistribution", "Connections.uniqueRoot", "Connections.uniqueRootIndices"})
      withoutMeaning(name, &B::refused);
    for (const std::string_view name : {"Clock", "previous", "hold", "subSample", "superSample", "shiftSample",
                                        "backSample", "noClock", "firstTick", "interval"})
      list.push_back({.name = name, .inputs = {}, .handler = &B::clockedOperator, .reading = Reading::byHandler});
    for (const std::string_view name : {"activeState", "ticksInState", "timeInState"})
      list.push_back({.name = name, .inputs = {}, .handler = &B::stateQuestion, .reading = Reading::byHandler});
    return list;
  }();
  return all;
}

const BuiltinCalls::Entry* BuiltinCalls::find(std::string_view name) {
  static const std::unordered_map<std::string_view, const Entry*> byName = [] {
    std::unordered_map<std::string_view, const Entry*> result;
    for (const Entry& entry : table()) result.emplace(entry.name, &entry);
    return result;
  }();
  const auto found = byName.find(name);
  return found == byName.end() ? nullptr : found->second;
}

bool BuiltinCalls::knows(std::string_view name) { return find(name) != nullptr; }

std::vector<std::string_view> BuiltinCalls::names() {
  std::vector<std::string_view> result;
  for (const Entry& entry : table())
    if (entry.meaning != Meaning::nowhere) result.push_back(entry.name);
  return result;
}

std::optional<Value> BuiltinCalls::call(const ScopedExpression& at, std::string_view name,
                                        const std::vector<CallArgument>& arguments) {
  Call call{.at = at, .entry = *find(name), .written = arguments};
  const Entry& entry = call.entry;
  if (context_.frame().captures && entry.meaning == Meaning::inModels) return references_.capturedCall(at);
  if (context_.body() && entry.meaning == Meaning::inModels)
    return context_.report("function", at.where(), fmt::format("'{}' has no meaning inside a function", name));
  if (entry.reading == Reading::byInputs) {
    auto given = arguments_.matched(at, name, entry.inputs, entry.fewest, arguments);
    if (!given) return std::nullopt;
    call.given = std::move(*given);
  }
  return (this->*entry.handler)(call);
}

BuiltinCalls::Result BuiltinCalls::statement(Call& call) {
  return context_.typeError(call.at.where(), fmt::format("{} is an equation of its own, not a value", call.entry.name));
}

BuiltinCalls::Result BuiltinCalls::refused(Call& call) {
  return context_.unsupported(call.at.where(), fmt::format("'{}'", call.entry.name));
}

// ------------------------------------------------------------------------------------------------ functions of numbers

BuiltinCalls::Result BuiltinCalls::elementary(Call& call) {
  const std::string_view name = call.entry.name;
  const Op op = call.entry.op;
  const ScopedExpression& at = call.at;
  const std::vector<Value>& arguments = call.given;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].record || !arguments[i].type.isNumber())
      return context_.typeError(operand(at, i + 1).where(),
                                fmt::format("the argument of {} must be a number, but this is {}", name,
                                            describe(context_.model(), arguments[i])));
  const Value& first = arguments.front();
  const Value* second = arguments.size() == 2 ? &arguments.back() : nullptr;
  const ScalarType common = second ? commonNumber(first.type, second->type) : first.type;
  const ScalarType type = call.entry.type == ResultType::asArgument ? common
                          : call.entry.type == ResultType::integer  ? ScalarType{Type::integer}
                                                                    : ScalarType{Type::real};
  if (second && !first.dimensions.empty() && !second->dimensions.empty() && first.dimensions != second->dimensions)
    return context_.typeError(at.where(),
                              fmt::format("{} cannot combine {} and {}", name, describe(context_.model(), first),
                                          describe(context_.model(), *second)));
  if (!requireDefined(context_, evaluation_, at, name, op, first, second)) return std::nullopt;
  Value result =
      second ? elementwise(context_.pool(), op, type, first, *second) : elementwise(context_.pool(), op, type, first);
  if (isPiecewiseConstant(op)) result.variability = std::min(result.variability, Variability::discrete);
  return result;
}

// ------------------------------------------------------------------------------------------------- functions of arrays

BuiltinCalls::Result BuiltinCalls::arrayFunction(Call& call) {
  for (const CallArgument& argument : call.written) {
    auto value = expressions_.translate(argument.value);
    if (!value) return std::nullopt;
    call.given.push_back(std::move(*value));
  }
  const bool isSum = call.entry.name == "sum", isProduct = call.entry.name == "product";
  if ((isSum || isProduct) && call.given.size() == 1 && call.given.front().isOperatorRecord())
    return operatorRecords_.combined(call.at, isSum ? Operator::plus : Operator::times, call.given.front());
  const ArrayCall surroundings{context_.model(), context_.pool(),
                               [&](const Value& value) { return evaluation_.integerOf(value, call.at.where()); }};
  return context_.resultOf(call.at, callArrayFunction(surroundings, call.entry.name, call.given));
}

/// sum(e for i in r): the elements are combined one by one.
BuiltinCalls::Result BuiltinCalls::reduction(Call& call) {
  const bool isReduction = call.written.size() == 1 &&
                           (*call.at.tree)[call.written[0].value.expression].kind == ExpressionKind::comprehension;
  if (!isReduction && call.written.size() == 1 && slices_.isVarying(call.written[0].value))
    return slices_.combined(call.written[0].value, call.entry.name);
  if (!isReduction) return arrayFunction(call);
  const std::string_view name = call.entry.name;
  const ScopedExpression& argument = call.written[0].value;
  if (name == "array") return expressions_.translate(argument);
  Dimensions dimensions;
  const auto elements = arrays_.elements(argument, dimensions);
  if (!elements) return std::nullopt;
  FlatModel& model = context_.model();
  Pool& pool = context_.pool();
  const ArrayCall surroundings{model, pool, {}};
  if (elements->empty())
    return context_.resultOf(call.at,
                             callArrayFunction(surroundings, name, {Value{.type = {Type::real}, .dimensions = {0}}}));
  const bool isSum = name == "sum", isProduct = name == "product";
  std::optional<Value> result = elements->front();
  for (std::size_t i = 1; i < elements->size() && result; ++i)
    result = isSum || isProduct
                 ? expressions_.binary(call.at, isSum ? Operator::plus : Operator::times, *result, (*elements)[i])
                 : context_.resultOf(call.at, callArrayFunction(surroundings, name, {*result, (*elements)[i]}));
  return result;
}

/// size(A, k) in the declaration of A itself is known as far as the sizes before are.
BuiltinCalls::Result BuiltinCalls::size(Call& call) {
  if (call.written.size() != 2 || context_.body()) return arrayFunction(call);
  const ScopedExpression &array = call.written[0].value, &dimension = call.written[1].value;
  const syntax::Expression& position = (*dimension.tree)[dimension.expression];
  if ((*array.tree)[array.expression].kind != ExpressionKind::reference || position.kind != ExpressionKind::integer)
    return arrayFunction(call);
  const syntax::Part& first = (*array.tree)[array.tree->at((*array.tree)[array.expression].parts, 0)];
  if (context_.local(first.name, array.scope)) return arrayFunction(call);
  const auto sizes = context_.names().sizesSoFar(array);
  const double k = dimension.tree->numbers[position.number];
  if (!sizes || !(k >= 1 && k <= static_cast<double>(sizes->size()))) return arrayFunction(call);
  return number(context_.pool(), (*sizes)[static_cast<std::size_t>(k) - 1], Type::integer);
}

}  // namespace dashpot::model
