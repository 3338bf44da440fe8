// editing/statements.hpp (internal): the connections of a class, and statements as lines of text.
#pragma once

#include "editing/layout.hpp"
#include "editing/lookup.hpp"

namespace dashpot::editing {

/// connect(a.p, b.p), also in a loop or a branch.
struct Connection {
  const syntax::Statement& statement;
  bool isNested = false;  // in a loop or a branch

  [[nodiscard]] std::string_view end(const File& file, std::size_t side) const {
    return file.text(file.tree()[file.tree().at(statement.expressions, side)].span);
  }
  [[nodiscard]] Symbol firstPart(const syntax::Tree& tree, std::size_t side) const {
    return tree[tree.at(tree[tree.at(statement.expressions, side)].parts, 0)].name;
  }
};

/// Those that the class itself has.
[[nodiscard]] std::vector<Connection> connectionsOf(const syntax::Tree& tree, const syntax::Class& node);
[[nodiscard]] inline std::vector<Connection> connectionsOf(const Scope& scope) {
  return connectionsOf(scope.tree(), scope.node);
}

/// An end of a connection in one form: without blanks.
[[nodiscard]] std::string canonical(const Scope& scope, const Connection& connection, std::size_t side);
/// The connection of two ends, in whatever order.
[[nodiscard]] std::optional<Connection> findConnection(const Scope& scope, std::string_view from, std::string_view to);
[[nodiscard]] Diagnostic notConnected(const Scope& scope, std::string_view from, std::string_view to);

/// Adds equations, each with its semicolon, at the end of the last equation section, which is made if there is none.
[[nodiscard]] Edit addEquations(const Scope& scope, const std::vector<std::string>& equations);
/// With its semicolon, and its lines if nothing else is on them.
[[nodiscard]] Edit removeStatement(const File& file, const syntax::Statement& statement);

}  // namespace dashpot::editing
