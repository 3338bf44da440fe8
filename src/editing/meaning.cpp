#include "editing/meaning.hpp"

namespace dashpot::editing {

namespace {

using model::ClassRef;
using model::WrittenClasses;
using syntax::ElementKind;
using syntax::Tree;

}  // namespace

const std::unordered_map<Symbol, syntax::ElementId>& Meanings::componentsOf(ClassRef type) {
  const auto [found, isNew] = components_.try_emplace(type);
  if (!isNew) return found->second;
  for (const syntax::ElementId id : tree(type).items(classes_[type].node().elements))
    if (tree(type)[id].kind == ElementKind::component)
      found->second.emplace(tree(type)[tree(type)[id].component].name, id);
  return found->second;
}

Meaning Meanings::component(ClassRef type, Symbol name, int depth) {
  type = withoutShortForms(type);
  if (type == ClassRef::none || depth > WrittenClasses::depthLimit) return {};
  const auto& own = componentsOf(type);
  if (const auto found = own.find(name); found != own.end()) return {.scope = type, .element = found->second};
  return inherited(type, name, depth);
}

Meaning Meanings::inherited(ClassRef type, Symbol name, int depth) {
  for (const syntax::ElementId id : tree(type).items(classes_[type].node().elements)) {
    if (tree(type)[id].kind != ElementKind::extends) continue;
    const ClassRef base = written_.base(type, tree(type)[id]);
    if (base == ClassRef::none || base == type) continue;
    if (const Meaning found = component(base, name, depth + 1); found.known()) return found;
  }
  return {};
}

Meaning Meanings::literal(ClassRef type, Symbol name) const {
  if (type == ClassRef::none || classes_[type].node().form != syntax::ClassForm::enumeration) return {};
  for (const syntax::ExpressionId id : tree(type).items(classes_[type].node().names))
    if (tree(type)[tree(type).at(tree(type)[id].parts, 0)].name == name) return {.scope = type, .literal = name};
  return {};
}

ClassRef Meanings::withoutShortForms(ClassRef type) {
  for (int depth = 0; type != ClassRef::none && depth < WrittenClasses::depthLimit; ++depth) {
    if (classes_[type].node().form != syntax::ClassForm::shortClass) return type;
    type = written_.shortBase(type);
  }
  return ClassRef::none;
}

ClassRef Meanings::typeOf(const Meaning& meaning) {
  if (!meaning.isComponent()) return meaning.isClass() ? meaning.scope : ClassRef::none;
  return written_.resolve(meaning.scope, tree(meaning.scope), declared(meaning).type);
}

Meaning Meanings::member(const Meaning& of, Symbol name) {
  const ClassRef type = withoutShortForms(typeOf(of));
  if (type == ClassRef::none) return {};
  if (const Meaning found = component(type, name); found.known()) return found;
  if (const Meaning found = literal(type, name); found.known()) return found;
  return {.scope = written_.member(type, name)};
}

Meaning Meanings::top(Symbol name) { return {.scope = classes_.nested(ClassRef::none, name)}; }

Meaning Meanings::imported(ClassRef scope, Symbol name) {
  const Tree& from = tree(scope);
  for (const syntax::ElementId id : from.items(classes_[scope].node().elements)) {
    const syntax::Element& element = from[id];
    if (element.kind != ElementKind::import) continue;
    const auto& parts = from[element.name].parts;
    const Symbol last = from[from.at(parts, parts.count - 1)].name;
    const bool isNamed = !element.importsAll && element.importedNames.empty();
    bool isListed = element.importsAll || (isNamed && (element.alias != Symbol::none ? element.alias : last) == name);
    for (const syntax::ExpressionId e : from.items(element.importedNames))
      isListed = isListed || from[from.at(from[e].parts, 0)].name == name;
    if (!isListed) continue;
    Meaning whole = top(from[from.at(parts, 0)].name);
    for (std::size_t i = 1; i < parts.count && whole.known(); ++i) whole = member(whole, from[from.at(parts, i)].name);
    if (!isNamed && whole.known()) whole = member(whole, name);
    if (whole.known()) return whole;
  }
  return {};
}

Meaning Meanings::first(ClassRef scope, Symbol name, Use use) {
  for (ClassRef at = scope; at != ClassRef::none; at = classes_[at].enclosing) {
    if (use == Use::anything)
      if (const Meaning found = component(at, name); found.known()) return found;
    const bool ownOnly = at == scope && use == Use::asBase;
    const ClassRef nested = ownOnly ? classes_.nested(at, name) : written_.member(at, name);
    if (nested != ClassRef::none) return {.scope = nested};
    if (const Meaning found = imported(at, name); found.known()) return found;
    if (classes_[at].node().isEncapsulated) break;
  }
  return top(name);
}

bool Meanings::isRedeclared(ClassRef type) const {
  const ClassRef enclosing = classes_[type].enclosing;
  if (enclosing == ClassRef::none || classes_[enclosing].tree != classes_[type].tree) return false;
  for (const syntax::ElementId id : tree(enclosing).items(classes_[enclosing].node().elements))
    if (tree(enclosing)[id].kind == ElementKind::classDefinition &&
        tree(enclosing)[id].classDefinition == classes_[type].id)
      return tree(enclosing)[id].isRedeclare;
  return false;
}

Target Meanings::target(Meaning meaning) {
  if (meaning.literal != Symbol::none) return {meaning.scope, meaning.literal};
  if (meaning.isComponent()) {
    const Symbol name = declared(meaning).name;
    for (int depth = 0; depth < WrittenClasses::depthLimit && tree(meaning.scope)[meaning.element].isRedeclare;
         ++depth) {
      const Meaning replaced = inherited(meaning.scope, name, 0);
      if (!replaced.known()) break;
      meaning = replaced;
    }
    return {meaning.scope, name};
  }
  for (int depth = 0; depth < WrittenClasses::depthLimit && isRedeclared(meaning.scope); ++depth) {
    const ClassRef enclosing = classes_[meaning.scope].enclosing;
    ClassRef replaced = ClassRef::none;
    for (const syntax::ElementId id : tree(enclosing).items(classes_[enclosing].node().elements)) {
      if (tree(enclosing)[id].kind != ElementKind::extends || replaced != ClassRef::none) continue;
      const ClassRef base = written_.base(enclosing, tree(enclosing)[id]);
      if (base != ClassRef::none) replaced = written_.member(base, classes_[meaning.scope].node().name);
    }
    if (replaced == ClassRef::none || replaced == meaning.scope) break;
    meaning.scope = replaced;
  }
  return {meaning.scope, Symbol::none};
}

}  // namespace dashpot::editing
