#include "model/instances/places.hpp"

#include "base/nearest.hpp"
#include "model/expressions/translator.hpp"
#include "model/instances/callables.hpp"
#include "model/instances/chosen_elements.hpp"
#include "model/instances/components.hpp"
#include "model/instances/inner_outer.hpp"
#include "model/lookup/layouts.hpp"
#include "model/lookup/lookup.hpp"
#include "model/lookup/visibility.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace dashpot::model {

using syntax::Tree;

/// Takes the elements that the subscripts of `part` choose of each node.
bool Places::choose(const ScopedExpression& reference, const syntax::Part& part, Place& place) {
  const Instance& first = tree_[place.nodes.front()];
  const bool isIndexable = first.isArray() || (first.isLeaf() && !first.dimensions.empty());
  if (!isIndexable) {
    if (part.subscripts.empty()) return true;
    const SourceRange where = reference.tree->range(part.span);
    diagnostics_.error("shape", where, fmt::format("'{}' is not an array", tree_.name(place.nodes.front())))
        .note(fmt::format("it is declared at {}", sources_.describeLine(first.declared)));
    return false;
  }
  std::vector<Subscript> subscripts;
  if (!part.subscripts.empty()) {
    auto evaluated = translator_.references.subscripts(reference, part, {first.dimensions, first.indexTypes});
    if (!evaluated) return false;
    subscripts = std::move(*evaluated);
  }
  if (first.isLeaf()) {
    place.leafSubscripts = std::move(subscripts);
    return true;
  }
  if (isDynamic(subscripts)) {
    tree_.unsupported(reference.tree->range(part.span), "choosing a component by a subscript that varies");
    return false;
  }
  std::vector<InstanceId> chosen;
  for (const InstanceId array : place.nodes)
    forEachChosen(first.dimensions, subscripts,
                  [&](std::size_t offset) { chosen.push_back(tree_.element(array, offset)); });
  appendChosen(place.dimensions, first.dimensions, subscripts);
  place.nodes = std::move(chosen);
  return true;
}

std::optional<Place> Places::follow(const ScopedExpression& reference, Found found, std::size_t i, std::size_t parts) {
  const Tree& tree = *reference.tree;
  const syntax::Expression& path = tree[reference.expression];
  Place place;
  place.first = innerOuter_.named(found.node, found.slot);
  place.nodes.push_back(place.first);
  InstanceId owner = found.node;
  for (;;) {
    const syntax::Part& part = tree[tree.at(path.parts, i)];
    if (!place.nodes.empty()) {
      const Instance& node = tree_[place.nodes.front()];
      place.isConditional |= node.isConditional();
      if (node.isAbsent()) {
        place.isAbsent = true;
        return place;
      }
      if (node.isBroken) return std::nullopt;
      if (node.isBeingMade) {
        if (tree_.reportOnce(tree.range(part.span), "recursion"))
          diagnostics_
              .error(
                  "recursion", tree.range(part.span),
                  fmt::format("'{}' is used to determine its own size or condition", tree_.name(place.nodes.front())))
              .note(fmt::format("it is declared at {}", sources_.describeLine(node.declared)));
        return std::nullopt;
      }
      if (!choose(reference, part, place)) return std::nullopt;
    }
    if (++i == parts) return place;
    if (place.nodes.empty()) continue;
    const InstanceId in = place.nodes.front();
    const Instance& node = tree_[in];
    const Symbol next = tree[tree.at(path.parts, i)].name;
    Layout* promised = innerOuter_.seenAs(owner, tree[tree.at(path.parts, i - 1)].name);
    const bool isHidden = promised && layouts_.findSlot(*promised, next) == noSlot;
    const std::uint32_t slot = node.layout && !isHidden ? layouts_.findSlot(*node.layout, next) : noSlot;
    if (slot == noSlot || node.layout->members[slot].isClass()) {
      if (node.layout && node.layout->isBroken) return std::nullopt;
      lookup_.reportUnknownName(reference, i, in, isHidden ? promised : nullptr);
      return std::nullopt;
    }
    if (!visibility_.requireAccess(in, {.node = in, .slot = slot}, tree.range(tree[tree.at(path.parts, i)].span)))
      return std::nullopt;
    for (InstanceId& at : place.nodes) owner = at, at = innerOuter_.named(at, slot);
  }
}

std::optional<Place> Places::place(const ScopedExpression& reference) {
  return place(reference, (*reference.tree)[reference.expression].parts.count);
}

