#include "model/instances/added_members.hpp"

#include "model/instances/components.hpp"
#include "model/instances/leaves.hpp"
#include "model/instances/places.hpp"
#include "model/lookup/layouts.hpp"
#include "model/lookup/lookup.hpp"

namespace dashpot::model {

InstanceId AddedMembers::presentMember(InstanceId connector, Symbol name) {
  Instance& node = tree_[connector];
  const std::uint32_t slot = node.layout ? layouts_.findSlot(*node.layout, name) : noSlot;
  return slot < node.children.size() ? node.children[slot] : InstanceId::none;
}

bool AddedMembers::isDeclared(InstanceId connector, Symbol name) {
  const Found found = lookup_.memberOf(connector, name);
  return found && !found.isClass;
}

InstanceId AddedMembers::addMember(InstanceId connector, Symbol name, const Place& like, const Dimensions& sizes) {
  const Found declared = lookup_.memberOf(connector, name);
  const bool isDeclared = declared && !declared.isClass;
  if (isDeclared && (like.nodes.empty() || !isOfOpenSize(connector, declared.slot))) {
    const InstanceId made = components_.child(connector, declared.slot);
    components_.expand(made);
    return made;
  }
  Layout& layout = ownLayout(connector);
  const auto slot = isDeclared ? declared.slot : static_cast<std::uint32_t>(layout.members.size());
  if (!isDeclared) {
    const Instance& model = tree_[like.nodes.front()];
    const Layout& from = *tree_[model.parent].layout;
    Member member = from.members[from.slots.at(model.name)];  // its text is what messages point to
    member.name = name;
    member.layers.clear();
    layout.members.push_back(std::move(member));
    layout.slots.emplace(name, slot);
  }
  const InstanceId id = tree_.addNode(connector, name);
  added_.insert(id);
  Instance& owner = tree_[connector];
  owner.children.resize(layout.members.size(), InstanceId::none);
  owner.children[slot] = id;
  tree_[id].path = model_.paths.child(owner.path, tree_.symbols().text(name));
  tree_[id].prefixes.isProtected = owner.prefixes.isProtected;
  makeLike(id, like, sizes);
  return id;
}

/// Real x[:], which gets its size from what it is connected to.
bool AddedMembers::isOfOpenSize(InstanceId connector, std::uint32_t slot) const {
  const Member& member = tree_[connector].layout->members[slot];
  if (member.element == syntax::ElementId::none) return false;
  const syntax::Tree& text = *member.tree;
  for (const syntax::ExpressionId size : text.items(text[text[member.element].component].subscripts))
    if (text[size].kind == syntax::ExpressionKind::colon) return true;
  return false;
}

/// The layout of one connector alone, which may have members that its class does not declare.
Layout& AddedMembers::ownLayout(InstanceId connector) {
  Layout*& layout = tree_[connector].layout;
  for (const auto& own : ownLayouts_)
    if (own.get() == layout) return *own;
  ownLayouts_.push_back(std::make_unique<Layout>(*layout));
  layout = ownLayouts_.back().get();
  return *layout;
}

void AddedMembers::makeLike(InstanceId id, const Place& like, const Dimensions& arrayOf) {
  const Instance& model = tree_[like.nodes.front()];
  Instance& node = tree_[id];
  node.declared = model.declared;
  node.description = model.description;
  node.prefixes.variability = model.prefixes.variability;
  node.connector = model.connector;
  node.prefixes.isFlow = model.prefixes.isFlow;
  node.isBroken = model.isBroken;
  if (node.isBroken) return;
  Dimensions sizes = arrayOf;
  const Dimensions own = places_.sizesOf(like);
  sizes.insert(sizes.end(), own.begin(), own.end());
  if (model.isLeaf()) {
    const bool isSame = sizes == model.dimensions;
    leaves_.makeLeaf(id, {.isLeaf = true, .scalar = model.leaf.type}, std::move(sizes), {});
    if (isSame) leaves_.copyAttributes(id, like.nodes.front());
    return;
  }
  if (model.isArray() || !sizes.empty()) {
    tree_.unsupported(model.declared,
                      "an array of connectors as a member of an expandable connector that does not declare it");
    node.isBroken = true;
    return;
  }
  node.kind = model.kind;
  node.layout = layouts_.layoutOf(model.layout->type, model.layout->enclosing);
  node.layers = model.layers;
  node.children.assign(node.layout->members.size(), InstanceId::none);
  components_.expand(id);
}

}  // namespace dashpot::model
