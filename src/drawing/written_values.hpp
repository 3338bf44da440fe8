// drawing/written_values.hpp
//
// Classes with the modifications that apply to them, and what parameters are by that: the value of the modifier or the
// default, as far as the text decides it. Nothing is instantiated, so a size that has to be computed stays undecided,
// and a picture can be made of a model that does not compile.
#pragma once

#include "drawing/annotation_value.hpp"
#include "model/classes/written_classes.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace dashpot::drawing {

struct Part;

/// Gives names a meaning: in a part, seen as the class where they are written.
struct Scope {
  const Part* part = nullptr;
  model::ClassRef lexical = model::ClassRef::none;
};

struct ModifiedBy {
  const syntax::Tree* tree = nullptr;
  syntax::Modification modification = {};
  Scope scope = {};
};

/// The class that is drawn, or a component in it.
struct Part {
  model::ClassRef type = model::ClassRef::none;
  std::string path;                       // "valve"; empty: the class that is drawn
  std::vector<ModifiedBy> modifications;  // the outermost first
};

/// A component of a class, its own or inherited.
struct Member {
  struct Modified {
    const syntax::Tree* tree;
    syntax::Modification modification;
    model::ClassRef lexical;
  };
  model::ClassRef owner = model::ClassRef::none;  // where it is declared
  const syntax::Tree* tree = nullptr;
  const syntax::Element* element = nullptr;
  std::vector<Modified> modified;  // by the extends-clauses on the way to it, the outermost first
  bool isProtected = false;

  [[nodiscard]] const syntax::Component& component() const { return (*tree)[element->component]; }
  [[nodiscard]] SourceRange where() const { return tree->range(element->span); }
};

/// The value of a variable of the drawn class, by its full name, at the instant that is shown.
using ValueAtInstant = std::function<std::optional<double>(const std::string& name)>;

class WrittenValues {
 public:
  /// All must outlive this.
  WrittenValues(model::ClassTable& classes, const Sources& sources, ValueAtInstant valueAtInstant = {})
      : classes_(classes), written_(classes, sources), valueAtInstant_(std::move(valueAtInstant)) {}

  [[nodiscard]] model::ClassTable& classes() const { return classes_; }
  [[nodiscard]] model::WrittenClasses& written() { return written_; }
  [[nodiscard]] const Symbols& symbols() const { return classes_.symbols(); }
  [[nodiscard]] const ValueAtInstant& valueAtInstant() const { return valueAtInstant_; }

  /// In the order of the text, where an extends-clause stands for what it inherits.
  [[nodiscard]] const std::vector<Member>& members(model::ClassRef type);
  [[nodiscard]] const Member* member(model::ClassRef type, Symbol name);

  /// A component of a part; `whole` must outlive it.
  [[nodiscard]] Part partOf(const Part& whole, const Member& member);
  /// The class of a component, redeclarations in modifications followed.
  [[nodiscard]] model::ClassRef typeOf(const Part& whole, const Member& member);

  [[nodiscard]] Value evaluate(const syntax::Tree& tree, syntax::ExpressionId expression, Scope scope);
  /// The text that a person reads as the value of "a" or "a.b" in a part: "210 bar". Empty: there is no such component.
  [[nodiscard]] std::optional<std::string> shownValue(const Part& part, std::string_view name);
  /// A number with the unit of a component of a part.
  [[nodiscard]] std::string shownNumber(const Part& whole, const Member& member, double value);

  /// An attribute such as "unit" of a component, by its type, its declaration or a modifier; empty: not given.
  [[nodiscard]] std::string attribute(const Part& whole, const Member& member, std::string_view name);

 private:
  class ScopedNames;
  /// An expression that gives a component its value, and where.
  struct Binding {
    const syntax::Tree* tree = nullptr;
    syntax::ExpressionId expression = syntax::ExpressionId::none;
    Scope scope;
  };

  void collect(model::ClassRef type, const std::vector<Member::Modified>& outer, bool isProtected,
               std::vector<Member>& members, int depth);
  [[nodiscard]] Binding binding(const Part& whole, const Member& member);
  [[nodiscard]] Value referenceValue(const syntax::Tree& tree, syntax::ExpressionId reference, Scope scope);
  [[nodiscard]] Value memberValue(const Part& part, const std::vector<Symbol>& path, std::size_t from);
  [[nodiscard]] Value lexicalValue(model::ClassRef lexical, const syntax::Tree& tree, syntax::ExpressionId reference,
                                   const std::vector<Symbol>& path);
  [[nodiscard]] Value constantOf(model::ClassRef type, const std::vector<Symbol>& path, std::size_t from);
  [[nodiscard]] Value importedConstant(model::ClassRef scope, const std::vector<Symbol>& path);
  [[nodiscard]] std::string typeAttribute(model::ClassRef scope, const syntax::Tree& tree, syntax::ExpressionId type,
                                          std::string_view name, int depth);
  [[nodiscard]] std::string stringArgument(const syntax::Tree& tree, const syntax::Modification& modification,
                                           std::string_view name);

  model::ClassTable& classes_;
  model::WrittenClasses written_;
  ValueAtInstant valueAtInstant_;
  std::unordered_map<model::ClassRef, std::unique_ptr<std::vector<Member>>> members_;
  int depth_ = 0;  // of values that need values
};

/// "12.5 l/min": in the unit that is meant to be read, with at most four digits.
[[nodiscard]] std::string quantityText(double value, std::string_view unit, std::string_view displayUnit);

}  // namespace dashpot::drawing
