#include "model/functions/functions.hpp"

#include "model/expressions/array_functions.hpp"
#include "model/expressions/translator.hpp"
#include "model/expressions/value_parts.hpp"
#include "model/functions/function_maker.hpp"
#include "symbolic/call_inlining.hpp"
#include "symbolic/evaluate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <ranges>
#include <utility>

namespace dashpot::model {

using symbolic::FunctionId;
using symbolic::Op;
using symbolic::Statement;
using symbolic::StatementKind;

namespace {

// Deeper nesting of functions made concrete is a function that calls itself with ever larger arguments.
constexpr int nestingLimit = 60;

/// Whether an execution has come to where the function itself cannot go on: nothing else is to blame.
bool isOwnFault(const Diagnostics& problems) {
  return std::ranges::any_of(problems.all(), [](const Diagnostic& problem) {
    return problem.code == "assertion" || problem.code == "file" || problem.code == "recursion";
  });
}

/// Whether what kept a function from being made concrete is no error of the model. Making goes all ways through a
/// function, also those on which it gives up.
bool isOnlyUnsupported(const Diagnostics& problems) {
  return std::ranges::all_of(problems.all(), [](const Diagnostic& problem) {
    return problem.severity != Severity::error || problem.code == "unsupported" || problem.code == "evaluation" ||
           problem.code == "assertion" || problem.code == "file";
  });
}

/// Keeps type and shape; the scalars stand for numbers that nobody knows.
Value shapeOnly(const Value& value, Pool& pool) {
  Value shape = value;
  if (value.record) {
    auto fields = std::make_shared<RecordFields>(*value.record);
    for (auto& [name, content] : fields->fields) content = shapeOnly(content, pool);
    shape.record = std::move(fields);
  }
  for (Expr& e : shape.scalars) e = pool.time();
  shape.variability = Variability::continuous;
  return shape;
}

std::vector<const ComponentDescription*> componentsOf(const FunctionClass& function, syntax::Causality causality) {
  std::vector<const ComponentDescription*> result;
  for (const ComponentDescription& component : function.components)
    if (component.causality == causality) result.push_back(&component);
  return result;
}

bool hasAnyText(const Value& value) { return !texts(value).empty(); }

bool isColonOrNumber(const ScopedExpression& size) {
  const syntax::ExpressionKind kind = (*size.tree)[size.expression].kind;
  return kind == syntax::ExpressionKind::colon || kind == syntax::ExpressionKind::integer;
}

/// Something may depend on the values of arguments before the function runs: a text that it gives, or a size left open.
bool needsValues(const FunctionClass& function) {
  const auto isOpen = [](const ScopedExpression& size) {
    return (*size.tree)[size.expression].kind == syntax::ExpressionKind::colon;
  };
  return std::ranges::any_of(function.components, [&](const ComponentDescription& component) {
    if (component.causality == syntax::Causality::input) return false;
    return hasText(component.type) || (!component.binding && (std::ranges::any_of(component.dimensions, isOpen) ||
                                                              std::ranges::any_of(component.type.dimensions, isOpen)));
  });
}

/// It, or what it calls, can fail.
bool hasAssertion(const std::vector<Statement>& statements) {
  return std::ranges::any_of(statements, [](const Statement& s) {
    return s.kind == StatementKind::assertion || hasAssertion(s.body) || hasAssertion(s.otherwise);
  });
}

bool callsAny(const symbolic::Function& function) {
  for (std::size_t i = 0; i < function.pool.size(); ++i)
    if (function.pool.op(static_cast<Expr>(i)) == Op::call) return true;
  return false;
}

}  // namespace

// --------------------------------------------------------------------------------------------------------------- calls

std::optional<Expr> FunctionTable::perform(const FunctionClass& function, std::vector<Value> arguments,
                                           SourceRange where) {
  std::vector<std::size_t> extraRanks;
  if (!fit(function, arguments, extraRanks, where)) return std::nullopt;
  if (std::ranges::any_of(extraRanks, [](std::size_t n) { return n > 0; }))
    return callElementwise(function, arguments, extraRanks, where) ? std::optional(Expr::none) : std::nullopt;
  std::optional<std::vector<Value>> executed;
  const auto at = instanceOrExecution(function, arguments, Purpose::effect, where, executed);
  if (executed) return Expr::none;
  if (!at) return std::nullopt;
  if (!instances_[*at].hasEffect) return Expr::none;
  std::vector<Expr> scalars;
  for (const Value& argument : arguments) appendScalars(argument, scalars);
  return translator_.context.pool().element(translator_.context.pool().call(instances_[*at].id, scalars), 0);
}

/// Converts arguments to the types of the inputs; the dimensions that they have beyond those of the inputs are counted.
bool FunctionTable::fit(const FunctionClass& function, std::vector<Value>& arguments,
                        std::vector<std::size_t>& extraRanks, SourceRange where) {
  const auto inputs = componentsOf(function, syntax::Causality::input);
  extraRanks.assign(inputs.size(), 0);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const ComponentDescription& input = *inputs[i];
    const std::string what =
        fmt::format("the input '{}' of '{}'", translator_.context.symbols().text(input.name), function.name);
    if (input.type.isObject) {
      if (arguments[i].isObject()) continue;
      translator_.context.typeError(where, fmt::format("{} must be an external object, but this is {}", what,
                                                       describe(translator_.context.model(), arguments[i])));
      return false;
    }
    if (input.type.function) {
      const std::string problem = translator_.arguments.misfit(arguments[i], *input.type.function);
      if (problem.empty()) continue;
      translator_.context.typeError(where,
                                    fmt::format("{} must be like {}, but of {} {}", what, input.type.function->name,
                                                describe(translator_.context.model(), arguments[i]), problem));
      return false;
    }
    if (input.type.fields.empty()) {
      auto converted =
          convert(translator_.context, std::move(arguments[i]), {.what = what, .type = input.type.scalar}, where);
      if (!converted) return false;
      arguments[i] = std::move(*converted);
    } else if (!hasFields(arguments[i], input.type)) {
      translator_.context.typeError(where,
                                    fmt::format("{} must be a record of type {}, but this is {}", what, input.type.name,
                                                describe(translator_.context.model(), arguments[i])));
      return false;
    } else {
      arguments[i] = arranged(std::move(arguments[i]), input.type);
    }
    const std::size_t rank = rankOf(input), given = arguments[i].dimensions.size();
    if (given < rank) {
      translator_.context.report(
          "shape", where,
          fmt::format("{} must have {} dimension{}, but this is {}", what, rank, rank == 1 ? "" : "s",
                      describe(translator_.context.model(), arguments[i])));
      return false;
    }
    extraRanks[i] = given - rank;
  }
  return true;
}

