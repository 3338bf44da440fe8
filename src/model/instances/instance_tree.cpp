#include "model/instances/instance_tree.hpp"

#include "model/classes/class_kinds.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

using syntax::ClassKind;

InstanceTree::InstanceTree(ClassTable& classes, const Sources& sources, FlatModel& model, Diagnostics& diagnostics)
    : classes_(classes), sources_(sources), model_(model), diagnostics_(diagnostics), modifiers_(diagnostics) {
  nodes_.resize(2);  // the model, and the class around all
  (*this)[global].sort = NodeSort::classNode;
}

InstanceId InstanceTree::addCopies(const Instance& prototype, std::size_t count) {
  const auto first = static_cast<InstanceId>(nodes_.size());
  for (std::size_t i = 0; i < count; ++i) nodes_.push_back(prototype);
  return first;
}

InstanceId InstanceTree::addNode(InstanceId parent, Symbol name) {
  const auto id = static_cast<InstanceId>(nodes_.size());
  Instance& node = nodes_.emplace_back();
  node.name = name;
  node.parent = parent;
  if (parent != InstanceId::none) {
    const Instance& above = (*this)[parent];
    node.depth = static_cast<std::uint16_t>(above.depth + 1);
    node.isInPackage = above.isClassNode() || above.isInPackage;
  }
  return id;
}

std::vector<InstanceId> InstanceTree::components(InstanceId id) const {
  std::vector<InstanceId> result;
  const Instance& node = (*this)[id];
  for (const InstanceId made : node.children)
    if (made != InstanceId::none && (*this)[made].parent == id) result.push_back(made);
  return result;
}

InstanceId InstanceTree::owner(InstanceId id) const {
  for (InstanceId at = (*this)[id].parent; at != InstanceId::none; at = (*this)[at].parent) {
    const syntax::ClassKind kind = (*this)[at].kind;
    if (!isRecord(kind) && kind != syntax::ClassKind::connector) return at;
  }
  return root;
}

bool InstanceTree::isInPublicConnector(InstanceId leaf) const {
  const InstanceId end = owner(leaf);
  bool isInConnector = false;
  for (InstanceId at = leaf; at != end && at != InstanceId::none; at = (*this)[at].parent) {
    if ((*this)[at].prefixes.isHidden) return false;
    isInConnector |= (*this)[at].isConnector();
  }
  return isInConnector;
}

Level InstanceTree::level(const Scope& scope) const {
  if (scope.instance == InstanceId::none) return noLevel;
  const Instance& node = (*this)[scope.instance];
  if (node.isClassNode() || node.isInPackage) return noLevel - 1;  // what a type says is the weakest
  const bool isInherited = !node.layout || node.layout->type != scope.lexical;
  return static_cast<Level>(2 * node.depth + (isInherited ? 1 : 0));
}

// ---------------------------------------------------------------------------------------------------------- messages

bool InstanceTree::reportOnce(SourceRange where, std::string_view code) {
  return reported_.insert({std::string(code), {static_cast<std::uint32_t>(where.source), where.begin}}).second;
}

void InstanceTree::unsupported(SourceRange where, std::string_view what) {
  if (reportOnce(where, "unsupported"))
    diagnostics_.error("unsupported", where, fmt::format("{} is not supported yet", what));
}

std::string InstanceTree::name(InstanceId id) const {
  const Instance& node = (*this)[id];
  if (node.isClassNode() && node.layout && node.layout->type != ClassRef::none)
    return classes_.qualifiedName(node.layout->type);
  if (node.isInPackage && node.parent != InstanceId::none && node.parent != global)
    return fmt::format("{}.{}", name(node.parent), symbols().text(node.name));
  return id == root ? std::string(symbols().text(node.name)) : model_.paths.text(node.path);
}

std::string InstanceTree::typeName(InstanceId id) const {
  const Instance& node = (*this)[id];
  if (node.isArray() && elementCount(id) > 0) return typeName(element(id, 0));
  if (node.isClassNode() && node.layout) return classes_.qualifiedName(node.layout->type);
  if (node.layout) return std::string(symbols().text(classes_[node.layout->type].node().name));
  return describe(model_, node.leaf.type);
}

std::vector<std::string_view> InstanceTree::elementNames(InstanceId id) const {
  std::vector<std::string_view> names;
  if (const Layout* layout = (*this)[id].layout)
    for (const Member& member : layout->members)
      if (!member.isClass() || (*this)[id].isClassNode()) names.push_back(symbols().text(member.name));
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

}  // namespace dashpot::model
