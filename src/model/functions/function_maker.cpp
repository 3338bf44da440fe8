#include "model/functions/function_maker.hpp"

#include "model/expressions/translator.hpp"
#include "model/expressions/value_parts.hpp"
#include "model/functions/component_order.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace dashpot::model {

namespace {

bool isColon(const ScopedExpression& size) {
  return (*size.tree)[size.expression].kind == syntax::ExpressionKind::colon;
}

/// The slots of an input with what is known of it, which is used up from the front.
Value withKnown(Value slots, std::span<const std::optional<double>>& known, Pool& pool) {
  if (slots.record) {
    auto fields = std::make_shared<RecordFields>(*slots.record);
    for (auto& [name, content] : fields->fields) content = withKnown(std::move(content), known, pool);
    slots.record = std::move(fields);
  }
  for (Expr& e : slots.scalars) {
    if (const auto value = known.front())
      e = slots.type.type == Type::boolean ? pool.boolean(*value != 0.0) : pool.constant(*value);
    known = known.subspan(1);
  }
  return slots;
}

}  // namespace

std::optional<FunctionMaker::Made> FunctionMaker::run(const Announce& announce) {
  for (const ComponentDescription& component : class_.components)
    if (component.causality == syntax::Causality::output && purpose_ == Purpose::results)
      outputs_.push_back(&component);
  const bool hasOpenOutputs = std::ranges::any_of(outputs_, [&](const auto* output) { return isOpen(*output); });
  if (!hasOpenOutputs) return attempt(nullptr, announce);
  const auto first = attempt(nullptr, [](const auto&, const auto&) {});
  if (!first) return std::nullopt;
  std::vector<Dimensions> sizes;
  for (const Value& output : first->outputs) sizes.push_back(output.dimensions);
  return attempt(&sizes, announce);
}

std::optional<FunctionMaker::Made> FunctionMaker::attempt(const std::vector<Dimensions>* openSizes,
                                                          const Announce& announce) {
  made_ = {};
  made_.function.name = class_.name;
  made_.function.where = class_.declared;
  FunctionBody body(translator_, made_.function);
  Frame context{.pool = &made_.function.pool, .body = &body};
  body_ = &body;
  context_ = &context;
  const TranslationContext::Within within(translator_.context, context);
  constants_.clear();
  body.readAssignments(class_.algorithms);
  if (!declareInputs() || !bindConstants() || !declareOutputs(openSizes) || !declareLocals()) return std::nullopt;
  announce(made_.inputs, made_.outputs);
  if (openSizes) body.beforeReturn([this](SourceRange where) { return copyOpenOutputs(where); });
  if (!evaluateBindings()) return std::nullopt;
  if (class_.isExternal && !callHost()) return std::nullopt;
  for (const ScopedStatements& algorithm : class_.algorithms)
    if (!body.statements(algorithm)) return std::nullopt;
  if (!finishOutputs(openSizes)) return std::nullopt;
  return std::move(made_);
}

std::string FunctionMaker::nameOf(const ComponentDescription& component) const {
  return std::string(translator_.context.symbols().text(component.name));
}

Value& FunctionMaker::local(Symbol name) { return std::ranges::find(context_->locals, name, &Local::name)->value; }

/// Its size is decided by what is assigned to it.
bool FunctionMaker::isOpen(const ComponentDescription& component) const {
  return component.causality != syntax::Causality::input && !component.binding &&
         (std::ranges::any_of(component.dimensions, isColon) ||
          std::ranges::any_of(component.type.dimensions, isColon));
}

std::optional<Dimensions> FunctionMaker::dimensionsOf(const ComponentDescription& component, const Value* argument) {
  Dimensions dimensions;
  const std::string what = fmt::format("the size of '{}' in '{}'", nameOf(component), class_.name);
  for (const auto* list : {&component.dimensions, &component.type.dimensions})
    for (const ScopedExpression& size : *list) {
      std::optional<std::int32_t> n;
      if (isColon(size) && argument) {
        n = argument->dimensions[dimensions.size()];
      } else if (isColon(size) && component.binding) {  // Real y[:] = expression
        if (const auto value = translator_.expressions.translate(*component.binding);
            value && value->dimensions.size() > dimensions.size())
          n = value->dimensions[dimensions.size()];
      } else {
        n = isColon(size) ? std::optional(0) : translator_.evaluation.evaluateInteger(size, what);
      }
      if (!n) return std::nullopt;
      dimensions.push_back(std::max(0, *n));
    }
  return dimensions;
}

