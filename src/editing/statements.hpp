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
[[nodiscard]] std::vector<Connection> connectionsOf(const Scope& scope);

/// With its semicolon, and its lines if nothing else is on them.
[[nodiscard]] Edit removeStatement(const File& file, const syntax::Statement& statement);

}  // namespace dashpot::editing
