// model/expressions/builtin_operators.cpp: operators of the language with a meaning of their own (Modelica 3.6,
// sections 3.7.2 to 3.7.5).
#include "model/expressions/builtin_calls.hpp"
#include "model/expressions/clocked_operators.hpp"
#include "model/expressions/evaluation.hpp"
#include "model/expressions/state_operators.hpp"
#include "model/expressions/string_conversion.hpp"
#include "model/expressions/translation_context.hpp"
#include "model/expressions/varying_texts.hpp"
#include "symbolic/build.hpp"
#include "symbolic/differentiate.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

using symbolic::Op;
using syntax::ExpressionKind;

// --------------------------------------------------------------------------------------------------------------- time

BuiltinCalls::Result BuiltinCalls::derivative(Call& call) {
  const Value& argument = call.given.front();
  if (argument.record || argument.type.type != Type::real)
    return context_.typeError(
        operand(call.at, 1).where(),
        fmt::format("der needs a Real, but this is {}", argument.type.type == Type::integer && argument.isScalar()
                                                            ? std::string("an Integer")
                                                            : describe(context_.model(), argument)));
  Value result{.type = {Type::real}, .variability = Variability::continuous, .dimensions = argument.dimensions};
  for (const Expr e : argument.scalars) {
    const auto rate = derivativeOf(call.at, e);
    if (!rate) return std::nullopt;
    result.scalars.push_back(*rate);
  }
  return result;
}

/// Of an expression by the chain rule: the sum of its partial derivatives times the rates of its variables.
std::optional<Expr> BuiltinCalls::derivativeOf(const ScopedExpression& at, Expr e) {
  symbolic::Walker walker(context_.pool());
  if (context_.pool().op(e) == Op::variable) {
    const Variable& variable = context_.model()[context_.pool().variable(e)];
    if (variable.variability == Variability::continuous && variable.type == Type::real)
      return context_.pool().derivative(context_.pool().variable(e));
    if (variable.variability == Variability::discrete)
      return context_.typeError(
          operand(at, 1).where(),
          fmt::format("der needs a variable that changes in time, but '{}' changes at events only",
                      context_.model().nameOf(context_.pool().variable(e))));
    return context_.pool().constant(0.0);
  }
  for (const Op op : {Op::call, Op::delay, Op::derivative})
    if (!walker.leaves(e, op).empty())
      return context_.unsupported(operand(at, 1).where(), op == Op::derivative
                                                              ? "the derivative of a derivative in one expression"
                                                          : op == Op::delay ? "the derivative of a delayed expression"
                                                                            : "the derivative of a function call");
  symbolic::Differentiator differentiate(context_.pool());
  Expr sum = differentiate(e, context_.pool().time());
  for (const Expr leaf : walker.leaves(e, Op::variable)) {
    const Variable& variable = context_.model()[context_.pool().variable(leaf)];
    if (variable.variability != Variability::continuous) continue;
    const Expr partial = differentiate(e, leaf);
    if (partial == Expr::none) continue;
    sum = symbolic::addTerms(
        context_.pool(), sum,
        symbolic::multiply(context_.pool(), partial, context_.pool().derivative(context_.pool().variable(leaf))));
  }
  return symbolic::termOrZero(context_.pool(), sum);
}

BuiltinCalls::Result BuiltinCalls::delay(Call& call) {
  const ScopedExpression& at = call.at;
  const std::vector<Value>& arguments = call.given;
  const auto isTime = [](const Value& value) { return value.isScalar() && value.type.isNumber(); };
  if (arguments[0].record || arguments[0].isString() || !isTime(arguments[1]) || !isTime(arguments.back()))
    return context_.typeError(at.where(), "delay needs a value and one or two times");
  if (arguments.back().variability > Variability::parameter)
    return context_.typeError(at.where(), arguments.size() == 2
                                              ? "a delay that varies in time needs its largest value: delay(x, T, Tmax)"
                                              : "the largest delay must not vary in time");
  const Expr time = arguments[1].scalar(), longest = arguments.back().scalar();
  const auto knownTime = evaluation_.constantValue(time), knownLongest = evaluation_.constantValue(longest);
  if (knownTime && (*knownTime < 0.0 || (knownLongest && *knownTime > *knownLongest)))
    return context_.report(
        "domain", at.where(),
        *knownTime < 0.0 ? fmt::format("a delay cannot be negative, but this one is {}", *knownTime)
                         : fmt::format("the delay is {}, but at most {} is allowed here", *knownTime, *knownLongest));
  Value result = arguments[0];
  for (Expr& e : result.scalars) e = context_.pool().make(Op::delay, e, time, longest);
  return result;
}

