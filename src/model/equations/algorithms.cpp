#include "model/equations/algorithms.hpp"

#include "model/equations/loop_procedures.hpp"
#include "model/expressions/translator.hpp"
#include "model/expressions/value_parts.hpp"
#include "model/expressions/varying_texts.hpp"
#include "symbolic/build.hpp"
#include "symbolic/substitute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>

namespace dashpot::model {

using symbolic::Op;
using syntax::ExpressionKind;
using syntax::StatementKind;
using syntax::Tree;

namespace {

// A loop that runs longer would make a model nobody wants to wait for.
constexpr std::size_t whileLimit = 10'000;
// The numbers of flags are beyond those of variables.
constexpr std::uint32_t firstFlag = 0xf0000000;

class AlgorithmSection {
 public:
  AlgorithmSection(Translator& translator, bool initial, const Origin& origin)
      : t_(translator), model_(translator.context.model()), isInitial_(initial), origin_(origin) {}

  void run(const ScopedStatements& all) {
    const TranslationContext::Collecting collecting(t_.context, effects_);
    if (!list(*all.tree, all.statements, all.scope)) return;
    takeEffects(true);
    // An assigned variable that is still a plain reference was read before it was assigned.
    symbolic::Substitution before(model_.pool);
    for (const VariableId id : order_) before.replace(model_.pool.variable(id), valueBefore(id));
    auto& equations = isInitial_ ? model_.initialEquations : model_.equations;
    for (const VariableId id : order_) {
      if (addToWhenClause(id, before)) continue;
      equations.push_back({.left = model_.pool.variable(id),
                           .right = before(now_.at(id)),
                           .kind = EquationKind::written,
                           .origin = {origin_.component, assignedAt_.at(id)}});
    }
    for (auto& [triggers, clause] : assignments_) model_.whenClauses.push_back(std::move(clause));
    for (const WhenCondition& condition : conditions_)
      equations.push_back({.left = model_.pool.variable(condition.variable),
                           .right = before(condition.value),
                           .kind = EquationKind::written,
                           .origin = {origin_.component, condition.where}});
    for (Assertion& assertion : assertions_) {
      assertion.condition = before(assertion.condition);
      model_.assertions.push_back(std::move(assertion));
    }
    for (WhenClause& clause : clauses_) {
      for (WhenBranch& branch : clause.branches) {
        for (Expr& condition : branch.conditions) condition = before(condition);
        for (Action& action : branch.actions) {
          if (action.value != Expr::none) action.value = before(action.value);
          for (auto& piece : action.message.pieces)
            if (auto* shown = std::get_if<Shown>(&piece)) shown->value = before(shown->value);
        }
      }
      model_.whenClauses.push_back(std::move(clause));
    }
  }

 private:
  using Values = std::unordered_map<VariableId, Expr>;
  struct WhenCondition {
    VariableId variable = VariableId::none;
    Expr value = Expr::none;
    SourceRange where = {};
  };

  /// The conditions of a when-branch: it is executed when one of them becomes true.
  struct Trigger {
    std::vector<Expr> conditions;
    SourceRange where = {};
  };

  Expr valueBefore(VariableId id) {
    const Variable& variable = model_[id];
    if (variable.variability == Variability::discrete) return model_.pool.pre(id);
    const Expr start = variable.attributes.start;
    if (start != Expr::none) return start;
    return variable.type == Type::boolean ? model_.pool.boolean(false) : model_.pool.constant(0.0);
  }

