// model/lookup/selective_extension.cpp: inheriting a class without some of it (Modelica 3.6, section 7.4).
//
//   extends Plant(break pump, break connect(tank.port, pipe.port_a));
//
// A component goes with all its connections; what else refers to it no longer has a meaning, and is reported there.
#include "model/lookup/component_types.hpp"
#include "model/lookup/layouts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

namespace {

using syntax::StatementKind;
using syntax::Tree;

std::string withoutSpace(std::string_view text) {
  std::string result(text);
  std::erase_if(result, [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; });
  return result;
}

/// Whether connect(a, b) as written is the connection between these two, in either order.
bool connects(const Tree& tree, const syntax::Statement& statement, const std::array<std::string, 2>& ends,
              const Sources& sources) {
  std::array<std::string, 2> written;
  for (std::size_t i = 0; i < 2; ++i)
    written[i] = withoutSpace(sources.text(tree.range(tree[tree.at(statement.expressions, i)].span)));
  return written == ends || (written[0] == ends[1] && written[1] == ends[0]);
}

bool contains(const Tree& tree, syntax::List<syntax::StatementId> list, const std::array<std::string, 2>& ends,
              const Sources& sources) {
  for (const syntax::StatementId id : tree.items(list)) {
    const syntax::Statement& statement = tree[id];
    if (statement.kind == StatementKind::connect && connects(tree, statement, ends, sources)) return true;
    for (const syntax::BranchId branch : tree.items(statement.branches))
      if (contains(tree, tree[branch].body, ends, sources)) return true;
  }
  return false;
}

Symbol firstName(const Tree& tree, syntax::ExpressionId reference) {
  const syntax::Expression& node = tree[reference];
  return node.parts.count == 0 ? Symbol::none : tree[tree.at(node.parts, 0)].name;
}

}  // namespace

/// The elements of the base class that the modification of an extends clause leaves out.
std::vector<Removal> Layouts::removals(Layout& base, const Modifier& modification) {
  std::vector<Removal> result;
  const Tree& tree = *modification.tree;
  for (const syntax::ArgumentId id : modification.removals) {
    const syntax::Argument& argument = tree[id];
    const SourceRange where = tree.range(argument.span);
    Removal removal{.from = &base, .where = where};
    std::string problem;
    if (argument.kind == syntax::ArgumentKind::removal) {
      removal.component = firstName(tree, argument.name);
      const std::uint32_t slot = findSlot(base, removal.component);
      if (slot == noSlot || base.members[slot].isClass())
        problem = fmt::format("there is no component '{}' to leave out", tree_.symbols().text(removal.component));
    } else {
      removal.ends = {withoutSpace(sources_.text(tree.range(tree[argument.name].span))),
                      withoutSpace(sources_.text(tree.range(tree[argument.second].span)))};
      const bool isThere = std::ranges::any_of(base.parts, [&](const Layout* part) {
        const ClassEntry& entry = classes_[part->type];
        for (const syntax::SectionId section : entry.tree->items(entry.node().sections))
          if (contains(*entry.tree, (*entry.tree)[section].statements, removal.ends, sources_)) return true;
        return false;
      });
      if (!isThere) problem = fmt::format("there is no connect({}, {}) to leave out", removal.ends[0], removal.ends[1]);
    }
    if (problem.empty())
      result.push_back(std::move(removal));
    else if (tree_.reportOnce(where, "unknown-element") && !base.isBroken)
      diagnostics_.error("unknown-element", where, problem).note(tree_.describeElements(base));
  }
  return result;
}

bool Layouts::isLeftOut(Scope scope, const Tree& tree, const syntax::Statement& connect) const {
  Layout& layout = *tree_[scope.instance].layout;
  return std::ranges::any_of(layout.removals, [&](const Removal& removal) {
    const bool concerns =
        std::ranges::any_of(removal.from->parts, [&](const Layout* part) { return part->type == scope.lexical; });
    if (!concerns) return false;
    if (removal.component == Symbol::none) return connects(tree, connect, removal.ends, sources_);
    return firstName(tree, tree.at(connect.expressions, 0)) == removal.component ||
           firstName(tree, tree.at(connect.expressions, 1)) == removal.component;
  });
}

void Layouts::requireRemovable(InstanceId id) {
  for (const Removal& removal : tree_[id].layout->removals) {
    if (removal.component == Symbol::none) continue;
    const Member& member = removal.from->members[removal.from->slots.at(removal.component)];
    const syntax::Component& component = (*member.tree)[(*member.tree)[member.element].component];
    const auto type = types_.resolveType({id, member.part}, *member.tree, component.type);
    if (!type || type->isConnector) continue;
    const syntax::ClassKind kind = type->isLeaf ? syntax::ClassKind::type : classes_[type->composite.type].node().kind;
    if (kind == syntax::ClassKind::model || kind == syntax::ClassKind::block || kind == syntax::ClassKind::generic ||
        !tree_.reportOnce(removal.where, "restriction"))
      continue;
    diagnostics_.error("restriction", removal.where,
                       fmt::format("'{}' cannot be left out: it is no model, block or connector",
                                   tree_.symbols().text(removal.component)));
  }
}

}  // namespace dashpot::model
