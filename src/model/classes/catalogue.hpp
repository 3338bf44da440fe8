// model/classes/catalogue.hpp
//
// The parts in libraries for somebody who draws a circuit: components with their parameters, connectors, results, icons
// and documentation, inherited ones included. Read from the classes as they are written; nothing is instantiated, so
// that classes which are no model by themselves, and libraries that do not compile, can be listed all the same.
//
// A replaceable part is listed as it is declared, with the classes that may take its place.
#pragma once

#include "model/classes/class_table.hpp"
#include "model/classes/written_classes.hpp"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace dashpot::model {

/// An annotation where it stands.
struct CatalogueAnnotation {
  const syntax::Tree* tree = nullptr;
  syntax::Modification modification = {};
};

/// A literal of an enumeration.
struct CatalogueLiteral {
  std::string name, description;
};

/// A parameter that a user can set; or a constant.
struct CatalogueParameter {
  std::string name;
  std::string type;          // "Real", "Dashpot.Units.Pressure"
  std::string builtin;       // "Real", "Integer", "Boolean", "String", "enumeration"; empty: a record
  std::string dimensions;    // "[3, :]"; empty: a scalar
  std::string defaultValue;  // as it is written; empty: none
  std::string unit, displayUnit, min, max;
  std::vector<CatalogueLiteral> literals;  // of an enumeration
  std::string description;
  CatalogueAnnotation annotation = {};
};

/// A variable that a result has; of a function, what goes in and comes out.
struct CatalogueVariable {
  std::string name;
  std::string type, builtin, dimensions;
  std::string unit, displayUnit;
  std::string causality;  // "input", "output"; empty: neither
  std::string description;
};

/// A class that may take the place of a replaceable one.
struct CatalogueChoice {
  std::string name;  // qualified
  std::string description;
};

/// A part that a user may redeclare.
struct CatalogueReplaceable {
  std::string name;
  std::string kind;           // "model", "package", ...; "component"
  std::string chosen;         // qualified; what it is unless it is redeclared
  std::string constrainedBy;  // qualified; what all choices extend
  std::string description;
  std::vector<CatalogueChoice> choices;
};

/// Name and documentation of a base class.
struct CatalogueBase {
  std::string name;           // qualified
  std::string documentation;  // HTML
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
  std::string kind;  // "model", "block", "record", "function", "type", "connector", "package"
  std::string description;
  std::string defaultName, defaultPrefixes;  // of a component that is put into a circuit
  std::string documentation;                 // HTML
  bool isPartial = false;
  bool isExample = false;  // it has an experiment of its own
  std::vector<CatalogueParameter> parameters, constants;
  std::vector<CataloguePort> ports;
  std::vector<CatalogueVariable> variables;
  std::vector<CatalogueReplaceable> replaceables;
  std::vector<CatalogueLiteral> literals;  // if it is an enumeration
  std::vector<CatalogueBase> bases;        // those with documentation, from the nearest outwards
  std::vector<CatalogueAnnotation> icons;  // from the innermost base class to the class itself
};

class Catalogue {
 public:
  /// All must outlive the catalogue.
  Catalogue(ClassTable& classes, Library& library, const Sources& sources)
      : classes_(classes), library_(library), written_(classes, sources) {}

  /// Every model, block and record with an icon, at and below a class, that is not partial; in the order of the
  /// library.
  [[nodiscard]] std::vector<ClassRef> componentsIn(ClassRef package);
  /// Every class at and below a class, of any kind, partial ones and packages included.
  [[nodiscard]] std::vector<ClassRef> classesIn(ClassRef scope);
  [[nodiscard]] CatalogueComponent describe(ClassRef type);
  /// The documentation of a class, HTML; empty: none.
  [[nodiscard]] std::string documentation(ClassRef type) const;
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
    std::vector<CatalogueLiteral> literals;
  };

  void collectComponents(ClassRef scope, std::vector<ClassRef>& found, int depth);
  void collectClasses(ClassRef scope, std::vector<ClassRef>& found, int depth);
  void loadChildren(ClassRef scope);
  void collect(ClassRef type, const std::vector<Modified>& outer, CatalogueComponent& component, int depth);
  void addElement(ClassRef type, const syntax::Element& element, const std::vector<Modified>& outer,
                  CatalogueComponent& component);
  void addReplaceable(ClassRef type, const syntax::Element& element, CatalogueComponent& component);
  [[nodiscard]] std::vector<CatalogueChoice> choicesFor(ClassRef constraint);
  [[nodiscard]] bool derives(ClassRef type, ClassRef base, int depth);
  [[nodiscard]] std::vector<CatalogueLiteral> literalsOf(ClassRef enumeration) const;
  [[nodiscard]] std::string classAnnotation(ClassRef type, std::string_view name, int depth);
  [[nodiscard]] bool showsInheritedGraphics(const syntax::Tree& tree, const syntax::Element& extends) const;
  void collectIcons(ClassRef type, std::vector<CatalogueAnnotation>& icons, int depth);
  void readAttributes(const Modified& modified, CatalogueParameter& parameter) const;
  TypeFacts resolveType(ClassRef scope, const syntax::Tree& tree, syntax::ExpressionId name,
                        CatalogueParameter& parameter, int depth = 0);

  ClassTable& classes_;
  Library& library_;
  WrittenClasses written_;
  std::unordered_map<ClassRef, std::vector<CatalogueChoice>> choices_;  // by constraint
};

}  // namespace dashpot::model
