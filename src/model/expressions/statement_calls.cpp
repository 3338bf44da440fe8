#include "model/expressions/statement_calls.hpp"

#include "model/expressions/argument_matching.hpp"
#include "model/expressions/evaluation.hpp"
#include "model/expressions/translation_context.hpp"
#include "model/instances/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace dashpot::model {

std::optional<StatementCall> StatementCalls::read(const ScopedExpression& call, StatementPlace place,
                                                  SourceRange where) {
  const std::string name = context_.textOf(operand(call, 0));
  StatementCall result{.kind = kindOf(call, name, place), .call = call, .where = where};
  if (!requireAllowed(result.kind, name, place, where)) return std::nullopt;
  bool sound = true;
  switch (result.kind) {
    case StatementCallKind::assertion: sound = readAssertion(result); break;
    case StatementCallKind::termination: sound = readTermination(result); break;
    case StatementCallKind::reinitialisation: sound = readReinitialisation(result); break;
    case StatementCallKind::failure: result.message = argumentsOf(call).front().value; break;
    case StatementCallKind::other: break;
  }
  return sound ? std::optional(std::move(result)) : std::nullopt;
}

StatementCallKind StatementCalls::kindOf(const ScopedExpression& call, std::string_view name, StatementPlace place) {
  if (name == "assert") return StatementCallKind::assertion;
  if (name == "terminate") return StatementCallKind::termination;
  if (name == "reinit") return StatementCallKind::reinitialisation;
  const bool isImperative = place == StatementPlace::algorithm || place == StatementPlace::function;
  if (!isImperative || (*call.tree)[call.expression].operands.count != 2) return StatementCallKind::other;
  const auto callee = context_.names().callee(operand(call, 0));
  const bool isFailure = callee && callee->kind == CalleeKind::function && callee->function.external == "ModelicaError";
  return isFailure ? StatementCallKind::failure : StatementCallKind::other;
}

bool StatementCalls::requireAllowed(StatementCallKind kind, std::string_view name, StatementPlace place,
                                    SourceRange where) {
  if (kind != StatementCallKind::termination && kind != StatementCallKind::reinitialisation) return true;
  switch (place) {
    case StatementPlace::whenEquation: return true;
    case StatementPlace::equation:
      context_.report("when", where, fmt::format("'{}' is allowed only in a when-clause", name));
      return false;
    case StatementPlace::algorithm:
      if (kind == StatementCallKind::termination) return true;
      context_.typeError(where, "reinit cannot stand in an algorithm, only in a when-equation");
      return false;
    case StatementPlace::function:
      context_.typeError(where, fmt::format("{} has no meaning in a function", name));
      return false;
  }
  return false;
}

bool StatementCalls::readAssertion(StatementCall& call) {
  ScopedExpression level;
  using Input = std::pair<std::string_view, ScopedExpression*>;
  const std::array<Input, 3> inputs{{{"condition", &call.condition}, {"message", &call.message}, {"level", &level}}};
  std::size_t position = 0;
  for (const CallArgument& argument : argumentsOf(call.call)) {
    const bool isNamed = argument.name != Symbol::none;
    const std::string_view name = isNamed ? context_.symbols().text(argument.name) : "";
    const std::size_t target =
        isNamed ? static_cast<std::size_t>(std::ranges::find(inputs, name, &Input::first) - inputs.begin())
                : position++;
    if (target >= inputs.size() || inputs[target].second->tree) {
      context_.report("arguments", argument.value.where(),
                      target < inputs.size() ? fmt::format("the input '{}' is given twice", inputs[target].first)
                      : isNamed              ? fmt::format("assert has no input '{}'", name)
                                             : "assert takes a condition, a message and a level");
      return false;
    }
    *inputs[target].second = argument.value;
  }
  if (!call.condition.tree || !call.message.tree) {
    context_.report("arguments", call.call.where(), "assert needs a condition and a message");
    return false;
  }
  if (!level.tree) return true;
  const auto value = evaluation_.evaluate(level, {.what = "the level of an assertion", .dimensions = Dimensions{}});
  if (!value) return false;
  const FlatModel& model = context_.model();
  if (value->record || value->type.type != Type::enumeration ||
      model.enumerations[value->type.enumeration].name != "AssertionLevel") {
    context_.typeError(level.where(),
                       fmt::format("the level of an assertion must be a value of AssertionLevel, but this is {}",
                                   describe(model, *value)));
    return false;
  }
  call.isWarning = context_.pool().value(value->scalar()) == 1.0;
  return true;
}

bool StatementCalls::readTermination(StatementCall& call) {
  call.message = argument(call.call, 0, "message");
  if (call.message.tree) return true;
  context_.report("arguments", call.where, "terminate needs a message");
  return false;
}

bool StatementCalls::readReinitialisation(StatementCall& call) {
  call.state = argument(call.call, 0, "x");
  call.value = argument(call.call, 1, "expr");
  if (call.state.tree && call.value.tree) return true;
  context_.report("arguments", call.where, "reinit needs a variable and its new value");
  return false;
}

ScopedExpression StatementCalls::argument(const ScopedExpression& call, std::size_t position, std::string_view name) {
  const std::vector<CallArgument> arguments = argumentsOf(call);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const CallArgument& one = arguments[i];
    if (one.name == Symbol::none ? i == position : context_.symbols().text(one.name) == name) return one.value;
  }
  return {};
}

}  // namespace dashpot::model