  /// A variable whose value is a chain of when-branches, and else what it was: as one target of a when-clause.
  /// Variables with the same branches share a clause. False: its value has another form.
  bool addToWhenClause(VariableId id, symbolic::Substitution& before) {
    std::vector<Expr> triggers, values;
    Expr rest = now_.at(id);
    for (; model_.pool.op(rest) == Op::conditional; rest = model_.pool.operands(rest)[2]) {
      const auto [trigger, value, otherwise] = model_.pool.operands(rest);
      if (!triggers_.contains(trigger)) return false;
      triggers.push_back(trigger);
      values.push_back(value);
    }
    if (triggers.empty() || rest != model_.pool.variable(id)) return false;
    auto found = std::ranges::find(assignments_, triggers, &std::pair<std::vector<Expr>, WhenClause>::first);
    if (found == assignments_.end()) {
      WhenClause clause{.origin = {origin_.component, triggers_.at(triggers.front()).where}};
      for (const Expr trigger : triggers) {
        WhenBranch& branch = clause.branches.emplace_back();
        for (const Expr condition : triggers_.at(trigger).conditions) branch.conditions.push_back(before(condition));
      }
      found = assignments_.insert(assignments_.end(), {triggers, std::move(clause)});
    }
    for (std::size_t i = 0; i < values.size(); ++i)
      found->second.branches[i].actions.push_back({.kind = ActionKind::assign,
                                                   .target = id,
                                                   .value = before(values[i]),
                                                   .origin = {origin_.component, assignedAt_.at(id)}});
    return true;
  }

  /// The expression with the values that variables have at this point.
  Expr atThisPoint(Expr e) {
    symbolic::Walker walker(model_.pool);
    symbolic::Substitution substitution(model_.pool);
    bool any = false;
    for (const Expr leaf : walker.leaves(e, Op::variable))
      if (const auto found = now_.find(model_.pool.variable(leaf)); found != now_.end()) {
        substitution.replace(leaf, found->second);
        any = true;
      }
    return any ? substitution(e) : e;
  }

  std::optional<Expr> condition(const ScopedExpression& at) {
    const auto value = t_.expressions.condition(at);
    return value ? std::optional(atThisPoint(*value)) : std::nullopt;
  }

  bool list(const Tree& tree, syntax::List<syntax::StatementId> ids, const Scope& scope) {
    bool sound = true;
    for (const syntax::StatementId id : tree.items(ids)) {
      const Expr hasLeft = leftLoop();
      if (isTrue(hasLeft)) break;
      const bool mayHaveLeft = model_.pool.op(hasLeft) != Op::boolean;
      sound = (mayHaveLeft ? unlessLeft(hasLeft, tree, tree[id], scope) : one(tree, tree[id], scope)) && sound;
    }
    return sound;
  }

  bool isTrue(Expr e) const { return model_.pool.op(e) == Op::boolean && model_.pool[e].a != 0; }

  /// True where break has left the innermost loop.
  Expr leftLoop() { return loops_.empty() ? model_.pool.boolean(false) : now_.at(loops_.back()); }

  /// A statement that is executed only if break has not left the loop before.
  bool unlessLeft(Expr hasLeft, const Tree& tree, const syntax::Statement& statement, const Scope& scope) {
    Pool& p = model_.pool;
    const Values before = now_;
    const Expr isHere = symbolic::build(p, Op::logicalNot, hasLeft);
    const Expr outerPath = std::exchange(path_, both(path_, isHere));
    now_[loops_.back()] = p.boolean(false);
    const bool sound = one(tree, statement, scope);
    path_ = outerPath;
    const Values then = std::exchange(now_, before);
    merge(isHere, then, before);
    const Expr leaves = then.at(loops_.back());
    now_[loops_.back()] =
        p.op(leaves) == Op::boolean && p[leaves].a == 0 ? hasLeft : symbolic::build(p, Op::logicalOr, hasLeft, leaves);
    return sound;
  }

  bool one(const Tree& tree, const syntax::Statement& statement, const Scope& scope) {
    const bool sound = executed(tree, statement, scope);
    if (sound) takeEffects();
    return sound;
  }

