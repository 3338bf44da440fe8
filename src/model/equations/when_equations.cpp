#include "model/equations/equation_sections.hpp"
#include "model/expressions/translator.hpp"
#include "symbolic/build.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

namespace {

using syntax::ExpressionId;
using syntax::ExpressionKind;
using syntax::StatementKind;
using syntax::Tree;

}  // namespace

void EquationSections::when(const Context& context, const syntax::Statement& statement) {
  const Tree& tree = *context.tree;
  const SourceRange where = tree.range(statement.span);
  if (context.isInitial || context.isConditional) {
    diagnostics_.error("when", where,
                       context.isInitial ? "a when-clause is not allowed in an initial equation section"
                                         : "a when-clause is not allowed under a condition that changes in time");
    return;
  }
  WhenClause clause{.origin = {instances_.tree[context.scope.instance].path, where}};
  const std::size_t errors = diagnostics_.errorCount();
  for (const syntax::BranchId id : tree.items(statement.branches)) {
    WhenBranch branch;
    const ScopedExpression condition{&tree, tree[id].condition, context.scope};
    auto value = translator_.expressions.translate(condition);
    if (value && translator_.clocked.isClock(*value)) return clockedWhen(context, statement, *value);
    if (value)
      value = convert(translator_.context, std::move(*value),
                      {.what = "the condition of a when-clause", .type = ScalarType{Type::boolean}}, condition.where());
    if (value && value->dimensions.size() > 1)
      diagnostics_.error("shape", condition.where(), "the condition of a when-clause must be a scalar or a vector");
    if (value && value->variability == Variability::continuous)
      diagnostics_.error("when", condition.where(), "the condition of a when-clause must change at events only");
    if (value) branch.conditions = value->scalars;
    const bool outer = translator_.context.insideWhen(true);
    auto outside = translator_.context.performedWhen([&] { return activityOf(branch.conditions); });
    branchActions(context, tree[id].body, branch.actions);
    translator_.context.performedWhen(std::move(outside));
    translator_.context.insideWhen(outer);
    clause.branches.push_back(std::move(branch));
  }
  if (diagnostics_.errorCount() > errors) return;
  requireSameTargets(clause);
  model_.whenClauses.push_back(std::move(clause));
}

TranslationContext::Activity EquationSections::activityOf(const std::vector<Expr>& conditions) {
  symbolic::Walker walker(model_.pool);
  TranslationContext::Activity result{.condition = model_.pool.boolean(false), .isImpulse = true};
  for (const Expr condition : conditions) {
    result.condition = symbolic::build(model_.pool, symbolic::Op::logicalOr, result.condition, condition);
    result.isImpulse = result.isImpulse && (!walker.leaves(condition, symbolic::Op::sample).empty() ||
                                            model_.pool.op(condition) == symbolic::Op::initial);
  }
  return result;
}

/// when clock then ... end when: equations that hold at its ticks (Modelica 3.6, section 16.6).
void EquationSections::clockedWhen(const Context& context, const syntax::Statement& statement, const Value& clock) {
  const Tree& tree = *context.tree;
  const SourceRange where = tree.range(statement.span);
  if (statement.branches.count != 1 || !clock.isScalar() || model_.pool.op(clock.scalar()) != symbolic::Op::variable) {
    diagnostics_.error("clock", where, "a when-clause of a clock has one clock and no elsewhen");
    return;
  }
  const std::size_t first = model_.equations.size();
  statements(context, tree[tree.at(statement.branches, 0)].body);
  translator_.clocked.addWhen({.clock = model_.pool.variable(clock.scalar()),
                               .first = first,
                               .count = model_.equations.size() - first,
                               .where = where});
}

void EquationSections::requireSameTargets(const WhenClause& clause) {
  const auto targetsOf = [](const WhenBranch& branch) {
    std::vector<VariableId> targets;
    for (const Action& action : branch.actions)
      if (action.kind == ActionKind::assign) targets.push_back(action.target);
    std::ranges::sort(targets);
    return targets;
  };
  const auto first = targetsOf(clause.branches.front());
  for (std::size_t i = 1; i < first.size(); ++i)
    if (first[i] == first[i - 1]) {
      diagnostics_.error("when", clause.origin.where,
                         fmt::format("this when-clause assigns '{}' twice", model_.nameOf(first[i])));
      return;
    }
  for (const WhenBranch& branch : clause.branches) {
    const auto others = targetsOf(branch);
    if (others == first) continue;
    std::vector<VariableId> differ;
    std::ranges::set_symmetric_difference(first, others, std::back_inserter(differ));
    diagnostics_.error("when", clause.origin.where,
                       fmt::format("'{}' is assigned in one branch of this when-clause, but not in every one",
                                   model_.nameOf(differ.front())));
    return;
  }
}