std::optional<std::vector<Value>> FunctionTable::call(const FunctionClass& function, std::vector<Value> arguments,
                                                      SourceRange where, std::size_t wanted) {
  std::vector<std::size_t> extraRanks;
  if (!fit(function, arguments, extraRanks, where)) return std::nullopt;
  if (std::ranges::any_of(extraRanks, [](std::size_t n) { return n > 0; })) {
    if (wanted <= 1) return callElementwise(function, arguments, extraRanks, where);
    translator_.context.report(
        "shape", where,
        fmt::format("'{}' is called element by element, so only its first result can be taken", function.name));
    return std::nullopt;
  }
  if (!function.differentiatedBy.empty()) return callPartialDerivative(function, arguments, where);

  std::optional<std::vector<Value>> executed;
  const auto at = instanceOrExecution(function, arguments, Purpose::results, where, executed);
  if (executed) return executed;
  if (!at) return std::nullopt;
  if (!instances_[*at].isFinished && std::ranges::any_of(instances_[*at].outputs, &hasAnyText)) {
    translator_.context.unsupported(where, fmt::format("'{}', which gives a text and calls itself,", function.name));
    return std::nullopt;
  }
  auto [scalars, variability] = scalarsOf(arguments);
  Pool& pool = translator_.context.pool();
  const FunctionInstance& found = instances_[*at];
  const symbolic::Function& concrete = translator_.context.model().functions[symbolic::index(found.id)];
  std::vector<Expr> results;
  const bool allKnown = found.isFinished && std::ranges::all_of(scalars, [&](Expr e) {
                          return pool.op(e) == Op::constant || pool.op(e) == Op::boolean;
                        });
  if (allKnown) {
    std::vector<double> numbers;
    for (const Expr e : scalars) numbers.push_back(pool.op(e) == Op::boolean ? pool[e].a : pool.value(e));
    symbolic::Evaluator evaluator(translator_.context.model().functions);
    const auto values = evaluator.call(found.id, numbers);
    if (evaluator.isEndless()) {
      translator_.context.report("evaluation", where,
                                 fmt::format("'{}' does not end: {}", function.name, evaluator.problem()));
      return std::nullopt;
    }
    if (values)
      if (std::ranges::all_of(*values, [](double v) { return std::isfinite(v); })) {
        std::size_t next = 0;
        const auto collect = [&](const auto& self, const Value& shape) -> void {
          if (shape.record) {
            for (const auto& [name, content] : shape.record->fields) self(self, content);
            return;
          }
          if (shape.isString()) return;
          for (std::size_t i = 0; i < count(shape.dimensions); ++i, ++next)
            results.push_back(shape.type.type == Type::boolean ? pool.boolean((*values)[next] != 0.0)
                                                               : pool.constant((*values)[next]));
        };
        for (const Value& output : found.outputs) collect(collect, output);
      }
  }
  if (results.empty()) {
    const bool isInModel = translator_.context.body() == nullptr;
    if (found.isInlined && !(isInModel && symbolic::wouldShieldArguments(concrete, scalars, pool))) {
      results = inlined(concrete, scalars);
    } else {
      std::size_t outputCount = 0;
      for (const Value& output : found.outputs) {
        std::vector<Expr> slots;
        appendScalars(output, slots);
        outputCount += slots.size();
      }
      const Expr called = pool.call(found.id, scalars);
      for (std::uint32_t i = 0; i < outputCount; ++i) results.push_back(pool.element(called, i));
    }
  }
  std::span<const Expr> rest(results);
  std::vector<Value> values;
  for (const Value& output : found.outputs) values.push_back(withScalars(output, rest, variability));
  return values;
}

