#include "model/equations/when_targets.hpp"

#include "model/expressions/translator.hpp"
#include "model/expressions/value_parts.hpp"

namespace dashpot::model {

using symbolic::Op;
using syntax::ExpressionKind;
using syntax::StatementKind;
using syntax::Tree;

namespace {

/// Visits the left sides of everything assigned in when-clauses, loops written out.
class TargetSearch {
 public:
  TargetSearch(Translator& translator, std::unordered_set<VariableId>& found)
      : translator_(translator), model_(translator.context.model()), found_(found) {}

  void visit(const Tree& tree, syntax::List<syntax::StatementId> ids, const Scope& scope, bool inWhen) {
    for (const syntax::StatementId id : tree.items(ids)) one(tree, tree[id], scope, inWhen);
  }

  static bool containsWhen(const Tree& tree, syntax::List<syntax::StatementId> ids) {
    for (const syntax::StatementId id : tree.items(ids)) {
      if (tree[id].kind == StatementKind::when) return true;
      for (const syntax::BranchId branch : tree.items(tree[id].branches))
        if (containsWhen(tree, tree[branch].body)) return true;
    }
    return false;
  }

 private:
  void one(const Tree& tree, const syntax::Statement& statement, const Scope& scope, bool inWhen) {
    switch (statement.kind) {
      case StatementKind::equality:
      case StatementKind::assignment:
        if (inWhen) target({&tree, tree.at(statement.expressions, 0), scope});
        return;
      case StatementKind::loop: return loop(tree, statement, scope, 0, inWhen);
      case StatementKind::when:
      case StatementKind::conditional:
      case StatementKind::whileLoop:
        for (const syntax::BranchId branch : tree.items(statement.branches)) {
          const bool isWhen = statement.kind == StatementKind::when && !isClock({&tree, tree[branch].condition, scope});
          visit(tree, tree[branch].body, scope, inWhen || isWhen);
        }
        return;
      default: return;
    }
  }

  /// The equations of a clocked when-clause are equations like any others. To translate a call would make a clock.
  bool isClock(const ScopedExpression& condition) {
    const syntax::Expression& node = (*condition.tree)[condition.expression];
    if (node.kind == ExpressionKind::call)
      return ClockedOperators::givesClock(translator_.context.sources().text(
          condition.tree->range((*condition.tree)[condition.tree->at(node.operands, 0)].span)));
    if (node.kind != ExpressionKind::reference) return false;
    const auto value = translator_.expressions.translate(condition);
    return value && translator_.clocked.isClock(*value);
  }

  void loop(const Tree& tree, const syntax::Statement& statement, const Scope& scope, std::size_t iterator,
            bool inWhen) {
    const auto body = tree[tree.at(statement.branches, 0)].body;
    if (!inWhen && !containsWhen(tree, body)) return;
    if (iterator == statement.iterators.count) return visit(tree, body, scope, inWhen);
    const syntax::Iterator& it = tree[tree.at(statement.iterators, iterator)];
    const auto values = translator_.iterators.values({.tree = &tree, .iterator = &it, .scope = scope, .body = body});
    if (!values) return;
    for (const Value& value : *values) {
      translator_.context.bind(it.name, value, scope);
      loop(tree, statement, scope, iterator + 1, inWhen);
      translator_.context.unbind();
    }
  }

  void target(const ScopedExpression& at) {
    const syntax::Expression& node = (*at.tree)[at.expression];
    if (node.kind == ExpressionKind::tuple) {
      for (std::size_t i = 0; i < node.operands.count; ++i) target({at.tree, at.tree->at(node.operands, i), at.scope});
      return;
    }
    if (node.kind != ExpressionKind::reference) return;
    const auto value = translator_.expressions.translate(at);
    if (!value) return;
    std::vector<Expr> scalars;
    appendScalars(*value, scalars);
    // A subscript that is computed chooses one of several variables (if i == 1 then x[1] elseif ...): all are assigned.
    while (!scalars.empty()) {
      const Expr e = scalars.back();
      scalars.pop_back();
      if (model_.pool.op(e) == Op::conditional) {
        const auto [condition, chosen, otherwise] = model_.pool.operands(e);
        scalars.insert(scalars.end(), {otherwise, chosen});
      } else if (model_.pool.op(e) == Op::variable) {
        mark(model_.pool.variable(e));
      }
    }
  }

  void mark(VariableId id) {
    found_.insert(id);
    Variable& variable = model_.variables[symbolic::index(id)];
    if (variable.variability == Variability::continuous) variable.variability = Variability::discrete;
  }

  Translator& translator_;
  FlatModel& model_;
  std::unordered_set<VariableId>& found_;
};

}  // namespace

void WhenTargets::mark(const ScopedStatements& statements) {
  if (!TargetSearch::containsWhen(*statements.tree, statements.statements)) return;
  // Errors are reported when the section itself is translated.
  translator_.context.quietly([&] {
    TargetSearch(translator_, found_).visit(*statements.tree, statements.statements, statements.scope, false);
  });
}

}  // namespace dashpot::model