  bool executed(const Tree& tree, const syntax::Statement& statement, const Scope& scope) {
    const SourceRange where = tree.range(statement.span);
    switch (statement.kind) {
      case StatementKind::assignment: return assignment(tree, statement, scope);
      case StatementKind::conditional: return inside([&] { return branches(tree, statement, scope, 0); });
      case StatementKind::loop:
        return inside([&] {
          return writtenOutOrCalled(tree, statement, scope, [&] { return loops(tree, statement, scope, 0); });
        });
      case StatementKind::whileLoop:
        return inside([&] {
          return writtenOutOrCalled(tree, statement, scope, [&] { return whileLoop(tree, statement, scope); });
        });
      case StatementKind::when: {
        const bool outer = t_.context.insideWhen(true);
        auto outside = t_.context.performedWhen(
            [this] { return TranslationContext::Activity{.condition = trigger_, .isImpulse = true, .given = path_}; });
        const bool sound = when(tree, statement, scope, 0);
        t_.context.performedWhen(std::move(outside));
        t_.context.insideWhen(outer);
        return sound;
      }
      case StatementKind::call: return call(tree, statement, scope);
      case StatementKind::breakLoop:
        if (!loops_.empty()) {
          now_[loops_.back()] = model_.pool.boolean(true);
          return true;
        }
        t_.context.report("type", where, "break can stand only in a loop");
        return false;
      default: t_.context.report("type", where, "return can stand only in a function"); return false;
    }
  }

  template <class Statements>
  bool inside(const Statements& statements) {
    ++nesting_;
    const bool sound = statements();
    --nesting_;
    return sound;
  }

  // --------------------------------------------------------------------------------------------------- assignments

  /// What the value's scalars are now, in the order of the target's; none: their fields differ.
  std::vector<Expr> scalarsFor(const Value& target, const Value& value) {
    std::vector<Expr> scalars;
    if (const auto arranged = arrangedLike(value, target)) appendScalars(*arranged, scalars);
    for (Expr& e : scalars) e = atThisPoint(e);
    return scalars;
  }

  /// `from`: the scalars of the value, all taken before any target is assigned.
  bool assign(const Value& target, const Value& value, const std::vector<Expr>& from, SourceRange where) {
    if (target.isString() && value.isString()) return assignText(target, value, where);
    std::vector<Expr> to;
    appendScalars(target, to);
    if (texts(target) != texts(value)) {
      t_.context.unsupported(where, "assigning a text");
      return false;
    }
    if (to.size() != from.size()) {
      t_.context.report("shape", where,
                        fmt::format("{} cannot be assigned to {}", describe(model_, value), describe(model_, target)));
      return false;
    }
    for (std::size_t i = 0; i < to.size(); ++i)
      if (!assignScalar(to[i], from[i], Expr::none, Expr::none, where)) return false;
    return true;
  }

  bool assignText(const Value& target, const Value& value, SourceRange where) {
    const auto to = textNumbers(model_, target), from = textNumbers(model_, value);
    if (!to || !from) {
      t_.context.unsupported(where, "a text in which values vary as the value of a String");
      return false;
    }
    std::vector<Expr> now;
    for (const Expr e : from->scalars) now.push_back(atThisPoint(e));
    for (std::size_t i = 0; i < now.size(); ++i)
      if (!assignScalar(to->scalars[i], now[i], Expr::none, Expr::none, where)) return false;
    return true;
  }

  /// x[k] with a position k that is computed is a choice among the elements: each one is assigned under its condition.
  /// `found`: that one of the elements before is meant.
  bool assignScalar(Expr to, Expr value, Expr condition, Expr found, SourceRange where) {
    Pool& p = model_.pool;
    if (p.op(to) == Op::conditional) {
      const auto [here, element, rest] = p.operands(to);
      const Expr isHere = atThisPoint(here);
      const Expr any = found == Expr::none ? isHere : symbolic::build(p, Op::logicalOr, found, isHere);
      return assignScalar(element, value, both(condition, isHere), Expr::none, where) &&
             assignScalar(rest, value, condition, any, where);
    }
    if (p.op(to) == Op::divide && found != Expr::none) {  // what is left of the choice: the position lies outside
      const Expr isFound = condition == Expr::none ? found
                                                   : symbolic::build(p, Op::logicalOr, found,
                                                                     symbolic::build(p, Op::logicalNot, condition));
      addAssertion(isFound, {{"a subscript lies outside of the array"}}, false, where);
      return true;
    }
    if (p.op(to) != Op::variable) {
      t_.context.report("type", where, "only a variable can be assigned");
      return false;
    }
    const VariableId id = model_.pool.variable(to);
    const bool mayVary = model_[id].variability >= Variability::discrete ||
                         (isInitial_ && model_[id].variability == Variability::parameter);
    if (!mayVary) {
      t_.context.report("variability", where,
                        fmt::format("'{}' is a {}: it cannot be assigned", model_.nameOf(id),
                                    model_[id].variability == Variability::constant ? "constant" : "parameter"));
      return false;
    }
    if (!assignedAt_.contains(id)) order_.push_back(id);
    assignedAt_[id] = where;
    const Expr before = now_.contains(id) ? now_.at(id) : to;
    now_[id] = condition == Expr::none ? value : symbolic::conditional(model_.pool, condition, value, before);
    return true;
  }

