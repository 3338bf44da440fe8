#include "model/classes/catalogue.hpp"

#include <algorithm>
#include <array>

namespace dashpot::model {

namespace {

using syntax::ClassKind;
using syntax::ElementKind;
using syntax::ExpressionId;
using syntax::Tree;

bool isComponent(const syntax::Class& type) {
  return !type.isPartial &&
         (type.kind == ClassKind::model || type.kind == ClassKind::block || type.kind == ClassKind::generic ||
          type.kind == ClassKind::record) &&
         type.form == syntax::ClassForm::composition;
}

bool holdsClasses(const syntax::Class& type) { return type.kind == ClassKind::package; }

std::string causalityText(syntax::Causality causality) {
  return causality == syntax::Causality::input ? "input" : causality == syntax::Causality::output ? "output" : "";
}

}  // namespace

// -------------------------------------------------------------------------------------------------------- components

std::vector<ClassRef> Catalogue::componentsIn(ClassRef package) {
  std::vector<ClassRef> found;
  if (package != ClassRef::none && isComponent(classes_[package].node())) found.push_back(package);
  if (package != ClassRef::none) collectComponents(package, found, 0);
  return found;
}

void Catalogue::collectComponents(ClassRef scope, std::vector<ClassRef>& found, int depth) {
  if (depth > WrittenClasses::depthLimit || !holdsClasses(classes_[scope].node())) return;
  loadChildren(scope);
  const auto nested = classes_[scope].nested;  // a copy: looking into one may load others
  for (const auto& [name, ref] : nested) {
    const syntax::Class& type = classes_[ref].node();
    if (isComponent(type) && (type.kind != ClassKind::record || !icons(ref).empty())) found.push_back(ref);
    collectComponents(ref, found, depth + 1);
  }
}

std::string Catalogue::documentation(ClassRef type) const {
  const ClassEntry& entry = classes_[type];
  const Tree& tree = *entry.tree;
  if (const auto* found = written_.argument(tree, entry.node().annotation, "Documentation"))
    if (const auto* info = written_.argument(tree, found->modification, "info");
        info && info->modification.value != ExpressionId::none)
      return written_.text(tree[info->modification.value].symbol);
  return {};
}

CatalogueComponent Catalogue::describe(ClassRef type) {
  const ClassEntry& entry = classes_[type];
  const Tree& tree = *entry.tree;
  const syntax::Class& node = entry.node();
  CatalogueComponent component{.type = type,
                               .name = classes_.qualifiedName(type),
                               .kind = node.kind == ClassKind::generic ? "model" : std::string(spelling(node.kind)),
                               .description = written_.text(node.description),
                               .documentation = documentation(type),
                               .isPartial = node.isPartial};
  component.isExample = written_.argument(tree, node.annotation, "experiment") != nullptr;
  if (node.form == syntax::ClassForm::enumeration) component.literals = literalsOf(type);
  component.defaultName = classAnnotation(type, "defaultComponentName", 0);
  component.defaultPrefixes = classAnnotation(type, "defaultComponentPrefixes", 0);
  collect(type, {}, component, 0);
  component.icons = icons(type);
  return component;
}

/// A string in the annotation of the class, or of the first base class that has it.
std::string Catalogue::classAnnotation(ClassRef type, std::string_view name, int depth) {
  const ClassEntry& entry = classes_[type];
  const Tree& tree = *entry.tree;
  if (const auto* found = written_.argument(tree, entry.node().annotation, name);
      found && found->modification.value != ExpressionId::none)
    return written_.text(tree[found->modification.value].symbol);
  if (depth > WrittenClasses::depthLimit) return {};
  for (const syntax::ElementId id : tree.items(entry.node().elements)) {
    if (tree[id].kind != ElementKind::extends) continue;
    const ClassRef base = written_.base(type, tree[id]);
    if (base == ClassRef::none) continue;
    if (std::string inherited = classAnnotation(base, name, depth + 1); !inherited.empty()) return inherited;
  }
  return {};
}

void Catalogue::collect(ClassRef type, const std::vector<Modified>& outer, CatalogueComponent& component, int depth) {
  if (depth > WrittenClasses::depthLimit) return;
  const ClassEntry& entry = classes_[type];
  const Tree& tree = *entry.tree;
  for (const syntax::ElementId id : tree.items(entry.node().elements)) {
    const syntax::Element& element = tree[id];
    if (element.isProtected) continue;
    if (element.kind == ElementKind::extends) {
      const ClassRef base = written_.base(type, element);
      if (base == ClassRef::none) continue;
      if (std::string words = documentation(base); !words.empty())
        component.bases.push_back({classes_.qualifiedName(base), std::move(words)});
      std::vector<Modified> all = outer;
      all.push_back({&tree, element.modification});
      collect(base, all, component, depth + 1);
    } else if (element.isReplaceable && !element.isOuter) {
      addReplaceable(type, element, component);
    } else if (element.kind == ElementKind::component && !element.isOuter) {
      addElement(type, element, outer, component);
    }
  }
}

void Catalogue::addElement(ClassRef type, const syntax::Element& element, const std::vector<Modified>& outer,
                           CatalogueComponent& component) {
  const Tree& tree = *classes_[type].tree;
  const syntax::Component& declared = tree[element.component];
  CatalogueParameter parameter{.name = written_.text(declared.name),
                               .description = written_.text(declared.description),
                               .annotation = {&tree, declared.annotation}};
  const TypeFacts facts = resolveType(type, tree, declared.type, parameter);
  std::string dimensions = facts.dimensions;
  for (const auto& list : {declared.subscripts, declared.typeSubscripts})
    for (const ExpressionId e : tree.items(list))
      dimensions += (dimensions.empty() ? "" : ", ") + written_.text(tree, e);
  if (!dimensions.empty()) dimensions = "[" + dimensions + "]";

  if (facts.isConnector) {
    component.ports.push_back({.name = parameter.name,
                               .type = facts.name,
                               .connector = facts.type,
                               .causality = facts.causality,
                               .dimensions = dimensions,
                               .condition = written_.text(tree, declared.condition),
                               .description = parameter.description,
                               .annotation = {&tree, declared.annotation}});
    return;
  }
  parameter.type = facts.name;
  parameter.builtin = facts.builtin;
  parameter.literals = facts.literals;
  parameter.dimensions = dimensions;
  readAttributes({&tree, declared.modification}, parameter);
  parameter.defaultValue = written_.text(tree, declared.modification.value);
  if (declared.variability == syntax::Variability::constant) component.constants.push_back(parameter);
  if (declared.variability == syntax::Variability::continuous ||
      declared.variability == syntax::Variability::discrete) {
    if (facts.builtin.empty()) return;
    component.variables.push_back({.name = parameter.name,
                                   .type = facts.name,
                                   .builtin = facts.builtin,
                                   .dimensions = dimensions,
                                   .unit = parameter.unit,
                                   .displayUnit = parameter.displayUnit,
                                   .causality = causalityText(declared.causality),
                                   .description = parameter.description});
  }
  if (declared.variability != syntax::Variability::parameter || element.isFinal) return;
  for (auto at = outer.rbegin(); at != outer.rend(); ++at) {  // the outermost has the last word
    const syntax::Argument* modified = written_.argument(*at->tree, at->modification, parameter.name);
    if (!modified) continue;
    if (modified->final) return;
    readAttributes({at->tree, modified->modification}, parameter);
    if (modified->modification.value != ExpressionId::none)
      parameter.defaultValue = written_.text(*at->tree, modified->modification.value);
  }
  component.parameters.push_back(std::move(parameter));
}

void Catalogue::readAttributes(const Modified& modified, CatalogueParameter& parameter) const {
  const auto read = [&](std::string_view name, std::string& target, bool isString) {
    const syntax::Argument* found = written_.argument(*modified.tree, modified.modification, name);
    if (!found || found->modification.value == ExpressionId::none) return;
    const syntax::Expression& value = (*modified.tree)[found->modification.value];
    target = isString && value.kind == syntax::ExpressionKind::string
                 ? written_.text(value.symbol)
                 : written_.text(*modified.tree, found->modification.value);
  };
  read("unit", parameter.unit, true);
  read("displayUnit", parameter.displayUnit, true);
  read("min", parameter.min, false);
  read("max", parameter.max, false);
}

/// Follows short classes to the end; the attributes they give go into `parameter`, inner ones first.
Catalogue::TypeFacts Catalogue::resolveType(ClassRef scope, const Tree& tree, ExpressionId name,
                                            CatalogueParameter& parameter, int depth) {
  TypeFacts facts{.name = written_.text(tree, name)};
  const ClassRef type = depth > WrittenClasses::depthLimit ? ClassRef::none : written_.resolve(scope, tree, name);
  if (type == ClassRef::none) {
    constexpr std::array<std::string_view, 4> builtin{"Real", "Integer", "Boolean", "String"};
    if (std::ranges::find(builtin, facts.name) != builtin.end()) facts.builtin = facts.name;
    return facts;
  }
  const ClassEntry& entry = classes_[type];
  const syntax::Class& node = entry.node();
  if (node.form == syntax::ClassForm::shortClass) {
    facts = resolveType(entry.enclosing, *entry.tree, node.base, parameter, depth + 1);
    readAttributes({entry.tree, node.modification}, parameter);
    for (const ExpressionId e : entry.tree->items(node.baseSubscripts))
      facts.dimensions += (facts.dimensions.empty() ? "" : ", ") + written_.text(*entry.tree, e);
    if (node.baseCausality != syntax::Causality::none) facts.causality = causalityText(node.baseCausality);
  } else if (node.form == syntax::ClassForm::enumeration) {
    facts.builtin = "enumeration";
    facts.literals = literalsOf(type);
  }
  facts.name = classes_.qualifiedName(type);
  facts.type = type;
  facts.isConnector = node.kind == ClassKind::connector || node.kind == ClassKind::expandableConnector;
  return facts;
}

// ------------------------------------------------------------------------------------------------------------- icons

std::vector<CatalogueAnnotation> Catalogue::icons(ClassRef type) {
  std::vector<CatalogueAnnotation> layers;
  collectIcons(type, layers, 0);
  return layers;
}

/// Unless IconMap(primitivesVisible = false) leaves them out (Modelica 3.6, section 18.6).
bool Catalogue::showsInheritedGraphics(const Tree& tree, const syntax::Element& extends) const {
  const syntax::Argument* map = written_.argument(tree, extends.annotation, "IconMap");
  const syntax::Argument* shown = map ? written_.argument(tree, map->modification, "primitivesVisible") : nullptr;
  if (!shown || shown->modification.value == ExpressionId::none) return true;
  const syntax::Expression& value = tree[shown->modification.value];
  return value.kind != syntax::ExpressionKind::boolean || value.flag;
}

void Catalogue::collectIcons(ClassRef type, std::vector<CatalogueAnnotation>& layers, int depth) {
  if (depth > WrittenClasses::depthLimit) return;
  const ClassEntry& entry = classes_[type];
  const Tree& tree = *entry.tree;
  const syntax::Class& node = entry.node();
  if (const ClassRef base = written_.shortBase(type); base != ClassRef::none) collectIcons(base, layers, depth + 1);
  for (const syntax::ElementId id : tree.items(node.elements)) {
    if (tree[id].kind != ElementKind::extends) continue;
    const ClassRef base = written_.base(type, tree[id]);
    if (base != ClassRef::none && showsInheritedGraphics(tree, tree[id])) collectIcons(base, layers, depth + 1);
  }
  if (const syntax::Argument* icon = written_.argument(tree, node.annotation, "Icon"))
    layers.push_back({&tree, icon->modification});
}

}  // namespace dashpot::model
