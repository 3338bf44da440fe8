// model/lookup/component_types.hpp
//
// The types of components: short classes (type Voltage = Real(unit = "V")) followed to a predefined type, an
// enumeration or a class with elements.
#pragma once

#include "model/instances/instance_tree.hpp"

#include <optional>
#include <unordered_map>

namespace dashpot::model {

class ClassRestrictions;
class Layouts;
class Lookup;
class Redeclarations;

class ComponentTypes {
 public:
  ComponentTypes(InstanceTree& tree, Layouts& layouts, Lookup& lookup, Redeclarations& redeclarations,
                 ClassRestrictions& classRestrictions)
      : tree_(tree),
        layouts_(layouts),
        lookup_(lookup),
        redeclarations_(redeclarations),
        classRestrictions_(classRestrictions),
        classes_(tree.classes()),
        model_(tree.model()),
        diagnostics_(tree.diagnostics()),
        modifiers_(tree.modifiers()) {}

  /// The type with that name; `followType`: of a class that has been found. Empty: it has been reported.
  std::optional<ResolvedType> resolveType(Scope scope, const syntax::Tree& tree, syntax::ExpressionId name);
  /// Follows short classes (type Voltage = Real(unit = "V")) to a predefined type or a class with elements.
  std::optional<ResolvedType> followType(ClassInContext first, SourceRange where);
  /// The number of an enumeration in the flat model.
  std::uint32_t enumerationOf(ClassRef type);

 private:
  std::unordered_map<ClassRef, std::uint32_t> enumerations_;

  InstanceTree& tree_;
  Layouts& layouts_;
  Lookup& lookup_;
  Redeclarations& redeclarations_;
  ClassRestrictions& classRestrictions_;
  ClassTable& classes_;
  FlatModel& model_;
  Diagnostics& diagnostics_;
  ModifierReader& modifiers_;
};

}  // namespace dashpot::model