bool FunctionMaker::declareInputs() {
  std::vector<const ComponentDescription*> inputs;
  for (const ComponentDescription& component : class_.components)
    if (component.causality == syntax::Causality::input) inputs.push_back(&component);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (arguments_[i].isString()) {
      made_.inputs.push_back(arguments_[i]);
      context_->locals.push_back({inputs[i]->name, arguments_[i], inputs[i]->home});
      continue;
    }
    const auto slots = body_->declare(inputs[i]->type, nameOf(*inputs[i]), arguments_[i].dimensions,
                                      made_.function.inputs, &arguments_[i]);
    if (!slots) return false;
    made_.inputs.push_back(*slots);
    std::span<const std::optional<double>> known(known_[i]);
    Value bound = withTexts(*slots, arguments_[i]);
    if (!known.empty()) bound = withKnown(std::move(bound), known, made_.function.pool);
    context_->locals.push_back({inputs[i]->name, std::move(bound), inputs[i]->home});
  }
  made_.function.inputCount = made_.function.slotCount;
  // Sizes that other inputs give (x[n]) can be checked once all inputs are known.
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto declared = dimensionsOf(*inputs[i], &arguments_[i]);
    if (!declared) return false;
    if (*declared == arguments_[i].dimensions) continue;
    translator_.context.report(
        "shape", calledAt_,
        fmt::format("the input '{}' of '{}' must be an array [{}], but this is {}", nameOf(*inputs[i]), class_.name,
                    fmt::join(*declared, ", "), describe(translator_.context.model(), arguments_[i])));
    return false;
  }
  return true;
}

/// Constants, and numbers that are never assigned, whose value is known: sizes may depend on them, also of what is
/// declared before them.
bool FunctionMaker::bindConstants() {
  for (const ComponentDescription* component : orderOf(class_.components).components) {
    const bool isConstant =
        component->variability == syntax::Variability::constant ||
        component->variability == syntax::Variability::parameter ||
        ((component->type.scalar.type == Type::integer || component->type.scalar.type == Type::real) &&
         !body_->isAssigned(component->name));
    const bool isNumber = component->dimensions.empty() && component->type.dimensions.empty() &&
                          component->type.fields.empty() && !hasText(component->type) && !component->type.isObject;
    if (!component->binding || component->causality != syntax::Causality::none || !isConstant || !isNumber) continue;
    if (usesOthers(*component)) continue;
    auto value = translator_.expressions.translate(*component->binding);
    if (!value) return false;
    const std::string what = fmt::format("the value of '{}'", nameOf(*component));
    value = convert(translator_.context, std::move(*value),
                    {.what = what, .type = component->type.scalar, .dimensions = Dimensions{}},
                    component->binding->where());
    if (!value) return false;
    if (!translator_.evaluation.constantValue(value->scalar())) continue;
    constants_.push_back(component->name);
    context_->locals.push_back({component->name, std::move(*value), component->home});
  }
  return true;
}

/// Its value is given by variables of the function whose values are not known.
bool FunctionMaker::usesOthers(const ComponentDescription& component) const {
  if (component.isBoundOutside()) return false;
  return std::ranges::any_of(freeNames(*component.binding->tree, component.binding->expression), [&](Symbol name) {
    const auto found = std::ranges::find(class_.components, name, &ComponentDescription::name);
    return found != class_.components.end() && found->causality != syntax::Causality::input &&
           std::ranges::find(constants_, name) == constants_.end();
  });
}

/// A record with a value has its sizes.
std::optional<Value> FunctionMaker::declare(const ComponentDescription& component, const Dimensions& dimensions,
                                            std::vector<symbolic::Argument>& list) {
  std::optional<Value> like;
  if (component.binding && !component.type.fields.empty() && !usesOthers(component))
    like = translator_.expressions.translate(*component.binding);
  return body_->declare(component.type, nameOf(component), dimensions, list, like ? &*like : nullptr);
}

