#include "model/expressions/calls.hpp"

#include "base/nearest.hpp"
#include "model/expressions/builtin_calls.hpp"
#include "model/expressions/demand.hpp"
#include "model/expressions/expressions.hpp"
#include "model/expressions/operator_records.hpp"
#include "model/expressions/translation_context.hpp"
#include "model/external/external_calls.hpp"
#include "model/external/host_calls.hpp"
#include "model/functions/functions.hpp"

#include <fmt/format.h>

#include <array>

namespace dashpot::model {

using syntax::ExpressionKind;

std::optional<Value> Calls::value(const ScopedExpression& at) {
  const ScopedExpression function = operand(at, 0);
  const syntax::Expression& path = (*at.tree)[function.expression];
  const std::string written = context_.textOf(function);
  const bool isFromTop = path.flag && (path.parts.count == 1 || written.starts_with(".Connections."));
  const std::string name = isFromTop ? written.substr(1) : written;  // .sum, .Connections.isRoot
  if (const Value* passed = passedFunction(function)) {
    auto all = callPassed(at, *passed);
    if (!all) return std::nullopt;
    if (all->empty()) return context_.typeError(at.where(), fmt::format("the function '{}' has no result", name));
    return std::move(all->front());
  }
  const auto callee = context_.names().callee(function);
  // A function of the user's hides one of the language.
  const bool isOwn = callee && callee->kind == CalleeKind::function && callee->function.builtin != name;
  if (!isOwn && builtins_.knows(name)) return builtins_.call(at, name, argumentsOf(at));
  if (!callee) {
    reportUnknown(function, name);
    return std::nullopt;
  }
  switch (callee->kind) {
    case CalleeKind::record:
      return callee->function.operators ? operatorRecords_.constructed(at, callee->function, argumentsOf(at))
                                        : arguments_.record(at, callee->function, argumentsOf(at));
    case CalleeKind::externalObject: return externals_.makeObject(at, callee->function, argumentsOf(at));
    case CalleeKind::function: {
      auto all = call(at, callee->function);
      if (!all) return std::nullopt;
      if (all->empty()) return context_.typeError(at.where(), fmt::format("the function '{}' has no result", name));
      return std::move(all->front());
    }
    case CalleeKind::enumeration: {
      auto arguments = arguments_.matched(at, name, std::array{std::string_view("i")}, 1, argumentsOf(at));
      if (!arguments) return std::nullopt;
      auto number = convert(context_, std::move(arguments->front()),
                            {.what = "the number of a literal", .type = ScalarType{Type::integer}}, at.where());
      if (number) number->type = callee->type;
      return number;
    }
    case CalleeKind::predefinedType: break;
  }
  return context_.typeError(at.where(), fmt::format("'{}' is a type, not a function", name));
}

std::optional<std::vector<Value>> Calls::results(const ScopedExpression& at, std::size_t wanted) {
  const syntax::Expression& node = (*at.tree)[at.expression];
  if (node.kind == ExpressionKind::call) {
    if (const Value* passed = passedFunction(operand(at, 0))) return callPassed(at, *passed, wanted);
    const auto callee = context_.names().callee(operand(at, 0));
    if (callee && callee->kind == CalleeKind::function) return call(at, callee->function, wanted);
  }
  auto one = expressions_.translate(at);
  if (!one) return std::nullopt;
  return std::vector<Value>{std::move(*one)};
}

std::optional<std::vector<Value>> Calls::resultsFor(const ScopedExpression& targets, const ScopedExpression& at) {
  const std::size_t wanted = (*targets.tree)[targets.expression].operands.count;
  auto all = results(at, wanted);
  if (all && wanted > all->size())
    return context_.report("arguments", targets.where(),
                           fmt::format("{} results are wanted, but the function has {}", wanted, all->size()));
  return all;
}

std::optional<Expr> Calls::performed(const ScopedExpression& at) {
  if (passedFunction(operand(at, 0))) return results(at) ? std::optional(Expr::none) : std::nullopt;
  const auto callee = context_.names().callee(operand(at, 0));
  const bool isOwn = callee && callee->kind == CalleeKind::function && !callee->function.isExternal &&
                     callee->function.builtin.empty() && !callee->function.isPartial;
  if (callee && callee->function.isRefused) return std::nullopt;
  if (!isOwn) return results(at) ? std::optional(Expr::none) : std::nullopt;
  auto arguments = arguments_.matched(at, callee->function, argumentsOf(at));
  return arguments ? functions_.perform(callee->function, std::move(*arguments), at.where()) : std::nullopt;
}

const Value* Calls::passedFunction(const ScopedExpression& name) {
  const syntax::Expression& path = (*name.tree)[name.expression];
  if (path.kind != ExpressionKind::reference || path.flag || path.parts.count != 1) return nullptr;
  const Local* own = context_.local((*name.tree)[name.tree->at(path.parts, 0)].name, name.scope);
  return own && own->value.isFunction() ? &own->value : nullptr;
}

std::optional<std::vector<Value>> Calls::callPassed(const ScopedExpression& at, const Value& passed,
                                                    std::size_t wanted) {
  const Value function = passed;  // it may be bound elsewhere while arguments are read
  const FunctionClass& called = *function.record->function;
  if (function.record->fields.empty()) return call(at, called, wanted);
  if (called.isExternal)
    return context_.unsupported(at.where(), fmt::format("'{}', an external function with bound inputs,", called.name));
  auto values = arguments_.matched(at, function, argumentsOf(at));
  return values ? functions_.call(called, std::move(*values), at.where(), wanted) : std::nullopt;
}

void Calls::reportUnknown(const ScopedExpression& at, std::string_view name) {
  Diagnostic& d =
      context_.diagnostics().error("unknown-function", at.where(), fmt::format("there is no function '{}'", name));
  std::vector<std::string_view> candidates = BuiltinCalls::names();
  const auto own = context_.names().callables(at.scope);
  candidates.insert(candidates.end(), own.begin(), own.end());
  if (const auto meant = nearest(name, candidates)) d.hint(fmt::format("did you mean '{}'?", *meant));
}

std::optional<std::vector<Value>> Calls::call(const ScopedExpression& at, const FunctionClass& function,
                                              std::size_t wanted) {
  std::vector<CallArgument> arguments = argumentsOf(at);
  if (!function.builtin.empty() && builtins_.knows(function.builtin)) {
    for (CallArgument& argument : arguments) argument.name = Symbol::none;
    auto value = builtins_.call(at, function.builtin, arguments);
    if (!value) return std::nullopt;
    return std::vector<Value>{std::move(*value)};
  }
  if (function.isRefused) return std::nullopt;
  const bool isOfNumbers = isHostFunction(function.external) || externals_.mayRun(function);
  if (function.isExternal && !isOfNumbers) return externals_.call(at, function, arguments);
  if (function.isPartial)
    return context_.typeError(at.where(), fmt::format("'{}' is partial: it cannot be called", function.name));
  auto values = arguments_.matched(at, function, arguments);
  if (!values) return std::nullopt;
  const bool mayHaveEffects = externals_.mayRun(function) && !function.isPure && context_.isInsideWhen();
  if (!mayHaveEffects || context_.body()) return functions_.call(function, std::move(*values), at.where(), wanted);
  FunctionClass once = function;
  externals_.callOncePerEvent(once, *values);
  return functions_.call(once, std::move(*values), at.where(), wanted);
}

}  // namespace dashpot::model