  bool assignment(const Tree& tree, const syntax::Statement& statement, const Scope& scope) {
    const ScopedExpression left{&tree, tree.at(statement.expressions, 0), scope};
    const ScopedExpression right{&tree, tree.at(statement.expressions, 1), scope};
    const SourceRange where = tree.range(statement.span);
    if (tree[left.expression].kind == ExpressionKind::tuple) {
      const syntax::Expression& targets = tree[left.expression];
      const auto results = t_.calls.resultsFor(left, right);
      if (!results) return false;
      std::vector<std::pair<std::size_t, Value>> taken;
      std::vector<std::vector<Expr>> scalars;
      for (std::size_t i = 0; i < targets.operands.count; ++i) {
        const ScopedExpression target = operand(left, i);
        if (tree[target.expression].kind == ExpressionKind::omitted) continue;
        const auto to = t_.expressions.translate(target);
        if (!to) return false;
        taken.emplace_back(i, *to);
        scalars.push_back(scalarsFor(*to, (*results)[i]));
      }
      for (std::size_t k = 0; k < taken.size(); ++k)
        if (!assign(taken[k].second, (*results)[taken[k].first], scalars[k], where)) return false;
      return true;
    }
    if (t_.slices.isVarying(left)) {
      const auto all = t_.slices.assignment(left, right);
      if (!all) return false;
      addAssertion(atThisPoint(all->fits), {{"the sizes of an assignment differ, or lie outside of the array"}}, false,
                   where);
      return assign(all->target, all->value, scalarsFor(all->target, all->value), where);
    }
    const auto to = t_.expressions.translate(left);
    auto value = t_.expressions.translate(right);
    if (!to || !value) return false;
    if (!to->record) {
      value = convert(t_.context, *value, {.what = "what is assigned", .type = to->type, .dimensions = to->dimensions},
                      right.where());
      if (!value) return false;
    }
    const bool isDiscreteValued = !to->record && to->type.type != Type::real;
    if (isDiscreteValued && value->variability == Variability::continuous && trigger_ == Expr::none && !isInitial_) {
      t_.context.report("variability", where,
                        fmt::format("{} that is assigned must change at events only, but this varies continuously",
                                    describe(model_, to->type)));
      return false;
    }
    return assign(*to, *value, scalarsFor(*to, *value), where);
  }

  /// What functions have done beside giving results is done whenever this point is reached. What changes memories is
  /// left to the end of a when-statement, so that later statements go on from there.
  void takeEffects(bool isEnd = false) {
    std::vector<Action> left;
    for (Action& effect : std::exchange(effects_, {})) {
      if (effect.kind == ActionKind::assign && path_ == Expr::none && !isEnd)
        left.push_back(std::move(effect));
      else
        take(std::move(effect));
    }
    effects_ = std::move(left);
  }

  void take(Action effect) {
    for (auto& piece : effect.message.pieces)
      if (auto* shown = std::get_if<Shown>(&piece)) shown->value = atThisPoint(shown->value);
    Expr given = path_;
    if (earlier_ != Expr::none) given = both(given, symbolic::build(model_.pool, Op::logicalNot, earlier_));
    if (given != Expr::none)
      effect.value = effect.kind == ActionKind::assign
                         ? symbolic::conditional(model_.pool, given, effect.value, model_.pool.pre(effect.target))
                         : both(given, effect.value);
    effect.origin.component = origin_.component;
    if (trigger_ == Expr::none && !isInitial_)
      t_.context.warn("when", effect.origin.where,
                      "this is printed at the start only: a when-clause can say when else");
    WhenBranch branch{.conditions = trigger_ == Expr::none ? std::vector{model_.pool.initial()}
                                                           : triggers_.at(trigger_).conditions};
    const Origin origin = effect.origin;
    branch.actions.push_back(std::move(effect));
    clauses_.push_back({.branches = {std::move(branch)}, .origin = origin});
  }

