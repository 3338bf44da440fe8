#include "model/equations/expandable_connectors.hpp"

#include <utility>

namespace dashpot::model {

void ExpandableConnectors::connect(const ScopedExpression& from, const ScopedExpression& to) {
  const auto a = end(from), b = end(to);
  if (!a || !b || a->place.isAbsent || b->place.isAbsent || a->place.nodes.empty() || b->place.nodes.empty()) return;
  if (a->missing != Symbol::none && b->missing != Symbol::none) return;  // until one of them is there
  if (a->missing != Symbol::none) return add(*a, b->place);
  if (b->missing != Symbol::none) return add(*b, a->place);
  for (std::size_t i = 0; i < a->place.nodes.size() && i < b->place.nodes.size(); ++i)
    unite(a->place.nodes[i], b->place.nodes[i]);
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
    // Only the last name may be new, and without subscripts: what it is like tells its size.
    if (known + 1 < path.parts.count || !next.subscripts.empty())
      if (!instances_.addedMembers.isDeclared(place->nodes.front(), next.name)) return std::nullopt;
    if (known + 1 == path.parts.count) return End{std::move(*place), next.name};
  }
  auto place = instances_.places.place(reference);
  if (!place) return std::nullopt;
  return End{std::move(*place)};
}

void ExpandableConnectors::add(const End& to, const Place& like) {
  for (const InstanceId connector : to.place.nodes) {
    if (instances_.addedMembers.presentMember(connector, to.missing) != InstanceId::none) continue;
    const InstanceId member = instances_.addedMembers.addMember(connector, to.missing, like);
    hasGrown_ = true;
    if (instances_.tree[like.nodes.front()].isExpandable()) unite(member, like.nodes.front());
  }
}

void ExpandableConnectors::unite(InstanceId a, InstanceId b) {
  if (!instances_.tree[a].isExpandable() || !instances_.tree[b].isExpandable()) return;
  addAll(a, b);
  addAll(b, a);
}

void ExpandableConnectors::addAll(InstanceId to, InstanceId from) {
  for (const InstanceId theirs : instances_.tree.components(from)) {
    const InstanceId mine = instances_.addedMembers.presentMember(to, instances_.tree[theirs].name);
    if (mine == InstanceId::none)
      add({.place = {.nodes = {to}}, .missing = instances_.tree[theirs].name}, {.nodes = {theirs}});
    else if (instances_.tree[mine].isExpandable())
      unite(mine, theirs);
  }
}

}  // namespace dashpot::model
