// language_server/cursor.hpp: the names in a document and their meanings, above all of the one that an editor's cursor
// stands on.
#pragma once

#include "language_server/names.hpp"

#include <cstddef>
#include <vector>

namespace dashpot::language_server {

struct Cursor {
  syntax::Span name = {};  // the identifier, in the document; empty: the cursor stands on none
  model::ClassRef scope = model::ClassRef::none;
  Declaration meaning = {};
};

/// Nodes of a tree have no way to their parents: the tree is searched for what lies around a place.
class Meanings {
 public:
  /// The view must outlive this.
  explicit Meanings(View& view);

  /// Names in declarations, references, modifications, named arguments and after `end`.
  [[nodiscard]] Cursor at(std::size_t offset);
  /// The meaning of the name of a modification, `p` in `Valve v(p = 1)`; none for entries of annotations and attributes
  /// of predefined types.
  [[nodiscard]] Declaration modifiedBy(syntax::ArgumentId argument, std::size_t parts = 100);
  /// The class in which names at a place are looked up: around a short class, the one that it is written in.
  [[nodiscard]] model::ClassRef scopeAt(std::size_t offset);

 private:
  /// What a modification belongs to.
  struct Owner {
    enum class Kind : std::uint8_t { none, argument, component, extends, constraint, shortClass };
    Kind kind = Kind::none;
    std::uint32_t index = 0;
  };

  void own(const syntax::Modification& modification, Owner::Kind kind, std::size_t index);
  [[nodiscard]] model::ClassRef modifiedClass(syntax::ArgumentId argument);
  [[nodiscard]] model::ClassRef classNamed(model::ClassRef scope, syntax::ExpressionId name);
  [[nodiscard]] bool declaration(std::size_t offset, Cursor& cursor);
  [[nodiscard]] bool reference(std::size_t offset, Cursor& cursor);
  [[nodiscard]] bool namedArgument(std::size_t offset, Cursor& cursor);
  [[nodiscard]] bool iterator(std::size_t offset, Cursor& cursor);
  void nameAfterEnd(std::size_t offset, Cursor& cursor);
  [[nodiscard]] Declaration meaningOf(syntax::ExpressionId reference, std::size_t parts, model::ClassRef scope);
  [[nodiscard]] Declaration ofImport(syntax::ExpressionId reference, std::size_t parts, model::ClassRef scope);
  [[nodiscard]] Declaration ofLiteral(syntax::ExpressionId reference);
  [[nodiscard]] Declaration loopVariable(const syntax::Part& first, std::size_t parts) const;
  [[nodiscard]] syntax::Span identifier(const syntax::Part& part) const;
  [[nodiscard]] syntax::Span nameOf(const syntax::Iterator& iterator) const;

  View& view_;
  const syntax::Tree& tree_;
  Names names_;
  std::vector<Owner> owners_;  // of each argument
};

}  // namespace dashpot::language_server
