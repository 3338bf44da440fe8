#include "editing/statements.hpp"

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

std::vector<Connection> connectionsOf(const Scope& scope) {
  std::vector<Connection> found;
  for (const syntax::SectionId id : scope.tree().items(scope.node.sections))
    collect(scope.tree(), scope.tree()[id].statements, false, found);
  return found;
}

Edit removeStatement(const File& file, const syntax::Statement& statement) {
  const syntax::Token semicolon = file.tokens()[file.tokenAt(statement.span.end)];
  return removeLines(file, {statement.span.begin, semicolon.end});
}

}  // namespace dashpot::editing
