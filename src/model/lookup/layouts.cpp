#include "model/lookup/layouts.hpp"

#include "model/classes/same_declaration.hpp"
#include "model/instances/declaration_rules.hpp"
#include "model/lookup/class_restrictions.hpp"
#include "model/lookup/component_types.hpp"
#include "model/lookup/lookup.hpp"
#include "model/lookup/redeclarations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace dashpot::model {

namespace {

using syntax::ElementKind;
using syntax::Tree;

constexpr int inheritanceLimit = 500;  // each level takes about 2 kB of the stack

Symbol declaredName(const Tree& tree, const syntax::Element& element) {
  return element.kind == ElementKind::component ? tree[element.component].name : tree[element.classDefinition].name;
}

SourceRange nameOf(const Member& member) {
  const Tree& tree = *member.tree;
  if (member.element == syntax::ElementId::none) return {};
  const syntax::Element& element = tree[member.element];
  return tree.range(element.kind == ElementKind::component ? tree[element.component].nameSpan
                                                           : tree[element.classDefinition].nameSpan);
}

}  // namespace

Layouts::Layouts(InstanceTree& tree, Lookup& lookup, Redeclarations& redeclarations, ComponentTypes& types,
                 ClassRestrictions& classRestrictions, DeclarationRules& declarationRules)
    : tree_(tree),
      lookup_(lookup),
      redeclarations_(redeclarations),
      types_(types),
      classRestrictions_(classRestrictions),
      declarationRules_(declarationRules),
      classes_(tree.classes()),
      sources_(tree.sources()),
      diagnostics_(tree.diagnostics()),
      modifiers_(tree.modifiers()),
      selectors_(tree.selectors()) {
  auto& all = layouts_[{ClassRef::none, {}}];
  all = std::make_unique<Layout>();
  all->isBegun = all->isComplete = true;
  all->parts.push_back(all.get());
  tree_[InstanceTree::global].layout = all.get();
}

Layout* Layouts::layoutOf(ClassRef type, Scope enclosing) {
  Layout* layout = beginLayout(type, enclosing);
  completeLayout(*layout);
  return layout;
}

Layout* Layouts::beginLayout(ClassRef type, Scope enclosing) {
  auto& known = layouts_[{type, enclosing}];
  if (known) return known.get();
  known = std::make_unique<Layout>(Layout{.type = type, .enclosing = enclosing});
  Layout* layout = known.get();
  const ClassEntry& entry = classes_[type];
  const Tree& tree = *entry.tree;
  for (const syntax::ElementId id : tree.items(entry.node().elements)) {
    const syntax::Element& element = tree[id];
    if (element.kind != ElementKind::classDefinition || element.isRedeclare ||
        tree[element.classDefinition].form == syntax::ClassForm::extension)
      continue;
    addMember(*layout, {.name = declaredName(tree, element),
                        .tree = &tree,
                        .element = id,
                        .part = type,
                        .type = classes_.define(tree, element.classDefinition, type),
                        .isProtected = element.isProtected});
  }
  return layout;
}

void Layouts::completeLayout(Layout& layout) {
  if (layout.isBegun) return;
  layout.isBegun = true;
  const ClassEntry& entry = classes_[layout.type];
  const Tree& tree = *entry.tree;
  const syntax::Class& node = entry.node();
  const Scope self{InstanceId::none, layout.type};
  if (node.form == syntax::ClassForm::shortClass) {
    for (const syntax::ExpressionId size : tree.items(node.baseSubscripts))
      layout.dimensions.push_back({&tree, size, layout.enclosing});
    if (const auto base = lookup_.resolveClass(layout.enclosing, tree, node.base, Reporting::errors))
      inherit(layout, *base, tree, tree[node.base].span, {modifiers_.read(tree, node.modification), layout.enclosing},
              false);
    else
      layout.isBroken = true;
    layout.causality = node.baseCausality != syntax::Causality::none ? node.baseCausality : layout.causality;
  } else if (node.form == syntax::ClassForm::extension) {
    if (const auto base = extended(layout))
      inherit(layout, *base, tree, node.nameSpan, {modifiers_.read(tree, node.modification), self}, false);
    else
      layout.isBroken = true;  // reported with the enclosing class
  }
  for (const syntax::ElementId id : tree.items(node.elements)) {
    const syntax::Element& element = tree[id];
    if (element.kind == ElementKind::import || element.isRedeclare) continue;
    if (element.kind == ElementKind::extends && isExternalObject(tree, element.name)) {
      layout.isExternalObject = true;
      continue;
    }
    if (element.kind == ElementKind::extends) {
      const auto base = baseClass(layout, tree, element.name);
      if (base && base->isReplaceable && tree_.reportOnce(tree.range(tree[element.name].span), "redeclare"))
        diagnostics_.error("redeclare", tree.range(tree[element.name].span),
                           fmt::format("{} is replaceable: a class cannot extend what may become another",
                                       sources_.text(tree.range(tree[element.name].span))));
      if (base)
        inherit(layout, *base, tree, tree[element.name].span, {modifiers_.read(tree, element.modification), self},
                element.isProtected);
      else
        layout.isBroken = true;
      continue;
    }
    if (element.kind == ElementKind::classDefinition) continue;
    Member member{.name = declaredName(tree, element), .tree = &tree, .element = id, .part = layout.type};
    member.isProtected = element.isProtected;
    if (const Modifier* own = modifiers_.read(tree, tree[element.component].modification))
      member.layers.push_back({own, self});
    addMember(layout, std::move(member));
  }
  for (const syntax::ElementId id : tree.items(node.elements)) {
    const bool isExtension = tree[id].kind == ElementKind::classDefinition &&
                             tree[tree[id].classDefinition].form == syntax::ClassForm::extension;
    if (tree[id].isRedeclare || isExtension) redeclareMember(layout, tree, id);
  }
  layout.parts.push_back(&layout);
  layout.isComplete = true;
  classRestrictions_.requireRestrictions(layout.type);
  requireNothingBeside(layout);
}

