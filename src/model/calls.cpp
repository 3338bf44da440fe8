// model/calls.cpp: what a call means: a function of the language, of the user, an external one, or a constructor.
#include "base/nearest.hpp"
#include "model/translate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dashpot::model {

using syntax::ExpressionKind;

std::vector<Translator::CallArgument> Translator::argumentsOf(const ScopedExpression& at, const Node& node) {
  std::vector<CallArgument> arguments;
  for (std::size_t i = 1; i < node.operands.count; ++i) {
    const ScopedExpression argument = operand(at, i);
    const Node& content = (*at.tree)[argument.expression];
    if (content.kind == ExpressionKind::namedArgument)
      arguments.push_back({content.symbol, operand(argument, 0)});
    else
      arguments.push_back({Symbol::none, argument});
  }
  return arguments;
}

std::optional<Value> Translator::call(const ScopedExpression& at, const Node& node) {
  const ScopedExpression function = operand(at, 0);
  const Node& path = (*at.tree)[function.expression];
  const std::string written = textOf(function);
  const std::string name = path.flag && path.parts.count == 1 ? written.substr(1) : written;  // .sum
  const auto callee = names_.callee(function);
  // A function of the user's hides one of the language.
  const bool isOwn = callee && callee->kind == CalleeKind::function && callee->function.builtin != name;
  if (!isOwn && path.parts.count == 1)
    if (auto result = builtin(at, name, argumentsOf(at, node))) return std::move(*result);
  if (!callee) {
    unknownFunction(function, name);
    return std::nullopt;
  }
  switch (callee->kind) {
    case CalleeKind::record: return makeRecord(at, callee->function, argumentsOf(at, node));
    case CalleeKind::externalObject: return makeObject(at, callee->function, argumentsOf(at, node));
    case CalleeKind::function: {
      auto all = callModelica(at, callee->function, argumentsOf(at, node));
      if (!all) return std::nullopt;
      if (all->empty()) return typeError(at.where(), fmt::format("the function '{}' has no result", name));
      return std::move(all->front());
    }
    case CalleeKind::enumeration: {
      auto arguments = values(at, name, argumentsOf(at, node), {"i"}, 1);
      if (!arguments) return std::nullopt;
      auto number = convert(std::move(arguments->front()),
                            {.what = "the number of a literal", .type = ScalarType{Type::integer}}, at.where());
      if (number) number->type = callee->type;
      return number;
    }
    case CalleeKind::predefinedType: break;
  }
  return typeError(at.where(), fmt::format("'{}' is a type, not a function", name));
}

std::optional<std::vector<Value>> Translator::results(const ScopedExpression& at, std::size_t wanted) {
  const Node& node = (*at.tree)[at.expression];
  if (node.kind == ExpressionKind::call) {
    const auto callee = names_.callee(operand(at, 0));
    if (callee && callee->kind == CalleeKind::function)
      return callModelica(at, callee->function, argumentsOf(at, node), wanted);
  }
  auto one = translate(at);
  if (!one) return std::nullopt;
  return std::vector<Value>{std::move(*one)};
}

std::optional<Expr> Translator::performed(const ScopedExpression& at) {
  const Node& node = (*at.tree)[at.expression];
  const auto callee = names_.callee(operand(at, 0));
  const bool isOwn = callee && callee->kind == CalleeKind::function && !callee->function.isExternal &&
                     callee->function.builtin.empty() && !callee->function.isPartial;
  if (callee && callee->function.isRefused) return std::nullopt;
  if (!isOwn) return results(at) ? std::optional(Expr::none) : std::nullopt;
  auto arguments = matched(at, callee->function, argumentsOf(at, node));
  return arguments ? functions_.perform(callee->function, std::move(*arguments), at.where()) : std::nullopt;
}

std::optional<Message> Translator::errorMessage(const ScopedExpression& at) {
  const Node& node = (*at.tree)[at.expression];
  if (node.operands.count != 2) return std::nullopt;
  const auto callee = names_.callee(operand(at, 0));
  if (!callee || callee->kind != CalleeKind::function || callee->function.external != "ModelicaError")
    return std::nullopt;
  return message(argumentsOf(at, node).front().value);
}

