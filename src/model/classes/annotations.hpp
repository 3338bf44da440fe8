// model/classes/annotations.hpp: entries of annotations that mean something to us.
#pragma once

#include "syntax/tree.hpp"

#include <string_view>

namespace dashpot::model {

/// The entry `name` of an annotation; null: there is none.
inline const syntax::Argument* annotationEntry(const syntax::Tree& tree, const syntax::Modification& annotation,
                                               std::string_view name, const Symbols& symbols) {
  for (const syntax::ArgumentId id : tree.items(annotation.arguments)) {
    const syntax::Argument& argument = tree[id];
    if (argument.kind != syntax::ArgumentKind::element) continue;
    const syntax::Expression& path = tree[argument.name];
    if (path.parts.count == 1 && symbols.text(tree[tree.at(path.parts, 0)].name) == name) return &argument;
  }
  return nullptr;
}

/// name = true
inline bool annotationIsTrue(const syntax::Tree& tree, const syntax::Modification& annotation, std::string_view name,
                             const Symbols& symbols) {
  const syntax::Argument* entry = annotationEntry(tree, annotation, name, symbols);
  if (!entry || entry->modification.value == syntax::ExpressionId::none) return false;
  const syntax::Expression& value = tree[entry->modification.value];
  return value.kind == syntax::ExpressionKind::boolean && value.flag;
}

}  // namespace dashpot::model
