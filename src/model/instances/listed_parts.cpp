#include "model/instances/listed_parts.hpp"

#include "base/nearest.hpp"
#include "model/classes/annotations.hpp"

#include <fmt/format.h>

#include <array>

namespace dashpot::model {

namespace {

using syntax::Tree;

constexpr std::array<std::string_view, 2> entries{"role", "silence"};

std::vector<std::string> plain(const auto& texts) {
  std::vector<std::string> result;
  for (const auto& text : texts) result.push_back(text.text);
  return result;
}

}  // namespace

void ListedParts::add(InstanceId id) {
  const Instance& node = tree_[id];
  if (node.isConnector() || node.isClassNode() || node.isInPackage) return;
  const ClassFacts& facts = factsOf(*node.layout);
  const PartClass& type = list_.classes[facts.place];
  const bool isPart = node.kind == syntax::ClassKind::model || node.kind == syntax::ClassKind::block ||
                      node.kind == syntax::ClassKind::generic || !type.members.empty();
  if (isPart && id != InstanceTree::root) list_.parts.push_back({node.path, facts.place, node.declared});
  silence(node.path, facts.silences);
  for (std::size_t slot = 0; slot < facts.ofMembers.size(); ++slot)
    if (!facts.ofMembers[slot].empty() && node.children[slot] != InstanceId::none)
      silence(tree_[node.children[slot]].path, facts.ofMembers[slot]);
}

void ListedParts::silence(PathId path, const std::vector<Text>& rules) {
  for (const Text& rule : rules) list_.silences.push_back({path, rule.text, rule.where});
}

const ListedParts::ClassFacts& ListedParts::factsOf(const Layout& layout) {
  const auto [found, isNew] = known_.try_emplace(&layout);
  if (!isNew) return found->second;
  ClassFacts& facts = found->second;
  PartClass type{.name = tree_.classes().qualifiedName(layout.type)};
  for (const Layout* part : layout.parts) {
    const ClassEntry& entry = tree_.classes()[part->type];
    // What a class says of its role replaces what it inherits.
    if (auto roles = plain(texts(*entry.tree, entry.node().annotation, "role")); !roles.empty())
      type.roles = std::move(roles);
    for (Text& rule : texts(*entry.tree, entry.node().annotation, "silence")) facts.silences.push_back(std::move(rule));
  }
  for (std::size_t slot = 0; slot < layout.members.size(); ++slot) {
    const Member& member = layout.members[slot];
    if (member.isClass() || member.element == syntax::ElementId::none) continue;
    const syntax::Component& component = (*member.tree)[(*member.tree)[member.element].component];
    const syntax::Modification& annotation = component.annotation;
    if (annotation.empty()) continue;
    if (auto roles = plain(texts(*member.tree, annotation, "role")); !roles.empty())
      type.members.push_back(
          {std::string(tree_.symbols().text(member.name)), std::move(roles), member.tree->range(component.span)});
    if (auto silences = texts(*member.tree, annotation, "silence"); !silences.empty()) {
      facts.ofMembers.resize(layout.members.size());
      facts.ofMembers[slot] = std::move(silences);
    }
  }
  facts.place = static_cast<std::uint32_t>(list_.classes.size());
  list_.classes.push_back(std::move(type));
  return facts;
}

/// "text" or {"text", "text"} of an entry of __Dashpot. Other entries may be other parts' business.
std::vector<ListedParts::Text> ListedParts::texts(const Tree& tree, const syntax::Modification& annotation,
                                                  std::string_view entry) const {
  std::vector<Text> result;
  const syntax::Argument* ours = annotationEntry(tree, annotation, "__Dashpot", tree_.symbols());
  if (!ours) return result;
  for (const syntax::ArgumentId id : tree.items(ours->modification.arguments)) {
    const syntax::Argument& argument = tree[id];
    if (argument.kind != syntax::ArgumentKind::element) continue;
    const SourceRange where = tree.range(tree[argument.name].span);
    const std::string_view name = tree_.sources().text(where);
    const auto meant = nearest(name, entries);
    if (meant == entry && name != entry && tree_.reportOnce(where, "annotation"))
      tree_.diagnostics()
          .warning("annotation", where, fmt::format("'{}' is no entry of the annotation __Dashpot", name))
          .hint(fmt::format("did you mean '{}'?", *meant));
    if (name != entry || argument.modification.value == syntax::ExpressionId::none) continue;
    const auto read = [&](syntax::ExpressionId value) {
      const SourceRange place = tree.range(tree[value].span);
      if (tree[value].kind == syntax::ExpressionKind::string)
        result.push_back({std::string(tree_.symbols().text(tree[value].symbol)), place});
      else if (tree_.reportOnce(place, "annotation"))
        tree_.diagnostics()
            .warning("annotation", place, fmt::format("{} of the annotation __Dashpot is not a text", entry))
            .hint(fmt::format(R"(write {} = "...", or {{"...", "..."}})", entry));
    };
    const syntax::ExpressionId value = argument.modification.value;
    if (tree[value].kind != syntax::ExpressionKind::array)
      read(value);
    else
      for (const syntax::ExpressionId item : tree.items(tree[value].operands)) read(item);
  }
  return result;
}

}  // namespace dashpot::model