std::optional<Translator::AssertionParts> Translator::assertion(const ScopedExpression& at) {
  AssertionParts parts;
  ScopedExpression level;
  const std::array<std::pair<std::string_view, ScopedExpression*>, 3> inputs{
      {{"condition", &parts.condition}, {"message", &parts.message}, {"level", &level}}};
  std::size_t position = 0;
  for (const CallArgument& argument : argumentsOf(at, (*at.tree)[at.expression])) {
    const std::size_t target =
        argument.name == Symbol::none
            ? position++
            : static_cast<std::size_t>(std::ranges::find(inputs, symbols_.text(argument.name),
                                                         &std::pair<std::string_view, ScopedExpression*>::first) -
                                       inputs.begin());
    if (target >= inputs.size() || inputs[target].second->tree)
      return report("arguments", argument.value.where(),
                    target < inputs.size() ? fmt::format("the input '{}' is given twice", inputs[target].first)
                    : argument.name != Symbol::none
                        ? fmt::format("assert has no input '{}'", symbols_.text(argument.name))
                        : "assert takes a condition, a message and a level");
    *inputs[target].second = argument.value;
  }
  if (!parts.condition.tree || !parts.message.tree)
    return report("arguments", at.where(), "assert needs a condition and a message");
  if (!level.tree) return parts;
  const auto value = evaluate(level, {.what = "the level of an assertion", .dimensions = Dimensions{}});
  if (!value) return std::nullopt;
  if (value->record || value->type.type != Type::enumeration ||
      model_.enumerations[value->type.enumeration].name != "AssertionLevel")
    return typeError(level.where(),
                     fmt::format("the level of an assertion must be a value of AssertionLevel, but this is {}",
                                 describe(model_, *value)));
  parts.isWarning = pool().value(value->scalar()) == 1.0;
  return parts;
}

void Translator::unknownFunction(const ScopedExpression& at, std::string_view name) {
  if (name.starts_with("Connections.") || name.starts_with(".Connections.")) {
    unsupported(at.where(), fmt::format("'{}' (overconstrained connectors)", name));
    return;
  }
  Diagnostic& d = diagnostics_->error("unknown-function", at.where(), fmt::format("there is no function '{}'", name));
  std::vector<std::string_view> candidates = builtinNames();
  const auto own = names_.callables(at.scope);
  candidates.insert(candidates.end(), own.begin(), own.end());
  if (const auto meant = nearest(name, candidates)) d.hint(fmt::format("did you mean '{}'?", *meant));
}

/// One value per input, in order: by position, by name, by default.
std::optional<std::vector<Value>> Translator::matched(const ScopedExpression& at, const FunctionClass& function,
                                                      const std::vector<CallArgument>& arguments) {
  std::vector<const ComponentDescription*> inputs;
  for (const ComponentDescription& component : function.components)
    if (component.causality == syntax::Causality::input) inputs.push_back(&component);
  auto given = givenArguments(at, function.name, inputs, arguments);
  return given ? withDefaults(at, {function.name, false}, inputs, std::move(*given)) : std::nullopt;
}

std::optional<std::vector<std::optional<Value>>> Translator::givenArguments(
    const ScopedExpression& at, const std::string& function, const std::vector<const ComponentDescription*>& inputs,
    const std::vector<CallArgument>& arguments) {
  std::vector<std::optional<Value>> given(inputs.size());
  bool sound = true;
  std::size_t position = 0;
  for (const CallArgument& argument : arguments) {
    std::size_t target = position;
    if (argument.name != Symbol::none) {
      target = static_cast<std::size_t>(std::ranges::find(inputs, argument.name, &ComponentDescription::name) -
                                        inputs.begin());
      if (target == inputs.size()) {
        Diagnostic& d =
            diagnostics_->error("arguments", argument.value.where(),
                                fmt::format("'{}' has no input '{}'", function, symbols_.text(argument.name)));
        std::vector<std::string_view> known;
        for (const auto* input : inputs) known.push_back(symbols_.text(input->name));
        if (const auto meant = nearest(symbols_.text(argument.name), known))
          d.hint(fmt::format("did you mean '{}'?", *meant));
        sound = false;
        continue;
      }
    } else if (position++ >= inputs.size()) {
      report("arguments", at.where(),
             fmt::format("'{}' has {} input{}, but {} arguments are given", function, inputs.size(),
                         inputs.size() == 1 ? "" : "s", arguments.size()));
      return std::nullopt;
    }
    if (given[target]) {
      report("arguments", argument.value.where(),
             fmt::format("the input '{}' is given twice", symbols_.text(inputs[target]->name)));
      sound = false;
      continue;
    }
    given[target] = translate(argument.value);
    sound = sound && given[target];
  }
  if (!sound) return std::nullopt;
  return given;
}

