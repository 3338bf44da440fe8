#include "model/instances/declaration_rules.hpp"

#include "base/nearest.hpp"
#include "model/classes/class_kinds.hpp"
#include "model/lookup/layouts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dashpot::model {

namespace {

using syntax::ClassKind;
using syntax::Tree;

// Deeper than any real machine; a class that contains itself gets here.
constexpr int nestingLimit = 100;

}  // namespace

bool DeclarationRules::refusePrefixes(InstanceId id, const ResolvedType& type, const syntax::Component& component) {
  const Instance& node = tree_[id];
  const Instance& owner = tree_[node.parent];
  const ClassKind kind = type.isLeaf ? ClassKind::type : classes_[type.composite.type].node().kind;
  const bool isStructure = isRecord(owner.kind) || isConnector(owner.kind);
  const auto report = [&](const std::string& problem) {
    if (tree_.reportOnce(node.declared, "restriction")) diagnostics_.error("restriction", node.declared, problem);
    return true;
  };
  const std::string_view name = tree_.symbols().text(node.name);
  if (node.prefixes.isFlow && type.isLeaf && type.scalar.type != Type::real)
    return report(fmt::format("'{}' flows, so it must be Real, not {}", name, type.name));
  if (node.prefixes.isStream && type.isLeaf && type.scalar.type != Type::real)
    return report(fmt::format("'{}' is a stream variable, so it must be Real, not {}", name, type.name));
  if (component.connector != syntax::ConnectorPrefix::none && (owner.prefixes.isStream || owner.prefixes.isFlow) &&
      node.prefixes.isStream)
    return report(
        fmt::format("'{}' is a stream variable inside a {}", name, owner.prefixes.isFlow ? "flow" : "stream"));
  if (component.connector == syntax::ConnectorPrefix::flow && owner.prefixes.isFlow)
    return report(fmt::format("'{}' is a flow inside a flow", name));
  if (component.connector == syntax::ConnectorPrefix::stream && isModel(owner.kind) &&
      tree_.reportOnce(node.declared, "restriction"))
    diagnostics_.breach("restriction", node.declared,
                        fmt::format("'{}' is a stream variable outside a connector", name));
  const bool isInDirected = isStructure && owner.prefixes.causality != syntax::Causality::none;
  const bool isOfOther = type.causality != syntax::Causality::none && type.causality != component.causality;
  if (component.causality != syntax::Causality::none && (isInDirected || isOfOther))
    return report(fmt::format("'{}' is given a direction twice, by 'input' or 'output'", name));
  if (type.isLeaf) return false;
  const bool isActive = kind == ClassKind::model || kind == ClassKind::block;
  if (isActive && (component.causality != syntax::Causality::none || node.prefixes.isFlow))
    return report(
        fmt::format("'{}' is a {}: it cannot be an input, an output or a flow", name, syntax::spelling(kind)));
  if (isActive && isStructure)
    return report(fmt::format("'{}' is a {}: a {} cannot contain one", name, syntax::spelling(kind),
                              syntax::spelling(owner.kind)));
  if (isConnector(kind) && isRecord(owner.kind))
    return report(fmt::format("'{}' is a connector: a record cannot contain one", name));
  if (isConnector(kind) && component.variability >= syntax::Variability::parameter)
    return report(fmt::format("'{}' is a connector: it cannot be a parameter or constant", name));
  return false;
}