/// A class that extends an array, or one with a direction, has no other elements (Modelica 3.6, section 4.5.2).
void Layouts::requireNothingBeside(Layout& layout) {
  const bool isSpecial = !layout.dimensions.empty() || layout.causality != syntax::Causality::none;
  const ClassEntry& entry = classes_[layout.type];
  if (!isSpecial || entry.node().form == syntax::ClassForm::shortClass) return;
  std::size_t extended = 0, components = 0;
  for (const syntax::ElementId id : entry.tree->items(entry.node().elements)) {
    extended += (*entry.tree)[id].kind == ElementKind::extends;
    components += (*entry.tree)[id].kind == ElementKind::component;
  }
  const SourceRange where = entry.tree->range(entry.node().nameSpan);
  if ((extended == 1 && components == 0) || !tree_.reportOnce(where, "restriction")) return;
  diagnostics_.error("restriction", where,
                     fmt::format("{} extends a class that is an array, an input or an output: it can have nothing else",
                                 tree_.symbols().text(entry.node().name)));
  layout.isBroken = true;
}

void Layouts::inherit(Layout& layout, const ClassInContext& base, const Tree& tree, syntax::Span where,
                      Layer modification, bool isProtected) {
  (void)classRestrictions_.requireBaseKind(layout.type, base.predefined ? ClassRef::none : base.type,
                                           tree.range(where));
  if (!base.predefined) classRestrictions_.requireNoLongOperatorRecord(layout.type, base.type, tree.range(where));
  const bool isEnumeration = !base.predefined && classes_[base.type].node().form == syntax::ClassForm::enumeration;
  if (base.predefined || isEnumeration) {
    layout.predefined =
        isEnumeration ? ScalarType{Type::enumeration, types_.enumerationOf(base.type)} : ScalarType{*base.predefined};
    if (modification.modifier) layout.predefinedLayers.push_back(modification);
    return;
  }
  if (inheritanceDepth_ >= inheritanceLimit) {
    if (tree_.becomesTooLarge())
      diagnostics_.error("too-deep", tree.range(where),
                         fmt::format("classes extend one another more than {} levels deep", inheritanceLimit));
    layout.isBroken = true;
    return;
  }
  ++inheritanceDepth_;
  Layout* inherited = layoutOf(base.type, base.enclosing);
  --inheritanceDepth_;
  if (!inherited->isComplete) {
    if (tree_.reportOnce(tree.range(where), "recursion"))
      diagnostics_.error("recursion", tree.range(where),
                         fmt::format("{} extends itself", tree_.symbols().text(classes_[base.type].node().name)));
    layout.isBroken = true;
    return;
  }
  layout.isBroken |= inherited->isBroken;
  Layers outer;
  if (modification.modifier) outer.push_back(modification);
  outer.insert(outer.end(), base.layers.begin(), base.layers.end());
  if (inherited->predefined) {
    layout.predefined = inherited->predefined;
    layout.predefinedLayers.insert(layout.predefinedLayers.end(), outer.begin(), outer.end());
    layout.predefinedLayers.insert(layout.predefinedLayers.end(), inherited->predefinedLayers.begin(),
                                   inherited->predefinedLayers.end());
  }
  layout.dimensions.insert(layout.dimensions.end(), inherited->dimensions.begin(), inherited->dimensions.end());
  if (inherited->causality != syntax::Causality::none) layout.causality = inherited->causality;
  layout.bases.push_back(inherited);
  const std::vector<Removal> removed =
      modification.modifier ? removals(*inherited, *modification.modifier) : std::vector<Removal>{};
  std::ranges::copy(inherited->removals, std::back_inserter(layout.removals));
  std::ranges::copy(removed, std::back_inserter(layout.removals));
  for (const Member& member : inherited->members) {
    if (std::ranges::find(removed, member.name, &Removal::component) != removed.end()) continue;
    Member copy = member;
    copy.isProtected |= isProtected;
    copy.layers = descend(outer, member.name, selectors_);
    copy.layers.insert(copy.layers.end(), member.layers.begin(), member.layers.end());
    addMember(layout, std::move(copy));
  }
  for (Layout* part : inherited->parts)
    if (std::ranges::find(layout.parts, part) == layout.parts.end()) layout.parts.push_back(part);
  if (!modification.modifier || inherited->isBroken || inherited->predefined) return;
  for (const Modifier& child : modification.modifier->nested) {
    const bool isLeftOut = std::ranges::find(removed, child.name, &Removal::component) != removed.end();
    if (isLeftOut && tree_.reportOnce(child.where, "unknown-element"))
      diagnostics_.error("unknown-element", child.where,
                         fmt::format("'{}' is left out and cannot be modified", tree_.symbols().text(child.name)));
    else if (findSlot(*inherited, child.name) == noSlot)
      declarationRules_.reportUnknownElement(child, *inherited);
  }
}

