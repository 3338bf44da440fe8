#include "model/equations/equation_sections.hpp"

#include "model/equations/algorithms.hpp"
#include "model/expressions/translator.hpp"
#include "model/expressions/value_parts.hpp"
#include "model/expressions/varying_texts.hpp"
#include "symbolic/build.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

namespace {

using syntax::ExpressionId;
using syntax::ExpressionKind;
using syntax::StatementKind;
using syntax::Tree;

std::size_t assigned(const WhenClause& clause) {
  std::vector<VariableId> targets;
  for (const WhenBranch& branch : clause.branches)
    for (const Action& action : branch.actions)
      if (action.kind == ActionKind::assign) targets.push_back(action.target);
  std::ranges::sort(targets);
  return static_cast<std::size_t>(std::ranges::unique(targets).begin() - targets.begin());
}

}  // namespace

void EquationSections::unsupported(SourceRange where, std::string_view what) {
  if (instances_.tree.reportOnce(where, "unsupported"))
    diagnostics_.error("unsupported", where, fmt::format("{} is not supported yet", what));
}

void EquationSections::markDiscrete(InstanceId instance) {
  for (Layout* part : instances_.tree[instance].layout->parts) {
    const ClassEntry& entry = instances_.tree.classes()[part->type];
    for (const syntax::SectionId id : entry.tree->items(entry.node().sections))
      if (!(*entry.tree)[id].initial)
        whenTargets_.mark({entry.tree, (*entry.tree)[id].statements, {instance, part->type}});
  }
}

// --------------------------------------------------------------------------------------------------------- sections

/// Algorithms may need variables of their own, with equations; those of inStream get theirs from connections, those of
/// clocked operators and state machines when all clocks are known.
std::size_t EquationSections::ownVariables() const {
  return model_.variables.size() - instances_.streams.inflows().size() - translator_.clocked.variableCount() -
         translator_.states.questions().size();
}

void EquationSections::translate(InstanceId instance) {
  for (Layout* part : instances_.tree[instance].layout->parts) {
    const ClassEntry& entry = instances_.tree.classes()[part->type];
    const Tree& tree = *entry.tree;
    for (const syntax::SectionId id : tree.items(entry.node().sections)) {
      const syntax::Section& section = tree[id];
      const std::size_t equations = model_.equations.size(), clauses = model_.whenClauses.size();
      const std::size_t variables = ownVariables();
      const Scope scope{instance, part->type};
      std::vector<Action> effects;
      const TranslationContext::Collecting collecting(translator_.context, effects);
      if (section.algorithm)
        translateAlgorithm(translator_, {&tree, section.statements, scope}, section.initial,
                           {instances_.tree[instance].path, tree.range(section.span)});
      else
        statements({.tree = &tree,
                    .scope = scope,
                    .isInitial = section.initial,
                    .equations = section.initial ? &model_.initialEquations : &model_.equations},
                   section.statements);
      std::size_t added = model_.equations.size() - equations - (ownVariables() - variables);
      for (std::size_t i = clauses; i < model_.whenClauses.size(); ++i) added += assigned(model_.whenClauses[i]);
      instances_.tree[instance].equationCount += static_cast<std::int32_t>(added);
      if (!section.initial && !effects.empty())
        translator_.context.warn("when", effects.front().origin.where,
                                 "this is printed at the start only: a when-clause can say when else");
      for (Action& effect : effects) effect.origin.component = instances_.tree[instance].path;
      performAtStart(effects);
    }
  }
}

void EquationSections::performAtStart(std::vector<Action>& effects) {
  if (effects.empty()) return;
  WhenClause clause{.branches = {{.conditions = {model_.pool.initial()}}}, .origin = effects.front().origin};
  clause.branches.front().actions = std::exchange(effects, {});
  model_.whenClauses.push_back(std::move(clause));
}

void EquationSections::statements(const Context& context, StatementList list) {
  for (const syntax::StatementId id : context.tree->items(list)) statement(context, (*context.tree)[id]);
}

void EquationSections::statement(const Context& context, const syntax::Statement& statement) {
  switch (statement.kind) {
    case StatementKind::equality: return equality(context, statement);
    case StatementKind::conditional: return conditional(context, statement);
    case StatementKind::connect: return;  // done before
    case StatementKind::call: return call(context, statement);
    case StatementKind::when: return when(context, statement);
    case StatementKind::loop:
      return loop(context, statement, 0, [&](const syntax::Branch& branch) { statements(context, branch.body); });
    default: return;  // the parser lets no others through
  }
}

