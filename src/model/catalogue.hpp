// model/catalogue.hpp
//
// What libraries offer to somebody who draws a circuit: components with their parameters, connectors, icons and
// documentation, inherited ones included. Read from the classes as they are written; nothing is instantiated, so that
// classes which are no model by themselves, and libraries that do not compile, can be listed all the same.
//
// A name is looked up in the enclosing classes, what they inherit and import, and at the top (Modelica 3.6, chapter 5).
// Redeclarations are not followed: a replaceable part is listed as it is declared.
#pragma once

#include "model/class_table.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dashpot::model {

/// An annotation where it stands.
struct CatalogueAnnotation {
  const syntax::Tree* tree = nullptr;
  syntax::Modification modification = {};
};

/// A parameter that a user can set.
struct CatalogueParameter {
  std::string name;
  std::string type;          // "Real", "Dashpot.Units.Pressure"
  std::string builtin;       // "Real", "Integer", "Boolean", "String", "enumeration"; empty: a record
  std::string dimensions;    // "[3, :]"; empty: a scalar
  std::string defaultValue;  // as it is written; empty: none
  std::string unit, displayUnit, min, max;
  std::vector<std::string> literals;  // of an enumeration
  std::string description;
  CatalogueAnnotation annotation = {};
};

struct CataloguePort {
  std::string name;
  std::string type;  // the qualified name of the connector
  ClassRef connector = ClassRef::none;
  std::string causality;  // "input", "output"; empty: neither
  std::string dimensions;
  std::string condition;  // it is there only if this holds; empty: always
  std::string description;
  CatalogueAnnotation annotation = {};
};

struct CatalogueComponent {
  ClassRef type = ClassRef::none;
  std::string name;  // qualified
  std::string kind;  // "model", "block", "record"
  std::string description;
  std::string defaultName, defaultPrefixes;  // of a component that is put into a circuit
  std::string documentation;                 // HTML
  bool isExample = false;                    // it has an experiment of its own
  std::vector<CatalogueParameter> parameters;
  std::vector<CataloguePort> ports;
  std::vector<CatalogueAnnotation> icons;  // from the innermost base class to the class itself
};

class Catalogue {
 public:
  /// All must outlive the catalogue.
  Catalogue(ClassTable& classes, Library& library, const Sources& sources)
      : classes_(classes), library_(library), sources_(sources) {}

  /// Every model, block and record with an icon, at and below a class, that is not partial; in the order of the
  /// library.
  [[nodiscard]] std::vector<ClassRef> componentsIn(ClassRef package);
  [[nodiscard]] CatalogueComponent describe(ClassRef type);
  /// The layers of the icon of a class, as of a component.
  [[nodiscard]] std::vector<CatalogueAnnotation> icons(ClassRef type);

 private:
  /// Modifications of inherited elements, outer ones first.
  struct Modified {
    const syntax::Tree* tree = nullptr;
    syntax::Modification modification = {};
  };
  struct TypeFacts {
    std::string name, builtin, dimensions, causality;
    ClassRef type = ClassRef::none;
    bool isConnector = false;
    std::vector<std::string> literals;
  };

  /// The name of a base class is not looked for among what is inherited.
  enum class Use : std::uint8_t { asType, asBase };

  void collectComponents(ClassRef scope, std::vector<ClassRef>& found, int depth);
  void collect(ClassRef type, const std::vector<Modified>& outer, CatalogueComponent& component, int depth);
  void addElement(ClassRef type, const syntax::Element& element, const std::vector<Modified>& outer,
                  CatalogueComponent& component);
  [[nodiscard]] std::string classAnnotation(ClassRef type, std::string_view name, int depth);
  void collectIcons(ClassRef type, std::vector<CatalogueAnnotation>& icons, int depth);
  void readAttributes(const Modified& modified, CatalogueParameter& parameter) const;
  TypeFacts resolveType(ClassRef scope, const syntax::Tree& tree, syntax::ExpressionId name,
                        CatalogueParameter& parameter, int depth = 0);

  [[nodiscard]] ClassRef resolve(ClassRef scope, const syntax::Tree& tree, syntax::ExpressionId name,
                                 Use use = Use::asType);
  [[nodiscard]] ClassRef resolveFirst(ClassRef scope, Symbol name, Use use);
  [[nodiscard]] ClassRef resolveImport(ClassRef scope, Symbol name);
  [[nodiscard]] ClassRef member(ClassRef scope, Symbol name, int depth);

  [[nodiscard]] const syntax::Argument* argument(const syntax::Tree& tree, const syntax::Modification& modification,
                                                 std::string_view name) const;
  [[nodiscard]] std::string text(const syntax::Tree& tree, syntax::ExpressionId expression) const;
  [[nodiscard]] std::string text(Symbol symbol) const;

  ClassTable& classes_;
  Library& library_;
  const Sources& sources_;
};

}  // namespace dashpot::model
