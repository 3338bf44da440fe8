// model/equations/text_equations.cpp: equations between Strings. A String has one text for the whole run, so such an
// equation is worked out when the model is flattened: one side is a variable, the other side a text that is known by
// then.
#include "model/equations/equation_sections.hpp"
#include "model/expressions/translator.hpp"

namespace dashpot::model {

using syntax::ExpressionKind;
using syntax::StatementKind;

bool EquationSections::giveTexts(InstanceId instance) {
  bool isNew = false;
  for (Layout* part : instances_.tree[instance].layout->parts) {
    const ClassEntry& entry = instances_.tree.classes()[part->type];
    for (const syntax::SectionId id : entry.tree->items(entry.node().sections)) {
      const syntax::Section& section = (*entry.tree)[id];
      if (!section.algorithm && !section.initial)
        isNew |= giveTexts({.tree = entry.tree, .scope = {instance, part->type}}, section.statements);
    }
  }
  return isNew;
}

bool EquationSections::giveTexts(const Context& context, StatementList list) {
  const syntax::Tree& tree = *context.tree;
  bool isNew = false;
  for (const syntax::StatementId id : tree.items(list)) {
    const syntax::Statement& statement = tree[id];
    if (statement.kind == StatementKind::equality) {
      const ScopedExpression left{&tree, tree.at(statement.expressions, 0), context.scope};
      const ScopedExpression right{&tree, tree.at(statement.expressions, 1), context.scope};
      isNew |= giveText(left, right) || giveText(right, left);
    } else if (statement.kind == StatementKind::loop) {
      loop(context, statement, 0, [&](const syntax::Branch& branch) { isNew |= giveTexts(context, branch.body); });
    } else if (statement.kind == StatementKind::conditional) {
      for (const syntax::BranchId branch : tree.items(statement.branches)) {
        const bool isElse = tree[branch].condition == syntax::ExpressionId::none;
        const auto condition =
            isElse ? std::nullopt : translator_.expressions.condition({&tree, tree[branch].condition, context.scope});
        const auto holds =
            condition ? translator_.evaluation.structuralValue(*condition, tree.range(statement.span)) : std::nullopt;
        if (!isElse && !holds) break;
        if (isElse || *holds != 0.0) {
          isNew |= giveTexts(context, tree[branch].body);
          break;
        }
      }
    }
  }
  return isNew;
}

bool EquationSections::giveText(const ScopedExpression& target, const ScopedExpression& value) {
  if ((*target.tree)[target.expression].kind != ExpressionKind::reference) return false;
  const auto left = translator_.expressions.translate(target);
  if (!left || !left->isString()) return false;
  const auto right = translator_.expressions.translate(value);
  if (!right || !right->isString() || right->dimensions != left->dimensions) return false;
  bool isNew = false;
  for (std::size_t i = 0; i < left->texts.size(); ++i) {
    const auto& pieces = left->texts[i].pieces;
    const Shown* variable = pieces.size() == 1 ? std::get_if<Shown>(&pieces.front()) : nullptr;
    if (!variable || model_.pool.op(variable->value) != symbolic::Op::variable) continue;
    const auto text = translator_.evaluation.knownText(right->texts[i], value.where());
    if (text) isNew |= instances_.values.giveText(model_.pool.variable(variable->value), *text);
  }
  return isNew;
}

}  // namespace dashpot::model