/// With what functions do that are called there.
void EquationSections::branchActions(const Context& context, StatementList list, std::vector<Action>& out) {
  std::vector<Action> effects;
  {
    const TranslationContext::Collecting collecting(translator_.context, effects);
    actions(context, list, out);
  }
  for (Action& effect : effects) {
    effect.origin.component = instances_.tree[context.scope.instance].path;
    out.push_back(std::move(effect));
  }
}

void EquationSections::actions(const Context& context, StatementList list, std::vector<Action>& out) {
  const Tree& tree = *context.tree;
  for (const syntax::StatementId id : tree.items(list)) {
    const syntax::Statement& statement = tree[id];
    switch (statement.kind) {
      case StatementKind::equality: assign(context, statement, out); break;
      case StatementKind::conditional: conditionalActions(context, statement, out); break;
      case StatementKind::call: callAction(context, statement, out); break;
      case StatementKind::loop:
        loop(context, statement, 0, [&](const syntax::Branch& branch) { actions(context, branch.body, out); });
        break;
      default:
        diagnostics_.error("when", tree.range(statement.span),
                           statement.kind == StatementKind::when ? "a when-clause cannot contain another one"
                                                                 : "connect is not allowed in a when-clause");
    }
  }
}

void EquationSections::assign(const Context& context, const syntax::Statement& statement, std::vector<Action>& out) {
  const Tree& tree = *context.tree;
  const ExpressionId left = tree.at(statement.expressions, 0);
  const ScopedExpression right{&tree, tree.at(statement.expressions, 1), context.scope};
  const SourceRange where = tree.range(statement.span);
  if (tree[left].kind != ExpressionKind::tuple) {
    if (const auto value = translator_.expressions.translate(right))
      assignValue(context, {&tree, left, context.scope}, *value, where, out);
    return;
  }
  const auto results = translator_.calls.results(right, tree[left].operands.count);
  if (!results) return;
  if (results->size() < tree[left].operands.count) {
    diagnostics_.error(
        "tuple", where,
        fmt::format("{} results are taken, but the function has {}", tree[left].operands.count, results->size()));
    return;
  }
  for (std::size_t i = 0; i < tree[left].operands.count; ++i) {
    const ExpressionId item = tree.at(tree[left].operands, i);
    if (tree[item].kind != ExpressionKind::omitted)
      assignValue(context, {&tree, item, context.scope}, (*results)[i], where, out);
  }
}

void EquationSections::assignValue(const Context& context, const ScopedExpression& target, const Value& value,
                                   SourceRange where, std::vector<Action>& out) {
  if ((*target.tree)[target.expression].kind != ExpressionKind::reference) {
    diagnostics_.error("when", target.where(), "an equation in a when-clause must have a variable on its left side");
    return;
  }
  const auto left = translator_.expressions.translate(target);
  if (!left) return;
  Context collecting = context;
  std::vector<Equation> equations;
  collecting.equations = &equations;
  collecting.isInWhen = true;
  equate(collecting, *left, value, where);
  for (const Equation& equation : equations) {
    if (model_.pool.op(equation.left) != symbolic::Op::variable ||
        model_[model_.pool.variable(equation.left)].variability <= Variability::parameter) {
      diagnostics_.error("when", target.where(), "an equation in a when-clause must have a variable on its left side");
      return;
    }
    const VariableId assigned = model_.pool.variable(equation.left);
    const InstanceId owner = instances_.tree.owner(instances_.leaves.leafOf(assigned));
    if (owner != context.scope.instance && instances_.tree.reportOnce(target.where(), "when"))
      diagnostics_
          .error(
              "when", target.where(),
              fmt::format("'{}' belongs to the component '{}': a when-clause assigns variables of its own model only",
                          model_.nameOf(assigned), instances_.tree.name(owner)))
          .note(fmt::format("it is declared at {}", sources_.describeLine(model_[assigned].origin.where)));
    out.push_back({.kind = ActionKind::assign, .target = assigned, .value = equation.right, .origin = equation.origin});
  }
}