void EquationSections::loop(const Context& context, const syntax::Statement& statement, std::size_t iterator,
                            const Body& body) {
  const Tree& tree = *context.tree;
  if (iterator == statement.iterators.count) return body(tree[tree.at(statement.branches, 0)]);
  const syntax::Iterator& variable = tree[tree.at(statement.iterators, iterator)];
  const auto values = translator_.iterators.values({.tree = &tree,
                                                    .iterator = &variable,
                                                    .scope = context.scope,
                                                    .body = tree[tree.at(statement.branches, 0)].body});
  if (!values) return;
  const std::size_t errors = diagnostics_.errorCount();
  for (const Value& value : *values) {
    translator_.context.bind(variable.name, value, context.scope);
    loop(context, statement, iterator + 1, body);
    translator_.context.unbind();
    if (diagnostics_.errorCount() > errors) return;  // the next turn would say the same again
  }
}

// -------------------------------------------------------------------------------------------------------- equalities

void EquationSections::equality(const Context& context, const syntax::Statement& statement) {
  const Tree& tree = *context.tree;
  const ScopedExpression left{&tree, tree.at(statement.expressions, 0), context.scope};
  const ScopedExpression right{&tree, tree.at(statement.expressions, 1), context.scope};
  const SourceRange where = tree.range(statement.span);
  const syntax::Expression& node = tree[left.expression];
  if (node.kind == ExpressionKind::tuple) {
    const auto results = translator_.calls.results(right, node.operands.count);
    if (!results) return;
    if (results->size() < node.operands.count) {
      diagnostics_.error(
          "tuple", where,
          fmt::format("{} results are taken, but the function has {}", node.operands.count, results->size()));
      return;
    }
    for (std::size_t i = 0; i < node.operands.count; ++i) {
      const ExpressionId item = tree.at(node.operands, i);
      if (tree[item].kind == ExpressionKind::omitted) continue;
      if (tree[item].kind != ExpressionKind::reference) {
        diagnostics_.error("tuple", tree.range(tree[item].span), "a result can be taken only by a variable");
        return;
      }
      if (const auto value = translator_.expressions.translate({&tree, item, context.scope}))
        equate(context, *value, (*results)[i], where, !diagnostics_.isStrict);
    }
    return;
  }
  const auto l = translator_.expressions.translate(left);
  const auto r = translator_.expressions.translate(right);
  if (l && r) equate(context, *l, *r, where);
}

void EquationSections::equate(const Context& context, const Value& left, const Value& right, SourceRange where,
                              bool isField) {
  const auto differ = [&](const char* code) {
    if (instances_.tree.reportOnce(where, code))
      diagnostics_.error(
          code, where,
          fmt::format("the left side is {}, the right side is {}", describe(model_, left), describe(model_, right)));
  };
  if (left.isRecord() != right.isRecord()) return differ("type");
  if (left.dimensions != right.dimensions) return differ("shape");
  if (left.isRecord()) {
    if (left.record->fields.size() != right.record->fields.size()) return differ("type");
    for (const auto& [name, value] : left.record->fields) {
      const Value* other = field(right, name);
      if (!other) return differ("type");
      equate(context, value, *other, where, true);
    }
    return;
  }
  if (left.isString() || right.isString()) {
    if (left.isString() != right.isString()) return differ("type");
    if (left.texts == right.texts && !hasVaryingText(left)) return;
    if (hasVaryingText(left) || hasVaryingText(right) || context.isInWhen) {
      const auto from = textNumbers(model_, left), to = textNumbers(model_, right);
      if (from && to) return equate(context, *from, *to, where, isField);
      return unsupported(where, "a text in which values vary as the value of a String");
    }
    if (instances_.tree.reportOnce(where, "type"))
      diagnostics_.error("type", where, "the two texts of this equation differ");
    return;
  }
  if (!(left.type == right.type) && !(left.type.isNumber() && right.type.isNumber())) return differ("type");
  const bool isCounter = left.type.type == Type::integer && !left.scalars.empty() &&
                         model_.pool.op(left.scalars.front()) == symbolic::Op::variable;
  if (isCounter && right.type.type == Type::real) {
    if (instances_.tree.reportOnce(where, "type"))
      diagnostics_.error("type", where, "the left side is an Integer, the right side is a Real")
          .hint("integer(...) gives the largest Integer that is not greater");
    return;
  }
  if (!requireDiscrete(context, left, right, where, isField)) return;
  const Origin origin{instances_.tree[context.scope.instance].path, where};
  const PatternId pattern = instances_.tree.patterns().of(where);
  for (std::size_t i = 0; i < left.scalars.size(); ++i)
    context.equations->push_back({left.scalars[i], right.scalars[i], EquationKind::written, origin, pattern});
}