// ------------------------------------------------------------------------------------------------------------- events

/// The value that a variable had before the event. Empty: it has none, which has been reported.
std::optional<Expr> BuiltinCalls::valueBefore(const Call& call, Expr variable) {
  Pool& pool = context_.pool();
  if (pool.op(variable) != Op::variable)
    return context_.typeError(operand(call.at, 1).where(), fmt::format("{} needs a variable", call.entry.name));
  const VariableId id = pool.variable(variable);
  const Variable& of = context_.model()[id];
  if (of.variability == Variability::continuous && of.type == Type::real)
    return context_.typeError(
        operand(call.at, 1).where(),
        fmt::format("{} needs a variable that changes at events only, but '{}' varies continuously", call.entry.name,
                    context_.model().nameOf(id)));
  return of.variability <= Variability::parameter ? variable : pool.pre(id);
}

/// pre(v), and by it edge(b) = b and not pre(b), change(v) = v <> pre(v).
BuiltinCalls::Result BuiltinCalls::pre(Call& call) {
  if (isString(call)) {
    const auto before = numberTexts(call) ? pre(call) : std::nullopt;
    return before ? std::optional(textsOf(*before)) : std::nullopt;
  }
  if (!requireVariables(call)) return std::nullopt;
  const Value& argument = call.given.front();
  Value result{.type = argument.type, .variability = Variability::discrete, .dimensions = argument.dimensions};
  Pool& pool = context_.pool();
  for (const Expr e : argument.scalars) {
    const bool isVariable = pool.op(e) == Op::variable;
    const bool isFixed = !isVariable && argument.variability <= Variability::parameter;
    const bool arrives = isVariable && context_.isInsideWhen() &&
                         context_.model()[pool.variable(e)].variability == Variability::continuous;
    const auto before = isFixed   ? std::optional(e)
                        : arrives ? std::optional(pool.pre(pool.variable(e)))
                                  : valueBefore(call, e);
    if (!before) return std::nullopt;
    result.scalars.push_back(*before);
  }
  return result;
}

BuiltinCalls::Result BuiltinCalls::edge(Call& call) {
  const Value& argument = call.given.front();
  if (!requireVariables(call)) return std::nullopt;
  if (argument.type.type != Type::boolean)
    return context_.typeError(operand(call.at, 1).where(), fmt::format("edge needs a truth value, but this is {}",
                                                                       describe(context_.model(), argument)));
  return comparedWithBefore(call, [](Pool& pool, Expr now, Expr before) {
    return symbolic::build(pool, Op::logicalAnd, now, symbolic::build(pool, Op::logicalNot, before));
  });
}

BuiltinCalls::Result BuiltinCalls::change(Call& call) {
  if (isString(call) && !numberTexts(call)) return std::nullopt;
  if (!requireVariables(call)) return std::nullopt;
  return comparedWithBefore(
      call, [](Pool& pool, Expr now, Expr before) { return symbolic::build(pool, Op::notEqual, now, before); });
}

BuiltinCalls::Result BuiltinCalls::comparedWithBefore(Call& call, Expr (*compare)(Pool&, Expr, Expr)) {
  const Value& argument = call.given.front();
  Value result{.type = {Type::boolean}, .variability = Variability::discrete, .dimensions = argument.dimensions};
  for (const Expr e : argument.scalars) {
    const auto before = valueBefore(call, e);
    if (!before) return std::nullopt;
    result.scalars.push_back(compare(context_.pool(), e, *before));
  }
  return result;
}

bool BuiltinCalls::isString(const Call& call) const { return call.given.front().isString() && !context_.body(); }

/// Puts the numbers of texts in the place of a String.
bool BuiltinCalls::numberTexts(Call& call) {
  const auto numbers = textNumbers(context_.model(), call.given.front());
  if (!numbers)
    context_.typeError(operand(call.at, 1).where(), fmt::format("{} needs a variable", call.entry.name));
  else
    call.given.front() = *numbers;
  return numbers.has_value();
}

