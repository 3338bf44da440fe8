// model/added_members.cpp: the members that connections give to expandable connectors.
#include "model/instance.hpp"

namespace dashpot::model {

InstanceId InstanceTree::presentMember(InstanceId connector, Symbol name) {
  Instance& node = (*this)[connector];
  const std::uint32_t slot = node.layout ? findSlot(*node.layout, name) : noSlot;
  return slot < node.children.size() ? node.children[slot] : InstanceId::none;
}

bool InstanceTree::isDeclared(InstanceId connector, Symbol name) {
  const Found found = memberOf(connector, name);
  return found && !found.isClass;
}

InstanceId InstanceTree::addMember(InstanceId connector, Symbol name, const Place& like) {
  if (const Found declared = memberOf(connector, name); declared && !declared.isClass) {
    const InstanceId made = child(connector, declared.slot);
    expand(made);
    return made;
  }
  const Instance& model = (*this)[like.nodes.front()];
  Layout& layout = ownLayout(connector);
  const auto slot = static_cast<std::uint32_t>(layout.members.size());
  const Layout& from = *(*this)[model.parent].layout;
  Member member = from.members[from.slots.at(model.name)];  // its text is what messages point to
  member.name = name;
  member.layers.clear();
  layout.members.push_back(std::move(member));
  layout.slots.emplace(name, slot);
  const InstanceId id = addNode(connector, name);
  Instance& owner = (*this)[connector];
  owner.children.resize(layout.members.size(), InstanceId::none);
  owner.children[slot] = id;
  (*this)[id].path = model_.paths.child(owner.path, symbols().text(name));
  (*this)[id].isProtected = owner.isProtected;
  makeLike(id, like);
  return id;
}

/// The layout of one connector alone, which may have members that its class does not declare.
Layout& InstanceTree::ownLayout(InstanceId connector) {
  Layout*& layout = (*this)[connector].layout;
  for (const auto& own : ownLayouts_)
    if (own.get() == layout) return *own;
  ownLayouts_.push_back(std::make_unique<Layout>(*layout));
  layout = ownLayouts_.back().get();
  return *layout;
}

/// Unit, range and the like; where it starts is said once.
void InstanceTree::copyAttributes(InstanceId to, InstanceId from) {
  Instance& node = (*this)[to];
  const Instance& model = (*this)[from];
  node.firstAttribute = static_cast<std::uint32_t>(attributes_.size());
  for (std::uint32_t i = 0; i < model.attributeCount; ++i) {
    const Layer layer = attributes_[model.firstAttribute + i];
    const std::string_view name = symbols().text(layer.modifier->name);
    if (name != "start" && name != "fixed" && name != "stateSelect") attributes_.push_back(layer);
  }
  node.attributeCount = static_cast<std::uint32_t>(attributes_.size()) - node.firstAttribute;
}

void InstanceTree::makeLike(InstanceId id, const Place& like) {
  const Instance& model = (*this)[like.nodes.front()];
  Instance& node = (*this)[id];
  node.declared = model.declared;
  node.description = model.description;
  node.variability = model.variability;
  node.isConnector = model.isConnector;
  node.isFlow = model.isFlow;
  node.isBroken = model.isBroken;
  if (node.isBroken) return;
  Dimensions sizes = sizesOf(like);
  if (model.isLeaf) {
    const bool isSame = sizes == model.dimensions;
    makeLeaf(id, {.isLeaf = true, .scalar = model.type}, std::move(sizes), {});
    if (isSame) copyAttributes(id, like.nodes.front());
    return;
  }
  if (model.isArray || !sizes.empty()) {
    unsupported(model.declared,
                "an array of connectors as a member of an expandable connector that does not declare it");
    node.isBroken = true;
    return;
  }
  node.kind = model.kind;
  node.isExpandable = model.isExpandable;
  node.layout = layoutOf(model.layout->type, model.layout->enclosing);
  node.layers = model.layers;
  node.children.assign(node.layout->members.size(), InstanceId::none);
  expand(id);
}

}  // namespace dashpot::model
