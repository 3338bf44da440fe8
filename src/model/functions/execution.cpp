#include "model/functions/execution.hpp"

#include "model/expressions/array_functions.hpp"
#include "model/expressions/translator.hpp"
#include "model/expressions/value_parts.hpp"
#include "model/functions/component_order.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace dashpot::model {

using symbolic::Op;
using syntax::ExpressionKind;
using syntax::Tree;

namespace {

// More is a loop or recursion without end.
constexpr std::size_t mostStatements = 500'000;
constexpr int deepestExecution = 200;

bool isColonSize(const ScopedExpression& size) { return (*size.tree)[size.expression].kind == ExpressionKind::colon; }

enum class Flow : std::uint8_t { onward, broke, returned, failed };

/// One call that is under way.
class ExecutedCall {
 public:
  ExecutedCall(Translator& translator, const FunctionClass& function, std::size_t& statements, SourceRange calledAt)
      : t_(translator), function_(function), statements_(statements), calledAt_(calledAt) {}

  std::optional<std::vector<Value>> run(std::vector<Value> arguments) {
    Frame frame{.pool = t_.context.modelFrame().pool};
    const TranslationContext::Within within(t_.context, frame);
    if (!bindInputs(std::move(arguments)) || !declareOthers()) return std::nullopt;
    for (const ScopedStatements& algorithm : function_.algorithms) {
      const Flow flow = list(*algorithm.tree, algorithm.statements, algorithm.scope);
      if (flow == Flow::failed) return std::nullopt;
      if (flow == Flow::returned) break;
    }
    std::vector<Value> results;
    for (const ComponentDescription& component : function_.components)
      if (component.causality == syntax::Causality::output) results.push_back(variable(component.name));
    return results;
  }

 private:
  // ------------------------------------------------------------------------------------------------------ variables

  std::deque<Local>& locals() { return t_.context.frame().locals; }
  Value& variable(Symbol name) { return std::ranges::find(locals(), name, &Local::name)->value; }
  std::string nameOf(const ComponentDescription& component) const {
    return std::string(t_.context.symbols().text(component.name));
  }

  bool bindInputs(std::vector<Value> arguments) {
    const auto inputs = inputsOf(function_);
    for (std::size_t i = 0; i < inputs.size(); ++i)
      locals().push_back({inputs[i]->name, std::move(arguments[i]), inputs[i]->home});
    for (const auto* input : inputs) {
      if (input->type.isObject || input->type.function) continue;
      const Value& given = variable(input->name);
      const auto declared = dimensionsOf(*input, &given);
      if (!declared) return false;
      if (*declared == given.dimensions) continue;
      t_.context.report("shape", calledAt_,
                        fmt::format("the input '{}' of '{}' must be an array [{}], but this is {}", nameOf(*input),
                                    function_.name, fmt::join(*declared, ", "), describe(t_.context.model(), given)));
      return false;
    }
    return true;
  }

  std::optional<Dimensions> dimensionsOf(const ComponentDescription& component, const Value* given) {
    Dimensions result;
    const std::string what = fmt::format("the size of '{}' in '{}'", nameOf(component), function_.name);
    for (const auto* list : {&component.dimensions, &component.type.dimensions})
      for (const ScopedExpression& size : *list) {
        if (isColonSize(size)) {
          result.push_back(given && result.size() < given->dimensions.size() ? given->dimensions[result.size()] : 0);
          continue;
        }
        const auto n = t_.evaluation.evaluateInteger(size, what);
        if (!n) return std::nullopt;
        result.push_back(std::max(0, *n));
      }
    return result;
  }

  bool declareOthers() {
    const ComponentOrder order = orderOf(function_.components);
    return order.circle.empty() && std::ranges::all_of(order.components, [&](const ComponentDescription* component) {
             return component->causality == syntax::Causality::input || declare(*component);
           });
  }