bool FunctionMaker::declareOutputs(const std::vector<Dimensions>* openSizes) {
  symbolic::Function& function = made_.function;
  if (purpose_ == Purpose::effect) {
    const Value done = *body_->declare({.scalar = {Type::boolean}, .name = "Boolean"}, "$done", {}, function.outputs);
    made_.outputs.push_back(done);
    function.outputCount = function.slotCount - function.inputCount;
    return body_->assign(done, {.type = {Type::boolean}, .scalars = {function.pool.boolean(true)}}, class_.declared);
  }
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const bool isSized = openSizes && isOpen(*outputs_[i]);
    const auto dimensions = isSized ? std::optional((*openSizes)[i]) : dimensionsOf(*outputs_[i], nullptr);
    if (!dimensions) return false;
    auto slots = declare(*outputs_[i], *dimensions, function.outputs);
    if (!slots) return false;
    made_.outputs.push_back(std::move(*slots));
    if (!isSized) context_->locals.push_back({outputs_[i]->name, made_.outputs.back(), outputs_[i]->home});
  }
  function.outputCount = function.slotCount - function.inputCount;
  for (const ComponentDescription* output : outputs_)
    if (isOpen(*output)) {
      if (openSizes) {
        Value nothing{.type = output->type.scalar, .dimensions = *dimensionsOf(*output, nullptr)};
        context_->locals.push_back({output->name, std::move(nothing), output->home});
      }
      body_->leaveOpen(output->name);
    }
  return true;
}

bool FunctionMaker::declareLocals() {
  for (const ComponentDescription& component : class_.components) {
    const bool isLocal = component.causality == syntax::Causality::none ||
                         (component.causality == syntax::Causality::output && purpose_ == Purpose::effect);
    if (!isLocal || std::ranges::find(constants_, component.name) != constants_.end()) continue;
    const auto dimensions = dimensionsOf(component, nullptr);
    if (!dimensions) return false;
    auto slots = declare(component, *dimensions, made_.function.locals);
    if (!slots) return false;
    context_->locals.push_back({component.name, std::move(*slots), component.home});
    if (isOpen(component)) body_->leaveOpen(component.name);
  }
  return true;
}

bool FunctionMaker::evaluateBindings() {
  const ComponentOrder order = orderOf(class_.components);
  if (!order.circle.empty()) {
    std::vector<std::string> names;
    for (const auto* component : order.circle) names.push_back(fmt::format("'{}'", nameOf(*component)));
    const ComponentDescription& first = *order.circle.front();
    translator_.context.report("recursion", first.binding ? first.binding->where() : first.declared,
                               names.size() == 1
                                   ? fmt::format("the value of {} depends on itself", names.front())
                                   : fmt::format("the values of {} depend on one another", fmt::join(names, ", ")));
    return false;
  }
  return std::ranges::all_of(order.components, [&](const auto* component) {
    if (component->causality == syntax::Causality::input) return true;
    return component->binding ? bind(*component)
                              : body_->assignDefaults(component->type, Value(local(component->name)));
  });
}

bool FunctionMaker::bind(const ComponentDescription& component) {
  if (std::ranges::find(constants_, component.name) != constants_.end()) return true;
  auto value = translator_.expressions.translate(*component.binding);
  if (!value) return false;
  Value& slots = local(component.name);
  const SourceRange where = component.binding->where();
  if (!slots.record) {
    const std::string what = fmt::format("the value of '{}'", nameOf(component));
    value = convert(translator_.context, std::move(*value),
                    {.what = what, .type = slots.type, .dimensions = slots.dimensions}, where);
    if (!value) return false;
  }
  return body_->assignVariable(component.name, *value, where);
}

/// Copies an output of open size, once its size is known, to its slots.
bool FunctionMaker::copyOpenOutputs(SourceRange where) {
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    if (!isOpen(*outputs_[i])) continue;
    const Value now = local(outputs_[i]->name);
    if (now.dimensions != made_.outputs[i].dimensions) {
      translator_.context.unsupported(
          where, fmt::format("a size of '{}' that differs where the function returns", nameOf(*outputs_[i])));
      return false;
    }
    if (!body_->assign(made_.outputs[i], now, where)) return false;
  }
  return true;
}

bool FunctionMaker::finishOutputs(const std::vector<Dimensions>* openSizes) {
  if (openSizes && !copyOpenOutputs(class_.declared)) return false;
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const Value& now = local(outputs_[i]->name);
    if (hasVaryingText(now)) {
      translator_.context.unsupported(class_.declared,
                                      fmt::format("the text of '{}' in '{}', known only when the function runs,",
                                                  nameOf(*outputs_[i]), class_.name));
      return false;
    }
    if (hasText(outputs_[i]->type)) made_.outputs[i] = withTexts(made_.outputs[i], now);
    if (!openSizes && isOpen(*outputs_[i])) made_.outputs[i] = now;
  }
  return true;
}

}  // namespace dashpot::model
