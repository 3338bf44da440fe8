#include "model/modifiers.hpp"

#include <algorithm>

namespace dashpot::model {

namespace {

/// The modifier that `path` names below `root`, made where it is missing: a.b.c = 1 means a(b(c = 1)).
Modifier& descend(Modifier& root, const syntax::Tree& tree, const syntax::Expression& path) {
  Modifier* at = &root;
  for (const syntax::PartId id : tree.items(path.parts)) {
    const syntax::Part& part = tree[id];
    const auto found = std::ranges::find(at->nested, part.name, &Modifier::name);
    if (found != at->nested.end())
      at = &*found;
    else
      at = &at->nested.emplace_back(Modifier{.name = part.name, .where = tree.range(part.span)});
  }
  return *at;
}

}  // namespace

Modifier readModifier(const syntax::Tree& tree, const syntax::Modification& modification, Scope scope,
                      Diagnostics& diagnostics) {
  Modifier result;
  if (modification.value != syntax::ExpressionId::none)
    result.value = ScopedExpression{&tree, modification.value, scope};
  for (const syntax::ArgumentId id : tree.items(modification.arguments)) {
    const syntax::Argument& argument = tree[id];
    if (argument.kind == syntax::ArgumentKind::redeclaration) {
      diagnostics.error("unsupported", tree.range(argument.span), "'redeclare' in a modification is not supported yet");
      continue;
    }
    Modifier& target = descend(result, tree, tree[argument.name]);
    if (target.value && argument.modification.value != syntax::ExpressionId::none) {
      diagnostics.error("duplicate-modification", tree.range(argument.span),
                        "this is modified twice in the same place");
      continue;
    }
    Modifier read = readModifier(tree, argument.modification, scope, diagnostics);
    read.name = target.name, read.where = target.where, read.isFinal = argument.final;
    target = merge(std::move(read), target);
  }
  return result;
}

Modifier merge(Modifier outer, const Modifier& inner) {
  if (!outer.value) outer.value = inner.value;
  outer.isFinal |= inner.isFinal;
  for (const Modifier& child : inner.nested) {
    const auto same = std::ranges::find(outer.nested, child.name, &Modifier::name);
    if (same == outer.nested.end())
      outer.nested.push_back(child);
    else
      *same = merge(std::move(*same), child);
  }
  return outer;
}

const Modifier* find(const Modifiers& modifiers, Symbol name) {
  const auto found = std::ranges::find(modifiers, name, &Modifier::name);
  return found == modifiers.end() ? nullptr : &*found;
}

}  // namespace dashpot::model