  bool declare(const ComponentDescription& component) {
    std::optional<Value> given;
    if (component.binding) {
      given = t_.expressions.translate(*component.binding);
      if (!given) return false;
    }
    const auto dimensions = dimensionsOf(component, given ? &*given : nullptr);
    if (!dimensions) return false;
    auto value = initial(component.type, *dimensions);
    if (!value) return false;
    const bool isOpen = !given && (std::ranges::any_of(component.dimensions, isColonSize) ||
                                   std::ranges::any_of(component.type.dimensions, isColonSize));
    if (isOpen) open_.push_back(component.name);
    locals().push_back({component.name, std::move(*value), component.home});
    return !given || assignWhole(variable(component.name), *given, isOpen, component.binding->where());
  }

  /// The value before anything is assigned: what a type says of its fields, else zeros.
  std::optional<Value> initial(const TypeDescription& type, const Dimensions& dimensions) {
    Value value{.type = type.scalar};
    if (!type.fields.empty()) {
      auto fields = std::make_shared<RecordFields>(RecordKind{.typeName = type.name, .operators = type.operators});
      const LocalsKept kept(t_.context.frame());
      for (const ComponentDescription& field : type.fields) {
        std::optional<Value> given = field.binding ? t_.expressions.translate(*field.binding) : std::nullopt;
        const auto sizes = dimensionsOf(field, given ? &*given : nullptr);
        if (!sizes) return std::nullopt;
        std::optional<Value> content = given && given->dimensions == *sizes ? given : initial(field.type, *sizes);
        if (!content) return std::nullopt;
        if (!content->record) content->type = field.type.scalar;
        locals().push_back({field.name, *content, field.home});
        fields->fields.emplace_back(field.name, std::move(*content));
      }
      value.record = std::move(fields);
    } else if (type.scalar.type == Type::string) {
      value.texts = {Message{{std::string()}}};
    } else {
      value.scalars = {literal(t_.context.pool(), type.scalar, type.scalar.type == Type::enumeration ? 1.0 : 0.0)};
    }
    return dimensions.empty() ? value : filledWith(value, dimensions);
  }

  std::optional<Value> filledWith(const Value& element, const Dimensions& dimensions) {
    std::vector<Value> arguments{element};
    for (const std::int32_t n : dimensions) arguments.push_back(number(t_.context.pool(), n, Type::integer));
    const ArrayCall call{t_.context.model(), t_.context.pool(),
                         [&](const Value& value) { return t_.evaluation.integerOf(value, calledAt_); }};
    OperatorResult result = callArrayFunction(call, "fill", arguments);
    if (!result.value) t_.context.typeError(calledAt_, result.problem);
    return result.value;
  }

  // ---------------------------------------------------------------------------------------------------- assignments

  /// With numbers in the place of expressions, where they are known.
  Value folded(Value value) {
    if (value.record) {
      auto fields = std::make_shared<RecordFields>(*value.record);
      for (auto& [name, content] : fields->fields) content = folded(std::move(content));
      value.record = std::move(fields);
    }
    for (Expr& e : value.scalars) {
      const Op op = t_.context.pool().op(e);
      if (op == Op::constant || op == Op::boolean) continue;
      if (const auto known = t_.evaluation.constantValue(e)) e = literal(t_.context.pool(), value.type, *known);
    }
    for (Message& text : value.texts)
      for (auto& piece : text.pieces) {
        const auto* shown = std::get_if<Shown>(&piece);
        const auto known = shown ? t_.evaluation.constantValue(shown->value) : std::nullopt;
        if (known) piece = written(shown->format, *known);
      }
    return value;
  }

  std::optional<Value> translated(const ScopedExpression& at) {
    auto value = t_.expressions.translate(at);
    return value ? std::optional(folded(std::move(*value))) : std::nullopt;
  }

