#include "model/expressions/state_operators.hpp"

#include "model/expressions/evaluation.hpp"
#include "model/expressions/expressions.hpp"
#include "model/expressions/translation_context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dashpot::model {

bool StateOperators::isStatement(std::string_view name) { return name == "transition" || name == "initialState"; }

std::optional<PathId> StateOperators::stateNamed(const ScopedExpression& reference, std::string_view by) {
  if ((*reference.tree)[reference.expression].kind == syntax::ExpressionKind::reference)
    return context_.names().blockNamed(reference);
  return context_.report("state-machine", reference.where(), fmt::format("{} needs the name of a block", by));
}

void StateOperators::read(const ScopedExpression& call, SourceRange where) {
  if (context_.textOf(operand(call, 0)) == "transition") return readTransition(call, where);
  const std::vector<CallArgument> arguments = argumentsOf(call);
  if (arguments.size() != 1) {
    context_.report("arguments", where, "initialState takes 1 argument, a block");
    return;
  }
  if (const auto state = stateNamed(arguments[0].value, "initialState")) initialStates_.push_back({*state, where});
}

void StateOperators::readTransition(const ScopedExpression& call, SourceRange where) {
  constexpr std::array<std::string_view, 7> inputs{"from",  "to",          "condition", "immediate",
                                                   "reset", "synchronize", "priority"};
  std::array<ScopedExpression, inputs.size()> given;
  std::size_t position = 0;
  for (const CallArgument& argument : argumentsOf(call)) {
    const bool isNamed = argument.name != Symbol::none;
    const std::string_view name = isNamed ? context_.symbols().text(argument.name) : "";
    const std::size_t target =
        isNamed ? static_cast<std::size_t>(std::ranges::find(inputs, name) - inputs.begin()) : position++;
    if (target >= inputs.size() || given[target].tree) {
      context_.report("arguments", argument.value.where(),
                      target < inputs.size() ? fmt::format("the input '{}' is given twice", inputs[target])
                      : isNamed              ? fmt::format("transition has no input '{}'", name)
                                             : "transition takes two blocks, a condition and up to four settings");
      return;
    }
    given[target] = argument.value;
  }
  if (!given[0].tree || !given[1].tree || !given[2].tree) {
    context_.report("arguments", where, "transition needs two blocks and a condition");
    return;
  }
  Transition one{.firstQuestion = questions_.size(), .where = where};
  const auto from = stateNamed(given[0], "transition"), to = stateNamed(given[1], "transition");
  const auto condition = expressions_.condition(given[2]);
  if (!from || !to || !condition) return;
  one.from = *from, one.to = *to, one.condition = *condition, one.endOfQuestions = questions_.size();
  bool* const settings[] = {&one.isImmediate, &one.resets, &one.synchronizes};
  for (std::size_t i = 0; i < std::size(settings); ++i) {
    if (!given[3 + i].tree) continue;
    const auto value = evaluation_.evaluateCondition(given[3 + i]);
    if (!value) return;
    *settings[i] = *value;
  }
  if (given[6].tree) {
    const auto priority = evaluation_.evaluateInteger(given[6], "the priority of a transition");
    if (!priority) return;
    one.priority = *priority;
  }
  if (one.priority < 1) {
    context_.report("state-machine", given[6].where(),
                    fmt::format("the priority of a transition must be at least 1, but it is {}", one.priority));
    return;
  }
  transitions_.push_back(one);
}

std::optional<Value> StateOperators::ask(const ScopedExpression& at, std::string_view name,
                                         const std::vector<CallArgument>& arguments) {
  StateQuestion question{.kind = name == "activeState"    ? StateQuestionKind::isActive
                                 : name == "ticksInState" ? StateQuestionKind::ticks
                                                          : StateQuestionKind::time,
                         .where = at.where()};
  const bool isOfState = question.kind == StateQuestionKind::isActive;
  if (arguments.size() != (isOfState ? 1 : 0))
    return context_.report("arguments", at.where(),
                           fmt::format("{} takes {}", name, isOfState ? "1 argument, a block" : "no arguments"));
  const auto path = isOfState ? stateNamed(arguments[0].value, name) : std::optional(context_.names().pathOf(at.scope));
  if (!path) return std::nullopt;
  question.at = *path;
  const ScalarType type{isOfState                                   ? Type::boolean
                        : question.kind == StateQuestionKind::ticks ? Type::integer
                                                                    : Type::real};
  FlatModel& model = context_.model();
  question.result = static_cast<VariableId>(model.variables.size());
  questions_.push_back(question);
  model.variables.push_back(
      {.name = model.paths.child(PathId::root, fmt::format("${}{}", name, model.variables.size())),
       .type = type.type,
       .variability = Variability::discrete,
       .isProtected = true,
       .origin = {PathId::root, at.where()},
       .description = fmt::format("value of {} in a state machine", name)});
  return Value{
      .type = type, .variability = Variability::discrete, .scalars = {context_.pool().variable(question.result)}};
}

}  // namespace dashpot::model
