// editing/meaning.hpp (internal)
//
// The meaning of a name, part by part: each part of `valve.spool.x` is a class or a component of the one before it.
#pragma once

#include "editing/occurrences.hpp"
#include "model/classes/written_classes.hpp"

#include <unordered_map>

namespace dashpot::editing {

/// A class, a component as it is declared, or nothing that is known.
struct Meaning {
  model::ClassRef scope = model::ClassRef::none;        // the class, or the one that has the declaration
  syntax::ElementId element = syntax::ElementId::none;  // a component
  Symbol literal = Symbol::none;                        // of the enumeration `scope`
  [[nodiscard]] bool known() const { return scope != model::ClassRef::none; }
  [[nodiscard]] bool isComponent() const { return element != syntax::ElementId::none; }
  [[nodiscard]] bool isClass() const { return known() && !isComponent() && literal == Symbol::none; }
};

class Meanings {
 public:
  /// Which names a reference may begin with.
  enum class Use : std::uint8_t { anything, asType, asBase };

  Meanings(model::ClassTable& classes, const Sources& sources) : classes_(classes), written_(classes, sources) {}

  /// The name at the beginning of a reference in a class.
  [[nodiscard]] Meaning first(model::ClassRef scope, Symbol name, Use use = Use::anything);
  /// At the top level, as after a leading dot and in imports.
  [[nodiscard]] Meaning top(Symbol name);
  /// A part that follows another.
  [[nodiscard]] Meaning member(const Meaning& of, Symbol name);
  /// A component that a class declares or inherits.
  [[nodiscard]] Meaning component(model::ClassRef type, Symbol name) { return component(type, name, 0); }
  /// The class of a component; a class itself.
  [[nodiscard]] model::ClassRef typeOf(const Meaning& meaning);
  /// A class without the short definitions in front of it: `type Pressure = Real` is no class of ours.
  [[nodiscard]] model::ClassRef withoutShortForms(model::ClassRef type);
  [[nodiscard]] model::ClassRef base(model::ClassRef type, const syntax::Element& extends) {
    return written_.base(type, extends);
  }
  /// What is redeclared stands for the declaration it replaces.
  [[nodiscard]] Target target(Meaning meaning);

  [[nodiscard]] model::ClassTable& classes() { return classes_; }
  [[nodiscard]] const syntax::Tree& tree(model::ClassRef type) const { return *classes_[type].tree; }
  [[nodiscard]] const syntax::Component& declared(const Meaning& meaning) const {
    return tree(meaning.scope)[tree(meaning.scope)[meaning.element].component];
  }

 private:
  [[nodiscard]] Meaning component(model::ClassRef type, Symbol name, int depth);
  [[nodiscard]] Meaning inherited(model::ClassRef type, Symbol name, int depth);
  [[nodiscard]] Meaning imported(model::ClassRef scope, Symbol name);
  [[nodiscard]] Meaning literal(model::ClassRef type, Symbol name) const;
  [[nodiscard]] bool isRedeclared(model::ClassRef type) const;
  [[nodiscard]] const std::unordered_map<Symbol, syntax::ElementId>& componentsOf(model::ClassRef type);

  model::ClassTable& classes_;
  model::WrittenClasses written_;
  std::unordered_map<model::ClassRef, std::unordered_map<Symbol, syntax::ElementId>> components_;
};

}  // namespace dashpot::editing