std::optional<std::vector<Value>> Translator::callModelica(const ScopedExpression& at, const FunctionClass& function,
                                                           const std::vector<CallArgument>& arguments,
                                                           std::size_t wanted) {
  if (!function.builtin.empty()) {
    std::vector<CallArgument> positional = arguments;
    for (CallArgument& argument : positional) argument.name = Symbol::none;
    if (const auto value = builtin(at, function.builtin, positional))
      return *value ? std::optional(std::vector<Value>{**value}) : std::nullopt;
  }
  if (function.isRefused) return std::nullopt;
  if (function.isExternal) return callExternal(at, function, arguments);
  if (function.isPartial)
    return typeError(at.where(), fmt::format("'{}' is partial: it cannot be called", function.name));
  auto values = matched(at, function, arguments);
  return values ? functions_.call(function, std::move(*values), at.where(), wanted) : std::nullopt;
}

/// The arguments of an external function, as its call is written; and the outputs that it writes, in the same order.
std::optional<std::vector<Value>> Translator::externalArguments(const FunctionClass& function,
                                                                const std::vector<Value>& inputs,
                                                                std::vector<Symbol>& outputs) {
  Context context{.pool = context_->pool, .body = context_->body};
  std::size_t next = 0;
  for (const ComponentDescription& component : function.components)
    if (component.causality == syntax::Causality::input)
      context.locals.push_back({component.name, inputs[next++], component.home});
  const auto isOutput = [&](Symbol name) {
    return std::ranges::any_of(function.components, [&](const ComponentDescription& component) {
      return component.name == name && component.causality == syntax::Causality::output;
    });
  };
  if (!function.externalCall) {
    for (const ComponentDescription& component : function.components)
      if (component.causality == syntax::Causality::output) outputs.push_back(component.name);
    return inputs;
  }
  Within within(*this, context);
  const ScopedExpression& call = *function.externalCall;
  std::vector<Value> result;
  if (function.externalResult != Symbol::none) outputs.push_back(function.externalResult);
  for (std::size_t i = 1; i < (*call.tree)[call.expression].operands.count; ++i) {
    const ScopedExpression argument = operand(call, i);
    const Node& node = (*call.tree)[argument.expression];
    const bool isName = node.kind == ExpressionKind::reference && node.parts.count == 1;
    if (isName && isOutput((*call.tree)[call.tree->at(node.parts, 0)].name)) {
      outputs.push_back((*call.tree)[call.tree->at(node.parts, 0)].name);
      continue;
    }
    auto value = translate(argument);
    if (!value) return std::nullopt;
    result.push_back(std::move(*value));
  }
  return result;
}

std::optional<std::vector<Value>> Translator::callExternal(const ScopedExpression& at, const FunctionClass& function,
                                                           const std::vector<CallArgument>& arguments) {
  if (!ExternalFunctions::knows(function.external))
    return unsupported(at.where(), fmt::format("'{}', an external function,", function.name));
  const auto inputs = matched(at, function, arguments);
  if (!inputs) return std::nullopt;
  std::vector<Symbol> written;
  const auto given = externalArguments(function, *inputs, written);
  if (!given) return std::nullopt;
  const auto results = externals_.call(function.external, *given, at.where());
  if (!results) return std::nullopt;
  std::vector<Value> outputs;
  for (const ComponentDescription& component : function.components) {
    if (component.causality != syntax::Causality::output) continue;
    const auto position = static_cast<std::size_t>(std::ranges::find(written, component.name) - written.begin());
    if (position >= results->size())
      return unsupported(at.where(), fmt::format("this declaration of the external function '{}'", function.external));
    outputs.push_back((*results)[position]);
    if (!outputs.back().isString()) outputs.back().type = component.type.scalar;
  }
  return outputs;
}

std::optional<Value> Translator::makeObject(const ScopedExpression& at, const FunctionClass& constructor,
                                            const std::vector<CallArgument>& arguments) {
  if (!ExternalFunctions::constructs(constructor.external))
    return unsupported(at.where(), fmt::format("'{}', an external object,", constructor.name));
  const auto inputs = matched(at, constructor, arguments);
  if (!inputs) return std::nullopt;
  std::vector<Symbol> written;
  auto given = externalArguments(constructor, *inputs, written);
  if (!given) return std::nullopt;
  Value result;
  auto fields = std::make_shared<RecordFields>();
  fields->typeName = constructor.name;
  fields->constructor = constructor.external;
  for (Value& value : *given) {
    result.variability = std::max(result.variability, value.variability);
    fields->fields.emplace_back(Symbol::none, std::move(value));
  }
  result.record = std::move(fields);
  return result;
}

}  // namespace dashpot::model
