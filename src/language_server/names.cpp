#include "language_server/names.hpp"

#include <algorithm>
#include <array>

namespace dashpot::language_server {

using model::ClassRef;
using syntax::ElementKind;
using syntax::ExpressionId;
using syntax::Tree;

namespace {

constexpr int depthLimit = model::WrittenClasses::depthLimit;
constexpr std::array<std::string_view, 4> predefinedTypes{"Real", "Integer", "Boolean", "String"};

}  // namespace

std::vector<Symbol> pathOf(const Tree& tree, ExpressionId reference, std::size_t parts) {
  std::vector<Symbol> path;
  const auto& list = tree[reference].parts;
  for (std::size_t i = 0; i < std::min<std::size_t>(parts, list.count); ++i)
    path.push_back(tree[tree.at(list, i)].name);
  return path;
}

// ------------------------------------------------------------------------------------------------------ declarations

Declaration Names::declarationOf(ClassRef type) const {
  if (type == ClassRef::none) return {};
  const model::ClassEntry& entry = view_.classes[type];
  Declaration found{.kind = Declaration::Kind::type,
                    .tree = entry.tree,
                    .in = entry.enclosing,
                    .type = type,
                    .name = entry.node().nameSpan};
  if (entry.enclosing != ClassRef::none && view_.classes[entry.enclosing].tree == entry.tree)
    for (const syntax::ElementId id : entry.tree->items(view_.classes[entry.enclosing].node().elements))
      if ((*entry.tree)[id].classDefinition == entry.id) found.element = &(*entry.tree)[id];
  return found;
}

Declaration Names::componentOf(ClassRef in, const syntax::Element& element) const {
  const Tree& tree = *view_.classes[in].tree;
  const syntax::Component& component = tree[element.component];
  return {.kind = Declaration::Kind::component,
          .tree = &tree,
          .in = in,
          .element = &element,
          .component = &component,
          .name = component.nameSpan};
}

Declaration Names::literalOf(ClassRef enumeration, std::uint32_t number) const {
  const model::ClassEntry& entry = view_.classes[enumeration];
  return {.kind = Declaration::Kind::literal,
          .tree = entry.tree,
          .in = enumeration,
          .literal = number,
          .name = (*entry.tree)[entry.tree->at(entry.node().names, number)].span};
}

std::string_view Names::nameOf(const Declaration& declaration) const {
  const Tree& tree = *declaration.tree;
  switch (declaration.kind) {
    case Declaration::Kind::component: return view_.name(declaration.component->name);
    case Declaration::Kind::type: return view_.name(view_.classes[declaration.type].node().name);
    case Declaration::Kind::literal: {
      const syntax::Class& type = view_.classes[declaration.in].node();
      const auto& parts = tree[tree.at(type.names, declaration.literal)].parts;
      return parts.empty() ? std::string_view() : view_.name(tree[tree.at(parts, 0)].name);
    }
    case Declaration::Kind::iterator: return view_.sources.text(tree.range(declaration.name));
    case Declaration::Kind::none: break;
  }
  return {};
}

std::string Names::descriptionOf(const Declaration& declaration) const {
  switch (declaration.kind) {
    case Declaration::Kind::component: return std::string(view_.name(declaration.component->description));
    case Declaration::Kind::type: return std::string(view_.name(view_.classes[declaration.type].node().description));
    case Declaration::Kind::literal: {
      const syntax::Class& type = view_.classes[declaration.in].node();
      if (declaration.literal >= type.remarks.count) return {};
      return std::string(
          view_.name((*declaration.tree)[declaration.tree->at(type.remarks, declaration.literal)].description));
    }
    default: return {};
  }
}

// ----------------------------------------------------------------------------------------------------------- look-up

std::vector<ClassRef> Names::basesOf(ClassRef type) {
  std::vector<ClassRef> bases;
  const model::ClassEntry& entry = view_.classes[type];
  for (const syntax::ElementId id : entry.tree->items(entry.node().elements)) {
    const syntax::Element& element = (*entry.tree)[id];
    if (element.kind != ElementKind::extends || element.name == ExpressionId::none) continue;
    if (const ClassRef base = view_.written.base(type, element); base != ClassRef::none && base != type)
      bases.push_back(base);
  }
  return bases;
}

ClassRef Names::behind(ClassRef type) {
  for (int depth = 0; type != ClassRef::none && depth < depthLimit; ++depth) {
    const syntax::Class& node = view_.classes[type].node();
    if (node.form != syntax::ClassForm::shortClass) return type;
    type = view_.written.shortBase(type);
  }
  return ClassRef::none;
}

Declaration Names::ownMember(ClassRef type, Symbol name) {
  const model::ClassEntry& entry = view_.classes[type];
  const syntax::Class& node = entry.node();
  for (const syntax::ElementId id : entry.tree->items(node.elements)) {
    const syntax::Element& element = (*entry.tree)[id];
    if (element.kind == ElementKind::component && (*entry.tree)[element.component].name == name)
      return componentOf(type, element);
  }
  for (std::uint32_t i = 0; i < node.names.count; ++i)
    if (node.form == syntax::ClassForm::enumeration && nameOf(literalOf(type, i)) == view_.name(name))
      return literalOf(type, i);
  return declarationOf(view_.classes.nested(type, name));
}

Declaration Names::member(ClassRef type, Symbol name, int depth) {
  type = behind(type);
  if (type == ClassRef::none || name == Symbol::none || depth > depthLimit) return {};
  if (const Declaration own = ownMember(type, name)) return own;
  for (const ClassRef base : basesOf(type))
    if (const Declaration inherited = member(base, name, depth + 1)) return inherited;
  return {};
}

Declaration Names::imported(ClassRef scope, Symbol name) {
  const model::ClassEntry& entry = view_.classes[scope];
  const Tree& tree = *entry.tree;
  for (const syntax::ElementId id : tree.items(entry.node().elements)) {
    const syntax::Element& element = tree[id];
    if (element.kind != ElementKind::import || element.name == ExpressionId::none) continue;
    const std::vector<Symbol> path = pathOf(tree, element.name, tree[element.name].parts.count);
    if (path.empty()) continue;
    if (!element.importsAll && element.importedNames.empty()) {
      if ((element.alias != Symbol::none ? element.alias : path.back()) == name) return resolve(scope, path, true);
      continue;
    }
    bool isListed = element.importsAll;
    for (const ExpressionId listed : tree.items(element.importedNames))
      isListed = isListed || pathOf(tree, listed, 1) == std::vector{name};
    const Declaration package = isListed ? resolve(scope, path, true) : Declaration{};
    if (!package.isType()) continue;
    if (const Declaration found = member(package.type, name)) return found;
  }
  return {};
}

Declaration Names::find(ClassRef scope, Symbol name) {
  for (ClassRef at = scope; at != ClassRef::none; at = view_.classes[at].enclosing) {
    // A short class has no names of its own: those of its base are not seen from inside.
    if (view_.classes[at].node().form == syntax::ClassForm::shortClass) continue;
    if (const Declaration found = member(at, name)) return found;
    if (const Declaration found = imported(at, name)) return found;
    if (view_.classes[at].node().isEncapsulated) break;
  }
  return declarationOf(view_.classes.nested(ClassRef::none, name));
}

Declaration Names::resolve(ClassRef scope, const std::vector<Symbol>& path, bool fromTop) {
  Declaration at;
  for (std::size_t i = 0; i < path.size(); ++i) {
    at = i > 0     ? member(classOf(at), path[i])
         : fromTop ? declarationOf(view_.classes.nested(ClassRef::none, path[i]))
                   : find(scope, path[i]);
    if (!at) return at;
  }
  return at;
}

Declaration Names::resolve(ClassRef scope, const Tree& tree, ExpressionId reference, std::size_t parts) {
  return resolve(scope, pathOf(tree, reference, parts), tree[reference].flag);
}

void Names::collect(ClassRef type, std::vector<Declaration>& found, int depth) {
  type = behind(type);
  if (type == ClassRef::none || depth > depthLimit) return;
  const syntax::Class& node = view_.classes[type].node();
  for (const syntax::ElementId id : view_.classes[type].tree->items(node.elements)) {
    const syntax::Element& element = (*view_.classes[type].tree)[id];
    if (element.kind == ElementKind::component) found.push_back(componentOf(type, element));
  }
  if (node.form == syntax::ClassForm::enumeration)
    for (std::uint32_t i = 0; i < node.names.count; ++i) found.push_back(literalOf(type, i));
  if (node.kind == syntax::ClassKind::package && view_.classes[type].stored != model::StoredId::none)
    for (const model::StoredId child : view_.library.children(view_.classes[type].stored))
      (void)view_.classes.nested(type, view_.library[child].name);
  const auto nested = view_.classes[type].nested;  // a copy: looking into one may load others
  for (const auto& [name, child] : nested) found.push_back(declarationOf(child));
  for (const ClassRef base : basesOf(type)) collect(base, found, depth + 1);
}

std::vector<Declaration> Names::members(ClassRef type) {
  std::vector<Declaration> found;
  collect(type, found, 0);
  return found;
}

// ------------------------------------------------------------------------------------------------------------- types

ClassRef Names::writtenTypeOf(const Declaration& component) {
  if (!component.isComponent() || component.component->type == ExpressionId::none) return ClassRef::none;
  const Declaration type = resolve(component.in, *component.tree, component.component->type);
  return type.isType() ? type.type : ClassRef::none;
}

ClassRef Names::classOf(const Declaration& declaration) {
  if (declaration.isType()) return behind(declaration.type);
  return declaration.isComponent() ? behind(writtenTypeOf(declaration)) : ClassRef::none;
}

std::string Names::predefinedOf(const Declaration& declaration) {
  if (declaration.kind == Declaration::Kind::literal) return "enumeration";
  if (!declaration.isComponent() && !declaration.isType()) return {};
  const Tree* tree = declaration.tree;
  ExpressionId name = declaration.isComponent() ? declaration.component->type : ExpressionId::none;
  ClassRef at = declaration.isComponent() ? writtenTypeOf(declaration) : declaration.type;
  for (int depth = 0; at != ClassRef::none && depth < depthLimit; ++depth) {
    const model::ClassEntry& entry = view_.classes[at];
    if (entry.node().form == syntax::ClassForm::enumeration) return "enumeration";
    if (entry.node().form != syntax::ClassForm::shortClass) return {};
    tree = entry.tree;
    name = entry.node().base;
    at = view_.written.shortBase(at);
  }
  if (name == ExpressionId::none) return {};
  std::string text = view_.written.text(*tree, name);
  return std::ranges::find(predefinedTypes, text) != predefinedTypes.end() ? text : std::string();
}

std::string Names::attribute(const Declaration& component, std::string_view name) {
  if (!component.isComponent()) return {};
  const auto read = [&](const Tree& tree, const syntax::Modification& modification) -> std::string {
    const syntax::Argument* found = view_.written.argument(tree, modification, name);
    if (!found || found->modification.value == ExpressionId::none) return {};
    const syntax::Expression& value = tree[found->modification.value];
    return value.kind == syntax::ExpressionKind::string ? std::string(view_.name(value.symbol))
                                                        : view_.written.text(tree, found->modification.value);
  };
  std::string value = read(*component.tree, component.component->modification);
  ClassRef at = writtenTypeOf(component);
  for (int depth = 0; value.empty() && at != ClassRef::none && depth < depthLimit; ++depth) {
    const model::ClassEntry& entry = view_.classes[at];
    if (entry.node().form != syntax::ClassForm::shortClass) break;
    value = read(*entry.tree, entry.node().modification);
    at = view_.written.shortBase(at);
  }
  return value;
}

bool Names::isConnector(const Declaration& component) {
  for (ClassRef at = writtenTypeOf(component); at != ClassRef::none; at = view_.written.shortBase(at)) {
    const syntax::ClassKind kind = view_.classes[at].node().kind;
    if (kind == syntax::ClassKind::connector || kind == syntax::ClassKind::expandableConnector) return true;
    if (view_.classes[at].node().form != syntax::ClassForm::shortClass) break;
  }
  return false;
}

}  // namespace dashpot::language_server
