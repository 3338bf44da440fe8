// model/expressions/function_arguments.cpp: functions as arguments (Modelica 3.6, section 12.4.2).
#include "model/expressions/argument_matching.hpp"
#include "model/expressions/expressions.hpp"
#include "model/expressions/translation_context.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

using syntax::ExpressionKind;

namespace {

bool isBound(const Value& function, Symbol input) { return field(function, input) != nullptr; }

std::vector<const ComponentDescription*> outputsOf(const FunctionClass& function) {
  std::vector<const ComponentDescription*> outputs;
  for (const ComponentDescription& component : function.components)
    if (component.causality == syntax::Causality::output) outputs.push_back(&component);
  return outputs;
}

/// Records are compared when they are passed.
bool isAlike(const ComponentDescription& a, const ComponentDescription& b) {
  return rankOf(a) == rankOf(b) && a.type.fields.empty() == b.type.fields.empty() &&
         (!a.type.fields.empty() || a.type.scalar == b.type.scalar) && !a.type.function == !b.type.function;
}

}  // namespace

std::optional<Value> ArgumentMatching::function(const ScopedExpression& at) {
  const syntax::Expression& node = (*at.tree)[at.expression];
  const bool bindsInputs = node.kind == ExpressionKind::functionArgument;
  const ScopedExpression call = bindsInputs ? operand(at, 0) : at;
  const ScopedExpression name = bindsInputs ? operand(call, 0) : at;
  const syntax::Expression& path = (*at.tree)[name.expression];
  if (path.kind != ExpressionKind::reference) {
    const auto value = expressions_.translate(at);
    if (!value) return std::nullopt;
    return context_.typeError(
        at.where(), fmt::format("a function is needed here, but this is {}", describe(context_.model(), *value)));
  }
  Value result;
  const bool isPlainName = !path.flag && path.parts.count == 1;
  const Local* own = isPlainName ? context_.local((*at.tree)[at.tree->at(path.parts, 0)].name, at.scope) : nullptr;
  if (own && own->value.isFunction()) {
    result = own->value;
  } else {
    const auto callee = own ? std::nullopt : context_.names().callee(name);
    if (!callee || callee->kind != CalleeKind::function)
      return context_.typeError(
          at.where(),
          fmt::format("a function is needed here, and '{}' is none that can be passed", context_.textOf(name)));
    if (callee->function.isRefused) return std::nullopt;
    if (callee->function.isPartial)
      return context_.typeError(at.where(), fmt::format("'{}' is partial: it cannot be called", callee->function.name));
    result.record = std::make_shared<const RecordFields>(RecordKind{
        .typeName = callee->function.name, .function = std::make_shared<const FunctionClass>(callee->function)});
  }
  if (!bindsInputs) return result;
  auto fields = std::make_shared<RecordFields>(*result.record);
  const auto inputs = inputsOf(*fields->function);
  for (const CallArgument& argument : argumentsOf(call)) {
    if (argument.name == Symbol::none)
      return context_.report("arguments", argument.value.where(),
                             "inputs of a function that is passed are bound by name");
    const auto input = std::ranges::find(inputs, argument.name, &ComponentDescription::name);
    const bool isTaken = std::ranges::any_of(fields->fields, [&](const auto& f) { return f.first == argument.name; });
    if (input == inputs.end() || isTaken)
      return context_.report(
          "arguments", argument.value.where(),
          fmt::format("'{}' has no input '{}'{}", fields->function->name, context_.symbols().text(argument.name),
                      isTaken ? " left: it is bound already" : ""));
    auto value = (*input)->type.function ? function(argument.value) : expressions_.translate(argument.value);
    if (!value) return std::nullopt;
    result.variability = std::max(result.variability, value->variability);
    fields->fields.emplace_back(argument.name, std::move(*value));
  }
  result.record = std::move(fields);
  return result;
}

/// The inputs that are left must be those that are demanded, in that order; others need defaults.
std::string ArgumentMatching::misfit(const Value& function, const FunctionClass& demanded) const {
  const FunctionClass& given = *function.record->function;
  std::vector<const ComponentDescription*> left = inputsOf(given);
  std::erase_if(left, [&](const auto* input) { return isBound(function, input->name); });
  const auto wanted = inputsOf(demanded), results = outputsOf(given), wantedResults = outputsOf(demanded);
  const auto text = [&](const ComponentDescription* component) { return context_.symbols().text(component->name); };
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (i >= left.size() || left[i]->name != wanted[i]->name)
      return fmt::format("its input {} must be '{}'{}", i + 1, text(wanted[i]),
                         i < left.size() ? fmt::format(", not '{}'", text(left[i])) : "");
    if (!isAlike(*left[i], *wanted[i])) return fmt::format("its input '{}' is of another type", text(left[i]));
  }
  for (std::size_t i = wanted.size(); i < left.size(); ++i)
    if (!left[i]->binding) return fmt::format("its input '{}' is given by nobody", text(left[i]));
  for (std::size_t i = 0; i < wantedResults.size(); ++i) {
    if (i >= results.size()) return fmt::format("it has no output '{}'", text(wantedResults[i]));
    if (!isAlike(*results[i], *wantedResults[i]))
      return fmt::format("its output '{}' is of another type", text(results[i]));
  }
  return {};
}

std::optional<std::vector<Value>> ArgumentMatching::matched(const ScopedExpression& at, const Value& function,
                                                            const std::vector<CallArgument>& arguments) {
  const FunctionClass& called = *function.record->function;
  const Components all = inputsOf(called);
  Components left = all;
  std::erase_if(left, [&](const auto* input) { return isBound(function, input->name); });
  auto arranged = given(at, called.name, left, arguments);
  if (!arranged) return std::nullopt;
  std::vector<std::optional<Value>> values;
  std::size_t next = 0;
  for (const auto* input : all)
    values.push_back(isBound(function, input->name) ? std::optional(*field(function, input->name))
                                                    : std::move((*arranged)[next++]));
  return withDefaults(at, {called.name, false}, all, std::move(values));
}

}  // namespace dashpot::model