bool BuiltinCalls::requireVariables(const Call& call) {
  const Value& argument = call.given.front();
  if (!argument.record && !argument.isString()) return true;
  context_.typeError(operand(call.at, 1).where(), fmt::format("{} needs variables, but this is {}", call.entry.name,
                                                              describe(context_.model(), argument)));
  return false;
}

BuiltinCalls::Result BuiltinCalls::sample(Call& call) {
  // sample(u) and sample(u, clock) lead into clocked parts.
  const bool isNamed = !call.written.empty() && call.written.front().name != Symbol::none;
  if (call.written.size() == 1 || (isNamed && context_.symbols().text(call.written.front().name) == "u"))
    return clocked_.call(call.at, call.entry.name, call.written);
  const auto given = arguments_.matched(call.at, call.entry.name, call.entry.inputs, 2, call.written);
  if (!given) return std::nullopt;
  if (clocked_.isClock(given->back())) return clocked_.sampled(call.at, *given);
  for (const Value& value : *given)
    if (!value.isScalar() || !value.type.isNumber() || value.variability > Variability::parameter)
      return context_.typeError(call.at.where(), "sample needs a start and an interval, two numbers that do not vary");
  return Value{.type = {Type::boolean},
               .variability = Variability::discrete,
               .scalars = {context_.pool().make(Op::sample, (*given)[0].scalar(), (*given)[1].scalar())}};
}

BuiltinCalls::Result BuiltinCalls::clockedOperator(Call& call) {
  return clocked_.call(call.at, call.entry.name, call.written);
}

BuiltinCalls::Result BuiltinCalls::stateQuestion(Call& call) {
  return states_.ask(call.at, call.entry.name, call.written);
}

BuiltinCalls::Result BuiltinCalls::initial(Call&) {
  return Value{.type = {Type::boolean}, .variability = Variability::discrete, .scalars = {context_.pool().initial()}};
}

BuiltinCalls::Result BuiltinCalls::terminal(Call&) {
  return Value{.type = {Type::boolean}, .variability = Variability::discrete, .scalars = {context_.pool().terminal()}};
}

BuiltinCalls::Result BuiltinCalls::noEvent(Call& call) {
  const Value& value = call.given.front();
  if (value.record || context_.body()) return value;
  Value result = elementwise(context_.pool(), Op::noEvent, value.type, value);
  if (result.type.type != Type::real && result.variability == Variability::discrete && variesBetweenEvents(value))
    result.variability = Variability::continuous;
  return result;
}

/// Something in it changes between events: without events of its own, so does the value (Modelica 3.6, section 3.8.4).
bool BuiltinCalls::variesBetweenEvents(const Value& value) {
  symbolic::Walker walker(context_.pool());
  return std::ranges::any_of(value.scalars, [&](Expr root) {
    return std::ranges::any_of(walker.reachable(root), [&](Expr e) {
      const Op op = context_.pool().op(e);
      if (op == Op::time || op == Op::derivative || op == Op::delay) return true;
      return op == Op::variable && context_.model()[context_.pool().variable(e)].variability == Variability::continuous;
    });
  });
}

BuiltinCalls::Result BuiltinCalls::smooth(Call& call) {
  const auto order = evaluation_.integerOf(call.given.front(), call.at.where());
  if (!order) return std::nullopt;
  const Value& value = call.given.back();
  if (*order < 1 || value.record) return value;  // jumps in value stay events
  return elementwise(context_.pool(), Op::noEvent, value.type, value);
}

// ------------------------------------------------------------------------------------------------------------- values

BuiltinCalls::Result BuiltinCalls::homotopy(Call& call) {
  const Value &actual = call.given[0], &simplified = call.given[1];
  if (actual.record || simplified.record || actual.dimensions != simplified.dimensions)
    return context_.typeError(call.at.where(), "homotopy needs two values of the same shape");
  return elementwise(context_.pool(), Op::homotopy, {Type::real}, actual, simplified);
}

