// model/expressions/records.cpp: record constructors and defaults (Modelica 3.6, sections 12.6 and 12.4.1).
#include "model/expressions/argument_matching.hpp"
#include "model/expressions/demand.hpp"
#include "model/expressions/expressions.hpp"
#include "model/expressions/translation_context.hpp"
#include "model/functions/component_order.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

namespace {

/// Counts how deep calls are nested.
class Nested {
 public:
  explicit Nested(int& depth) : depth_(++depth) {}
  ~Nested() { --depth_; }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;

 private:
  int& depth_;
};

/// The first of `pending` whose default needs none of the others; else the first, which will be reported.
std::size_t nextDefault(const std::vector<const ComponentDescription*>& components,
                        const std::vector<std::size_t>& pending) {
  for (std::size_t k = 0; k < pending.size(); ++k) {
    const ComponentDescription& component = *components[pending[k]];
    if (!component.binding || component.isBoundOutside()) return k;
    const auto names = freeNames(*component.binding->tree, component.binding->expression);
    const bool isReady = std::ranges::none_of(pending, [&](std::size_t i) {
      return i != pending[k] && std::ranges::find(names, components[i]->name) != names.end();
    });
    if (isReady) return k;
  }
  return 0;
}

}  // namespace

/// A default may refer to other components, also to those that follow it.
std::optional<std::vector<Value>> ArgumentMatching::withDefaults(const ScopedExpression& at, const Recipient& owner,
                                                                 const Components& components,
                                                                 std::vector<std::optional<Value>> given) {
  std::deque<Local>& locals = context_.frame().locals;
  const LocalsKept kept(context_.frame());
  std::vector<std::size_t> pending;
  for (std::size_t i = 0; i < components.size(); ++i) {
    if (given[i])
      locals.push_back({components[i]->name, *given[i], components[i]->home});
    else
      pending.push_back(i);
  }
  while (!pending.empty()) {
    const std::size_t k = nextDefault(components, pending);
    const std::size_t i = pending[k];
    pending.erase(pending.begin() + static_cast<std::ptrdiff_t>(k));
    given[i] = defaultOf(at, owner, *components[i]);
    if (!given[i]) return std::nullopt;
    locals.push_back({components[i]->name, *given[i], components[i]->home});
  }
  std::vector<Value> result;
  for (auto& value : given) result.push_back(std::move(*value));
  return result;
}

std::optional<Value> ArgumentMatching::defaultOf(const ScopedExpression& at, const Recipient& owner,
                                                 const ComponentDescription& component) {
  if (component.binding)
    return component.type.function ? function(*component.binding) : expressions_.translate(*component.binding);
  // A record inside a record is made of the defaults of its own fields.
  const bool isScalar = component.dimensions.empty() && component.type.dimensions.empty();
  if (owner.isRecord && !component.type.fields.empty() && isScalar)
    return record(at, {.typeName = component.type.name, .operators = component.type.operators}, component.type.fields,
                  {});
  const std::string_view name = context_.symbols().text(component.name);
  return context_.report("arguments", at.where(), fmt::format("the input '{}' of '{}' is not given", name, owner.name));
}

std::optional<Value> ArgumentMatching::record(const ScopedExpression& at, const FunctionClass& constructor,
                                              const std::vector<CallArgument>& arguments) {
  return record(at, {.typeName = constructor.name, .operators = constructor.operators}, constructor.components,
                arguments);
}

/// Constant and final fields cannot be given; they are part of the value all the same.
std::optional<Value> ArgumentMatching::record(const ScopedExpression& at, const RecordKind& kind,
                                              const std::vector<ComponentDescription>& components,
                                              const std::vector<CallArgument>& arguments) {
  constexpr int nestingLimit = 50;
  const std::string& type = kind.typeName;
  if (recordDepth_ >= nestingLimit)
    return context_.report("recursion", at.where(),
                           fmt::format("the values of the fields of {} need {} itself", type, type));
  const Nested nested(recordDepth_);
  Components inputs, all;
  for (const ComponentDescription& component : components) {
    all.push_back(&component);
    if (component.causality == syntax::Causality::input) inputs.push_back(&component);
  }
  auto arranged = this->given(at, type, inputs, arguments);
  if (!arranged) return std::nullopt;
  std::vector<std::optional<Value>> given;
  std::size_t next = 0;
  for (const auto* component : all)
    given.push_back(component->causality == syntax::Causality::input ? std::move((*arranged)[next++]) : std::nullopt);
  auto values = withDefaults(at, {type, true}, all, std::move(given));
  if (!values) return std::nullopt;
  auto fields = std::make_shared<RecordFields>(kind);
  Value result;
  for (std::size_t i = 0; i < all.size(); ++i) {
    Value content = std::move((*values)[i]);
    if (all[i]->type.fields.empty()) {
      const std::string what = fmt::format("'{}' of {}", context_.symbols().text(all[i]->name), type);
      auto converted = convert(context_, std::move(content), {.what = what, .type = all[i]->type.scalar}, at.where());
      if (!converted) return std::nullopt;
      content = std::move(*converted);
    }
    result.variability = std::max(result.variability, content.variability);
    fields->fields.emplace_back(all[i]->name, std::move(content));
  }
  result.record = std::move(fields);
  return result;
}

}  // namespace dashpot::model