  // ------------------------------------------------------------------------------------------------- control flow

  /// if condition then a else b, of truth values, in the shortest form.
  Expr chosenTruth(Expr condition, Expr a, Expr b) {
    Pool& p = model_.pool;
    const auto isFalse = [&](Expr e) { return p.op(e) == Op::boolean && p[e].a == 0; };
    if (a == b) return a;
    if (isTrue(a)) return isFalse(b) ? condition : symbolic::build(p, Op::logicalOr, condition, b);
    if (isFalse(b)) return symbolic::build(p, Op::logicalAnd, condition, a);
    return symbolic::conditional(p, condition, a, b);
  }

  /// Joins two outcomes of a choice: where they differ, a conditional expression.
  void merge(Expr condition, const Values& then, const Values& otherwise) {
    Values joined = otherwise;
    const auto valueIn = [&](const Values& values, VariableId id) {
      const auto found = values.find(id);
      return found == values.end() ? model_.pool.variable(id) : found->second;
    };
    for (const auto* list : {&order_, &loops_})
      for (const VariableId id : *list)
        if (const Expr a = valueIn(then, id), b = valueIn(otherwise, id); then.contains(id) || otherwise.contains(id))
          joined[id] =
              list == &loops_ ? chosenTruth(condition, a, b) : symbolic::conditional(model_.pool, condition, a, b);
    now_ = std::move(joined);
  }

  bool branches(const Tree& tree, const syntax::Statement& statement, const Scope& scope, std::size_t first) {
    if (first >= statement.branches.count) return true;
    const syntax::Branch& branch = tree[tree.at(statement.branches, first)];
    if (branch.condition == syntax::ExpressionId::none) return list(tree, branch.body, scope);
    const auto test = condition({&tree, branch.condition, scope});
    if (!test) return false;
    if (model_.pool.op(*test) == Op::boolean)
      return model_.pool[*test].a != 0 ? list(tree, branch.body, scope) : branches(tree, statement, scope, first + 1);
    const auto eitherWay = [&] {
      const Values before = now_;
      const Expr outerPath = path_;
      path_ = both(outerPath, *test);
      bool sound = list(tree, branch.body, scope);
      Values then = std::exchange(now_, before);
      path_ = both(outerPath, symbolic::build(model_.pool, Op::logicalNot, *test));
      sound = branches(tree, statement, scope, first + 1) && sound;
      path_ = outerPath;
      const Values otherwise = now_;
      merge(*test, then, otherwise);
      return sound;
    };
    // A branch that is never taken need not make sense, if that is known or can be.
    return attempt(eitherWay, [&](const Diagnostics&) -> std::optional<bool> {
      const auto known = t_.evaluation.declaredValue(*test, tree.range(branch.span));
      if (!known) return std::nullopt;
      return *known != 0.0 ? list(tree, branch.body, scope) : branches(tree, statement, scope, first + 1);
    });
  }

  /// What statements have led to so far.
  struct Progress {
    Values now;
    std::vector<VariableId> order;
    std::unordered_map<VariableId, SourceRange> assignedAt;
    std::vector<Action> effects;
    std::size_t assertions = 0, clauses = 0;
  };

  /// Tries one way, and another one if something is wrong with the first. `other` gives nothing if it cannot help: then
  /// that is reported.
  template <class Way, class Other>
  bool attempt(const Way& way, const Other& other) {
    const Progress before{now_, order_, assignedAt_, effects_, assertions_.size(), clauses_.size()};
    const std::vector<VariableId> loops = loops_;
    const Expr path = path_;
    Diagnostics problems;
    bool sound = false;
    t_.context.reportingTo(problems, [&] { sound = way(); });
    if (!sound) {
      now_ = before.now;
      order_ = before.order;
      assignedAt_ = before.assignedAt;
      effects_ = before.effects;
      assertions_.resize(before.assertions);
      clauses_.resize(before.clauses);
      loops_ = loops;
      path_ = path;
      if (const auto result = other(problems)) return *result;
    }
    for (const Diagnostic& problem : problems.all()) t_.context.repeat(problem);
    return sound;
  }

