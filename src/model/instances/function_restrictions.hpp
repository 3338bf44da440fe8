// model/instances/function_restrictions.hpp
//
// Rules for functions (Modelica 3.6, section 12.2) and their annotations (12.7, 12.8). A function is looked at when it
// is first called.
#pragma once

#include "model/instances/instance_tree.hpp"
#include "model/instances/names.hpp"

#include <functional>
#include <string>

namespace dashpot::model {

class ComponentTypes;
class Redeclarations;

class FunctionRestrictions {
 public:
  FunctionRestrictions(InstanceTree& tree, Redeclarations& redeclarations, ComponentTypes& types)
      : tree_(tree),
        redeclarations_(redeclarations),
        types_(types),
        classes_(tree.classes()),
        sources_(tree.sources()),
        diagnostics_(tree.diagnostics()) {}

  /// False: the function breaks a rule, which has been reported.
  bool requireFunction(InstanceId id, const FunctionClass& function);
  /// The name in an annotation must be that of an input.
  void requireAnnotationInput(const FunctionClass& function, const syntax::Tree& tree, const syntax::Expression& name);
  /// inverse(x = g(y, z)): f has one output, and x is one of its inputs.
  void requireInverse(const FunctionClass& function, const syntax::Tree& tree, const syntax::Modification& annotation);

 private:
  void requireFunctionComponent(InstanceId id, const Member& member, const FunctionClass& function,
                                const std::function<void(SourceRange, std::string)>& refuse);

  InstanceTree& tree_;
  Redeclarations& redeclarations_;
  ComponentTypes& types_;
  ClassTable& classes_;
  const Sources& sources_;
  Diagnostics& diagnostics_;
};

}  // namespace dashpot::model
