// model/builtin_calls.cpp: the functions of the language itself (Modelica 3.6, section 3.7).
#include "base/nearest.hpp"
#include "model/function_body.hpp"
#include "model/translate.hpp"
#include "symbolic/differentiate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dashpot::model {

using symbolic::Op;
using syntax::ExpressionKind;
using syntax::Operator;

namespace {

enum class Result : std::uint8_t { real, integer, asArgument };

/// Functions of one or two numbers that are operations of the pool; on arrays they work element by element.
struct Elementary {
  std::string_view name;
  Op op;
  Result result = Result::real;
};

constexpr auto elementaries = std::to_array<Elementary>({
    {"abs", Op::abs, Result::asArgument},
    {"sign", Op::sign, Result::integer},
    {"sqrt", Op::sqrt},
    {"exp", Op::exp},
    {"log", Op::log},
    {"log10", Op::log10},
    {"sin", Op::sin},
    {"cos", Op::cos},
    {"tan", Op::tan},
    {"asin", Op::asin},
    {"acos", Op::acos},
    {"atan", Op::atan},
    {"sinh", Op::sinh},
    {"cosh", Op::cosh},
    {"tanh", Op::tanh},
    {"atan2", Op::atan2},
    {"floor", Op::floor},
    {"ceil", Op::ceil},
    {"integer", Op::floor, Result::integer},
    {"div", Op::div, Result::asArgument},
    {"mod", Op::mod, Result::asArgument},
    {"rem", Op::rem, Result::asArgument},
});

const Elementary* findElementary(std::string_view name) {
  const auto found = std::ranges::find(elementaries, name, &Elementary::name);
  return found == elementaries.end() ? nullptr : &*found;
}

/// Operations whose value jumps: between jumps it is constant, so it is known at events only.
bool isPiecewiseConstant(Op op) { return op == Op::sign || op == Op::floor || op == Op::ceil || op == Op::div; }

constexpr std::array operatorNames{
    "der",    "pre",      "edge",  "change",     "sample", "initial", "terminal",        "noEvent",
    "smooth", "homotopy", "delay", "semiLinear", "String", "Integer", "getInstanceName", "cardinality"};

constexpr std::array refusedNames{
    "inStream",  "actualStream", "spatialDistribution", "Clock",       "previous",     "hold",
    "subSample", "superSample",  "shiftSample",         "backSample",  "noClock",      "firstTick",
    "interval",  "transition",   "initialState",        "activeState", "ticksInState", "timeInState",
};

constexpr std::array statementNames{"assert", "terminate", "reinit"};

bool contains(const auto& names, std::string_view name) { return std::ranges::find(names, name) != names.end(); }

}  // namespace

bool isRefusedBuiltin(std::string_view name) { return contains(refusedNames, name); }

std::vector<std::string_view> builtinNames() {
  std::vector<std::string_view> names = arrayFunctions();
  for (const Elementary& entry : elementaries) names.push_back(entry.name);
  names.insert(names.end(), operatorNames.begin(), operatorNames.end());
  return names;
}

/// The arguments of a function of the language, in the order of its inputs' names.
std::optional<std::vector<Value>> Translator::values(const ScopedExpression& at, std::string_view name,
                                                     const std::vector<CallArgument>& arguments,
                                                     std::initializer_list<std::string_view> names,
                                                     std::size_t fewest) {
  if (arguments.size() < fewest || arguments.size() > names.size()) {
    const std::string demanded =
        fewest == names.size() ? fmt::format("{}", fewest) : fmt::format("{} to {}", fewest, names.size());
    return report("arguments", at.where(),
                  fmt::format("{} takes {} argument{}, but {} given", name, demanded, demanded == "1" ? "" : "s",
                              arguments.size() == 1 ? "1 is" : fmt::format("{} are", arguments.size())));
  }
  std::vector<std::optional<Value>> given(names.size());
  std::size_t position = 0;
  for (const CallArgument& argument : arguments) {
    std::size_t target = position++;
    if (argument.name != Symbol::none) {
      target = static_cast<std::size_t>(std::ranges::find(names, symbols_.text(argument.name)) - names.begin());
      if (target == names.size())
        return report("arguments", argument.value.where(),
                      fmt::format("{} has no input '{}'", name, symbols_.text(argument.name)));
    }
    if (given[target])
      return report("arguments", argument.value.where(),
                    fmt::format("the input '{}' is given twice", names.begin()[target]));
    given[target] = translate(argument.value);
    if (!given[target]) return std::nullopt;
  }
  std::vector<Value> result;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i])
      result.push_back(std::move(*given[i]));
    else if (i < fewest)
      return report("arguments", at.where(), fmt::format("the input '{}' of {} is not given", names.begin()[i], name));
  }
  return result;
}