  /// A loop is written out, if it is known how often it runs; else it is the call of a function.
  template <class WriteOut>
  bool writtenOutOrCalled(const Tree& tree, const syntax::Statement& statement, const Scope& scope,
                          const WriteOut& writeOut) {
    if (!requireOrdinary(tree, statement)) return false;
    return attempt(writeOut, [&](const Diagnostics& problems) -> std::optional<bool> {
      const bool isOnlyUnknown = std::ranges::all_of(problems.all(), [](const Diagnostic& problem) {
        return problem.severity != Severity::error || problem.code == "unsupported" || problem.code == "evaluation";
      });
      return isOnlyUnknown ? std::optional(calledLoop(tree, statement, scope)) : std::nullopt;
    });
  }

  /// What can stand in no loop.
  bool requireOrdinary(const Tree& tree, const syntax::Statement& statement) {
    const SourceRange where = tree.range(statement.span);
    if (statement.kind == StatementKind::when)
      t_.context.report("when", where, "a when-statement cannot stand inside another statement");
    if (statement.kind == StatementKind::returnCall)
      t_.context.report("type", where, "return can stand only in a function");
    bool sound = statement.kind != StatementKind::when && statement.kind != StatementKind::returnCall;
    for (const syntax::BranchId branch : tree.items(statement.branches))
      for (const syntax::StatementId id : tree.items(tree[branch].body))
        sound = sound && requireOrdinary(tree, tree[id]);
    return sound;
  }

  /// Ends the attempt to write a loop out.
  bool mustBeCalled(SourceRange where) {
    t_.context.report("evaluation", where, "what a loop runs over must be known before the model runs");
    return false;
  }

  bool calledLoop(const Tree& tree, const syntax::Statement& statement, const Scope& scope) {
    const SourceRange where = tree.range(statement.span);
    const auto procedure = makeLoopProcedure(t_, tree, statement, scope);
    if (!procedure) return false;
    std::vector<Expr> inputs;
    for (const Expr e : procedure->inputs) inputs.push_back(atThisPoint(e));
    const std::vector<Expr> results = t_.functions.apply(procedure->function, inputs);
    for (std::uint32_t i = 0; i < procedure->outputs.size(); ++i) {
      const Expr to = model_.pool.variable(procedure->outputs[i]);
      if (!assignScalar(to, results[i], Expr::none, Expr::none, where)) return false;
    }
    return true;
  }

  Expr both(Expr a, Expr b) { return a == Expr::none ? b : symbolic::build(model_.pool, Op::logicalAnd, a, b); }

  /// A loop that break can leave: its flag is one more value that is followed.
  template <class Rounds>
  bool loop(const Rounds& rounds) {
    const auto flag = static_cast<VariableId>(firstFlag + loops_.size());
    loops_.push_back(flag);
    now_[flag] = model_.pool.boolean(false);
    const bool sound = rounds();
    now_.erase(flag);
    loops_.pop_back();
    return sound;
  }

  bool loops(const Tree& tree, const syntax::Statement& statement, const Scope& scope, std::size_t iterator) {
    const auto body = tree[tree.at(statement.branches, 0)].body;
    if (iterator == statement.iterators.count) return list(tree, body, scope);
    const syntax::Iterator& it = tree[tree.at(statement.iterators, iterator)];
    const auto values =
        t_.iterators.values({.tree = &tree, .iterator = &it, .scope = scope, .body = body, .mayVary = true});
    if (!values) return false;
    const bool sound = loop([&] {
      for (const Value& value : *values) {
        if (isTrue(leftLoop())) break;
        t_.context.bind(it.name, value, scope);
        const bool isSound = loops(tree, statement, scope, iterator + 1);
        t_.context.unbind();
        if (!isSound) return false;
      }
      return true;
    });
    return sound && requireKept(*values, tree.range(it.span));
  }

