// model/lookup/subtypes.hpp
//
// Whether one type can stand for another (Modelica 3.6, section 6.4).
#pragma once

#include "model/instances/instance_tree.hpp"

#include <map>
#include <string>
#include <utility>

namespace dashpot::model {

class ComponentTypes;
class Layouts;
class Lookup;
class Redeclarations;

class Subtypes {
 public:
  Subtypes(InstanceTree& tree, Layouts& layouts, Lookup& lookup, Redeclarations& redeclarations, ComponentTypes& types)
      : tree_(tree),
        layouts_(layouts),
        lookup_(lookup),
        redeclarations_(redeclarations),
        types_(types),
        classes_(tree.classes()),
        model_(tree.model()) {}

  /// Why a type is no subtype of another (Modelica 3.6, section 6.4): it lacks something, or has it as something else.
  Misfit compare(const ResolvedType& given, const ResolvedType& demanded);
  /// A place to look up what the members of a type are.
  InstanceId typeNode(const ResolvedType& type);

 private:
  std::string compareMembers(InstanceId left, const Member& has, InstanceId right, const Member& needed);

  std::map<std::pair<const Layout*, const Layout*>, Misfit> known_;

  InstanceTree& tree_;
  Layouts& layouts_;
  Lookup& lookup_;
  Redeclarations& redeclarations_;
  ComponentTypes& types_;
  ClassTable& classes_;
  FlatModel& model_;
};

}  // namespace dashpot::model
