// language_server/names.hpp
//
// The meaning of names in classes as they are written: components, classes, literals of enumerations and the variables
// of loops, own, inherited and imported (Modelica 3.6, chapter 5). Nothing is instantiated, so that a half-written model
// can be asked; a replaceable part is what it is declared as.
#pragma once

#include "language_server/known_classes.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace dashpot::language_server {

/// Where a name is declared.
struct Declaration {
  enum class Kind : std::uint8_t { none, component, type, literal, iterator };
  Kind kind = Kind::none;
  const syntax::Tree* tree = nullptr;
  model::ClassRef in = model::ClassRef::none;    // the class that declares it; a literal: the enumeration
  const syntax::Element* element = nullptr;      // a component, or a class that is written in another
  const syntax::Component* component = nullptr;  // a component
  model::ClassRef type = model::ClassRef::none;  // a class: itself
  std::uint32_t literal = 0;                     // a literal: its number from 0
  syntax::Span name = {};                        // the identifier in the tree's text

  explicit operator bool() const { return kind != Kind::none; }
  [[nodiscard]] bool isComponent() const { return kind == Kind::component; }
  [[nodiscard]] bool isType() const { return kind == Kind::type; }
  bool operator==(const Declaration& other) const {
    return kind == other.kind && tree == other.tree && name.begin == other.name.begin;
  }
};

class Names {
 public:
  /// The view must outlive this.
  explicit Names(View& view) : view_(view) {}

  /// The meaning of a simple name inside a class: of its own, of its bases, imported, of the classes around it, at the
  /// top.
  [[nodiscard]] Declaration find(model::ClassRef scope, Symbol name);
  /// A component, class or literal of a class, its bases included.
  [[nodiscard]] Declaration member(model::ClassRef type, Symbol name) { return member(type, name, 0); }
  /// All of them; those of the class itself first.
  [[nodiscard]] std::vector<Declaration> members(model::ClassRef type);
  /// "a.b.c" inside a class; fromTop: ".a.b.c".
  [[nodiscard]] Declaration resolve(model::ClassRef scope, const std::vector<Symbol>& path, bool fromTop = false);
  /// The meaning of the first parts of a reference.
  [[nodiscard]] Declaration resolve(model::ClassRef scope, const syntax::Tree& tree, syntax::ExpressionId reference,
                                    std::size_t parts);
  [[nodiscard]] Declaration resolve(model::ClassRef scope, const syntax::Tree& tree, syntax::ExpressionId reference) {
    return resolve(scope, tree, reference, tree[reference].parts.count);
  }

  [[nodiscard]] Declaration declarationOf(model::ClassRef type) const;
  /// The class whose members a declared thing has: that of a component, or the class itself; short classes followed to
  /// the one that has members. None for a predefined type.
  [[nodiscard]] model::ClassRef classOf(const Declaration& declaration);
  /// The class that a component names as its type, as it is named.
  [[nodiscard]] model::ClassRef writtenTypeOf(const Declaration& component);
  /// Short classes followed to the end.
  [[nodiscard]] model::ClassRef behind(model::ClassRef type);

  /// "Real", "Integer", "Boolean", "String", "enumeration"; empty: none of them.
  [[nodiscard]] std::string predefinedOf(const Declaration& component);
  /// What the component, or its type, says about an attribute: `unit`, `displayUnit`, `min`, ... Texts without quotes.
  [[nodiscard]] std::string attribute(const Declaration& component, std::string_view name);
  [[nodiscard]] bool isConnector(const Declaration& component);

  [[nodiscard]] std::string_view nameOf(const Declaration& declaration) const;
  [[nodiscard]] std::string descriptionOf(const Declaration& declaration) const;

 private:
  [[nodiscard]] Declaration ownMember(model::ClassRef type, Symbol name);
  [[nodiscard]] Declaration member(model::ClassRef type, Symbol name, int depth);
  [[nodiscard]] Declaration imported(model::ClassRef scope, Symbol name);
  [[nodiscard]] Declaration literalOf(model::ClassRef enumeration, std::uint32_t number) const;
  [[nodiscard]] Declaration componentOf(model::ClassRef in, const syntax::Element& element) const;
  void collect(model::ClassRef type, std::vector<Declaration>& found, int depth);
  [[nodiscard]] std::vector<model::ClassRef> basesOf(model::ClassRef type);

  View& view_;
};

/// The identifiers of a reference, up to a number of them.
[[nodiscard]] std::vector<Symbol> pathOf(const syntax::Tree& tree, syntax::ExpressionId reference, std::size_t parts);

}  // namespace dashpot::language_server