/// What cannot be made concrete may still be executed now. If it cannot, what kept it from being made is reported, unless
/// the function itself says that it fails.
std::optional<std::size_t> FunctionTable::instanceOrExecution(const FunctionClass& function,
                                                              const std::vector<Value>& arguments, Purpose purpose,
                                                              SourceRange where,
                                                              std::optional<std::vector<Value>>& executed) {
  TranslationContext& context = translator_.context;
  const bool mustBeExecuted = std::ranges::any_of(arguments, [](const Value& argument) {
    return (argument.isObject() && !argument.isHandle()) || hasVaryingText(argument);
  });
  Diagnostics making, execution;
  std::optional<std::size_t> at;
  const auto execute = [&] { executed = translator_.execution.call(function, arguments, where); };
  if (mustBeExecuted && !function.isExternal) {
    execute();
    return std::nullopt;
  }
  if (executedOnly_.contains(function.key)) context.reportingTo(execution, execute);
  if (executed) return std::nullopt;
  if (!isOwnFault(execution)) {
    context.reportingTo(making, [&] { at = instance(function, arguments, purpose, where); });
    if (!at && !function.isExternal && execution.all().empty() && isOnlyUnsupported(making))
      context.reportingTo(execution, execute);
  }
  if (executed) {
    executedOnly_.insert(function.key);
    return std::nullopt;
  }
  for (const Diagnostic& problem : isOwnFault(execution) && !at ? execution.all() : making.all()) {
    const bool isKnown = std::ranges::any_of(context.diagnostics().all(), [&](const Diagnostic& before) {
      return before.where == problem.where && before.message == problem.message;
    });
    if (!isKnown) context.diagnostics().add(problem);
  }
  return at;
}

std::vector<Expr> FunctionTable::apply(FunctionId id, const std::vector<Expr>& arguments) {
  const symbolic::Function& function = translator_.context.model().functions[symbolic::index(id)];
  if (symbolic::isWorthInlining(function, id)) return inlined(function, arguments);
  Pool& pool = translator_.context.pool();
  const Expr called = pool.call(id, arguments);
  std::vector<Expr> results;
  for (std::uint32_t i = 0; i < function.outputCount; ++i) results.push_back(pool.element(called, i));
  return results;
}