/// A variable that changes at events only needs an equation that does (Modelica 3.6, section 3.8.4). The Modelica
/// Standard Library takes records with Integers from functions of what varies continuously, so fields get a warning.
bool EquationSections::requireDiscrete(const Context& context, const Value& left, const Value& right, SourceRange where,
                                       bool isField) {
  if (context.isInWhen || context.isInitial) return true;
  const bool isDiscreteValued = left.type.type != Type::real && right.type.type != Type::real;
  if (isDiscreteValued && std::max(left.variability, right.variability) == Variability::continuous) {
    const std::string_view kind = left.type.type == Type::integer   ? "Integers"
                                  : left.type.type == Type::boolean ? "truth values"
                                                                    : "values of an enumeration";
    const std::string problem =
        fmt::format("an equation between {} must change at events only, but the {} side varies continuously", kind,
                    left.variability == Variability::continuous ? "left" : "right");
    if (!instances_.tree.reportOnce(where, "variability")) return isField;
    if (isField)
      diagnostics_.warning("variability", where, problem);
    else
      diagnostics_.error("variability", where, problem);
    return isField;
  }
  if (right.variability != Variability::continuous) return true;
  for (const Expr e : left.scalars) {
    if (model_.pool.op(e) != symbolic::Op::variable) continue;
    const Variable& variable = model_[model_.pool.variable(e)];
    if (variable.variability != Variability::discrete || variable.type != Type::real) continue;
    if (instances_.tree.reportOnce(where, "variability"))
      diagnostics_
          .error("variability", where,
                 fmt::format("'{}' changes at events only, but the right side varies in time",
                             model_.paths.text(variable.name)))
          .note(fmt::format("'{}' is declared at {}", model_.paths.text(variable.name),
                            sources_.describeLine(variable.origin.where)));
    return false;
  }
  return true;
}

// ------------------------------------------------------------------------------------------------------ if-equations

void EquationSections::conditional(const Context& context, const syntax::Statement& statement) {
  const Tree& tree = *context.tree;
  const SourceRange where = tree.range(statement.span);
  std::vector<Expr> conditions;
  std::vector<std::vector<Equation>> branches;
  const std::size_t errors = diagnostics_.errorCount();
  bool hasElse = false;
  Expr reached = context.condition;  // that no branch before was taken
  for (const syntax::BranchId id : tree.items(statement.branches)) {
    const syntax::Branch& branch = tree[id];
    Context inner = context;
    std::optional<Expr> condition;
    bool isElse = branch.condition == ExpressionId::none;
    if (!isElse) {
      const ScopedExpression expression{&tree, branch.condition, context.scope};
      const auto value = translator_.expressions.translate(
          expression, {.what = "a condition", .type = ScalarType{Type::boolean}, .dimensions = Dimensions{}});
      if (!value) return;
      std::optional<double> known;
      if (value->variability <= Variability::parameter)
        known = translator_.evaluation.structuralValue(value->scalar(), expression.where());
      if (diagnostics_.errorCount() > errors) return;
      if (known == 0.0) continue;
      isElse = known.has_value();
      if (!isElse) condition = value->scalar();  // it varies, or is found by initialisation
    }
    if (isElse && conditions.empty()) return statements(context, branch.body);  // it is decided
    inner.isConditional = true;
    const auto both = [&](Expr a, Expr b) {
      return a == Expr::none ? b : symbolic::build(model_.pool, symbolic::Op::logicalAnd, a, b);
    };
    inner.condition = condition ? both(reached, *condition) : reached;
    std::vector<Equation> collected;
    inner.equations = &collected;
    statements(inner, branch.body);
    branches.push_back(std::move(collected));
    if (isElse) {
      hasElse = true;
      break;
    }
    conditions.push_back(*condition);
    reached = both(reached, symbolic::build(model_.pool, symbolic::Op::logicalNot, *condition));
  }
  if (diagnostics_.errorCount() > errors || branches.empty()) return;  // a branch may lack equations because of them
  if (!hasElse) branches.emplace_back();
  combine(context, conditions, branches, where);
}

