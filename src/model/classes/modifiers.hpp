// model/classes/modifiers.hpp
//
// Modifications: R1(R = 100, v(start = 1)). Outer ones win over inner ones (Modelica 3.6, section 7.2.4).
//
// A modification is read once into a tree of names and never copied. What applies to a component is a list of layers,
// the outermost first; each refers to one such tree and to the place that gives its names their meaning. Going down to
// a child replaces each layer by the part that concerns it.
#pragma once

#include "model/classes/class_table.hpp"
#include "model/instances/instance_id.hpp"

#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

namespace dashpot::model {

/// Names in an expression are looked up in an instance, seen as the class where the expression is written (its own or
/// one it inherits from), then in the classes enclosing that.
struct Scope {
  InstanceId instance = InstanceId::none;
  ClassRef lexical = ClassRef::none;
  bool operator==(const Scope&) const = default;
};

/// An expression together with the place that gives its names their meaning.
struct ScopedExpression {
  const syntax::Tree* tree = nullptr;
  syntax::ExpressionId expression = syntax::ExpressionId::none;
  Scope scope;

  [[nodiscard]] SourceRange where() const { return tree->range((*tree)[expression].span); }
};

/// A list of them, of one place.
[[nodiscard]] std::vector<ScopedExpression> scoped(const syntax::Tree& tree, syntax::List<syntax::ExpressionId> list,
                                                   Scope scope);
void append(std::vector<ScopedExpression>& to, const std::vector<ScopedExpression>& more);

/// One modification as written: name(nested) = value, or a redeclaration.
struct Modifier {
  const syntax::Tree* tree = nullptr;
  Symbol name = Symbol::none;
  SourceRange where = {};
  bool isFinal = false;
  bool isEach = false;
  syntax::ExpressionId value = syntax::ExpressionId::none;
  syntax::ElementId redeclared = syntax::ElementId::none;  // redeclare or replaceable, with its own modifications
  std::vector<syntax::ArgumentId> removals = {};           // break x, break connect(a, b)
  std::vector<Modifier> nested = {};

  [[nodiscard]] bool hasValue() const { return value != syntax::ExpressionId::none; }
  /// x = break: what inner ones give as the value does not count, and there is none.
  [[nodiscard]] bool removesValue() const {
    return hasValue() && (*tree)[value].kind == syntax::ExpressionKind::breakBinding;
  }
  [[nodiscard]] const Modifier* find(Symbol child) const;
};

/// Which part of the value of a modification is meant: a[2].r.x is the field x of the record given for r, element 2.
enum class SelectorId : std::uint32_t { all = 0 };

/// Chains of fields and positions, innermost last.
class Selectors {
 public:
  struct Step {
    SelectorId before = SelectorId::all;
    Symbol field = Symbol::none;  // none: a position
    std::int32_t position = 0;    // from 1
    std::int32_t extent = 0;      // of the array
  };

  SelectorId field(SelectorId before, Symbol name) { return add({before, name}); }
  SelectorId position(SelectorId before, std::int32_t position, std::int32_t extent) {
    return add({before, Symbol::none, position, extent});
  }
  /// Fields and positions with the extents of their arrays, outermost first.
  void steps(SelectorId id, std::vector<Symbol>& fields, std::vector<std::int32_t>& positions,
             std::vector<std::int32_t>& extents) const;

 private:
  SelectorId add(Step step);
  std::vector<Step> steps_{1};
};

struct Layer {
  const Modifier* modifier = nullptr;
  Scope scope = {};
  SelectorId selector = SelectorId::all;
  bool isOptional = false;           // of a constraining type: what the actual type lacks is passed over
  const Modifier* unless = nullptr;  // what this gives a value or redeclares, this layer leaves alone

  [[nodiscard]] ScopedExpression value() const { return {modifier->tree, modifier->value, scope}; }
};
using Layers = std::vector<Layer>;

/// The layer that gives a value, if any does: the outermost counts.
[[nodiscard]] const Layer* valueLayer(const Layers& layers);

/// The parts of `layers` that concern the child `name`; a value of the whole gives its field. `each` drops positions.
[[nodiscard]] Layers descend(const Layers& layers, Symbol name, Selectors& selectors);
/// The layers as they apply to one element of an array.
[[nodiscard]] Layers element(const Layers& layers, std::span<const std::int32_t> position,
                             std::span<const std::int32_t> extents, Selectors& selectors);

/// Reads each modification once.
class ModifierReader {
 public:
  explicit ModifierReader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  /// `modification` must be a part of the tree. Empty: null.
  const Modifier* read(const syntax::Tree& tree, const syntax::Modification& modification);
  /// A modification of the one element `name`, standing for a redeclaration among the elements of a class.
  const Modifier* redeclaration(const syntax::Tree& tree, syntax::ElementId element, Symbol name);

 private:
  void reportTwice(SourceRange where);
  void fill(Modifier& target, const syntax::Tree& tree, const syntax::Modification& modification);

  Diagnostics& diagnostics_;
  std::unordered_map<const void*, std::unique_ptr<Modifier>> known_;
};

}  // namespace dashpot::model