bool DeclarationRules::refuse(InstanceId id, const ResolvedType& type, const Tree& tree,
                              const syntax::Component& component) {
  const Instance& node = tree_[id];
  const SourceRange where = tree.range(tree[component.type].span);
  if (type.isLeaf) return false;
  const ClassRef ref = type.composite.type;
  const syntax::Class& definition = classes_[ref].node();
  const std::string_view name = tree_.symbols().text(definition.name);
  const bool isModel = definition.kind == ClassKind::model || definition.kind == ClassKind::block;
  std::string problem;
  std::string_view code = "bad-component-type";
  if (definition.isPartial && !node.isInPackage)
    problem = fmt::format("{} is partial: it can be extended, but not used as a component", name);
  else if (definition.kind == ClassKind::package || definition.kind == ClassKind::function)
    problem = fmt::format("{} is a {}, not a type for components", name, syntax::spelling(definition.kind));
  else if (definition.kind == ClassKind::type)
    problem = fmt::format("{} is a type that extends no predefined one", name);
  else if (isModel && node.prefixes.variability != syntax::Variability::continuous)
    problem = fmt::format("{} is a {}: it cannot be a parameter or constant", name, syntax::spelling(definition.kind));
  else if (node.depth >= nestingLimit)
    problem = fmt::format("components are nested more than {} deep: does {} contain itself?", nestingLimit, name),
    (void)tree_.becomesTooLarge();
  if (problem.empty()) return false;
  if (tree_.reportOnce(where, "bad-component-type"))
    diagnostics_.error(std::string(code), where, problem)
        .note(fmt::format("{} is defined at {}", name,
                          sources_.describeLine(classes_[ref].tree->range(definition.nameSpan))));
  return true;
}

void DeclarationRules::requireElements(Layout& layout, const Layers& layers) {
  if (layout.isBroken) return;
  for (const Layer& layer : layers)
    if (!layer.isOptional)
      for (const Modifier& modifier : layer.modifier->nested)
        if (layouts_.findSlot(layout, modifier.name) == noSlot) reportUnknownElement(modifier, layout);
}

void DeclarationRules::requireNoValues(const Layers& layers) {
  for (const Layer& layer : layers)
    for (const Modifier& modifier : layer.modifier->nested)
      if (modifier.hasValue() && !layer.isOptional && tree_.reportOnce(modifier.where, "expandable"))
        diagnostics_
            .breach("expandable", modifier.where,
                    fmt::format("'{}' may be absent from the expandable connector: it cannot be given a value here",
                                tree_.symbols().text(modifier.name)))
            .hint("what is connected to it gives its value");
}

void DeclarationRules::reportUnknownElement(const Modifier& modifier, Layout& layout) {
  if (!tree_.reportOnce(modifier.where, "unknown-element")) return;
  const std::string_view name = tree_.symbols().text(modifier.name);
  Diagnostic& d = diagnostics_.error(
      "unknown-element", modifier.where,
      fmt::format("'{}' is not an element of {}", name, tree_.symbols().text(classes_[layout.type].node().name)));
  d.note(tree_.describeElements(layout));
  std::vector<std::string_view> names;
  for (const Member& member : layout.members) names.push_back(tree_.symbols().text(member.name));
  if (const auto meant = nearest(name, names)) d.hint(fmt::format("did you mean '{}'?", *meant));
}

void DeclarationRules::requireNotFinal(const Member& member, const Layers& layers) {
  const syntax::Element& element = (*member.tree)[member.element];
  const auto report = [&](const Modifier& outer, SourceRange inner) {
    if (!tree_.reportOnce(outer.where.known() ? outer.where : inner, "final")) return;
    diagnostics_
        .error("final", outer.where,
               fmt::format("'{}' is final and cannot be modified", tree_.symbols().text(member.name)))
        .note(fmt::format("it is made final at {}", sources_.describeLine(inner)));
  };
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const Layer& outer = layers[i];
    if (outer.isOptional) continue;
    if (element.isFinal && outer.modifier->name == member.name)
      report(*outer.modifier, member.tree->range((*member.tree)[element.component].nameSpan));
    for (std::size_t k = i + 1; k < layers.size(); ++k) {
      const Modifier& inner = *layers[k].modifier;
      if (inner.isFinal && inner.name == member.name && outer.modifier->name == member.name)
        report(*outer.modifier, inner.where);
      for (const Modifier& attribute : inner.nested)
        if (const Modifier* same = attribute.isFinal ? outer.modifier->find(attribute.name) : nullptr)
          if (tree_.reportOnce(same->where, "final"))
            diagnostics_
                .error("final", same->where,
                       fmt::format("'{}' is final and cannot be modified", tree_.symbols().text(attribute.name)))
                .note(fmt::format("it is made final at {}", sources_.describeLine(attribute.where)));
    }
  }
}

}  // namespace dashpot::model