/// if c then x = a; end if  inside a when-clause assigns  if c then a else pre(x).
void EquationSections::conditionalActions(const Context& context, const syntax::Statement& statement,
                                          std::vector<Action>& out) {
  const Tree& tree = *context.tree;
  std::vector<Expr> conditions;
  std::vector<std::vector<Action>> branches;
  for (const syntax::BranchId id : tree.items(statement.branches)) {
    const std::size_t before = conditions.size();
    if (tree[id].condition != ExpressionId::none) {
      const auto condition = translator_.expressions.condition({&tree, tree[id].condition, context.scope});
      if (!condition) return;
      conditions.push_back(*condition);
    }
    std::vector<Action> inner;
    const auto around = translator_.context.performedWhen({});
    translator_.context.performedWhen([&] {
      auto activity = around ? around() : TranslationContext::Activity{};
      const auto require = [&](Expr condition) {
        activity.given = activity.given == Expr::none
                             ? condition
                             : symbolic::build(model_.pool, symbolic::Op::logicalAnd, activity.given, condition);
      };
      for (std::size_t k = 0; k < before; ++k)
        require(symbolic::build(model_.pool, symbolic::Op::logicalNot, conditions[k]));
      if (before < conditions.size()) require(conditions.back());
      return activity;
    });
    branchActions(context, tree[id].body, inner);
    translator_.context.performedWhen(around);
    branches.push_back(std::move(inner));
  }
  if (branches.size() == conditions.size()) branches.emplace_back();
  // The value if no branch gives one: the variable keeps its own, a condition is met.
  const auto otherwise = [&](const Action& action) {
    switch (action.kind) {
      case ActionKind::assign: return model_.pool.pre(action.target);
      case ActionKind::reinit: return model_.pool.variable(action.target);
      case ActionKind::print: return model_.pool.boolean(false);
      default: return model_.pool.boolean(true);
    }
  };
  for (std::size_t b = 0; b < branches.size(); ++b)
    for (Action& action : branches[b]) {
      const auto same = [&](const Action& other) {
        return action.target != VariableId::none && other.kind == action.kind && other.target == action.target;
      };
      if (std::ranges::any_of(branches.begin(), branches.begin() + static_cast<std::ptrdiff_t>(b),
                              [&](const auto& earlier) { return std::ranges::any_of(earlier, same); }))
        continue;  // done with the first branch that names it
      if (action.kind == ActionKind::terminate)
        return unsupported(action.origin.where, "'terminate' under a condition inside a when-clause");
      const auto valueIn = [&](std::size_t k) {
        if (k == b) return action.value;
        const auto found = std::ranges::find_if(branches[k], same);
        return found == branches[k].end() ? otherwise(action) : found->value;
      };
      const auto choice = [&](Expr condition, Expr value, Expr other) {
        const bool isCondition = value == model_.pool.boolean(true) && other == model_.pool.boolean(false);
        return isCondition ? condition : symbolic::conditional(model_.pool, condition, value, other);
      };
      Action combined = action;
      combined.value = valueIn(branches.size() - 1);
      for (std::size_t k = branches.size() - 1; k-- > 0;)
        combined.value = choice(conditions[k], valueIn(k), combined.value);
      out.push_back(std::move(combined));
    }
}

void EquationSections::callAction(const Context& context, const syntax::Statement& statement,
                                  std::vector<Action>& out) {
  const Tree& tree = *context.tree;
  const SourceRange where = tree.range(statement.span);
  const Origin origin{instances_.tree[context.scope.instance].path, where};
  const auto call = translator_.statementCalls.read({&tree, tree.at(statement.expressions, 0), context.scope},
                                                    StatementPlace::whenEquation, where);
  if (!call) return;
  switch (call->kind) {
    case StatementCallKind::termination:
      if (auto message = translator_.expressions.message(call->message))
        out.push_back({.kind = ActionKind::terminate, .message = std::move(*message), .origin = origin});
      return;
    case StatementCallKind::assertion: {
      const auto holds = translator_.expressions.condition(call->condition);
      auto message = translator_.expressions.message(call->message);
      if (holds && message)
        out.push_back({.kind = ActionKind::assertion,
                       .value = *holds,
                       .message = std::move(*message),
                       .isWarning = call->isWarning,
                       .origin = origin});
      return;
    }
    case StatementCallKind::reinitialisation: return reinitialise(*call, origin, out);
    default: {
      const auto done = translator_.calls.performed(call->call);
      if (done && *done != Expr::none) out.push_back({.kind = ActionKind::assertion, .value = *done, .origin = origin});
    }
  }
}

void EquationSections::reinitialise(const StatementCall& call, const Origin& origin, std::vector<Action>& out) {
  const auto state = translator_.expressions.translate(call.state);
  if (!state) return;
  const auto value = translator_.expressions.translate(call.value, {.what = "the new value",
                                                                    .type = ScalarType{Type::real},
                                                                    .dimensions = state->dimensions,
                                                                    .fillFromScalar = false});
  if (!value) return;
  for (std::size_t i = 0; i < state->scalars.size(); ++i) {
    const Expr e = state->scalars[i];
    if (model_.pool.op(e) != symbolic::Op::variable || state->type.type != Type::real ||
        model_[model_.pool.variable(e)].variability != Variability::continuous) {
      diagnostics_.error("when", call.state.where(), "reinit needs a continuous variable");
      return;
    }
    out.push_back(
        {.kind = ActionKind::reinit, .target = model_.pool.variable(e), .value = value->scalars[i], .origin = origin});
  }
}

}  // namespace dashpot::model
