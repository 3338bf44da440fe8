// editing/meaning.hpp (internal)
//
// The meaning of a name, part by part: each part of `valve.spool.x` is a class or a component of the one before it.
//
// A file that is edited may be one of a library, so that the table knows its classes twice: as they are stored, and as
// they stand in the text. Names mean those of the text.
#pragma once

#include "editing/occurrences.hpp"
#include "model/classes/written_classes.hpp"

#include <string>
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

  /// `open`: the text that is edited.
  Meanings(model::ClassTable& classes, const Sources& sources, const syntax::Tree& open);

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
  [[nodiscard]] model::ClassRef shortBase(model::ClassRef type) { return inText(written_.shortBase(type)); }
  [[nodiscard]] model::ClassRef base(model::ClassRef type, const syntax::Element& extends) {
    return inText(written_.base(type, extends));
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
  [[nodiscard]] model::ClassRef nested(model::ClassRef scope, Symbol name) {
    return inText(classes_.nested(scope, name));
  }
  [[nodiscard]] model::ClassRef memberClass(model::ClassRef scope, Symbol name) {
    return inText(written_.member(scope, name));
  }
  /// The class of the text with the same qualified name, if there is one.
  [[nodiscard]] model::ClassRef inText(model::ClassRef ref);
  void collect(model::ClassRef ref);
  [[nodiscard]] bool isRedeclared(model::ClassRef type) const;
  [[nodiscard]] const std::unordered_map<Symbol, syntax::ElementId>& componentsOf(model::ClassRef type);

  model::ClassTable& classes_;
  model::WrittenClasses written_;
  const syntax::Tree& open_;
  std::unordered_map<std::string, model::ClassRef> inText_;        // by qualified name
  std::unordered_map<model::ClassRef, model::ClassRef> replaced_;  // what has been asked for
  std::unordered_map<model::ClassRef, std::unordered_map<Symbol, syntax::ElementId>> components_;
};

}  // namespace dashpot::editing
