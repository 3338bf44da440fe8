#include "model/expressions/clocked_operators.hpp"

#include "model/expressions/demand.hpp"
#include "model/expressions/evaluation.hpp"
#include "model/expressions/expressions.hpp"
#include "model/expressions/translation_context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dashpot::model {

using symbolic::Op;

namespace {

struct OperatorName {
  std::string_view name;
  ClockedKind kind;
  std::vector<std::string_view> inputs;
  std::size_t fewest;
};

const std::vector<OperatorName>& operatorNames() {
  static const std::vector<OperatorName> all{
      {"sample", ClockedKind::sample, {"u", "c"}, 1},
      {"hold", ClockedKind::hold, {"u"}, 1},
      {"previous", ClockedKind::previous, {"u"}, 1},
      {"subSample", ClockedKind::subSample, {"u", "factor"}, 1},
      {"superSample", ClockedKind::superSample, {"u", "factor"}, 1},
      {"shiftSample", ClockedKind::shiftSample, {"u", "shiftCounter", "resolution"}, 2},
      {"backSample", ClockedKind::backSample, {"u", "backCounter", "resolution"}, 2},
      {"noClock", ClockedKind::noClock, {"u"}, 1},
      {"interval", ClockedKind::interval, {"u"}, 0},
      {"firstTick", ClockedKind::firstTick, {"u"}, 0},
  };
  return all;
}

const OperatorName* findOperator(std::string_view name) {
  const auto found = std::ranges::find(operatorNames(), name, &OperatorName::name);
  return found == operatorNames().end() ? nullptr : &*found;
}

bool convertsClocks(ClockedKind kind) {
  return kind == ClockedKind::subSample || kind == ClockedKind::superSample || kind == ClockedKind::shiftSample ||
         kind == ClockedKind::backSample;
}

}  // namespace

bool ClockedOperators::givesClock(std::string_view name) {
  const OperatorName* found = findOperator(name);
  return name == "Clock" || (found && convertsClocks(found->kind));
}

bool ClockedOperators::isClock(const Value& value) {
  return !value.record && value.type.type == Type::enumeration && value.type == context_.names().clockType();
}

std::optional<Value> ClockedOperators::sampled(const ScopedExpression& at, const std::vector<Value>& given) {
  return applied(at, "sample", ClockedKind::sample, given);
}

VariableId ClockedOperators::newVariable(std::string_view kind, ScalarType type, SourceRange where) {
  FlatModel& model = context_.model();
  const auto id = static_cast<VariableId>(model.variables.size());
  const bool isClock = type.type == Type::enumeration && type == context_.names().clockType();
  model.variables.push_back(
      {.name = model.paths.child(PathId::root, fmt::format("${}{}", kind, ++count_)),
       .type = type.type,
       .variability = Variability::discrete,
       .enumeration = type.enumeration,
       .isProtected = true,
       .origin = {PathId::root, where},
       .description = isClock ? std::string("clock") : fmt::format("value of {} in a clocked part", kind)});
  return id;
}

Value ClockedOperators::newClock(ClockDefinition definition) {
  const ScalarType type = context_.names().clockType();
  definition.clock = newVariable("clock", type, definition.where);
  const VariableId id = definition.clock;
  clocks_.push_back(std::move(definition));
  return {.type = type, .variability = Variability::discrete, .scalars = {context_.pool().variable(id)}};
}

VariableId ClockedOperators::previousOf(VariableId variable, SourceRange where) {
  const Variable& of = context_.model()[variable];
  const VariableId result = newVariable("previous", {of.type, of.enumeration}, where);
  operators_.push_back({.kind = ClockedKind::previous,
                        .result = result,
                        .argument = context_.model().pool.variable(variable),
                        .where = where});
  return result;
}

VariableId ClockedOperators::intervalOf(VariableId variable, SourceRange where) {
  const VariableId result = newVariable("interval", {Type::real}, where);
  operators_.push_back({.kind = ClockedKind::interval,
                        .result = result,
                        .argument = context_.model().pool.variable(variable),
                        .where = where});
  return result;
}

