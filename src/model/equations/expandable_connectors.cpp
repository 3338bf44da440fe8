#include "model/equations/expandable_connectors.hpp"

#include "model/expressions/translator.hpp"

#include <algorithm>

namespace dashpot::model {

void ExpandableConnectors::connect(const ScopedExpression& from, const ScopedExpression& to) {
  const auto a = end(from), b = end(to);
  if (!a || !b || a->place.isAbsent || b->place.isAbsent || a->place.nodes.empty() || b->place.nodes.empty()) return;
  if (a->missing != Symbol::none && b->missing != Symbol::none) return;  // until one of them is there
  if (a->missing != Symbol::none)
    add(*a, b->place);
  else if (b->missing != Symbol::none)
    add(*b, a->place);
  else
    for (std::size_t i = 0; i < std::min(a->place.nodes.size(), b->place.nodes.size()); ++i)
      unite(a->place.nodes[i], b->place.nodes[i]);
  spread();
}

std::optional<ExpandableConnectors::End> ExpandableConnectors::end(const ScopedExpression& reference) {
  const syntax::Tree& tree = *reference.tree;
  const syntax::Expression& path = tree[reference.expression];
  for (std::size_t known = 1; known < path.parts.count; ++known) {
    if (!instances_.places.isComponent(reference, known)) continue;
    auto place = instances_.places.place(reference, known);
    if (!place) return std::nullopt;
    if (place->isAbsent || place->nodes.empty()) return End{std::move(*place)};
    const syntax::Part& next = tree[tree.at(path.parts, known)];
    if (!instances_.tree[place->nodes.front()].isExpandable() ||
        instances_.addedMembers.presentMember(place->nodes.front(), next.name) != InstanceId::none)
      continue;
    const bool isLast = known + 1 == path.parts.count;
    // Only the last name may be new; what it is like tells its size, or the elements that are named.
    const bool isDeclared = instances_.addedMembers.isDeclared(place->nodes.front(), next.name);
    if (!isLast && !isDeclared) return std::nullopt;
    if (isLast && !next.subscripts.empty() && !isDeclared) {
      const auto number = elementNumber(reference, next);
      return number ? std::optional(End{std::move(*place), next.name, *number}) : std::nullopt;
    }
    if (isLast) return End{std::move(*place), next.name};
    add({.place = std::move(*place), .missing = next.name}, {});
  }
  auto place = instances_.places.place(reference);
  if (!place) return std::nullopt;
  return End{std::move(*place)};
}

/// x[k] with a number k that is known.
std::optional<std::int32_t> ExpandableConnectors::elementNumber(const ScopedExpression& reference,
                                                                const syntax::Part& part) {
  if (part.subscripts.count != 1) return std::nullopt;
  const ScopedExpression at{reference.tree, reference.tree->at(part.subscripts, 0), reference.scope};
  if ((*at.tree)[at.expression].kind == syntax::ExpressionKind::colon) return std::nullopt;
  std::optional<std::int32_t> number;
  instances_.translator.context.quietly(
      [&] { number = instances_.translator.evaluation.evaluateInteger(at, "a subscript"); });
  return number && *number > 0 ? number : std::nullopt;
}

bool ExpandableConnectors::isMissing(const ScopedExpression& reference) {
  const auto found = end(reference);
  return found && found->missing != Symbol::none;
}

bool ExpandableConnectors::hasGrown() {
  if (!hasGrown_)
    for (const auto& [where, array] : std::exchange(arrays_, {})) {
      const auto [connector, name] = where;
      if (instances_.addedMembers.presentMember(connector, name) != InstanceId::none) continue;
      const InstanceId member = instances_.addedMembers.addMember(connector, name, array.elementsLike, {array.size});
      hasGrown_ = true;
      news_.emplace_back(connector, member);
    }
  spread();
  return std::exchange(hasGrown_, false);
}

void ExpandableConnectors::add(const End& to, const Place& like) {
  for (const InstanceId connector : to.place.nodes) {
    if (instances_.addedMembers.presentMember(connector, to.missing) != InstanceId::none) continue;
    if (to.element > 0) {
      MissingArray& array = arrays_[{connector, to.missing}];
      array.size = std::max(array.size, to.element);
      array.elementsLike = like;
      continue;
    }
    const InstanceId member = instances_.addedMembers.addMember(connector, to.missing, like);
    hasGrown_ = true;
    news_.emplace_back(connector, member);
    if (!like.nodes.empty()) unite(member, like.nodes.front());
  }
}

void ExpandableConnectors::unite(InstanceId a, InstanceId b) {
  if (!instances_.tree[a].isExpandable() || !instances_.tree[b].isExpandable()) return;
  if (!united_.insert(std::minmax(a, b)).second) return;
  partners_[a].push_back(b);
  partners_[b].push_back(a);
  for (const InstanceId connector : {a, b})
    for (const InstanceId member : instances_.tree.components(connector)) news_.emplace_back(connector, member);
}

void ExpandableConnectors::spread() {
  while (!news_.empty()) {
    const auto [connector, member] = news_.back();
    news_.pop_back();
    const Symbol name = instances_.tree[member].name;
    for (const InstanceId partner : std::vector(partners_[connector])) {
      const InstanceId theirs = instances_.addedMembers.presentMember(partner, name);
      if (theirs == InstanceId::none)
        add({.place = {.nodes = {partner}}, .missing = name}, {.nodes = {member}});
      else
        unite(theirs, member);
    }
  }
}

}  // namespace dashpot::model