  bool assignWhole(Value& target, Value value, bool isOpen, SourceRange where) {
    Demand demand{.what = "what is assigned"};
    if (!target.record) demand.type = target.type;
    if (!isOpen) demand.dimensions = target.dimensions;
    if (target.isRecord() != value.isRecord() || target.dimensions.size() != value.dimensions.size()) {
      t_.context.report("type", where,
                        fmt::format("{} cannot be assigned to {}", describe(t_.context.model(), value),
                                    describe(t_.context.model(), target)));
      return false;
    }
    auto converted = convert(t_.context, folded(std::move(value)), demand, where);
    if (!converted) return false;
    auto arranged = arrangedLike(*converted, target);
    if (!arranged) {
      t_.context.report("type", where,
                        fmt::format("{} cannot be assigned to {}", describe(t_.context.model(), *converted),
                                    describe(t_.context.model(), target)));
      return false;
    }
    target = std::move(*arranged);
    return true;
  }

  bool assignTo(const ScopedExpression& left, const Value& value, SourceRange where) {
    const syntax::Expression& node = (*left.tree)[left.expression];
    const Symbol name = (*left.tree)[left.tree->at(node.parts, 0)].name;
    Local* local = t_.context.local(name, left.scope);
    if (node.kind != ExpressionKind::reference || !local) {
      t_.context.report("type", where, "only a variable can be assigned");
      return false;
    }
    const bool isPlain = node.parts.count == 1 && (*left.tree)[left.tree->at(node.parts, 0)].subscripts.empty();
    if (isPlain) return assignWhole(local->value, value, std::ranges::find(open_, name) != open_.end(), where);
    return assignPart(local->value, left, 0, {}, folded(value), where);
  }

  /// x[i].y[k] := value: `chosen` are the positions that the parts before have in all dimensions of `target`.
  bool assignPart(Value& target, const ScopedExpression& left, std::size_t i, std::vector<Subscript> chosen,
                  const Value& value, SourceRange where) {
    const syntax::Expression& node = (*left.tree)[left.expression];
    const syntax::Part& part = (*left.tree)[left.tree->at(node.parts, i)];
    const Dimensions own(target.dimensions.begin() + static_cast<std::ptrdiff_t>(chosen.size()),
                         target.dimensions.end());
    if (!part.subscripts.empty()) {
      const auto subscripts = t_.references.subscripts(left, part, {own, {}, true});
      if (!subscripts) return false;
      for (const Subscript& subscript : *subscripts) {
        if (subscript.dynamic != Expr::none) {
          t_.context.unsupported(where, "a subscript that is known only when the model runs, in a function like this,");
          return false;
        }
        chosen.push_back(subscript);
      }
    }
    while (chosen.size() < target.dimensions.size()) chosen.push_back(wholeDimension(target.dimensions[chosen.size()]));
    if (i + 1 == node.parts.count) {
      if (place(target, chosen, value)) return true;
      t_.context.report("type", where, fmt::format("{} cannot be assigned here", describe(t_.context.model(), value)));
      return false;
    }
    const Symbol next = (*left.tree)[left.tree->at(node.parts, i + 1)].name;
    if (!target.record || !field(target, next)) {
      t_.context.report("unknown-name", where,
                        fmt::format("'{}' is not a component of {}", t_.context.symbols().text(next),
                                    describe(t_.context.model(), target)));
      return false;
    }
    auto fields = std::make_shared<RecordFields>(*target.record);
    const auto content = std::ranges::find(fields->fields, next, &std::pair<Symbol, Value>::first);
    const bool sound = assignPart(content->second, left, i + 1, std::move(chosen), value, where);
    target.record = std::move(fields);
    return sound;
  }