VariableId ClockedOperators::sampleOf(Expr value, Type type, VariableId clock, SourceRange where) {
  const VariableId result = newVariable("sample", {type}, where);
  operators_.push_back(
      {.kind = ClockedKind::sample, .result = result, .argument = value, .clock = clock, .where = where});
  return result;
}

VariableId ClockedOperators::clockOfSeconds(std::int64_t seconds, SourceRange where) {
  (void)newClock({.kind = ClockKind::exact, .counter = seconds, .where = where});
  return clocks_.back().clock;
}

VariableId ClockedOperators::detach(std::size_t position) {
  const Variable& before = context_.model()[operators_[position].result];
  return operators_[position].result =
             newVariable("previous", {before.type, before.enumeration}, operators_[position].where);
}

/// Element by element, field by field.
Value ClockedOperators::replaced(const Value& argument, const ClockedOperator& pattern, std::string_view name) {
  Value result = argument;
  result.variability = Variability::discrete;
  if (argument.record) {
    auto fields = std::make_shared<RecordFields>(*argument.record);
    for (auto& [field, content] : fields->fields) content = replaced(content, pattern, name);
    result.record = std::move(fields);
    return result;
  }
  for (Expr& e : result.scalars) {
    ClockedOperator one = pattern;
    one.argument = e;
    one.result = newVariable(name, argument.type, pattern.where);
    operators_.push_back(one);
    e = context_.pool().variable(one.result);
  }
  return result;
}

std::optional<std::int64_t> ClockedOperators::wholeNumber(const Value& value, std::int64_t least, SourceRange where) {
  const auto number = evaluation_.integerOf(value, where);
  if (!number) return std::nullopt;
  if (*number >= least) return *number;
  return context_.report("clock", where, fmt::format("this must be at least {}, but it is {}", least, *number));
}

bool ClockedOperators::readNumbers(const ScopedExpression& at, std::string_view name, const std::vector<Value>& given,
                                   ClockedOperator& pattern) {
  const bool isShift = pattern.kind == ClockedKind::shiftSample || pattern.kind == ClockedKind::backSample;
  const bool isRate = pattern.kind == ClockedKind::subSample || pattern.kind == ClockedKind::superSample;
  const auto read = [&](std::size_t i, std::int64_t least, std::int64_t& target) {
    if (i >= given.size()) return true;
    const auto number = wholeNumber(given[i], least, at.where());
    if (number) target = *number;
    return number.has_value();
  };
  if (isRate) return read(1, 1, pattern.factor);
  if (isShift) return read(1, 0, pattern.counter) && read(2, 1, pattern.resolution);
  if (pattern.kind != ClockedKind::sample || given.size() < 2) return true;
  if (!isClock(given[1]) || !given[1].isScalar() || context_.pool().op(given[1].scalar()) != Op::variable) {
    context_.typeError(at.where(),
                       fmt::format("{} needs a clock, but this is {}", name, describe(context_.model(), given[1])));
    return false;
  }
  pattern.clock = context_.pool().variable(given[1].scalar());
  return true;
}

std::optional<Value> ClockedOperators::call(const ScopedExpression& at, std::string_view name,
                                            const std::vector<CallArgument>& arguments) {
  if (name == "Clock") return clock(at, arguments);
  const OperatorName& entry = *findOperator(name);
  const auto given = arguments_.matched(at, name, entry.inputs, entry.fewest, arguments);
  return given ? applied(at, name, entry.kind, *given) : std::nullopt;
}