  /// The values that a loop runs over are those at its beginning.
  bool requireKept(const std::vector<Value>& values, SourceRange where) {
    symbolic::Walker walker(model_.pool);
    for (const Value& value : values)
      for (const Expr e : value.scalars)
        for (const Expr leaf : walker.leaves(e, Op::variable))
          if (now_.contains(model_.pool.variable(leaf))) return mustBeCalled(where);
    return true;
  }

  bool whileLoop(const Tree& tree, const syntax::Statement& statement, const Scope& scope) {
    const syntax::Branch& branch = tree[tree.at(statement.branches, 0)];
    const ScopedExpression test{&tree, branch.condition, scope};
    return loop([&] {
      for (std::size_t round = 0; round < whileLimit; ++round) {
        const auto value = condition(test);
        if (!value) return false;
        const auto known = t_.evaluation.structuralValue(*value, test.where());
        if (!known || !t_.evaluation.structuralValue(leftLoop(), test.where())) {
          return mustBeCalled(test.where());
        }
        if (*known == 0.0 || *t_.evaluation.structuralValue(leftLoop(), test.where()) != 0.0) return true;
        if (!list(tree, branch.body, scope)) return false;
      }
      t_.context.report("recursion", test.where(), fmt::format("this loop does not end within {} rounds", whileLimit));
      return false;
    });
  }

  // ------------------------------------------------------------------------------------------------------ when

  /// True at the instant when the condition becomes true. It is kept in a variable, to know what it was before; that
  /// becomes one of the `conditions`.
  Expr becomesTrue(Expr test, SourceRange where, std::vector<Expr>& conditions) {
    Pool& p = model_.pool;
    if (p.op(test) == Op::initial) {
      conditions.push_back(test);
      return test;
    }
    VariableId id = VariableId::none;
    if (p.op(test) == Op::variable && model_[p.variable(test)].variability == Variability::discrete) {
      id = p.variable(test);
    } else {
      id = static_cast<VariableId>(model_.variables.size());
      const std::string name = fmt::format("$when{}", model_.variables.size());
      model_.variables.push_back({.name = model_.paths.child(origin_.component, name),
                                  .type = Type::boolean,
                                  .variability = Variability::discrete,
                                  .isProtected = true,
                                  .origin = {origin_.component, where},
                                  .description = "condition of a when-statement"});
      conditions_.push_back({id, test, where});
    }
    conditions.push_back(p.variable(id));
    const Expr rises =
        symbolic::build(p, Op::logicalAnd, p.variable(id), symbolic::build(p, Op::logicalNot, p.pre(id)));
    return symbolic::build(p, Op::logicalAnd, symbolic::build(p, Op::logicalNot, p.initial()), rises);
  }

  bool when(const Tree& tree, const syntax::Statement& statement, const Scope& scope, std::size_t first) {
    if (first >= statement.branches.count) return true;
    if (isInitial_) {
      t_.context.report("type", tree.range(statement.span), "a when-statement cannot stand in an initial algorithm");
      return false;
    }
    if (nesting_ > 0) {
      t_.context.report("when", tree.range(statement.span), "a when-statement cannot stand inside another statement");
      return false;
    }
    const syntax::Branch& branch = tree[tree.at(statement.branches, first)];
    const ScopedExpression at{&tree, branch.condition, scope};
    const auto tests =
        t_.expressions.translate(at, {.what = "the condition of a when-statement", .type = ScalarType{Type::boolean}});
    if (!tests) return false;
    if (tests->variability == Variability::continuous) {
      t_.context.report("when", at.where(), "the condition of a when-statement must change at events only");
      return false;
    }
    Expr trigger = Expr::none;
    std::vector<Expr> conditions;
    for (const Expr test : tests->scalars) {
      const Expr rises = becomesTrue(atThisPoint(test), at.where(), conditions);
      trigger = trigger == Expr::none ? rises : symbolic::build(model_.pool, Op::logicalOr, trigger, rises);
    }
    if (trigger == Expr::none) return true;  // an empty list of conditions
    triggers_.emplace(trigger, Trigger{std::move(conditions), tree.range(statement.span)});
    const Values before = now_;
    const Expr outerTrigger = std::exchange(trigger_, trigger);
    bool sound = inside([&] { return list(tree, branch.body, scope); });
    takeEffects(true);
    trigger_ = outerTrigger;
    Values then = std::exchange(now_, before);
    const Expr outerEarlier = earlier_;
    earlier_ = earlier_ == Expr::none ? trigger : symbolic::build(model_.pool, Op::logicalOr, earlier_, trigger);
    sound = when(tree, statement, scope, first + 1) && sound;
    earlier_ = outerEarlier;
    const Values otherwise = now_;
    merge(trigger, then, otherwise);
    return sound;
  }

