// All classes of a library, the literals of an enumeration, and what may take the place of a replaceable part.
#include "model/classes/catalogue.hpp"

namespace dashpot::model {

namespace {

using syntax::ClassForm;
using syntax::ClassKind;
using syntax::ElementKind;
using syntax::ExpressionId;
using syntax::Tree;

}  // namespace

void Catalogue::loadChildren(ClassRef scope) {
  if (const StoredId stored = classes_[scope].stored; stored != StoredId::none && library_[stored].isDirectory)
    for (const StoredId child : library_.children(stored)) (void)classes_.nested(scope, library_[child].name);
}

std::vector<ClassRef> Catalogue::classesIn(ClassRef scope) {
  std::vector<ClassRef> found;
  if (scope != ClassRef::none) collectClasses(scope, found, 0);
  return found;
}

void Catalogue::collectClasses(ClassRef scope, std::vector<ClassRef>& found, int depth) {
  if (depth > WrittenClasses::depthLimit) return;
  found.push_back(scope);
  loadChildren(scope);
  const auto nested = classes_[scope].nested;  // a copy: looking into one may load others
  for (const auto& [name, ref] : nested) collectClasses(ref, found, depth + 1);
}

std::vector<CatalogueLiteral> Catalogue::literalsOf(ClassRef enumeration) const {
  const Tree& tree = *classes_[enumeration].tree;
  const syntax::Class& node = classes_[enumeration].node();
  std::vector<CatalogueLiteral> literals;
  for (std::size_t i = 0; i < node.names.count; ++i)
    literals.push_back({written_.text(tree[tree.at(tree[tree.at(node.names, i)].parts, 0)].name),
                        i < node.remarks.count ? written_.text(tree[tree.at(node.remarks, i)].description) : ""});
  return literals;
}

void Catalogue::addReplaceable(ClassRef type, const syntax::Element& element, CatalogueComponent& component) {
  const Tree& tree = *classes_[type].tree;
  CatalogueReplaceable part{.description = written_.text(element.description)};
  ExpressionId declared = ExpressionId::none;
  if (element.kind == ElementKind::component) {
    const syntax::Component& node = tree[element.component];
    part.name = written_.text(node.name);
    part.kind = "component";
    part.description = written_.text(node.description);
    declared = node.type;
  } else if (element.kind == ElementKind::classDefinition) {
    const syntax::Class& node = tree[element.classDefinition];
    part.name = written_.text(node.name);
    part.kind = spelling(node.kind);
    if (part.description.empty()) part.description = written_.text(node.description);
    declared = node.base;  // none where it is written out on the spot
  } else {
    return;
  }
  const auto nameOf = [&](ClassRef ref, ExpressionId written) {
    return ref == ClassRef::none ? written_.text(tree, written) : classes_.qualifiedName(ref);
  };
  const ClassRef chosen = written_.resolve(type, tree, declared, WrittenClasses::Use::asBase);
  part.chosen = nameOf(chosen, declared);
  ClassRef constraint = chosen;
  if (element.constrainedBy != ExpressionId::none) {
    constraint = written_.resolve(type, tree, element.constrainedBy, WrittenClasses::Use::asBase);
    part.constrainedBy = nameOf(constraint, element.constrainedBy);
  }
  if (constraint != ClassRef::none) part.choices = choicesFor(constraint);
  component.replaceables.push_back(std::move(part));
}

std::vector<CatalogueChoice> Catalogue::choicesFor(ClassRef constraint) {
  if (const auto known = choices_.find(constraint); known != choices_.end()) return known->second;
  ClassRef top = constraint;
  while (classes_[top].enclosing != ClassRef::none) top = classes_[top].enclosing;
  std::vector<CatalogueChoice> choices;
  for (const ClassRef ref : classesIn(top)) {
    const syntax::Class& node = classes_[ref].node();
    const ClassRef around = classes_[ref].enclosing;
    const bool isInPackage = around == ClassRef::none || classes_[around].node().kind == ClassKind::package;
    if (isInPackage && !node.isPartial && derives(ref, constraint, 0))
      choices.push_back({classes_.qualifiedName(ref), written_.text(node.description)});
  }
  choices_.emplace(constraint, choices);
  return choices;
}

bool Catalogue::derives(ClassRef type, ClassRef base, int depth) {
  if (type == base) return true;
  if (depth > WrittenClasses::depthLimit) return false;
  const ClassEntry& entry = classes_[type];
  const Tree& tree = *entry.tree;
  const syntax::Class& node = entry.node();
  if (node.form == ClassForm::shortClass) {
    const ClassRef meant = written_.resolve(entry.enclosing, tree, node.base);
    return meant != ClassRef::none && meant != type && derives(meant, base, depth + 1);
  }
  for (const syntax::ElementId id : tree.items(node.elements)) {
    if (tree[id].kind != ElementKind::extends) continue;
    const ClassRef extended = written_.base(type, tree[id]);
    if (extended != ClassRef::none && derives(extended, base, depth + 1)) return true;
  }
  return false;
}

}  // namespace dashpot::model
