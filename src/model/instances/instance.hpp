// model/instances/instance.hpp
//
// The nodes of the instance tree, and what is found in it: classes, places, types.
#pragma once

#include "base/paths.hpp"
#include "model/classes/layout.hpp"
#include "model/expressions/value.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dashpot::model {

/// A class as it was found: with the place that gives its text a meaning, and what is modified from outside.
struct ClassInContext {
  ClassRef type = ClassRef::none;
  Scope enclosing = {};
  Layers layers = {};
  InstanceId home = InstanceId::none;  // it is this member of this instance
  std::uint32_t slot = noSlot;
  std::optional<Type> predefined = {};
  bool isReplaceable = false;  // it, or a class that its name leads through
};

/// The meaning of a name.
struct Found {
  InstanceId node = InstanceId::none;
  std::uint32_t slot = noSlot;
  bool isClass = false;
  bool isInherited = false;  // found in an enclosing class, not in the instance itself
  std::optional<Type> predefined = {};
  [[nodiscard]] explicit operator bool() const { return slot != noSlot || predefined; }
};

enum class ValueState : std::uint8_t { none, given, inProgress, done };

/// The sort of thing that a node stands for.
enum class NodeSort : std::uint8_t {
  composite,  // a component with components; also one that is not made yet
  leaf,       // a scalar or an array of scalars
  array,      // of components; its elements are nodes
  object,     // an external object; `binding` makes it
  classNode,  // a class that names are looked up in
};

/// Whether a component is there: `conditional` ones have a condition, which holds.
enum class Presence : std::uint8_t { certain, conditional, absent };

/// `expandable`: it has the members which are connected to it.
enum class ConnectorSort : std::uint8_t { none, plain, expandable };

/// The prefixes of a component, some of which it has from the component that it belongs to.
struct Prefixes {
  syntax::Variability variability = syntax::Variability::continuous;
  syntax::Causality causality = syntax::Causality::none;
  bool isFlow = false;
  bool isStream = false;
  bool isProtected = false;
  bool isHidden = false;  // protected in the class that declares it
  bool isFinal = false;
  bool isInner = false;
  bool isEvaluated = false;  // annotation(Evaluate = true)
};

/// The part of a node that only leaves have: their variables, and how far these have been given values.
struct LeafContent {
  ScalarType type = {};
  VariableId variable = VariableId::none;                // the first of its scalars
  std::optional<Value> constant = {};                    // leaves of packages
  std::uint32_t firstAttribute = 0, attributeCount = 0;  // in Leaves
  ValueState valueState = ValueState::none;
  bool hasAttributes = false;  // they have been assigned
  bool isConnected = false;    // by what the component belongs to, no flow
};

struct Instance {
  NodeSort sort = NodeSort::composite;
  Presence presence = Presence::certain;
  ConnectorSort connector = ConnectorSort::none;
  syntax::ClassKind kind = syntax::ClassKind::generic;
  Prefixes prefixes = {};
  LeafContent leaf = {};

  Symbol name = Symbol::none;
  PathId path = PathId::root;
  InstanceId parent = InstanceId::none;
  std::uint16_t depth = 0;
  SourceRange declared = {};
  Symbol description = Symbol::none;
  Layout* layout = nullptr;                                           // none: a leaf, or an array of components
  Layers layers = {};                                                 // composites: what is modified from outside
  std::vector<InstanceId> children = {};                              // by slot; none: not made yet, or a class
  std::vector<std::pair<std::uint32_t, InstanceId>> classNodes = {};  // by slot
  Dimensions dimensions = {};                                         // of a leaf or an array of components
  std::vector<ScalarType> indexTypes = {};                            // of its subscripts; empty: Integers
  InstanceId firstElement = InstanceId::none;                         // the elements of an array follow one another
  InstanceId inner = InstanceId::none;                                // of an outer component: what it stands for
  InstanceId constraint = InstanceId::none;  // of an overconstrained component: what has its equalityConstraint
  Layer binding = {};                        // leaves and external objects
  std::int32_t equationCount = 0;            // models: equations that stand in it
  bool isInPackage = false;   // it or what it belongs to is a class: its leaves are constants, not variables
  bool isBroken = false;      // its declaration was reported; names below it are not reported again
  bool isAddedInner = false;  // it stands at the top of the model because an outer component needs it
  bool isBeingMade = false;
  bool isExpanded = false;

  [[nodiscard]] bool isLeaf() const { return sort == NodeSort::leaf; }
  [[nodiscard]] bool isArray() const { return sort == NodeSort::array; }
  [[nodiscard]] bool isObject() const { return sort == NodeSort::object; }
  [[nodiscard]] bool isClassNode() const { return sort == NodeSort::classNode; }
  [[nodiscard]] bool isConditional() const { return presence != Presence::certain; }
  [[nodiscard]] bool isAbsent() const { return presence == Presence::absent; }
  [[nodiscard]] bool isConnector() const { return connector != ConnectorSort::none; }
  [[nodiscard]] bool isExpandable() const { return connector == ConnectorSort::expandable; }
};

/// A component reference after its subscripts are known: some elements of arrays of components, or of one leaf each.
struct Place {
  std::vector<InstanceId> nodes;          // all with the same class
  Dimensions dimensions;                  // of the array the nodes form
  std::vector<Subscript> leafSubscripts;  // what is chosen of each leaf; empty: all
  InstanceId first = InstanceId::none;    // what the first of its names leads to
  bool isConditional = false;             // it leads into a conditional component
  bool isAbsent = false;                  // one that is not there
};

/// A declaration after redeclarations.
struct Declaration {
  const syntax::Tree* tree = nullptr;
  syntax::ElementId element = syntax::ElementId::none;
  Scope scope = {};
  Layers layers = {};
};

/// A type after short classes have been followed to the end.
struct ResolvedType {
  ClassInContext composite = {};
  bool isLeaf = false;
  ScalarType scalar = {};
  std::vector<ScopedExpression> dimensions = {};
  Layers layers = {};
  bool isConnector = false;
  syntax::Causality causality = syntax::Causality::none;
  std::string name = {};
};

/// Why one type cannot stand for another; no problem: it can.
struct Misfit {
  std::string problem;
  std::string note;
};

/// Whether a name that is not found is a fault.
enum class Reporting : std::uint8_t { errors, nothing };

}  // namespace dashpot::model
