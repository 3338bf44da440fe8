// model/instances/instances.hpp
//
// The instance tree with all that makes it and reads it. Each part has one job and says with whom it works.
//
//   instance_tree          nodes, their names, the way among them
//   layouts                classes with all they inherit
//   lookup                 the meaning of a name in a scope
//   visibility             names that may be used from outside
//   redeclarations         elements after redeclarations, and what may replace them
//   subtypes               whether one type can stand for another
//   component_types        the types of components
//   class_restrictions     what a class of each kind may contain and extend
//   declaration_rules      what declarations and modifications must keep to
//   inner_outer            elements that lie further up in the tree
//   components             makes components: types, sizes, conditions
//   added_members          members of expandable connectors
//   leaves                 variables of the flat model
//   component_values       values and attributes of variables
//   places                 where component references lead
//   connection_counts      cardinality(c)
//   connection_graph       roots and loops of overconstrained connectors
//   stream_variables       inStream(h)
//   callables              functions and records as they are called
//   function_restrictions  what a function must keep to
//   operator_functions     functions of operator records
//   instance_names         answers to the translation of expressions
//   translator             expressions, whose names are looked up here
#pragma once

#include "model/expressions/translator.hpp"
#include "model/instances/added_members.hpp"
#include "model/instances/callables.hpp"
#include "model/instances/component_values.hpp"
#include "model/instances/components.hpp"
#include "model/instances/connection_counts.hpp"
#include "model/instances/connection_graph.hpp"
#include "model/instances/declaration_rules.hpp"
#include "model/instances/function_restrictions.hpp"
#include "model/instances/inner_outer.hpp"
#include "model/instances/instance_names.hpp"
#include "model/instances/instance_tree.hpp"
#include "model/instances/leaves.hpp"
#include "model/instances/operator_functions.hpp"
#include "model/instances/places.hpp"
#include "model/instances/stream_variables.hpp"
#include "model/lookup/class_restrictions.hpp"
#include "model/lookup/component_types.hpp"
#include "model/lookup/layouts.hpp"
#include "model/lookup/lookup.hpp"
#include "model/lookup/redeclarations.hpp"
#include "model/lookup/subtypes.hpp"
#include "model/lookup/visibility.hpp"

namespace dashpot::model {

/// The parts, put together.
struct Instances {
  Instances(ClassTable& classes, const Sources& sources, FlatModel& model, Diagnostics& diagnostics);
  Instances(const Instances&) = delete;
  Instances& operator=(const Instances&) = delete;

  InstanceTree tree;
  Layouts layouts;
  Lookup lookup;
  Visibility visibility;
  Redeclarations redeclarations;
  Subtypes subtypes;
  ComponentTypes types;
  ClassRestrictions classRestrictions;
  DeclarationRules declarationRules;
  InnerOuter innerOuter;
  Components components;
  AddedMembers addedMembers;
  Leaves leaves;
  ComponentValues values;
  Places places;
  ConnectionCounts connectionCounts;
  ConnectionGraph connectionGraph;
  StreamVariables streams;
  Callables callables;
  FunctionRestrictions functionRestrictions;
  OperatorFunctions operatorFunctions;
  InstanceNames names;
  Translator translator;
};

}  // namespace dashpot::model
