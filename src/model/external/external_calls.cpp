#include "model/external/external_calls.hpp"

#include "model/expressions/evaluation.hpp"
#include "model/expressions/expressions.hpp"
#include "model/expressions/translation_context.hpp"
#include "model/external/external_functions.hpp"
#include "model/functions/functions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

using syntax::ExpressionKind;

/// An output before the function has written it: its sizes are what arguments ask of it.
std::optional<Value> ExternalCalls::unwritten(const ComponentDescription& output) {
  Value result{.type = output.type.scalar};
  for (const auto* list : {&output.dimensions, &output.type.dimensions})
    for (const ScopedExpression& size : *list) {
      const auto n = evaluation_.evaluateInteger(
          size, fmt::format("the size of the output '{}'", context_.symbols().text(output.name)));
      if (!n) return std::nullopt;
      result.dimensions.push_back(std::max(0, *n));
    }
  const std::size_t n = count(result.dimensions);
  if (result.isString())
    result.texts.assign(n, Message{{std::string()}});
  else
    result.scalars.assign(n, literal(context_.pool(), result.type, result.type.type == Type::enumeration ? 1.0 : 0.0));
  return result;
}

/// The arguments of an external function, as its call is written; and the outputs that it writes, in the same order.
std::optional<std::vector<Value>> ExternalCalls::passed(const FunctionClass& function, const std::vector<Value>& inputs,
                                                        std::vector<Symbol>& outputs) {
  Frame frame{.pool = &context_.pool(), .body = context_.body()};
  std::size_t next = 0;
  for (const ComponentDescription& component : function.components)
    if (component.causality == syntax::Causality::input)
      frame.locals.push_back({component.name, inputs[next++], component.home});
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
  const TranslationContext::Within within(context_, frame);
  const ScopedExpression& call = *function.externalCall;
  for (const ComponentDescription& component : function.components) {
    if (component.causality != syntax::Causality::output || component.type.isObject || !component.type.fields.empty())
      continue;
    auto output = unwritten(component);
    if (!output) return std::nullopt;
    frame.locals.push_back({component.name, std::move(*output), component.home});
  }
  std::vector<Value> result;
  if (function.externalResult != Symbol::none) outputs.push_back(function.externalResult);
  for (std::size_t i = 1; i < (*call.tree)[call.expression].operands.count; ++i) {
    const ScopedExpression argument = operand(call, i);
    const syntax::Expression& node = (*call.tree)[argument.expression];
    const bool isName = node.kind == ExpressionKind::reference && node.parts.count == 1;
    if (isName && isOutput((*call.tree)[call.tree->at(node.parts, 0)].name)) {
      outputs.push_back((*call.tree)[call.tree->at(node.parts, 0)].name);
      continue;
    }
    auto value = expressions_.translate(argument);
    if (!value) return std::nullopt;
    result.push_back(std::move(*value));
  }
  return result;
}

bool ExternalCalls::mayRun(const FunctionClass& function) const {
  return function.isExternal && function.externalLanguage == "C" && functions_.files.access.runsCode &&
         !ExternalFunctions::knows(function.external) && !ExternalFunctions::constructs(function.external);
}

std::optional<std::vector<Value>> ExternalCalls::call(const ScopedExpression& at, const FunctionClass& function,
                                                      const std::vector<CallArgument>& arguments) {
  if (!ExternalFunctions::knows(function.external)) return refuseUserCode(context_, function, at.where());
  const auto inputs = arguments_.matched(at, function, arguments);
  if (!inputs) return std::nullopt;
  std::vector<Symbol> written;
  const auto given = passed(function, *inputs, written);
  if (!given) return std::nullopt;
  const auto results = functions_.call(function.external, *given, at.where());
  if (!results) return std::nullopt;
  std::vector<Value> outputs;
  for (const ComponentDescription& component : function.components) {
    if (component.causality != syntax::Causality::output) continue;
    const auto position = static_cast<std::size_t>(std::ranges::find(written, component.name) - written.begin());
    if (position >= results->size())
      return context_.unsupported(at.where(),
                                  fmt::format("this declaration of the external function '{}'", function.external));
    outputs.push_back((*results)[position]);
    if (!outputs.back().isString()) outputs.back().type = component.type.scalar;
  }
  return outputs;
}