/// Something in it changes between events: without events of its own, so does the value (Modelica 3.6, section 3.8.4).
bool Translator::variesBetweenEvents(const Value& value) {
  symbolic::Walker walker(pool());
  return std::ranges::any_of(value.scalars, [&](Expr root) {
    return std::ranges::any_of(walker.reachable(root), [&](Expr e) {
      const Op op = pool().op(e);
      if (op == Op::time || op == Op::derivative || op == Op::delay) return true;
      return op == Op::variable && model_[pool().variable(e)].variability == Variability::continuous;
    });
  });
}

/// Empty: there is no such function of the language.
std::optional<std::optional<Value>> Translator::builtin(const ScopedExpression& at, std::string_view name,
                                                        const std::vector<CallArgument>& arguments) {
  using Outcome = std::optional<std::optional<Value>>;
  const Outcome failed{std::optional<Value>{}};
  const bool reduces = name == "sum" || name == "product" || name == "min" || name == "max" || name == "array";
  if (reduces && arguments.size() == 1 &&
      (*at.tree)[arguments[0].value.expression].kind == ExpressionKind::comprehension)
    return Outcome{reduction(at, name, arguments[0].value)};
  if (name == "size" && arguments.size() == 2)
    if (const auto known = sizeSoFar(arguments[0].value, arguments[1].value)) return Outcome{*known};
  if (isArrayFunction(name)) {
    std::vector<Value> given;
    for (const CallArgument& argument : arguments) {
      auto value = translate(argument.value);
      if (!value) return failed;
      given.push_back(std::move(*value));
    }
    const ArrayCall call{model_, pool(), [&](const Value& value) { return integerOf(value, at.where()); }};
    return Outcome{resultOf(at, callArrayFunction(call, name, given))};
  }
  if (const Elementary* entry = findElementary(name)) {
    const auto demanded = static_cast<std::size_t>(symbolic::operandCount(entry->op));
    auto given = demanded == 1 ? values(at, name, arguments, {"x"}, 1) : values(at, name, arguments, {"x", "y"}, 2);
    if (!given) return failed;
    return Outcome{elementary(at, name, entry->op, *given)};
  }
  if (contains(statementNames, name))
    return typeError(at.where(), fmt::format("{} is an equation of its own, not a value", name)), failed;
  if (isRefusedBuiltin(name)) return unsupported(at.where(), fmt::format("'{}'", name)), failed;
  if (!contains(operatorNames, name)) return std::nullopt;
  if (context_->body && name != "noEvent" && name != "smooth" && name != "String" && name != "Integer")
    return report("unsupported", at.where(), fmt::format("'{}' has no meaning inside a function", name)), failed;

  if (name == "initial" || name == "terminal") {
    if (!values(at, name, arguments, {}, 0)) return failed;
    return Outcome{Value{.type = {Type::boolean},
                         .variability = Variability::discrete,
                         .scalars = {name == "initial" ? pool().initial() : pool().terminal()}}};
  }
  if (name == "smooth") {
    const auto given = values(at, name, arguments, {"p", "expr"}, 2);
    if (!given) return failed;
    const auto order = integerOf(given->front(), at.where());
    if (!order) return failed;
    const Value& value = given->back();
    if (*order < 1 || value.record) return Outcome{value};  // jumps in value stay events
    return Outcome{elementwise(pool(), Op::noEvent, value.type, value)};
  }
  if (name == "noEvent") {
    auto given = values(at, name, arguments, {"x"}, 1);
    if (!given) return failed;
    Value value = std::move(given->front());
    if (value.record || context_->body) return Outcome{value};
    Value result = elementwise(pool(), Op::noEvent, value.type, value);
    if (result.type.type != Type::real && result.variability == Variability::discrete && variesBetweenEvents(value))
      result.variability = Variability::continuous;
    return Outcome{result};
  }
  if (name == "der" || name == "pre" || name == "edge" || name == "change") {
    const auto given = values(at, name, arguments, {"x"}, 1);
    if (!given) return failed;
    return Outcome{name == "der" ? derivative(at, given->front()) : beforeEvent(at, name, given->front())};
  }
  if (name == "getInstanceName") {
    if (!values(at, name, arguments, {}, 0)) return failed;
    return Outcome{Value{.type = {Type::string}, .texts = {Message{{names_.instanceName(at.scope)}}}}};
  }
  if (name == "cardinality") {
    const bool isReference =
        arguments.size() == 1 && (*at.tree)[arguments[0].value.expression].kind == ExpressionKind::reference;
    if (!isReference) return report("arguments", at.where(), "cardinality takes 1 argument, a connector"), failed;
    const auto connections = names_.connectionCount(arguments[0].value);
    return connections ? Outcome{number(*connections, Type::integer)} : failed;
  }
  if (name == "String") return Outcome{stringOf(at, arguments)};
  if (name == "Integer") {
    auto given = values(at, name, arguments, {"e"}, 1);
    if (!given) return failed;
    if (given->front().record || given->front().type.type != Type::enumeration)
      return typeError(at.where(), fmt::format("Integer needs a value of an enumeration, but this is {}",
                                               describe(model_, given->front()))),
             failed;
    given->front().type = {Type::integer};
    return Outcome{std::move(given->front())};
  }
  // The remaining ones work on scalars, or on numbers of one shape.
  if (name == "sample") {
    if (arguments.size() != 2) return unsupported(at.where(), "'sample' with a clock"), failed;
    const auto given = values(at, name, arguments, {"start", "interval"}, 2);
    if (!given) return failed;
    for (const Value& value : *given)
      if (!value.isScalar() || !value.type.isNumber() || value.variability > Variability::parameter)
        return typeError(at.where(), "sample needs a start and an interval, two numbers that do not vary"), failed;
    return Outcome{Value{.type = {Type::boolean},
                         .variability = Variability::discrete,
                         .scalars = {pool().make(Op::sample, (*given)[0].scalar(), (*given)[1].scalar())}}};
  }
  if (name == "homotopy") {
    const auto given = values(at, name, arguments, {"actual", "simplified"}, 2);
    if (!given) return failed;
    if ((*given)[0].record || (*given)[1].record || (*given)[0].dimensions != (*given)[1].dimensions)
      return typeError(at.where(), "homotopy needs two values of the same shape"), failed;
    return Outcome{elementwise(pool(), Op::homotopy, {Type::real}, (*given)[0], (*given)[1])};
  }
  if (name == "semiLinear") {
    const auto given = values(at, name, arguments, {"x", "positiveSlope", "negativeSlope"}, 3);
    if (!given) return failed;
    return Outcome{semiLinear(at, *given)};
  }
  const auto given = values(at, name, arguments, {"expr", "delayTime", "delayMax"}, 2);  // delay
  return given ? Outcome{delayed(at, *given)} : failed;
}