/// if c then x = a; else x = b; end if  holds as  x = if c then a else b; where the left sides differ, as
/// 0 = if c then a - b else d - e, equation by equation.
void EquationSections::combine(const Context& context, const std::vector<Expr>& conditions,
                               const std::vector<std::vector<Equation>>& branches, SourceRange where) {
  const std::size_t n = branches.front().size();
  for (const auto& equations : branches) {
    if (equations.size() == n) continue;
    diagnostics_.error("unbalanced-if", where,
                       fmt::format("the branches of this if-equation have different numbers of equations: {} and {}", n,
                                   equations.size()));
    return;
  }
  const auto withLeft = [&](const std::vector<Equation>& branch, Expr left) {
    return std::ranges::find(branch, left, &Equation::left);
  };
  const bool sameLeft = std::ranges::all_of(branches.front(), [&](const Equation& first) {
    return std::ranges::count(branches.front(), first.left, &Equation::left) == 1 &&
           std::ranges::all_of(branches,
                               [&](const auto& branch) { return withLeft(branch, first.left) != branch.end(); });
  });
  const Origin origin{instances_.tree[context.scope.instance].path, where};
  const PatternId pattern = instances_.tree.patterns().of(where);
  for (std::size_t i = 0; i < n; ++i) {
    const Expr left = branches.front()[i].left;
    const bool isTruth =
        symbolic::isBoolean(model_.pool.op(left)) ||
        (model_.pool.op(left) == symbolic::Op::variable && model_[model_.pool.variable(left)].type == Type::boolean);
    if (!sameLeft && isTruth) return unsupported(where, "an if-equation of truth values with different left sides");
    const auto side = [&](std::size_t b) {
      if (sameLeft) return withLeft(branches[b], left)->right;
      return symbolic::subtract(model_.pool, branches[b][i].left, branches[b][i].right);
    };
    Expr right = side(branches.size() - 1);
    for (std::size_t b = branches.size() - 1; b-- > 0;)
      right = symbolic::conditional(model_.pool, conditions[b], side(b), right);
    if (sameLeft)
      context.equations->push_back({left, right, EquationKind::written, origin, pattern});
    else
      context.equations->push_back({right, model_.pool.constant(0.0), EquationKind::written, origin, pattern});
  }
}

// ------------------------------------------------------------------------------------------------------------- calls

void EquationSections::call(const Context& context, const syntax::Statement& statement) {
  const Tree& tree = *context.tree;
  const SourceRange where = tree.range(statement.span);
  const ScopedExpression written{&tree, tree.at(statement.expressions, 0), context.scope};
  const std::string name = translator_.context.textOf(operand(written, 0));
  if (StateOperators::isStatement(name) && !translator_.context.names().callee(operand(written, 0))) {
    if (requireCertain(context, name, where)) translator_.states.read(written, where);
    return;
  }
  const auto call = translator_.statementCalls.read(written, StatementPlace::equation, where);
  if (!call) return;
  if (call->kind == StatementCallKind::assertion) return assertion(context, *call);
  if (isGraphStatement(tree, statement)) return;  // read before
  const std::size_t effects = translator_.context.effects().size();
  auto done = translator_.calls.performed(call->call);
  if (context.condition != Expr::none && translator_.context.effects().size() > effects)
    return unsupported(where, "printing under a condition that changes in time, outside of a when-clause,");
  if (!done || *done == Expr::none) return;
  done = underConditions(context, *done);
  model_.assertions.push_back({*done, {}, false, {instances_.tree[context.scope.instance].path, where}});
}

/// An assertion in the branch of an if-equation, or in an initial section: where the branch is not taken, and after
/// the start, it may be violated.
Expr EquationSections::underConditions(const Context& context, Expr holds) {
  const auto unless = [&](Expr condition) {
    holds = symbolic::build(model_.pool, symbolic::Op::logicalOr,
                            symbolic::build(model_.pool, symbolic::Op::logicalNot, condition), holds);
  };
  if (context.condition != Expr::none) unless(context.condition);
  if (context.isInitial) unless(model_.pool.initial());
  return holds;
}

void EquationSections::assertion(const Context& context, const StatementCall& call) {
  auto holds = translator_.expressions.condition(call.condition);
  if (!holds) return;
  holds = underConditions(context, *holds);
  const bool isDecided = model_.pool.op(*holds) == symbolic::Op::boolean;
  if (isDecided && model_.pool[*holds].a != 0) return;  // the message is not even evaluated
  auto message = translator_.expressions.message(call.message);
  if (!message) return;
  if (isDecided && instances_.tree.reportOnce(call.where, "assertion"))
    diagnostics_.warning("assertion", call.where, "this assertion always fails");
  model_.assertions.push_back(
      {*holds, std::move(*message), call.isWarning, {instances_.tree[context.scope.instance].path, call.where}});
}

}  // namespace dashpot::model