std::optional<Value> ExternalCalls::makeObject(const ScopedExpression& at, const FunctionClass& constructor,
                                               const std::vector<CallArgument>& arguments) {
  if (mayRun(constructor)) return makeUserObject(at, constructor, arguments);
  if (!ExternalFunctions::constructs(constructor.external)) return refuseUserCode(context_, constructor, at.where());
  const auto inputs = arguments_.matched(at, constructor, arguments);
  if (!inputs) return std::nullopt;
  std::vector<Symbol> written;
  auto given = passed(constructor, *inputs, written);
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

// ----------------------------------------------------------------------------------------------------- code of the user's

std::shared_ptr<const symbolic::HostFunction> ExternalCalls::userCall(const UserCode& code, const UserCall& call,
                                                                      bool isCalledOncePerEvent, std::string& problem) {
  auto made = users_.make(code, call, problem);
  return made && isCalledOncePerEvent ? UserCalls::oncePerEvent(std::move(made)) : made;
}

void ExternalCalls::hideInput(FunctionClass& function, std::vector<Value>& arguments, std::string_view name,
                              Value value) {
  ComponentDescription input{.name = context_.symbols().intern(name),
                             .type = {.scalar = value.type, .name = "Real"},
                             .causality = syntax::Causality::input,
                             .declared = function.declared};
  function.components.insert(function.components.begin(), std::move(input));
  arguments.insert(arguments.begin(), std::move(value));
  ++function.hiddenInputs;
}

void ExternalCalls::callOncePerEvent(FunctionClass& function, std::vector<Value>& arguments) {
  function.key |= std::uint64_t{1} << 40;  // it is another function than where it may be called at will
  function.isCalledOncePerEvent = true;
  const TranslationContext::Activity activity = context_.activity();
  const auto truthOf = [&](Expr e, bool otherwise) {
    Value value = truth(context_.pool(), otherwise);
    if (e == Expr::none) return value;
    value.scalars = {e};
    value.variability = Variability::discrete;
    return value;
  };
  hideInput(function, arguments, "$given", truthOf(activity.given, true));
  hideInput(function, arguments, "$active", truthOf(activity.condition, true));
  hideInput(function, arguments, "$isImpulse", truth(context_.pool(), activity.isImpulse));
  hideInput(function, arguments, "$call", number(context_.pool(), ++calls_, Type::integer));
  hideInput(function, arguments, "$time",
            {.type = {Type::real}, .variability = Variability::continuous, .scalars = {context_.pool().time()}});
}

/// A parameter, so that nothing is made before the model runs; inside a function, a number.
Value ExternalCalls::identity(const ScopedExpression& at) {
  ++objects_;
  Value value = number(context_.pool(), objects_, Type::integer);
  if (context_.body()) return value;
  FlatModel& model = context_.model();
  const auto id = static_cast<VariableId>(model.variables.size());
  const PathId component = context_.names().pathOf(at.scope);
  model.variables.push_back({.name = model.paths.child(component, fmt::format("$object{}", objects_)),
                             .type = Type::integer,
                             .variability = Variability::parameter,
                             .isProtected = true,
                             .binding = value.scalar(),
                             .origin = {component, at.where()},
                             .description = "external object"});
  value.variability = Variability::parameter;
  value.scalars = {model.pool.variable(id)};
  return value;
}

std::optional<Value> ExternalCalls::makeUserObject(const ScopedExpression& at, const FunctionClass& constructor,
                                                   const std::vector<CallArgument>& arguments) {
  auto inputs = arguments_.matched(at, constructor, arguments);
  if (!inputs) return std::nullopt;
  FunctionClass maker = constructor;
  for (ComponentDescription& component : maker.components)
    if (component.type.isObject) component.type = {.scalar = {Type::integer}, .name = "Integer"};
  hideInput(maker, *inputs, "$object", identity(at));
  auto made = table_.call(maker, std::move(*inputs), at.where());
  if (!made || made->size() != 1) return std::nullopt;
  return handle(constructor.name, constructor.external, std::move(made->front()));
}

}  // namespace dashpot::model