/// if x >= 0 then a*x else b*x, element by element.
std::optional<Value> Translator::semiLinear(const ScopedExpression& at, const std::vector<Value>& arguments) {
  Dimensions shape;
  for (const Value& value : arguments) {
    if (value.record || !value.type.isNumber()) return typeError(at.where(), "semiLinear needs three numbers");
    if (!value.dimensions.empty() && !shape.empty() && value.dimensions != shape)
      return typeError(at.where(), "semiLinear needs arrays of the same shape");
    if (!value.dimensions.empty()) shape = value.dimensions;
  }
  Value result{.type = {Type::real}, .variability = Variability::continuous, .dimensions = shape};
  for (std::size_t i = 0; i < count(shape); ++i) {
    const auto of = [&](std::size_t k) { return arguments[k].scalars[arguments[k].dimensions.empty() ? 0 : i]; };
    const Expr isPositive = symbolic::build(pool(), Op::greaterEqual, of(0), pool().constant(0.0));
    result.scalars.push_back(symbolic::conditional(pool(), isPositive, symbolic::multiply(pool(), of(1), of(0)),
                                                   symbolic::multiply(pool(), of(2), of(0))));
  }
  return result;
}

std::optional<Value> Translator::delayed(const ScopedExpression& at, const std::vector<Value>& arguments) {
  const auto isTime = [](const Value& value) { return value.isScalar() && value.type.isNumber(); };
  if (arguments[0].record || arguments[0].isString() || !isTime(arguments[1]) || !isTime(arguments.back()))
    return typeError(at.where(), "delay needs a value and one or two times");
  if (arguments.back().variability > Variability::parameter)
    return typeError(at.where(), arguments.size() == 2
                                     ? "a delay that varies in time needs its largest value: delay(x, T, Tmax)"
                                     : "the largest delay must not vary in time");
  const Expr time = arguments[1].scalar(), longest = arguments.back().scalar();
  const auto knownTime = constantValue(time), knownLongest = constantValue(longest);
  if (knownTime && (*knownTime < 0.0 || (knownLongest && *knownTime > *knownLongest)))
    return report("domain", at.where(),
                  *knownTime < 0.0
                      ? fmt::format("a delay cannot be negative, but this one is {}", *knownTime)
                      : fmt::format("the delay is {}, but at most {} is allowed here", *knownTime, *knownLongest));
  Value result = arguments[0];
  for (Expr& e : result.scalars) e = pool().make(Op::delay, e, time, longest);
  return result;
}

