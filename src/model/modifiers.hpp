// model/modifiers.hpp
//
// Modifications as a tree of names: R1(R = 100, v(start = 1)). Outer ones win over inner ones (Modelica 3.6,
// section 7.2.4).
#pragma once

#include "model/class_table.hpp"
#include "model/instance_id.hpp"

#include <optional>
#include <vector>

namespace dashpot::model {

/// Names in an expression are looked up in an instance, then in the class where the expression is written.
struct Scope {
  InstanceId instance = InstanceId::none;
  ClassRef lexical = ClassRef::none;
};

/// An expression together with the place that gives its names their meaning.
struct ScopedExpression {
  const syntax::Tree* tree = nullptr;
  syntax::ExpressionId expression = syntax::ExpressionId::none;
  Scope scope;

  [[nodiscard]] SourceRange where() const { return tree->range((*tree)[expression].span); }
};

struct Modifier {
  Symbol name = Symbol::none;
  SourceRange where = {};
  bool isFinal = false;
  std::optional<ScopedExpression> value = {};
  std::vector<Modifier> nested = {};
};
using Modifiers = std::vector<Modifier>;

/// Reads `(a = 1, b(c = 2)) = value` as written; redeclarations are reported as not supported.
[[nodiscard]] Modifier readModifier(const syntax::Tree& tree, const syntax::Modification& modification, Scope scope,
                                    Diagnostics& diagnostics);

/// What both say, the outer one winning where they disagree.
[[nodiscard]] Modifier merge(Modifier outer, const Modifier& inner);

[[nodiscard]] const Modifier* find(const Modifiers& modifiers, Symbol name);

}  // namespace dashpot::model