  /// Puts elements at the chosen positions. False: they do not fit.
  bool place(Value& target, const std::vector<Subscript>& chosen, const Value& value) {
    if (target.isRecord() != value.isRecord()) return false;
    if (target.record) {
      auto fields = std::make_shared<RecordFields>(*target.record);
      for (auto& [name, content] : fields->fields) {
        const Value* given = field(value, name);
        std::vector<Subscript> whole = chosen;
        while (whole.size() < content.dimensions.size())
          whole.push_back(wholeDimension(content.dimensions[whole.size()]));
        if (!given || !place(content, whole, *given)) return false;
      }
      target.record = std::move(fields);
      return true;
    }
    const bool fitsType =
        value.type == target.type || (target.type.type == Type::real && value.type.type == Type::integer);
    std::size_t n = 1;
    for (const Subscript& subscript : chosen) n *= subscript.positions.size();
    if (!fitsType || count(value.dimensions) != n) return false;
    std::vector<std::size_t> at(chosen.size(), 0);
    for (std::size_t k = 0; k < n; ++k) {
      std::size_t offset = 0;
      for (std::size_t d = 0; d < chosen.size(); ++d)
        offset = offset * static_cast<std::size_t>(target.dimensions[d]) +
                 static_cast<std::size_t>(chosen[d].positions[at[d]] - 1);
      if (target.isString())
        target.texts[offset] = value.texts[k];
      else
        target.scalars[offset] = value.scalars[k];
      for (std::size_t d = chosen.size(); d-- > 0;) {
        if (++at[d] < chosen[d].positions.size()) break;
        at[d] = 0;
      }
    }
    return true;
  }

  // ----------------------------------------------------------------------------------------------------- statements

  Flow list(const Tree& tree, syntax::List<syntax::StatementId> ids, const Scope& scope) {
    for (const syntax::StatementId id : tree.items(ids)) {
      const Flow flow = one(tree, tree[id], scope);
      if (flow != Flow::onward) return flow;
    }
    return Flow::onward;
  }

  static Flow done(bool sound) { return sound ? Flow::onward : Flow::failed; }

  Flow one(const Tree& tree, const syntax::Statement& statement, const Scope& scope) {
    const SourceRange where = tree.range(statement.span);
    if (++statements_ > mostStatements) {
      t_.context.report("recursion", calledAt_,
                        fmt::format("'{}' does not end within {} statements", function_.name, mostStatements));
      return Flow::failed;
    }
    switch (statement.kind) {
      case syntax::StatementKind::assignment: return done(assignment(tree, statement, scope));
      case syntax::StatementKind::call: return call(tree, statement, scope);
      case syntax::StatementKind::conditional: return branches(tree, statement, scope, 0);
      case syntax::StatementKind::loop: return loops(tree, statement, scope, 0);
      case syntax::StatementKind::whileLoop: return whileLoop(tree, statement, scope);
      case syntax::StatementKind::breakLoop: return Flow::broke;
      case syntax::StatementKind::returnCall: return Flow::returned;
      default: t_.context.report("type", where, "a when-statement cannot stand in a function"); return Flow::failed;
    }
  }

  bool assignment(const Tree& tree, const syntax::Statement& statement, const Scope& scope) {
    const ScopedExpression left{&tree, tree.at(statement.expressions, 0), scope};
    const ScopedExpression right{&tree, tree.at(statement.expressions, 1), scope};
    const SourceRange where = tree.range(statement.span);
    if (tree[left.expression].kind != ExpressionKind::tuple) {
      const auto value = translated(right);
      return value && assignTo(left, *value, where);
    }
    const syntax::Expression& targets = tree[left.expression];
    const auto results = t_.calls.resultsFor(left, right);
    if (!results) return false;
    for (std::size_t i = 0; i < targets.operands.count; ++i) {
      const ScopedExpression target = operand(left, i);
      if (tree[target.expression].kind == ExpressionKind::omitted) continue;
      if (!assignTo(target, (*results)[i], where)) return false;
    }
    return true;
  }

  std::optional<bool> decided(const ScopedExpression& at) {
    const auto test = t_.expressions.condition(at);
    if (!test) return std::nullopt;
    if (const auto known = t_.evaluation.constantValue(*test)) return *known != 0.0;
    t_.context.unsupported(at.where(),
                           fmt::format("a choice in '{}' that is known only when the model runs", function_.name));
    return std::nullopt;
  }