  bool call(const Tree& tree, const syntax::Statement& statement, const Scope& scope) {
    const SourceRange where = tree.range(statement.span);
    const auto call =
        t_.statementCalls.read({&tree, tree.at(statement.expressions, 0), scope}, StatementPlace::algorithm, where);
    if (!call) return false;
    switch (call->kind) {
      case StatementCallKind::assertion: return assertion(*call);
      case StatementCallKind::termination: return termination(*call);
      case StatementCallKind::failure: {
        const auto text = t_.expressions.message(call->message);
        if (text) addAssertion(model_.pool.boolean(false), *text, false, where);
        return text.has_value();
      }
      default: {
        const auto done = t_.calls.performed(call->call);
        if (done && *done != Expr::none) addAssertion(atThisPoint(*done), {}, false, where);
        return done.has_value();
      }
    }
  }

  bool assertion(const StatementCall& call) {
    const auto test = condition(call.condition);
    if (!test) return false;
    if (isTrue(*test)) return true;  // the message is not even evaluated
    const auto text = t_.expressions.message(call.message);
    if (!text) return false;
    addAssertion(*test, *text, call.isWarning, call.where);
    return true;
  }

  bool termination(const StatementCall& call) {
    const auto text = t_.expressions.message(call.message);
    if (!text) return false;
    const Origin origin{origin_.component, call.where};
    const Expr given = trigger_ != Expr::none ? both(path_, trigger_) : path_;
    clauses_.push_back(
        {.branches = {{.conditions = {given == Expr::none ? model_.pool.boolean(true) : given},
                       .actions = {{.kind = ActionKind::terminate, .message = *text, .origin = origin}}}},
         .origin = origin});
    return true;
  }

  /// It must hold whenever this point is reached.
  void addAssertion(Expr test, const Message& text, bool isWarning, SourceRange where) {
    Expr given = trigger_ != Expr::none ? both(path_, trigger_) : path_;
    if (isInitial_) given = both(given, model_.pool.initial());
    const Expr holds = given == Expr::none ? test
                                           : symbolic::build(model_.pool, Op::logicalOr,
                                                             symbolic::build(model_.pool, Op::logicalNot, given), test);
    if (model_.pool.op(holds) == Op::boolean && model_.pool[holds].a == 0)
      t_.context.warn("assertion", where, "this assertion always fails");
    assertions_.push_back(
        {.condition = holds, .message = text, .isWarning = isWarning, .origin = {origin_.component, where}});
  }

  Translator& t_;
  FlatModel& model_;
  bool isInitial_;
  Origin origin_;
  Values now_;                     // the value of each variable assigned so far
  std::vector<VariableId> order_;  // in which they were first assigned
  std::unordered_map<VariableId, SourceRange> assignedAt_;
  std::vector<VariableId> loops_;  // of each loop around this point, the flag that it has been left
  std::vector<WhenCondition> conditions_;
  std::unordered_map<Expr, Trigger> triggers_;
  std::vector<std::pair<std::vector<Expr>, WhenClause>> assignments_;  // by the triggers of the branches
  std::vector<Assertion> assertions_;
  std::vector<WhenClause> clauses_;
  int nesting_ = 0;            // statements around this point
  Expr path_ = Expr::none;     // the conditions under which this point is reached
  Expr trigger_ = Expr::none;  // inside a when-statement: that it has just become true
  Expr earlier_ = Expr::none;  // inside an elsewhen: that a branch before has
  std::vector<Action> effects_;
};

}  // namespace

void translateAlgorithm(Translator& translator, const ScopedStatements& statements, bool initial,
                        const Origin& origin) {
  AlgorithmSection(translator, initial, origin).run(statements);
}

}  // namespace dashpot::model
