// model/requirements.cpp: what declarations and modifications must keep to, and how components are named in messages.
#include "base/nearest.hpp"
#include "model/instance.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

namespace {

using syntax::ClassKind;
using syntax::Tree;

// Deeper than any real machine; a class that contains itself gets here.
constexpr int nestingLimit = 100;

}  // namespace

void InstanceTree::unsupported(SourceRange where, std::string_view what) {
  if (reportOnce(where, "unsupported"))
    diagnostics_.error("unsupported", where, fmt::format("{} is not supported yet", what));
}

bool InstanceTree::refuse(InstanceId id, const ResolvedType& type, const Tree& tree,
                          const syntax::Component& component) {
  const Instance& node = (*this)[id];
  const SourceRange where = tree.range(tree[component.type].span);
  if (type.isLeaf) return false;
  const ClassRef ref = type.composite.type;
  const syntax::Class& definition = classes_[ref].node();
  const std::string_view name = symbols().text(definition.name);
  const bool isModel = definition.kind == ClassKind::model || definition.kind == ClassKind::block;
  std::string problem;
  std::string_view code = "bad-component-type";
  if (definition.isPartial && !node.isInPackage)
    problem = fmt::format("{} is partial: it can be extended, but not used as a component", name);
  else if (definition.kind == ClassKind::package || definition.kind == ClassKind::function)
    problem = fmt::format("{} is a {}, not a type for components", name, syntax::spelling(definition.kind));
  else if (definition.kind == ClassKind::operatorRecord)
    problem = fmt::format("{}: an {} is not supported yet", name, syntax::spelling(definition.kind)),
    code = "unsupported";
  else if (definition.kind == ClassKind::type)
    problem = fmt::format("{} is a type that extends no predefined one", name);
  else if (isModel && node.variability != syntax::Variability::continuous)
    problem = fmt::format("{} is a {}: it cannot be a parameter or constant", name, syntax::spelling(definition.kind));
  else if (node.depth >= nestingLimit)
    problem = fmt::format("components are nested more than {} deep: does {} contain itself?", nestingLimit, name),
    isTooLarge_ = true;
  else if (findSlot(*layoutOf(ref, type.composite.enclosing), symbols().intern("equalityConstraint")) != noSlot)
    problem = fmt::format("{}: an overconstrained connector is not supported yet", name), code = "unsupported";
  if (problem.empty()) return false;
  if (reportOnce(where, "bad-component-type"))
    diagnostics_.error(std::string(code), where, problem)
        .note(fmt::format("{} is defined at {}", name,
                          sources_.describeLine(classes_[ref].tree->range(definition.nameSpan))));
  return true;
}

/// Every name in a modification must be that of an element.
void InstanceTree::requireElements(Layout& layout, const Layers& layers) {
  if (layout.isBroken) return;
  for (const Layer& layer : layers)
    if (!layer.isOptional)
      for (const Modifier& modifier : layer.modifier->nested)
        if (findSlot(layout, modifier.name) == noSlot) reportUnknownElement(modifier, layout);
}

void InstanceTree::reportUnknownElement(const Modifier& modifier, Layout& layout) {
  if (!reportOnce(modifier.where, "unknown-element")) return;
  const std::string_view name = symbols().text(modifier.name);
  Diagnostic& d = diagnostics_.error(
      "unknown-element", modifier.where,
      fmt::format("'{}' is not an element of {}", name, symbols().text(classes_[layout.type].node().name)));
  d.note(describeElements(layout));
  std::vector<std::string_view> names;
  for (const Member& member : layout.members) names.push_back(symbols().text(member.name));
  if (const auto meant = nearest(name, names)) d.hint(fmt::format("did you mean '{}'?", *meant));
}

void InstanceTree::requireNotFinal(const Member& member, const Layers& layers) {
  const syntax::Element& element = (*member.tree)[member.element];
  const auto report = [&](const Modifier& outer, SourceRange inner) {
    if (!reportOnce(outer.where.known() ? outer.where : inner, "final")) return;
    diagnostics_
        .error("final", outer.where, fmt::format("'{}' is final and cannot be modified", symbols().text(member.name)))
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
          if (reportOnce(same->where, "final"))
            diagnostics_
                .error("final", same->where,
                       fmt::format("'{}' is final and cannot be modified", symbols().text(attribute.name)))
                .note(fmt::format("it is made final at {}", sources_.describeLine(attribute.where)));
    }
  }
}

// ---------------------------------------------------------------------------------------------------------- messages

