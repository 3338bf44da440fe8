#include "language_server/cursor.hpp"

#include <algorithm>

namespace dashpot::language_server {

using model::ClassRef;
using syntax::ArgumentId;
using syntax::ExpressionId;
using syntax::Span;

namespace {

bool holds(Span span, std::size_t offset) { return span.begin <= offset && offset <= span.end; }
bool holds(Span outer, Span inner) { return outer.begin <= inner.begin && inner.end <= outer.end; }
bool isEmpty(Span span) { return span.end <= span.begin; }

}  // namespace

Meanings::Meanings(View& view) : view_(view), tree_(*view.tree), names_(view), owners_(view.tree->arguments.size()) {
  for (std::size_t i = 0; i < tree_.arguments.size(); ++i)
    own(tree_.arguments[i].modification, Owner::Kind::argument, i);
  for (std::size_t i = 0; i < tree_.components.size(); ++i)
    own(tree_.components[i].modification, Owner::Kind::component, i);
  for (std::size_t i = 0; i < tree_.elements.size(); ++i) {
    own(tree_.elements[i].constraint, Owner::Kind::constraint, i);
    if (tree_.elements[i].kind == syntax::ElementKind::extends)
      own(tree_.elements[i].modification, Owner::Kind::extends, i);
  }
  for (std::size_t i = 0; i < tree_.classNodes.size(); ++i)
    if (tree_.classNodes[i].form == syntax::ClassForm::shortClass)
      own(tree_.classNodes[i].modification, Owner::Kind::shortClass, i);
}

void Meanings::own(const syntax::Modification& modification, Owner::Kind kind, std::size_t index) {
  for (const ArgumentId id : tree_.items(modification.arguments))
    owners_[static_cast<std::size_t>(id)] = {kind, static_cast<std::uint32_t>(index)};
}

ClassRef Meanings::scopeAt(std::size_t offset) {
  ClassRef at = view_.classAt(offset);
  while (at != ClassRef::none && view_.classes[at].node().form == syntax::ClassForm::shortClass)
    at = view_.classes[at].enclosing;
  return at;
}

ClassRef Meanings::classNamed(ClassRef scope, ExpressionId name) {
  if (name == ExpressionId::none) return ClassRef::none;
  const Declaration found = names_.resolve(scope, tree_, name);
  return found.isType() ? names_.behind(found.type) : ClassRef::none;
}

// ----------------------------------------------------------------------------------------------------- modifications

ClassRef Meanings::modifiedClass(ArgumentId argument) {
  const Owner owner = owners_[static_cast<std::size_t>(argument)];
  const ClassRef scope = scopeAt(tree_[argument].span.begin);
  switch (owner.kind) {
    case Owner::Kind::argument: return names_.classOf(modifiedBy(static_cast<ArgumentId>(owner.index)));
    case Owner::Kind::component: return classNamed(scope, tree_.components[owner.index].type);
    case Owner::Kind::constraint: return classNamed(scope, tree_.elements[owner.index].constrainedBy);
    case Owner::Kind::extends:
      return scope == ClassRef::none ? scope : names_.behind(view_.written.base(scope, tree_.elements[owner.index]));
    case Owner::Kind::shortClass: return classNamed(scope, tree_.classNodes[owner.index].base);
    case Owner::Kind::none: break;
  }
  return ClassRef::none;
}

Declaration Meanings::modifiedBy(ArgumentId argument, std::size_t parts) {
  if (tree_[argument].kind != syntax::ArgumentKind::element || tree_[argument].name == ExpressionId::none) return {};
  const ClassRef type = modifiedClass(argument);
  if (type == ClassRef::none) return {};
  Declaration at = names_.declarationOf(type);
  for (const Symbol name : pathOf(tree_, tree_[argument].name, parts)) {
    at = names_.member(names_.classOf(at), name);
    if (!at) return at;
  }
  return at;
}

// -------------------------------------------------------------------------------------------------------- the cursor

Cursor Meanings::at(std::size_t offset) {
  Cursor cursor{.scope = scopeAt(offset)};
  if (!declaration(offset, cursor) && !reference(offset, cursor) && !namedArgument(offset, cursor) &&
      !iterator(offset, cursor))
    nameAfterEnd(offset, cursor);
  return cursor;
}

bool Meanings::declaration(std::size_t offset, Cursor& cursor) {
  for (const syntax::Component& component : tree_.components) {
    if (!holds(component.nameSpan, offset) || isEmpty(component.nameSpan)) continue;
    cursor.name = component.nameSpan;
    if (cursor.scope != ClassRef::none) cursor.meaning = names_.member(cursor.scope, component.name);
    return true;
  }
  for (const syntax::Class& node : tree_.classNodes) {
    if (!holds(node.nameSpan, offset) || isEmpty(node.nameSpan)) continue;
    cursor.name = node.nameSpan;
    if (const ClassRef found = view_.classAt(node.nameSpan.begin);
        found != ClassRef::none && &view_.classes[found].node() == &node)
      cursor.meaning = names_.declarationOf(found);
    return true;
  }
  return false;
}

bool Meanings::reference(std::size_t offset, Cursor& cursor) {
  for (std::size_t i = 0; i < tree_.expressions.size(); ++i) {
    const auto id = static_cast<ExpressionId>(i);
    if (tree_[id].kind != syntax::ExpressionKind::reference || !holds(tree_[id].span, offset)) continue;
    for (std::size_t p = 0; p < tree_[id].parts.count; ++p) {
      const Span part = identifier(tree_[tree_.at(tree_[id].parts, p)]);
      if (!holds(part, offset)) continue;
      cursor.name = part;
      cursor.meaning = meaningOf(id, p + 1, cursor.scope);
      return true;
    }
  }
  return false;
}

/// A part without its subscripts.
Span Meanings::identifier(const syntax::Part& part) const {
  const auto length = static_cast<std::uint32_t>(view_.name(part.name).size());
  return {part.span.begin, std::min(part.span.end, part.span.begin + length)};
}

Declaration Meanings::ofLiteral(ExpressionId reference) {
  for (const syntax::Class& node : tree_.classNodes) {
    if (node.form != syntax::ClassForm::enumeration) continue;
    for (const ExpressionId literal : tree_.items(node.names)) {
      if (literal != reference) continue;
      const ClassRef enumeration = view_.classAt(node.nameSpan.begin);
      if (enumeration != ClassRef::none) return names_.member(enumeration, pathOf(tree_, reference, 1).front());
    }
  }
  return {};
}

Declaration Meanings::ofImport(ExpressionId reference, std::size_t parts, ClassRef scope) {
  for (const syntax::Element& element : tree_.elements) {
    if (element.kind != syntax::ElementKind::import) continue;
    if (element.name == reference) return names_.resolve(scope, pathOf(tree_, reference, parts), true);
    for (const ExpressionId listed : tree_.items(element.importedNames)) {
      if (listed != reference) continue;
      const Declaration package = names_.resolve(scope, pathOf(tree_, element.name, tree_.parts.size()), true);
      return names_.member(names_.classOf(package), pathOf(tree_, reference, 1).front());
    }
  }
  return {};
}

Declaration Meanings::meaningOf(ExpressionId reference, std::size_t parts, ClassRef scope) {
  for (std::size_t i = 0; i < tree_.arguments.size(); ++i)
    if (tree_.arguments[i].name == reference) return modifiedBy(static_cast<ArgumentId>(i), parts);
  if (tree_[reference].parts.empty()) return {};
  if (const Declaration literal = ofLiteral(reference)) return literal;
  if (const Declaration import = ofImport(reference, parts, scope)) return import;
  if (!tree_[reference].flag)
    if (const Declaration local = loopVariable(tree_[tree_.at(tree_[reference].parts, 0)], parts)) return local;
  return names_.resolve(scope, tree_, reference, parts);
}

/// The variable of a loop or comprehension around a reference that has its name.
Declaration Meanings::loopVariable(const syntax::Part& first, std::size_t parts) const {
  Declaration innermost;
  const auto look = [&](const auto& node) {
    if (!holds(node.span, first.span)) return;
    for (const syntax::IteratorId id : tree_.items(node.iterators))
      if (const Span name = nameOf(tree_[id]); tree_[id].name == first.name && name.begin >= innermost.name.begin)
        innermost = {.kind = Declaration::Kind::iterator, .tree = &tree_, .name = name};
  };
  if (parts != 1) return innermost;
  for (const syntax::Statement& statement : tree_.statements) look(statement);
  for (const syntax::Expression& expression : tree_.expressions) look(expression);
  return innermost;
}

Span Meanings::nameOf(const syntax::Iterator& iterator) const {
  return {iterator.span.begin, iterator.span.begin + static_cast<std::uint32_t>(view_.name(iterator.name).size())};
}

bool Meanings::iterator(std::size_t offset, Cursor& cursor) {
  for (const syntax::Iterator& each : tree_.iterators) {
    if (!holds(nameOf(each), offset)) continue;
    cursor.name = nameOf(each);
    cursor.meaning = {.kind = Declaration::Kind::iterator, .tree = &tree_, .name = cursor.name};
    return true;
  }
  return false;
}

/// `x` in f(x = 1): an input of the function.
bool Meanings::namedArgument(std::size_t offset, Cursor& cursor) {
  for (const syntax::Expression& call : tree_.expressions) {
    if (call.kind != syntax::ExpressionKind::call || !holds(call.span, offset)) continue;
    for (const ExpressionId operand : tree_.items(call.operands)) {
      const syntax::Expression& named = tree_[operand];
      if (named.kind != syntax::ExpressionKind::namedArgument) continue;
      const Span name{named.span.begin, named.span.begin + static_cast<std::uint32_t>(view_.name(named.symbol).size())};
      if (!holds(name, offset)) continue;
      cursor.name = name;
      const Declaration function = names_.resolve(cursor.scope, tree_, tree_.at(call.operands, 0));
      cursor.meaning = names_.member(names_.classOf(function), named.symbol);
      return true;
    }
  }
  return false;
}

void Meanings::nameAfterEnd(std::size_t offset, Cursor& cursor) {
  const std::string_view text = view_.text().string();
  for (const syntax::Class& node : tree_.classNodes) {
    const std::string_view name = view_.name(node.name);
    const std::size_t begin = name.empty() ? std::string_view::npos : text.rfind(name, node.span.end);
    if (begin == std::string_view::npos || begin < node.nameSpan.end || offset < begin || offset > begin + name.size())
      continue;
    const std::size_t word = text.find_last_not_of(" \t\r\n", begin - 1);
    if (word == std::string_view::npos || word < 2 || text.substr(word - 2, 3) != "end") continue;
    cursor.name = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + name.size())};
    cursor.meaning = names_.declarationOf(view_.classAt(node.nameSpan.begin));
  }
}

}  // namespace dashpot::language_server
