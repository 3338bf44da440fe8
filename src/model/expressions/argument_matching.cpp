#include "model/expressions/argument_matching.hpp"

#include "base/nearest.hpp"
#include "model/expressions/expressions.hpp"
#include "model/expressions/translation_context.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

using syntax::ExpressionKind;

std::vector<CallArgument> argumentsOf(const ScopedExpression& at) {
  const syntax::Expression& node = (*at.tree)[at.expression];
  std::vector<CallArgument> arguments;
  for (std::size_t i = 1; i < node.operands.count; ++i) {
    const ScopedExpression argument = operand(at, i);
    const syntax::Expression& content = (*at.tree)[argument.expression];
    if (content.kind == ExpressionKind::namedArgument)
      arguments.push_back({content.symbol, operand(argument, 0)});
    else
      arguments.push_back({Symbol::none, argument});
  }
  return arguments;
}

std::vector<const ComponentDescription*> inputsOf(const FunctionClass& function) {
  std::vector<const ComponentDescription*> inputs;
  for (const ComponentDescription& component : function.components)
    if (component.causality == syntax::Causality::input) inputs.push_back(&component);
  return inputs;
}

bool hasFields(const Value& value, const TypeDescription& type) {
  if (!value.record || value.record->fields.size() != type.fields.size()) return false;
  return std::ranges::all_of(type.fields, [&](const ComponentDescription& component) {
    const Value* own = field(value, component.name);
    return own && (component.type.fields.empty() ? !own->record : hasFields(*own, component.type));
  });
}

Value arranged(Value value, const TypeDescription& type) {
  if (type.fields.empty()) return value;
  auto fields = std::make_shared<RecordFields>(*value.record);
  fields->fields.clear();
  for (const ComponentDescription& component : type.fields)
    fields->fields.emplace_back(component.name, arranged(*field(value, component.name), component.type));
  value.record = std::move(fields);
  return value;
}

std::size_t rankOf(const ComponentDescription& component) {
  return component.dimensions.size() + component.type.dimensions.size();
}

std::optional<std::vector<Value>> ArgumentMatching::matched(const ScopedExpression& at, const FunctionClass& function,
                                                            const std::vector<CallArgument>& arguments) {
  const Components inputs = inputsOf(function);
  auto values = given(at, function.name, inputs, arguments);
  return values ? withDefaults(at, {function.name, false}, inputs, std::move(*values)) : std::nullopt;
}

std::optional<std::vector<Value>> ArgumentMatching::matched(const ScopedExpression& at, const FunctionClass& function,
                                                            std::vector<GivenArgument> arguments) {
  const Components inputs = inputsOf(function);
  std::vector<std::optional<Value>> values(inputs.size());
  std::size_t position = 0;
  for (GivenArgument& argument : arguments) {
    const auto target = argument.name == Symbol::none
                            ? inputs.begin() + static_cast<std::ptrdiff_t>(position++)
                            : std::ranges::find(inputs, argument.name, &ComponentDescription::name);
    values[static_cast<std::size_t>(target - inputs.begin())] = std::move(argument.value);
  }
  return withDefaults(at, {function.name, false}, inputs, std::move(values));
}

/// In the order of the inputs; empty where none is given.
std::optional<std::vector<std::optional<Value>>> ArgumentMatching::given(const ScopedExpression& at,
                                                                         const std::string& function,
                                                                         const Components& inputs,
                                                                         const std::vector<CallArgument>& arguments) {
  std::vector<std::optional<Value>> values(inputs.size());
  bool sound = true;
  std::size_t position = 0;
  for (const CallArgument& argument : arguments) {
    std::size_t target = position;
    if (argument.name != Symbol::none) {
      target = static_cast<std::size_t>(std::ranges::find(inputs, argument.name, &ComponentDescription::name) -
                                        inputs.begin());
      if (target == inputs.size()) {
        Diagnostic& d = context_.diagnostics().error(
            "arguments", argument.value.where(),
            fmt::format("'{}' has no input '{}'", function, context_.symbols().text(argument.name)));
        std::vector<std::string_view> known;
        for (const auto* input : inputs) known.push_back(context_.symbols().text(input->name));
        if (const auto meant = nearest(context_.symbols().text(argument.name), known))
          d.hint(fmt::format("did you mean '{}'?", *meant));
        sound = false;
        continue;
      }
    } else if (position++ >= inputs.size()) {
      context_.report("arguments", at.where(),
                      fmt::format("'{}' has {} input{}, but {} arguments are given", function, inputs.size(),
                                  inputs.size() == 1 ? "" : "s", arguments.size()));
      return std::nullopt;
    }
    if (values[target]) {
      context_.report("arguments", argument.value.where(),
                      fmt::format("the input '{}' is given twice", context_.symbols().text(inputs[target]->name)));
      sound = false;
      continue;
    }
    values[target] =
        inputs[target]->type.function ? this->function(argument.value) : expressions_.translate(argument.value);
    sound = sound && values[target];
  }
  if (!sound) return std::nullopt;
  return values;
}

std::optional<std::vector<Value>> ArgumentMatching::matched(const ScopedExpression& at, std::string_view name,
                                                            std::span<const std::string_view> names, std::size_t fewest,
                                                            const std::vector<CallArgument>& arguments) {
  if (arguments.size() < fewest || arguments.size() > names.size()) {
    const std::string demanded =
        fewest == names.size() ? fmt::format("{}", fewest) : fmt::format("{} to {}", fewest, names.size());
    return context_.report(
        "arguments", at.where(),
        fmt::format("{} takes {} argument{}, but {} given", name, demanded, demanded == "1" ? "" : "s",
                    arguments.size() == 1 ? "1 is" : fmt::format("{} are", arguments.size())));
  }
  std::vector<std::optional<Value>> given(names.size());
  std::size_t position = 0;
  for (const CallArgument& argument : arguments) {
    std::size_t target = position++;
    if (argument.name != Symbol::none) {
      target =
          static_cast<std::size_t>(std::ranges::find(names, context_.symbols().text(argument.name)) - names.begin());
      if (target == names.size())
        return context_.report("arguments", argument.value.where(),
                               fmt::format("{} has no input '{}'", name, context_.symbols().text(argument.name)));
    }
    if (given[target])
      return context_.report("arguments", argument.value.where(),
                             fmt::format("the input '{}' is given twice", names[target]));
    given[target] = expressions_.translate(argument.value);
    if (!given[target]) return std::nullopt;
  }
  std::vector<Value> result;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i])
      result.push_back(std::move(*given[i]));
    else if (i < fewest)
      return context_.report("arguments", at.where(), fmt::format("the input '{}' of {} is not given", names[i], name));
  }
  return result;
}

}  // namespace dashpot::model