std::vector<Expr> FunctionTable::inlined(const symbolic::Function& function, const std::vector<Expr>& arguments) {
  return symbolic::inlineCall(function, arguments, translator_.context.pool(), translator_.context.body() != nullptr);
}

/// A function of scalars called with arrays gives an array, element by element (Modelica 3.6, section 12.4.6).
std::optional<std::vector<Value>> FunctionTable::callElementwise(const FunctionClass& function,
                                                                 const std::vector<Value>& arguments,
                                                                 const std::vector<std::size_t>& extraRanks,
                                                                 SourceRange where) {
  Dimensions shape;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (extraRanks[i] == 0) continue;
    const Dimensions own(arguments[i].dimensions.begin(),
                         arguments[i].dimensions.begin() + static_cast<std::ptrdiff_t>(extraRanks[i]));
    if (!shape.empty() && own != shape) {
      translator_.context.report(
          "shape", where,
          fmt::format("'{}' is called element by element, but its arguments have different shapes: "
                      "[{}] and [{}]",
                      function.name, fmt::join(shape, ", "), fmt::join(own, ", ")));
      return std::nullopt;
    }
    shape = own;
  }
  std::vector<std::vector<Value>> columns;  // of each output, its elements
  const std::size_t n = count(shape);
  for (std::size_t k = 0; k < n; ++k) {
    std::vector<Subscript> position(shape.size());
    std::size_t rest = k;
    for (std::size_t d = shape.size(); d-- > 0;) {
      position[d].isScalar = true;
      position[d].positions = {static_cast<std::int32_t>(rest % static_cast<std::size_t>(shape[d])) + 1};
      rest /= static_cast<std::size_t>(shape[d]);
    }
    std::vector<Value> element;
    for (std::size_t i = 0; i < arguments.size(); ++i)
      element.push_back(extraRanks[i] == 0 ? arguments[i]
                                           : subscripted(translator_.context.pool(), arguments[i], position));
    auto results = call(function, std::move(element), where);
    if (!results) return std::nullopt;
    columns.resize(results->size());
    for (std::size_t i = 0; i < results->size(); ++i) columns[i].push_back(std::move((*results)[i]));
  }
  std::vector<Value> whole;
  for (auto& column : columns) {
    OperatorResult joined = arrayOf(translator_.context.model(), column);
    if (!joined.value) return translator_.context.typeError(where, joined.problem);
    whole.push_back(unfolded(*joined.value, shape));
  }
  if (n == 0)
    for (const auto* output : componentsOf(function, syntax::Causality::output))
      whole.push_back({.type = output->type.scalar, .dimensions = shape});
  return whole;
}

// ----------------------------------------------------------------------------------------------------------- instances

/// The scalars of an argument in the order of slots, as far as they are known.
void FunctionTable::findKnown(const Value& argument, bool integersOnly, SourceRange where, KnownScalars& known) {
  if (argument.record)
    for (const auto& [name, content] : argument.record->fields) findKnown(content, integersOnly, where, known);
  const bool matters = !integersOnly || (argument.isScalar() && argument.type.type == Type::integer);
  const bool mayFix = argument.variability <= Variability::parameter && !translator_.context.body();
  for (const Expr e : argument.scalars) {
    auto& value = known.emplace_back();
    if (!matters) continue;
    value = translator_.evaluation.constantValue(e);
    if (!value && mayFix) value = translator_.evaluation.structuralValue(e, where);
  }
}

