// model/instances/callables.hpp
//
// Functions and record constructors as they are called, with everything inherited and redeclared put together.
#pragma once

#include "model/instances/instance_tree.hpp"
#include "model/instances/names.hpp"

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dashpot::model {

class ClassRestrictions;
class ComponentTypes;
class FunctionRestrictions;
class Layouts;
class Lookup;
class Redeclarations;
class Subtypes;

class Callables {
 public:
  Callables(InstanceTree& tree, Layouts& layouts, Lookup& lookup, Redeclarations& redeclarations, Subtypes& subtypes,
            ComponentTypes& types, ClassRestrictions& classRestrictions, FunctionRestrictions& functionRestrictions)
      : tree_(tree),
        layouts_(layouts),
        lookup_(lookup),
        redeclarations_(redeclarations),
        subtypes_(subtypes),
        types_(types),
        classRestrictions_(classRestrictions),
        functionRestrictions_(functionRestrictions),
        classes_(tree.classes()),
        sources_(tree.sources()),
        diagnostics_(tree.diagnostics()) {}

  /// The name before the parentheses of a call. Empty: no such thing is found; nothing has been reported.
  std::optional<Callee> callee(const ScopedExpression& reference);
  /// The function that a class is, with all that it inherits.
  FunctionClass functionOf(const ClassInContext& type) { return describeCallable(type, false); }
  /// A function that is an element of a component or class. Empty: there is none; nothing has been reported.
  std::optional<FunctionClass> functionOf(InstanceId node, std::string_view name);
  /// A function that is written in Modelica and built in.
  FunctionClass predefinedFunction(std::string_view name);

 private:
  FunctionClass describeCallable(const ClassInContext& type, bool isRecord);
  TypeDescription describeType(const ResolvedType& type);
  std::vector<ComponentDescription> describeComponents(InstanceId id, bool isRecord);
  std::optional<Callee> partialDerivative(const ClassInContext& derivative);
  void readExternal(FunctionClass& function, const syntax::Tree& tree, const syntax::Class& written, Scope scope);
  void readInverse(FunctionClass& function, const syntax::Tree& tree, const syntax::Modification& annotation,
                   Scope scope);
  void readDerivative(FunctionClass& function, const syntax::Tree& tree, const syntax::Argument& argument, Scope scope);

  std::unordered_map<InstanceId, FunctionClass> described_;
  std::vector<InstanceId> describing_;

  InstanceTree& tree_;
  Layouts& layouts_;
  Lookup& lookup_;
  Redeclarations& redeclarations_;
  Subtypes& subtypes_;
  ComponentTypes& types_;
  ClassRestrictions& classRestrictions_;
  FunctionRestrictions& functionRestrictions_;
  ClassTable& classes_;
  const Sources& sources_;
  Diagnostics& diagnostics_;
};

}  // namespace dashpot::model