/// size(A, k) in the declaration of A itself.
std::optional<Value> Translator::sizeSoFar(const ScopedExpression& array, const ScopedExpression& dimension) {
  const Node& node = (*array.tree)[array.expression];
  const Node& position = (*dimension.tree)[dimension.expression];
  if (context_->body || node.kind != ExpressionKind::reference || position.kind != ExpressionKind::integer)
    return std::nullopt;
  const auto sizes = names_.sizesSoFar(array);
  const double k = dimension.tree->numbers[position.number];
  if (!sizes || !(k >= 1 && k <= static_cast<double>(sizes->size()))) return std::nullopt;
  return number((*sizes)[static_cast<std::size_t>(k) - 1], Type::integer);
}

std::optional<Value> Translator::elementary(const ScopedExpression& at, std::string_view name, Op op,
                                            const std::vector<Value>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].record || !arguments[i].type.isNumber())
      return typeError(operand(at, i + 1).where(), fmt::format("the argument of {} must be a number, but this is {}",
                                                               name, describe(model_, arguments[i])));
  const Elementary& entry = *findElementary(name);
  const ScalarType common =
      arguments.size() == 1 ? arguments[0].type : commonNumber(arguments[0].type, arguments[1].type);
  const ScalarType type = entry.result == Result::asArgument ? common
                          : entry.result == Result::integer  ? ScalarType{Type::integer}
                                                             : ScalarType{Type::real};
  if (arguments.size() == 2 && !arguments[0].dimensions.empty() && !arguments[1].dimensions.empty() &&
      arguments[0].dimensions != arguments[1].dimensions)
    return typeError(at.where(), fmt::format("{} cannot combine {} and {}", name, describe(model_, arguments[0]),
                                             describe(model_, arguments[1])));
  if (!requireDefined(at, name, op, arguments[0], arguments.size() == 2 ? &arguments[1] : nullptr)) return std::nullopt;
  Value result = arguments.size() == 1 ? elementwise(pool(), op, type, arguments[0])
                                       : elementwise(pool(), op, type, arguments[0], arguments[1]);
  if (isPiecewiseConstant(op)) result.variability = std::min(result.variability, Variability::discrete);
  return result;
}

std::optional<Value> Translator::reduction(const ScopedExpression& at, std::string_view name,
                                           const ScopedExpression& argument) {
  if (name == "array") return translate(argument);
  Dimensions dimensions;
  const auto elements = comprehension(argument, dimensions);
  if (!elements) return std::nullopt;
  const bool isSum = name == "sum", isProduct = name == "product";
  if (elements->empty()) {
    const ArrayCall call{model_, pool(), {}};
    return resultOf(at, callArrayFunction(call, name, {Value{.type = {Type::real}, .dimensions = {0}}}));
  }
  std::optional<Value> result = elements->front();
  for (std::size_t i = 1; i < elements->size() && result; ++i) {
    if (isSum || isProduct) {
      result = resultOf(at, binary(model_, pool(), isSum ? Operator::plus : Operator::times, *result, (*elements)[i]));
    } else {
      const ArrayCall call{model_, pool(), {}};
      result = resultOf(at, callArrayFunction(call, name, {*result, (*elements)[i]}));
    }
  }
  return result;
}