  Flow branches(const Tree& tree, const syntax::Statement& statement, const Scope& scope, std::size_t first) {
    if (first >= statement.branches.count) return Flow::onward;
    const syntax::Branch& branch = tree[tree.at(statement.branches, first)];
    if (branch.condition == syntax::ExpressionId::none) return list(tree, branch.body, scope);
    const ScopedExpression at{&tree, branch.condition, scope};
    const auto test = t_.expressions.condition(at);
    if (!test) return Flow::failed;
    if (const auto known = t_.evaluation.constantValue(*test))
      return *known != 0.0 ? list(tree, branch.body, scope) : branches(tree, statement, scope, first + 1);
    return bothWays(at, *test, tree, statement, scope, first);
  }

  /// A choice that is made when the model runs: both ways are gone, and what differs is chosen then.
  Flow bothWays(const ScopedExpression& at, Expr test, const Tree& tree, const syntax::Statement& statement,
                const Scope& scope, std::size_t first) {
    const std::deque<Local> before = locals();
    const std::size_t effects = t_.context.effects().size();
    const Flow taken = list(tree, tree[tree.at(statement.branches, first)].body, scope);
    const std::deque<Local> then = std::exchange(locals(), before);
    const Flow other = taken == Flow::onward ? branches(tree, statement, scope, first + 1) : Flow::failed;
    if (taken == Flow::failed || other == Flow::failed) return Flow::failed;
    if (other != Flow::onward || t_.context.effects().size() != effects) {
      t_.context.unsupported(at.where(),
                             fmt::format("a choice in '{}' that is known only when the model runs", function_.name));
      return Flow::failed;
    }
    for (std::size_t i = 0; i < locals().size(); ++i) {
      auto chosen = t_.expressions.choose(at, test, then[i].value, locals()[i].value);
      if (!chosen) return Flow::failed;
      locals()[i].value = std::move(*chosen);
    }
    return Flow::onward;
  }

  Flow loops(const Tree& tree, const syntax::Statement& statement, const Scope& scope, std::size_t iterator) {
    const auto body = tree[tree.at(statement.branches, 0)].body;
    if (iterator == statement.iterators.count) return list(tree, body, scope);
    const syntax::Iterator& it = tree[tree.at(statement.iterators, iterator)];
    const auto values =
        t_.iterators.values({.tree = &tree, .iterator = &it, .scope = scope, .body = body, .mayVary = true});
    if (!values) return Flow::failed;
    for (const Value& value : *values) {
      t_.context.bind(it.name, value, scope);
      const Flow flow = loops(tree, statement, scope, iterator + 1);
      t_.context.unbind();
      if (flow == Flow::broke) return iterator == 0 ? Flow::onward : Flow::broke;
      if (flow != Flow::onward) return flow;
    }
    return Flow::onward;
  }

  Flow whileLoop(const Tree& tree, const syntax::Statement& statement, const Scope& scope) {
    const syntax::Branch& branch = tree[tree.at(statement.branches, 0)];
    while (true) {
      const auto goesOn = decided({&tree, branch.condition, scope});
      if (!goesOn) return Flow::failed;
      if (!*goesOn) return Flow::onward;
      const Flow flow = list(tree, branch.body, scope);
      if (flow == Flow::broke) return Flow::onward;
      if (flow != Flow::onward) return flow;
    }
  }

  Flow call(const Tree& tree, const syntax::Statement& statement, const Scope& scope) {
    const SourceRange where = tree.range(statement.span);
    const auto call =
        t_.statementCalls.read({&tree, tree.at(statement.expressions, 0), scope}, StatementPlace::function, where);
    if (!call) return Flow::failed;
    if (call->kind == StatementCallKind::assertion) {
      const auto holds = decided(call->condition);
      if (!holds) return Flow::failed;
      return *holds || call->isWarning ? Flow::onward : failure(call->message);
    }
    if (call->kind == StatementCallKind::failure) return failure(call->message);
    return done(t_.calls.performed(call->call).has_value());
  }

