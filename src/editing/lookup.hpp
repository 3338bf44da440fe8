// editing/lookup.hpp (internal)
//
// What a gesture names: the class, the component, the type of it; or a diagnostic that says what there is instead.
#pragma once

#include "editing/edits.hpp"
#include "editing/meaning.hpp"

#include <set>

namespace dashpot::editing {

/// The class that a gesture is about.
struct Scope {
  const File& file;
  model::ClassRef ref;
  const syntax::Class& node;

  [[nodiscard]] const syntax::Tree& tree() const { return file.tree(); }
  [[nodiscard]] std::string_view name() const { return file.text(node.name); }
};

/// Fails for a file with syntax errors, and for a class that has no body of its own.
[[nodiscard]] Expected<Scope, Diagnostic> findScope(const File& file, std::string_view type);

/// A component that the class itself declares.
struct Own {
  std::size_t index;  // among the elements of the class
  const syntax::Element& element;
  const syntax::Component& component;
};
/// Fails for one that is inherited, with the class it comes from.
[[nodiscard]] Expected<Own, Diagnostic> findOwn(const Scope& scope, std::string_view component);
[[nodiscard]] std::optional<Own> ownComponent(const Scope& scope, std::string_view component);

/// The declaration of a class with its prefixes (replaceable, final, ...), without the semicolon.
[[nodiscard]] syntax::Span declarationOf(const File& file, const Scope& scope);

/// Whether the class has it, own or inherited.
[[nodiscard]] bool hasElement(const Scope& scope, std::string_view name);

/// What the name of a type means in the class.
[[nodiscard]] Meaning meaningOfType(const Scope& scope, const std::string& type);

/// Whether something beside the class has this name, so that no other class can have it.
[[nodiscard]] bool isTakenBeside(const Scope& scope, std::string_view name);

/// The extends-clause through which a class has a component or class; null: none that is known.
[[nodiscard]] const syntax::Element* inheritedThrough(const Scope& scope, std::string_view name);

/// Names of all components, inherited ones included, for messages.
[[nodiscard]] std::vector<std::string> componentNames(Meanings& meanings, model::ClassRef type);

/// A name like this one for a new element of the class, with a number behind it where it is taken: pump, pump1, pump2.
[[nodiscard]] std::string freeName(const Scope& scope, std::string wish, const std::set<std::string>& alsoTaken = {});

/// Why this cannot be the name of a component or class; empty: it can.
[[nodiscard]] std::string whatIsWrongWithName(std::string_view name);

/// A text that stands for one expression and nothing more, read on its own.
struct Fragment {
  explicit Fragment(std::string_view expression);
  [[nodiscard]] bool isExpression() const { return value != syntax::ExpressionId::none; }
  [[nodiscard]] const syntax::Expression& expression() const { return tree[value]; }
  /// a.b[2].c and nothing else.
  [[nodiscard]] bool isReference() const {
    return isExpression() && expression().kind == syntax::ExpressionKind::reference;
  }
  /// The text of the reference in one form: without blanks.
  [[nodiscard]] std::string canonical() const;

  Sources sources;
  Symbols symbols;
  Diagnostics diagnostics;
  syntax::Tree tree;
  syntax::ExpressionId value = syntax::ExpressionId::none;
};

/// "a", "a.b" to their parts; quoted identifiers may hold dots.
[[nodiscard]] std::vector<std::string> partsOf(std::string_view path);

[[nodiscard]] Diagnostic refusal(std::string code, SourceRange where, std::string message);

}  // namespace dashpot::editing