std::string InstanceTree::name(InstanceId id) const {
  const Instance& node = (*this)[id];
  if (node.isClassNode && node.layout && node.layout->type != ClassRef::none)
    return classes_.qualifiedName(node.layout->type);
  if (node.isInPackage && node.parent != InstanceId::none && node.parent != global_)
    return fmt::format("{}.{}", name(node.parent), symbols().text(node.name));
  return id == root ? std::string(symbols().text(node.name)) : model_.paths.text(node.path);
}

std::string InstanceTree::typeName(InstanceId id) const {
  const Instance& node = (*this)[id];
  if (node.isArray && elementCount(id) > 0) return typeName(element(id, 0));
  if (node.isClassNode && node.layout) return classes_.qualifiedName(node.layout->type);
  if (node.layout) return std::string(symbols().text(classes_[node.layout->type].node().name));
  return describe(model_, node.type);
}

std::vector<std::string_view> InstanceTree::elementNames(InstanceId id) const {
  std::vector<std::string_view> names;
  if (const Layout* layout = (*this)[id].layout)
    for (const Member& member : layout->members)
      if (!member.isClass() || (*this)[id].isClassNode) names.push_back(symbols().text(member.name));
  return names;
}

std::string InstanceTree::describeElements(const Layout& layout) const {
  constexpr std::size_t shown = 12;
  std::vector<std::string_view> names;
  const bool isPackage = classes_[layout.type].node().kind == ClassKind::package;
  for (const Member& member : layout.members)
    if (!member.isClass() || isPackage) names.push_back(symbols().text(member.name));
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), shown); ++i)
    list += fmt::format("{}{}", i == 0 ? "" : ", ", names[i]);
  if (names.size() > shown) list += fmt::format(" and {} more", names.size() - shown);
  const SourceRange where = classes_[layout.type].tree->range(classes_[layout.type].node().nameSpan);
  return fmt::format("{} ({}) has {}", symbols().text(classes_[layout.type].node().name), sources_.describeLine(where),
                     names.empty() ? "no elements" : list);
}

std::string InstanceTree::describeElements(InstanceId id) const {
  const Layout* layout = (*this)[id].layout;
  return layout && layout->type != ClassRef::none ? describeElements(*layout) : "it is a scalar variable";
}

void InstanceTree::reportUnknownName(const ScopedExpression& reference, std::size_t i, InstanceId in,
                                     const Layout* seenAs) {
  const Tree& tree = *reference.tree;
  const syntax::Expression& path = tree[reference.expression];
  const syntax::Part& part = tree[tree.at(path.parts, i)];
  const std::string_view text = symbols().text(part.name);
  if (unknownClasses_.contains({tree.source, part.name})) return;  // an import that leads nowhere
  if (!reportOnce(tree.range(part.span), "unknown-name")) return;
  if (in != InstanceId::none) {
    std::string whole;
    for (std::size_t k = 0; k <= i; ++k)
      whole += fmt::format("{}{}", k == 0 ? "" : ".", symbols().text(tree[tree.at(path.parts, k)].name));
    const std::string type = seenAs ? std::string(symbols().text(classes_[seenAs->type].node().name)) : typeName(in);
    Diagnostic& d = diagnostics_.error("unknown-name", tree.range(part.span),
                                       fmt::format("'{}' is not a component of {}", whole, type));
    d.note(seenAs ? describeElements(*seenAs) : describeElements(in));
    if (seenAs) return;
    if (const auto meant = nearest(text, elementNames(in))) d.hint(fmt::format("did you mean '{}'?", *meant));
    return;
  }
  const InstanceId scope = reference.scope.instance;
  const bool isGlobal = path.flag || scope == InstanceId::none || scope == global_;
  Diagnostic& d = diagnostics_.error("unknown-name", tree.range(part.span),
                                     isGlobal ? fmt::format("there is no '{}' at the top level", text)
                                              : fmt::format("'{}' is not declared in {}", text, typeName(scope)));
  if (isGlobal) return;
  if (const Layout* layout = (*this)[scope].layout)
    if (const auto removal = std::ranges::find(layout->removals, part.name, &Removal::component);
        removal != layout->removals.end()) {
      d.note(fmt::format("it is left out at {}", sources_.describeLine(removal->where)));
      return;
    }
  d.note(describeElements(scope));
  if (const auto meant = nearest(text, visibleNames(reference.scope, false)))
    d.hint(fmt::format("did you mean '{}'?", *meant));
}

}  // namespace dashpot::model