  /// The function says itself that it cannot go on.
  Flow failure(const ScopedExpression& message) {
    const auto text = t_.evaluation.evaluateString(message, "a message");
    if (text) t_.context.report("assertion", calledAt_, fmt::format("'{}' fails: {}", function_.name, *text));
    return Flow::failed;
  }

  Translator& t_;
  const FunctionClass& function_;
  std::size_t& statements_;
  SourceRange calledAt_;
  std::vector<Symbol> open_;  // variables whose size is decided by what is assigned to them
};

}  // namespace

/// A value of the caller as one of the model's: with numbers for parameters, which become structural.
std::optional<Value> Execution::brought(Value value, SourceRange where) {
  if (value.record) {
    auto fields = std::make_shared<RecordFields>(*value.record);
    for (auto& [name, content] : fields->fields) {
      auto inner = brought(std::move(content), where);
      if (!inner) return std::nullopt;
      content = std::move(*inner);
    }
    value.record = std::move(fields);
  }
  Pool& pool = *t_.context.modelFrame().pool;
  const bool isModel = t_.context.frame().pool == &pool;
  for (Expr& e : value.scalars) {
    auto known = t_.evaluation.constantValue(e);
    if (!known && isModel && value.variability <= Variability::parameter)
      known = t_.evaluation.structuralValue(e, where);
    if (known)
      e = literal(pool, value.type, *known);
    else if (!isModel)
      return std::nullopt;
  }
  for (Message& text : value.texts)
    if (const auto known = isModel ? t_.evaluation.knownText(text, where) : std::nullopt) text = Message{{*known}};
  return !isModel && hasVaryingText(value) ? std::nullopt : std::optional(std::move(value));
}

/// A result as a value of the caller.
std::optional<Value> Execution::taken(Value value, const FunctionClass& function, SourceRange where) {
  if (value.record) {
    auto fields = std::make_shared<RecordFields>(*value.record);
    for (auto& [name, content] : fields->fields) {
      auto inner = taken(std::move(content), function, where);
      if (!inner) return std::nullopt;
      content = std::move(*inner);
    }
    value.record = std::move(fields);
  }
  const Pool& pool = *t_.context.modelFrame().pool;
  const bool isModel = t_.context.frame().pool == &pool;
  for (Expr& e : value.scalars) {
    if (isModel) continue;
    const bool isKnown = pool.op(e) == Op::constant || pool.op(e) == Op::boolean;
    if (!isKnown) return std::nullopt;
    e = literal(t_.context.pool(), value.type, pool.op(e) == Op::boolean ? pool[e].a : pool.value(e));
  }
  return value;
}

std::optional<std::vector<Value>> Execution::call(const FunctionClass& function, std::vector<Value> arguments,
                                                  SourceRange where) {
  if (depth_ >= deepestExecution)
    return t_.context.report("recursion", where, fmt::format("'{}' calls itself without end", function.name));
  if (depth_ == 0) statements_ = 0;
  Variability variability = Variability::constant;
  for (Value& argument : arguments) {
    variability = std::max(variability, argument.variability);
    auto known = brought(std::move(argument), where);
    if (!known) return t_.context.unsupported(where, fmt::format("calling '{}' with what varies", function.name));
    argument = std::move(*known);
  }
  ++depth_;
  const std::size_t effects = t_.context.effects().size();
  auto results = ExecutedCall(t_, function, statements_, where).run(std::move(arguments));
  --depth_;
  if (!results) {  // what it has done so far is not done
    t_.context.effects().resize(std::min(effects, t_.context.effects().size()));
    return std::nullopt;
  }
  for (Value& result : *results) {
    auto own = taken(std::move(result), function, where);
    if (!own) return t_.context.unsupported(where, fmt::format("calling '{}' with what varies", function.name));
    result = std::move(*own);
    const bool isKnown = t_.evaluation.isKnown(result) && !hasVaryingText(result);
    result.variability = isKnown ? Variability::constant : variability;
  }
  return results;
}

}  // namespace dashpot::model