FunctionTable::Key FunctionTable::keyOf(const FunctionClass& function, const std::vector<Value>& arguments,
                                        const std::vector<KnownScalars>& known, Purpose purpose) {
  Key key{.function = function.key};
  key.shape.push_back(static_cast<std::int64_t>(purpose));
  const auto shapeOf = [&](const auto& self, const Value& value) -> void {
    key.shape.push_back(static_cast<std::int64_t>(value.dimensions.size()));
    key.shape.insert(key.shape.end(), value.dimensions.begin(), value.dimensions.end());
    if (value.isFunction()) key.shape.push_back(static_cast<std::int64_t>(value.record->function->key));
    if (value.record)
      for (const auto& [name, content] : value.record->fields) {
        if (value.isFunction()) key.shape.push_back(static_cast<std::int64_t>(name));
        self(self, content);
      }
  };
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    shapeOf(shapeOf, arguments[i]);
    std::ranges::move(texts(arguments[i]), std::back_inserter(key.texts));
    for (const auto& value : known[i]) {
      key.shape.push_back(value.has_value());
      if (value) key.shape.push_back(std::bit_cast<std::int64_t>(*value));
    }
  }
  return key;
}

std::optional<std::size_t> FunctionTable::instance(const FunctionClass& function, const std::vector<Value>& arguments,
                                                   Purpose purpose, SourceRange where) {
  const auto inputs = componentsOf(function, syntax::Causality::input);
  // Integers that are known take part in the identity of the function only if a size may depend on them: if there is
  // an array whose size is neither simply that of an argument nor a number.
  const bool sizesDependOnValues = std::ranges::any_of(function.components, [&](const ComponentDescription& component) {
    const bool isGiven = component.causality == syntax::Causality::input &&
                         std::ranges::all_of(component.dimensions, isColonOrNumber) &&
                         std::ranges::all_of(component.type.dimensions, isColonOrNumber);
    return !isGiven && rankOf(component) > 0;
  });
  const bool allValuesMatter = needsValues(function);
  std::vector<KnownScalars> known(inputs.size());
  if (allValuesMatter || sizesDependOnValues)
    for (std::size_t i = 0; i < inputs.size(); ++i) findKnown(arguments[i], !allValuesMatter, where, known[i]);
  Key key = keyOf(function, arguments, known, purpose);
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  if (auto general = generalInstance(function, arguments, known, purpose, where)) return general;
  if (depth_ >= nestingLimit) {
    translator_.context.report("recursion", where,
                               fmt::format("'{}' calls itself with ever different sizes of arguments", function.name));
    return std::nullopt;
  }
  return makeInstance(function, arguments, std::move(key), known, purpose, where);
}

/// A function that calls itself with the same sizes and another Integer: f(depth + 1, ...). If sizes do not depend on
/// that, one instance serves all depths. Empty: they do, or it is no such call.
std::optional<std::size_t> FunctionTable::generalInstance(const FunctionClass& function,
                                                          const std::vector<Value>& arguments,
                                                          std::vector<KnownScalars> known, Purpose purpose,
                                                          SourceRange where) {
  const auto outer = std::ranges::find(std::views::reverse(beingMade_), function.key, &BeingMade::function);
  if (outer == std::views::reverse(beingMade_).end() || outer->known.size() != known.size()) return std::nullopt;
  Dimensions shapes;
  for (const Value& argument : arguments)
    shapes.insert(shapes.end(), argument.dimensions.begin(), argument.dimensions.end());
  if (shapes != outer->shapes) return std::nullopt;
  bool hasChanged = false;
  for (std::size_t i = 0; i < known.size(); ++i)
    for (std::size_t k = 0; k < std::min(known[i].size(), outer->known[i].size()); ++k)
      if (known[i][k] && known[i][k] != outer->known[i][k]) {
        known[i][k].reset();
        hasChanged = true;
      }
  if (!hasChanged) return std::nullopt;
  Key key = keyOf(function, arguments, known, purpose);
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  std::optional<std::size_t> made;
  translator_.context.quietly([&] { made = makeInstance(function, arguments, std::move(key), known, purpose, where); });
  return made;
}