std::optional<Value> ClockedOperators::applied(const ScopedExpression& at, std::string_view name, ClockedKind kind,
                                               const std::vector<Value>& given) {
  ClockedOperator pattern{.kind = kind, .where = at.where()};
  if (!readNumbers(at, name, given, pattern)) return std::nullopt;
  if (kind == ClockedKind::interval || kind == ClockedKind::firstTick) {
    const ScalarType type = kind == ClockedKind::interval ? ScalarType{Type::real} : ScalarType{Type::boolean};
    if (!given.empty() && !given.front().record && !given.front().scalars.empty())
      pattern.argument = given.front().scalars.front();
    pattern.result = newVariable(name, type, at.where());
    operators_.push_back(pattern);
    return Value{
        .type = type, .variability = Variability::discrete, .scalars = {context_.pool().variable(pattern.result)}};
  }
  const Value& argument = given.front();
  if (argument.isString() || argument.isObject() || argument.isFunction())
    return context_.typeError(at.where(), fmt::format("{} needs a value that can be sampled, but this is {}", name,
                                                      describe(context_.model(), argument)));
  if (isClock(argument)) return conversion(at, pattern, argument);
  if (kind == ClockedKind::previous &&
      std::ranges::any_of(argument.scalars, [&](Expr e) { return context_.pool().op(e) != Op::variable; }))
    return context_.typeError(at.where(), "previous needs a variable");
  return replaced(argument, pattern, name);
}

/// Of a clock.
std::optional<Value> ClockedOperators::conversion(const ScopedExpression& at, const ClockedOperator& pattern,
                                                  const Value& argument) {
  if (!convertsClocks(pattern.kind) || !argument.isScalar() || context_.pool().op(argument.scalar()) != Op::variable)
    return context_.typeError(at.where(), "a clock cannot be used like this");
  return newClock({.kind = ClockKind::derived,
                   .from = context_.pool().variable(argument.scalar()),
                   .conversion = pattern,
                   .where = at.where()});
}

/// Clock(), Clock(intervalCounter, resolution), Clock(interval), Clock(condition, startInterval), Clock(c, solverMethod).
std::optional<Value> ClockedOperators::clock(const ScopedExpression& at, const std::vector<CallArgument>& arguments) {
  const SourceRange where = at.where();
  if (arguments.empty()) return newClock({.kind = ClockKind::inferred, .where = where});
  auto first = expressions_.translate(arguments[0].value);
  if (!first) return std::nullopt;
  std::optional<Value> second;
  if (arguments.size() > 1) {
    second = expressions_.translate(arguments[1].value);
    if (!second) return std::nullopt;
  }
  if (arguments.size() > 2 || !first->isScalar())
    return context_.report("arguments", where,
                           "a clock is made of nothing, an interval, a condition, or a clock and a method");
  if (isClock(*first)) {
    if (context_.pool().op(first->scalar()) != Op::variable || !second || !second->isString())
      return context_.typeError(where, "a clock of a clock needs a method: Clock(c, solverMethod)");
    const auto method = evaluation_.knownText(second->texts.front(), where);
    if (!method) return context_.report("evaluation", where, "the method of a clock must be known beforehand");
    return newClock({.kind = ClockKind::solved,
                     .from = context_.pool().variable(first->scalar()),
                     .method = *method,
                     .where = where});
  }
  if (first->type.type == Type::boolean) {
    if (second && (!second->isScalar() || !second->type.isNumber()))
      return context_.typeError(where, "the first interval of a clock must be a number");
    return newClock({.kind = ClockKind::event,
                     .interval = second ? second->scalar() : context_.pool().constant(0.0),
                     .condition = first->scalar(),
                     .where = where});
  }
  if (first->type.type == Type::integer) {
    ClockDefinition definition{.kind = ClockKind::exact, .where = where};
    const auto counter = wholeNumber(*first, 1, where);
    const auto resolution = second ? wholeNumber(*second, 1, where) : std::optional<std::int64_t>(1);
    if (!counter || !resolution) return std::nullopt;
    definition.counter = *counter;
    definition.resolution = *resolution;
    return newClock(definition);
  }
  if (first->type.type != Type::real || first->variability > Variability::parameter || second)
    return context_.typeError(where, "the interval of a clock must be one number that does not vary");
  return newClock({.kind = ClockKind::periodic, .interval = first->scalar(), .where = where});
}

}  // namespace dashpot::model