/// if x >= 0 then a*x else b*x, element by element.
BuiltinCalls::Result BuiltinCalls::semiLinear(Call& call) {
  const ScopedExpression& at = call.at;
  const std::vector<Value>& arguments = call.given;
  Dimensions shape;
  for (const Value& value : arguments) {
    if (value.record || !value.type.isNumber()) return context_.typeError(at.where(), "semiLinear needs three numbers");
    if (!value.dimensions.empty() && !shape.empty() && value.dimensions != shape)
      return context_.typeError(at.where(), "semiLinear needs arrays of the same shape");
    if (!value.dimensions.empty()) shape = value.dimensions;
  }
  Value result{.type = {Type::real}, .variability = Variability::continuous, .dimensions = shape};
  for (std::size_t i = 0; i < count(shape); ++i) {
    const auto of = [&](std::size_t k) { return arguments[k].scalars[arguments[k].dimensions.empty() ? 0 : i]; };
    const Expr isPositive = symbolic::build(context_.pool(), Op::greaterEqual, of(0), context_.pool().constant(0.0));
    result.scalars.push_back(symbolic::conditional(context_.pool(), isPositive,
                                                   symbolic::multiply(context_.pool(), of(1), of(0)),
                                                   symbolic::multiply(context_.pool(), of(2), of(0))));
  }
  return result;
}

BuiltinCalls::Result BuiltinCalls::string(Call& call) {
  return stringOf(context_, expressions_, evaluation_, operatorRecords_, call.at, call.written);
}

/// The number of a literal of an enumeration.
BuiltinCalls::Result BuiltinCalls::integer(Call& call) {
  Value value = call.given.front();
  if (value.record || value.type.type != Type::enumeration)
    return context_.typeError(call.at.where(), fmt::format("Integer needs a value of an enumeration, but this is {}",
                                                           describe(context_.model(), value)));
  value.type = {Type::integer};
  return value;
}

BuiltinCalls::Result BuiltinCalls::instanceName(Call& call) {
  return Value{.type = {Type::string}, .texts = {Message{{context_.names().instanceName(call.at.scope)}}}};
}

BuiltinCalls::Result BuiltinCalls::cardinality(Call& call) {
  const auto& written = call.written;
  const bool isReference =
      written.size() == 1 && (*call.at.tree)[written[0].value.expression].kind == ExpressionKind::reference;
  if (!isReference) return context_.report("arguments", call.at.where(), "cardinality takes 1 argument, a connector");
  const auto connections = context_.names().connectionCount(written[0].value);
  return connections ? std::optional(number(context_.pool(), *connections, Type::integer)) : std::nullopt;
}

/// The value that a flow into the component brings (Modelica 3.6, section 15.2).
BuiltinCalls::Result BuiltinCalls::inStream(Call& call) {
  Value result = call.given.front();
  for (Expr& e : result.scalars) {
    const auto inflow =
        context_.pool().op(e) == Op::variable ? context_.names().inflow(context_.pool().variable(e)) : std::nullopt;
    if (!inflow) return refuseStream(call);
    e = context_.pool().variable(*inflow);
  }
  if (result.record) return refuseStream(call);
  return result;
}

/// The value that the flow carries, whichever way it goes (section 15.3).
BuiltinCalls::Result BuiltinCalls::actualStream(Call& call) {
  auto result = inStream(call);
  if (!result) return std::nullopt;
  Pool& pool = context_.pool();
  for (std::size_t i = 0; i < result->scalars.size(); ++i) {
    const Expr leaving = call.given.front().scalars[i];
    const auto flow = context_.names().carrier(pool.variable(leaving));
    if (!flow) return refuseStream(call);
    const Expr enters = symbolic::build(pool, Op::less, pool.constant(0.0), pool.variable(*flow));
    result->scalars[i] = symbolic::conditional(pool, enters, result->scalars[i], leaving);
  }
  return result;
}

std::nullopt_t BuiltinCalls::refuseStream(const Call& call) {
  return context_.typeError(operand(call.at, 1).where(),
                            fmt::format("{} needs a stream variable of a connector", call.entry.name));
}

BuiltinCalls::Result BuiltinCalls::isRoot(Call& call) {
  if (call.written.size() != 1)
    return context_.report("arguments", call.at.where(), "Connections.isRoot takes 1 argument, a component");
  const auto answer = context_.names().isRoot(call.written[0].value);
  return answer ? std::optional(truth(context_.pool(), *answer)) : std::nullopt;
}

BuiltinCalls::Result BuiltinCalls::isRooted(Call& call) {
  if (call.written.size() != 1)
    return context_.report("arguments", call.at.where(), "Connections.rooted takes 1 argument, a component");
  const auto answer = context_.names().isRooted(call.written[0].value);
  return answer ? std::optional(truth(context_.pool(), *answer)) : std::nullopt;
}

}  // namespace dashpot::model