std::optional<Place> Places::place(const ScopedExpression& reference, std::size_t parts) {
  const Tree& tree = *reference.tree;
  const syntax::Expression& path = tree[reference.expression];
  const Symbol first = tree[tree.at(path.parts, 0)].name;
  Found found = path.flag ? lookup_.lookupGlobal(first) : lookup_.lookup(reference.scope, first);
  if (!found && !path.flag && reference.scope.instance == InstanceTree::root) found = innerOuter_.addedInner(first);
  std::size_t i = 0;
  InstanceId in = InstanceId::none;
  while (found && found.isClass && !found.predefined && i + 1 < parts) {
    in = lookup_.classNode(lookup_.classFound(found));
    if (tree_[in].isBroken) return std::nullopt;
    found = lookup_.memberOf(in, tree[tree.at(path.parts, ++i)].name);
    if (found && !visibility_.requireAccess(in, found, tree.range(tree[tree.at(path.parts, i)].span)))
      return std::nullopt;
  }
  if (!found) {
    const bool isKnownFault = in != InstanceId::none && (tree_[in].isBroken || tree_[in].layout->isBroken);
    if (!isKnownFault) lookup_.reportUnknownName(reference, i, in);
    return std::nullopt;
  }
  if (found.isClass) {
    const auto callee = callables_.callee(reference);
    if (callee && callee->kind == CalleeKind::function)
      tree_.unsupported(reference.where(),
                        fmt::format("'{}', a function, as a value", sources_.text(reference.where())));
    else if (tree_.reportOnce(reference.where(), "not-a-value"))
      diagnostics_.error("not-a-value", reference.where(),
                         fmt::format("'{}' is a class, not a variable", sources_.text(reference.where())));
    return std::nullopt;
  }
  const bool isForeign = found.isInherited && !tree_[found.node].isClassNode();
  if (isForeign) {
    const Member& member = tree_[found.node].layout->members[found.slot];
    const syntax::Component& component = (*member.tree)[(*member.tree)[member.element].component];
    if (component.variability != syntax::Variability::constant) {
      if (tree_.reportOnce(reference.where(), "variability"))
        diagnostics_
            .error("variability", reference.where(),
                   fmt::format("'{}' belongs to an enclosing class: only its constants can be used here",
                               tree_.symbols().text(member.name)))
            .note(fmt::format("it is declared at {}", sources_.describeLine(member.tree->range(component.nameSpan))));
      return std::nullopt;
    }
  }
  return follow(reference, found, i, parts);
}

bool Places::isComponent(const ScopedExpression& reference, std::size_t parts) {
  const Tree& tree = *reference.tree;
  const syntax::Expression& path = tree[reference.expression];
  const auto name = [&](std::size_t i) { return tree[tree.at(path.parts, i)].name; };
  Found found = path.flag ? lookup_.lookupGlobal(name(0)) : lookup_.lookup(reference.scope, name(0));
  for (std::size_t i = 1; found && found.isClass && !found.predefined && i < parts; ++i)
    found = lookup_.memberOf(lookup_.classNode(lookup_.classFound(found)), name(i));
  return !found || !found.isClass;
}

Dimensions Places::sizesOf(const Place& place) const {
  Dimensions sizes = place.dimensions;
  if (place.nodes.empty()) return sizes;
  const Instance& first = tree_[place.nodes.front()];
  for (std::size_t k = 0; first.isLeaf() && k < first.dimensions.size(); ++k)
    if (k >= place.leafSubscripts.size())
      sizes.push_back(first.dimensions[k]);
    else if (!place.leafSubscripts[k].isScalar)
      sizes.push_back(static_cast<std::int32_t>(place.leafSubscripts[k].positions.size()));
  return sizes;
}

std::optional<ArrayShape> Places::shape(const ScopedExpression& reference, std::size_t last) {
  const Tree& tree = *reference.tree;
  const syntax::Expression& path = tree[reference.expression];
  const auto part = [&](std::size_t i) { return tree[tree.at(path.parts, i)].name; };
  Found found = path.flag ? lookup_.lookupGlobal(part(0)) : lookup_.lookup(reference.scope, part(0));
  std::size_t i = 0;
  while (found && found.isClass && !found.predefined && i < last)
    found = lookup_.memberOf(lookup_.classNode(lookup_.classFound(found)), part(++i));
  if (!found || found.isClass) return std::nullopt;
  InstanceId at = components_.child(found.node, found.slot);
  for (; i < last; ++i) {
    if (tree_[at].isArray()) at = tree_.elementCount(at) > 0 ? tree_.element(at, 0) : InstanceId::none;
    const Layout* layout = at == InstanceId::none ? nullptr : tree_[at].layout;
    const std::uint32_t slot = layout ? layouts_.findSlot(*tree_[at].layout, part(i + 1)) : noSlot;
    if (slot == noSlot || layout->members[slot].isClass()) return std::nullopt;
    at = components_.child(at, slot);
  }
  const Instance& node = tree_[at];
  if (node.isBroken || node.isAbsent() || node.isBeingMade) return std::nullopt;
  return ArrayShape{node.dimensions, node.indexTypes};
}

std::vector<VariableId> Places::variables(const Place& place, InstanceId leaf) const {
  std::vector<VariableId> result;
  const Instance& node = tree_[leaf];
  forEachChosen(node.dimensions, place.leafSubscripts, [&](std::size_t offset) {
    result.push_back(static_cast<VariableId>(symbolic::index(node.leaf.variable) + offset));
  });
  return result;
}

std::optional<Dimensions> Places::sizesSoFar(const ScopedExpression& reference) {
  const Tree& tree = *reference.tree;
  const syntax::Expression& path = tree[reference.expression];
  if (path.flag || path.parts.count != 1) return std::nullopt;
  const syntax::Part& part = tree[tree.at(path.parts, 0)];
  const Found found = lookup_.lookup(reference.scope, part.name);
  if (!part.subscripts.empty() || !found || found.isClass) return std::nullopt;
  const std::vector<InstanceId>& siblings = tree_[found.node].children;
  if (found.slot >= siblings.size() || siblings[found.slot] == InstanceId::none) return std::nullopt;
  const Instance& node = tree_[siblings[found.slot]];
  return node.isBeingMade ? std::optional(node.dimensions) : std::nullopt;
}

}  // namespace dashpot::model