std::optional<Value> Translator::derivative(const ScopedExpression& at, const Value& argument) {
  if (argument.record || argument.type.type != Type::real)
    return typeError(operand(at, 1).where(), fmt::format("der needs a Real, but this is {}",
                                                         argument.type.type == Type::integer && argument.isScalar()
                                                             ? std::string("an Integer")
                                                             : describe(model_, argument)));
  Value result{.type = {Type::real}, .variability = Variability::continuous, .dimensions = argument.dimensions};
  for (const Expr e : argument.scalars) {
    const auto rate = derivativeOf(at, e);
    if (!rate) return std::nullopt;
    result.scalars.push_back(*rate);
  }
  return result;
}

/// Of an expression by the chain rule: the sum of its partial derivatives times the rates of its variables.
std::optional<Expr> Translator::derivativeOf(const ScopedExpression& at, Expr e) {
  symbolic::Walker walker(pool());
  if (pool().op(e) == Op::variable) {
    const Variable& variable = model_[pool().variable(e)];
    if (variable.variability == Variability::continuous && variable.type == Type::real)
      return pool().derivative(pool().variable(e));
    if (variable.variability == Variability::discrete)
      return typeError(operand(at, 1).where(),
                       fmt::format("der needs a variable that changes in time, but '{}' changes "
                                   "at events only",
                                   model_.nameOf(pool().variable(e))));
    return pool().constant(0.0);
  }
  for (const Op op : {Op::call, Op::delay, Op::derivative})
    if (!walker.leaves(e, op).empty())
      return unsupported(operand(at, 1).where(), op == Op::derivative
                                                     ? "the derivative of a derivative in one expression"
                                                 : op == Op::delay ? "the derivative of a delayed expression"
                                                                   : "the derivative of a function call");
  symbolic::Differentiator differentiate(pool());
  Expr sum = differentiate(e, pool().time());
  for (const Expr leaf : walker.leaves(e, Op::variable)) {
    const Variable& variable = model_[pool().variable(leaf)];
    if (variable.variability != Variability::continuous) continue;
    const Expr partial = differentiate(e, leaf);
    if (partial == Expr::none) continue;
    sum =
        symbolic::addTerms(pool(), sum, symbolic::multiply(pool(), partial, pool().derivative(pool().variable(leaf))));
  }
  return symbolic::termOrZero(pool(), sum);
}

/// pre(v), edge(b) = b and not pre(b), change(v) = v <> pre(v).
std::optional<Value> Translator::beforeEvent(const ScopedExpression& at, std::string_view name, const Value& argument) {
  if (argument.record || argument.isString())
    return typeError(operand(at, 1).where(),
                     fmt::format("{} needs variables, but this is {}", name, describe(model_, argument)));
  if (name == "edge" && argument.type.type != Type::boolean)
    return typeError(operand(at, 1).where(),
                     fmt::format("edge needs a truth value, but this is {}", describe(model_, argument)));
  Value result{.type = name == "pre" ? argument.type : ScalarType{Type::boolean},
               .variability = Variability::discrete,
               .dimensions = argument.dimensions};
  for (const Expr e : argument.scalars) {
    if (pool().op(e) != Op::variable) {
      if (name == "pre" && argument.variability <= Variability::parameter) {
        result.scalars.push_back(e);
        continue;
      }
      return typeError(operand(at, 1).where(), fmt::format("{} needs a variable", name));
    }
    const VariableId id = pool().variable(e);
    const Variability variability = model_[id].variability;
    if (name == "pre" && insideWhen_ && variability == Variability::continuous) {
      result.scalars.push_back(e);
      continue;
    }
    if (variability == Variability::continuous && model_[id].type == Type::real)
      return typeError(operand(at, 1).where(),
                       fmt::format("{} needs a variable that changes at events only, but '{}' varies continuously",
                                   name, model_.nameOf(id)));
    const Expr before = variability <= Variability::parameter ? e : pool().pre(id);
    if (name == "pre")
      result.scalars.push_back(before);
    else if (name == "edge")
      result.scalars.push_back(
          symbolic::build(pool(), Op::logicalAnd, e, symbolic::build(pool(), Op::logicalNot, before)));
    else
      result.scalars.push_back(symbolic::build(pool(), Op::notEqual, e, before));
  }
  return result;
}

}  // namespace dashpot::model