std::optional<std::size_t> FunctionTable::makeInstance(const FunctionClass& function,
                                                       const std::vector<Value>& arguments, Key key,
                                                       const std::vector<KnownScalars>& known, Purpose purpose,
                                                       SourceRange where) {
  ++depth_;
  BeingMade progress{.function = function.key, .known = known};
  for (const Value& argument : arguments)
    progress.shapes.insert(progress.shapes.end(), argument.dimensions.begin(), argument.dimensions.end());
  beingMade_.push_back(std::move(progress));
  const std::size_t at = instances_.size();
  known_.emplace(key, at);
  instances_.push_back({.id = static_cast<FunctionId>(translator_.context.model().functions.size())});
  translator_.context.model().functions.emplace_back();
  auto concrete = FunctionMaker(translator_, function, arguments, known, purpose, where)
                      .run([&](const std::vector<Value>& ins, const std::vector<Value>& outs) {
                        instances_[at].inputs = ins;
                        instances_[at].outputs = outs;
                      });
  --depth_;
  beingMade_.pop_back();
  if (!concrete) {
    known_.erase(key);
    return std::nullopt;
  }
  FunctionInstance& made = instances_[at];
  made.isFinished = true;
  made.inputs = std::move(concrete->inputs);
  made.outputs = std::move(concrete->outputs);
  concrete->function.mayBeInlined = !function.forbidsInlining;
  made.hasEffect = hasAssertion(concrete->function.body) || callsAny(concrete->function);
  made.isInlined = !function.forbidsInlining && function.derivatives.empty() &&
                   symbolic::isWorthInlining(concrete->function, made.id);
  for (auto* list : {&made.inputs, &made.outputs})
    for (Value& value : *list) value = shapeOnly(value, translator_.context.model().pool);
  translator_.context.model().functions[symbolic::index(made.id)] = std::move(concrete->function);
  if (purpose == Purpose::results) addDerivatives(function, at), addInverses(function, at);
  return at;
}

namespace {

/// The arguments that an input of a class has become: a record one for each field, a text none.
std::vector<std::uint32_t> argumentsOf(const symbolic::Function& function, std::string_view input) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < function.inputs.size(); ++i) {
    const std::string_view name = function.inputs[i].name;
    if (name.starts_with(input) && (name.size() == input.size() || name[input.size()] == '.')) found.push_back(i);
  }
  return found;
}

}  // namespace

/// annotation(derivative = f_der): f_der takes the inputs of f, then the derivatives of those that vary.
void FunctionTable::addDerivatives(const FunctionClass& function, std::size_t at) {
  const auto inputs = componentsOf(function, syntax::Causality::input);
  const TranslationContext::Within within(translator_.context, translator_.context.modelFrame());
  for (const DerivativeAnnotation& annotation : function.derivatives) {
    const auto callee = translator_.context.names().callee(annotation.function);
    if (!callee || callee->kind != CalleeKind::function || callee->function.isExternal) continue;
    const std::size_t taken = componentsOf(callee->function, syntax::Causality::input).size();
    symbolic::DerivativeRule rule;
    std::vector<Value> arguments = instances_[at].inputs;
    for (std::uint32_t i = 0; i < inputs.size(); ++i) {
      // A first derivative that has a derivative again (order = 2) has those of the original's inputs among its own,
      // as the last of them: only these are differentiated.
      const bool isGivenAlready = annotation.order > 1 && i + taken < 2 * inputs.size();
      const bool isConstant = isGivenAlready || std::ranges::find(annotation.noDerivative, inputs[i]->name) !=
                                                    annotation.noDerivative.end();
      const bool isZero =
          std::ranges::find(annotation.zeroDerivative, inputs[i]->name) != annotation.zeroDerivative.end();
      for (const std::uint32_t argument :
           argumentsOf(translator_.context.model().functions[symbolic::index(instances_[at].id)],
                       translator_.context.symbols().text(inputs[i]->name))) {
        if (isConstant) rule.noDerivative.push_back(argument);
        if (isZero) rule.zeroDerivative.push_back(argument);
      }
      const bool isReal =
          !inputs[i]->type.function && (inputs[i]->type.scalar.type == Type::real || !inputs[i]->type.fields.empty());
      if (!isConstant && !isZero && isReal) arguments.push_back(instances_[at].inputs[i]);
    }
    if (taken != arguments.size()) continue;
    if (const auto derivative = instance(callee->function, arguments, Purpose::results, annotation.function.where())) {
      rule.function = instances_[*derivative].id;
      translator_.context.model().functions[symbolic::index(instances_[at].id)].derivatives.push_back(std::move(rule));
    }
  }
}

}  // namespace dashpot::model
