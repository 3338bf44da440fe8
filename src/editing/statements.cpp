#include "editing/statements.hpp"

#include "syntax/parse.hpp"

#include <fmt/format.h>

namespace dashpot::editing {

namespace {

void collect(const syntax::Tree& tree, syntax::List<syntax::StatementId> list, bool isNested,
             std::vector<Connection>& found) {
  for (const syntax::StatementId id : tree.items(list)) {
    const syntax::Statement& statement = tree[id];
    if (statement.kind == syntax::StatementKind::connect) found.push_back({statement, isNested});
    for (const syntax::BranchId branch : tree.items(statement.branches)) collect(tree, tree[branch].body, true, found);
  }
}

}  // namespace

std::vector<Connection> connectionsOf(const syntax::Tree& tree, const syntax::Class& node) {
  std::vector<Connection> found;
  for (const syntax::SectionId id : tree.items(node.sections)) collect(tree, tree[id].statements, false, found);
  return found;
}

std::string canonical(const Scope& scope, const Connection& connection, std::size_t side) {
  return syntax::print(scope.tree(), scope.tree().at(connection.statement.expressions, side), scope.file.symbols());
}

std::optional<Connection> findConnection(const Scope& scope, std::string_view from, std::string_view to) {
  const Fragment first(from), second(to);
  if (!first.isReference() || !second.isReference()) return std::nullopt;
  const std::string a = first.canonical(), b = second.canonical();
  for (const Connection& connection : connectionsOf(scope)) {
    const std::string left = canonical(scope, connection, 0), right = canonical(scope, connection, 1);
    if ((left == a && right == b) || (left == b && right == a)) return connection;
  }
  return std::nullopt;
}

Diagnostic notConnected(const Scope& scope, std::string_view from, std::string_view to) {
  Diagnostic refused = refusal("no-connection", scope.tree().range(scope.node.nameSpan),
                               fmt::format("{} itself has no connection of '{}' and '{}'", scope.name(), from, to));
  for (const syntax::ElementId id : scope.tree().items(scope.node.elements))
    if (scope.tree()[id].kind == syntax::ElementKind::extends)
      refused.note(fmt::format("connections that it inherits from {} are changed there",
                               scope.file.text(scope.tree()[scope.tree()[id].name].span)));
  return refused;
}

Edit addEquations(const Scope& scope, const std::vector<std::string>& equations) {
  const File& file = scope.file;
  const syntax::Tree& tree = scope.tree();
  const ClassLayout layout = layoutOf(file, scope.node);
  std::string indent = bodyIndent(file, scope.node, layout);
  const auto lines = [&] {
    std::string text;
    for (const std::string& each : equations) text += (text.empty() ? "" : lineBreak(file.text()) + indent) + each;
    return text;
  };
  syntax::SectionId last = syntax::SectionId::none;
  for (const syntax::SectionId id : tree.items(scope.node.sections))
    if (!tree[id].algorithm && !tree[id].initial) last = id;
  if (last != syntax::SectionId::none) {
    const auto& statements = tree[last].statements;
    if (!statements.empty())
      if (const std::uint32_t begin = tree[tree.at(statements, statements.count - 1)].span.begin;
          beginsLine(file.text(), begin))
        indent = indentOf(file.text(), begin);
    return insertAfter(file, tree[last].span.end, indent, lines());
  }
  // Behind all that comes before the annotation at the end.
  std::size_t next = layout.items.size() - 1;
  while (next > 0 && (layout.items[next - 1].kind == ClassItem::Kind::annotation ||
                      layout.items[next - 1].kind == ClassItem::Kind::external))
    --next;
  const std::uint32_t after = next > 0 ? layout.items[next - 1].span.end : layout.header;
  const std::string outer = indentOf(file.text(), scope.node.span.begin);
  return insertAfter(file, after, outer, "equation" + lineBreak(file.text()) + indent + lines());
}

Edit removeStatement(const File& file, const syntax::Statement& statement) {
  const syntax::Token semicolon = file.tokens()[file.tokenAt(statement.span.end)];
  return removeLines(file, {statement.span.begin, semicolon.end});
}

}  // namespace dashpot::editing
