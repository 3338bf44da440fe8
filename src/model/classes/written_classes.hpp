// model/classes/written_classes.hpp
//
// Questions to classes as they are written: what a name means, what a class inherits, what an annotation says. Nothing
// is instantiated, so that classes which are no model by themselves, and libraries that do not compile, can be asked
// all the same.
//
// A name is looked up in the enclosing classes, what they inherit and import, and at the top (Modelica 3.6, chapter 5).
// Redeclarations are not followed: a replaceable part is what it is declared as.
#pragma once

#include "model/classes/class_table.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dashpot::model {

class WrittenClasses {
 public:
  /// A library that inherits from itself ends here.
  static constexpr int depthLimit = 50;

  /// The name of a base class is not looked for among what is inherited.
  enum class Use : std::uint8_t { asType, asBase };

  /// Both must outlive this.
  WrittenClasses(ClassTable& classes, const Sources& sources) : classes_(classes), sources_(sources) {}

  /// The class that a name means in a class; none if there is no such class.
  [[nodiscard]] ClassRef resolve(ClassRef scope, const syntax::Tree& tree, syntax::ExpressionId name,
                                 Use use = Use::asType);
  /// The same for the first `count` parts of a name: what stands before the last one of a constant or literal.
  [[nodiscard]] ClassRef resolvePrefix(ClassRef scope, const syntax::Tree& tree, syntax::ExpressionId name,
                                       std::size_t count, Use use = Use::asType);
  /// A class that is written in `scope` or inherited by it.
  [[nodiscard]] ClassRef member(ClassRef scope, Symbol name);
  /// The base class that an extends-clause of `type`, or its short form, names.
  [[nodiscard]] ClassRef base(ClassRef type, const syntax::Element& extends);
  [[nodiscard]] ClassRef shortBase(ClassRef type);

  /// The element of a modification or annotation with this name; null: it has none.
  [[nodiscard]] const syntax::Argument* argument(const syntax::Tree& tree, const syntax::Modification& modification,
                                                 std::string_view name) const;
  /// An expression as the user wrote it.
  [[nodiscard]] std::string text(const syntax::Tree& tree, syntax::ExpressionId expression) const;
  [[nodiscard]] std::string text(Symbol symbol) const;

 private:
  [[nodiscard]] ClassRef resolveFirst(ClassRef scope, Symbol name, Use use);
  [[nodiscard]] ClassRef resolveImport(ClassRef scope, Symbol name);

  ClassTable& classes_;
  const Sources& sources_;
  std::vector<std::pair<ClassRef, Symbol>> searched_;  // in which classes a name is being looked for
};

}  // namespace dashpot::model