void Layouts::addMember(Layout& layout, Member member) {
  const std::string_view name = tree_.symbols().text(member.name);
  if (!member.isClass() && isReserved(name) && tree_.reportOnce(nameOf(member), "reserved-name"))
    diagnostics_.error("reserved-name", nameOf(member),
                       fmt::format("'{}' is a name of the language: give the component another one", name));
  else if (!member.isClass() && isTakenByPredefined(name) && tree_.reportOnce(nameOf(member), "reserved-name"))
    diagnostics_.breach("reserved-name", nameOf(member),
                        fmt::format("'{}' is a class of the language: give the component another name", name));
  const auto [at, isNew] = layout.slots.try_emplace(member.name, static_cast<std::uint32_t>(layout.members.size()));
  if (isNew) {
    layout.members.push_back(std::move(member));
    return;
  }
  const Member& before = layout.members[at->second];
  // Elements that are inherited twice may be equal (Modelica 3.6, section 5.6.1.4); one class must not say it twice.
  const bool isInherited =
      before.part != member.part || (before.tree == member.tree && before.element == member.element);
  if ((isInherited && saysTheSame(before, member, sources_)) || !tree_.reportOnce(nameOf(member), "duplicate-name"))
    return;
  const std::string problem = fmt::format("'{}' is declared twice", name);
  const bool isTolerated = isInherited && !diagnostics_.isStrict;
  Diagnostic& d = isTolerated ? diagnostics_.breach("duplicate-name", nameOf(member), problem)
                              : diagnostics_.error("duplicate-name", nameOf(member), problem);
  d.note(fmt::format("first declared at {}{}", sources_.describeLine(nameOf(before)),
                     isTolerated ? ", which counts" : ""));
  if (before.part != member.part && (*before.tree)[before.element].isReplaceable)
    d.hint("write 'redeclare' in front to replace the inherited one");
}

/// A redeclaration among the elements of a class is a modification of the element it inherits.
void Layouts::redeclareMember(Layout& layout, const Tree& tree, syntax::ElementId id) {
  const syntax::Element& element = tree[id];
  const Symbol name = declaredName(tree, element);
  const std::uint32_t slot = findSlot(layout, name);
  if (slot == noSlot) {
    const SourceRange where =
        tree.range(element.kind == ElementKind::component ? tree[element.component].nameSpan
                                                          : tree[element.classDefinition].nameSpan);
    if (!layout.isBroken && tree_.reportOnce(where, "redeclare"))
      diagnostics_.error("redeclare", where,
                         fmt::format("there is no inherited element '{}' to redeclare", tree_.symbols().text(name)));
    return;
  }
  Member& member = layout.members[slot];
  const Scope self{InstanceId::none, layout.type};
  const SourceRange where = tree.range(element.kind == ElementKind::component ? tree[element.component].nameSpan
                                                                              : tree[element.classDefinition].nameSpan);
  const auto report = [&](std::string_view problem) {
    if (tree_.reportOnce(where, "redeclare"))
      diagnostics_.error("redeclare", where, fmt::format("'{}' {}", tree_.symbols().text(name), problem));
  };
  if (!element.isRedeclare && tree_.reportOnce(where, "redeclare"))
    diagnostics_
        .warning("redeclare", where,
                 fmt::format("'{}' is inherited: to extend it is to redeclare it", tree_.symbols().text(name)))
        .hint("write 'redeclare' in front");
  if (element.isProtected != member.isProtected)
    report(member.isProtected ? "is protected, and redeclared as public" : "is public, and redeclared as protected");
  const bool isTwice = std::ranges::any_of(member.layers, [&](const Layer& layer) {
    return layer.modifier->redeclared != syntax::ElementId::none && layer.scope == self;
  });
  if (isTwice) report("is redeclared twice in the same class");
  member.layers.insert(member.layers.begin(), Layer{modifiers_.redeclaration(tree, id, name), self});
}

/// The class that `redeclare model extends X` builds on: X as the enclosing class inherits it.
std::optional<ClassInContext> Layouts::extended(const Layout& layout) {
  if (layout.enclosing.instance == InstanceId::none) return std::nullopt;
  Instance& node = tree_[layout.enclosing.instance];
  if (!node.layout) return std::nullopt;
  const Symbol name = classes_[layout.type].node().name;
  for (Layout* base : node.layout->part(layout.enclosing.lexical)->bases)
    if (const std::uint32_t slot = findSlot(*base, name); slot != noSlot && base->members[slot].isClass())
      return redeclarations_.classOf(layout.enclosing.instance, base->members[slot], base->members[slot].layers);
  return std::nullopt;
}

bool Layouts::isExternalObject(const Tree& tree, syntax::ExpressionId base) {
  return tree[base].parts.count == 1 &&
         tree_.symbols().text(tree[tree.at(tree[base].parts, 0)].name) == "ExternalObject";
}

/// Base classes are looked up without inherited names, or look-up would chase its own tail.
std::optional<ClassInContext> Layouts::baseClass(Layout& layout, const Tree& tree, syntax::ExpressionId name) {
  const Symbol first = tree[tree.at(tree[name].parts, 0)].name;
  const bool isOwn =
      !tree[name].flag && layout.slots.contains(first) && layout.members[layout.slots.at(first)].part == layout.type;
  const bool isLocal = isOwn || classes_.nested(layout.type, first) != ClassRef::none;
  if (isLocal && !tree[name].flag) {
    // The class itself, seen as a package.
    const InstanceId self = tree_.addNode(layout.enclosing.instance, classes_[layout.type].node().name);
    tree_[self].sort = NodeSort::classNode;
    tree_[self].layout = &layout;
    return lookup_.resolveClass({self, layout.type}, tree, name, Reporting::errors);
  }
  if (const Found imported = lookup_.lookupImport(layout.type, first); imported && !tree[name].flag)
    return lookup_.resolveFrom(imported, layout.enclosing, tree, name, Reporting::errors);
  if (classes_[layout.type].node().isEncapsulated)
    return lookup_.resolveFrom(lookup_.lookupPredefined(first), layout.enclosing, tree, name, Reporting::errors);
  return lookup_.resolveClass(layout.enclosing, tree, name, Reporting::errors);
}

std::uint32_t Layouts::findSlot(Layout& layout, Symbol name) {
  if (const auto found = layout.slots.find(name); found != layout.slots.end()) return found->second;
  // Classes of a package may lie in files of their own, which are read only when needed.
  const bool isPackage =
      layout.type == ClassRef::none || classes_[layout.type].node().kind == syntax::ClassKind::package;
  if (!isPackage) return noSlot;
  const auto slot = static_cast<std::uint32_t>(layout.members.size());
  if (const ClassRef type = classes_.nested(layout.type, name); type != ClassRef::none) {
    layout.slots.emplace(name, slot);
    layout.members.push_back({.name = name, .tree = classes_[type].tree, .part = layout.type, .type = type});
    return slot;
  }
  for (Layout* base : layout.bases)
    if (const std::uint32_t there = findSlot(*base, name); there != noSlot) {
      layout.slots.emplace(name, slot);
      layout.members.push_back(base->members[there]);
      return slot;
    }
  return noSlot;
}

}  // namespace dashpot::model
