// model/instance.hpp
//
// The instance tree: one node per component of the model, with the variables its leaves stand for. Names in equations
// are resolved in it. It lives only while a model is being flattened.
#pragma once

#include "model/flat_model.hpp"
#include "model/modifiers.hpp"

#include <unordered_map>

namespace dashpot::model {

struct Instance {
  PathId path = PathId::root;
  InstanceId parent = InstanceId::none;
  ClassRef type = ClassRef::none;          // none: a predefined type
  VariableId variable = VariableId::none;  // a scalar
  bool isConnector = false;
  bool isFlow = false;
  bool isBroken = false;  // its declaration was reported; names below it are not reported again
  SourceRange declared = {};
  std::vector<std::pair<Symbol, InstanceId>> children = {};  // in the order of declaration
  std::unordered_map<Symbol, InstanceId> childByName = {};
  std::vector<ClassRef> composition = {};  // its class and that class's bases: whose equations hold here
};

enum class AttributeName : std::uint8_t { binding, start, min, max, nominal, fixed };

/// A value given in a declaration or modification; translated once all names are known.
struct GivenValue {
  VariableId variable = VariableId::none;
  AttributeName attribute = AttributeName::binding;
  ScopedExpression value = {};
};

struct InstanceTree {
  std::vector<Instance> instances;  // instances[0] is the model itself
  std::vector<GivenValue> givenValues;

  Instance& operator[](InstanceId id) { return instances[static_cast<std::size_t>(id)]; }
  const Instance& operator[](InstanceId id) const { return instances[static_cast<std::size_t>(id)]; }

  [[nodiscard]] InstanceId child(InstanceId parent, Symbol name) const {
    const auto& known = (*this)[parent].childByName;
    const auto found = known.find(name);
    return found == known.end() ? InstanceId::none : found->second;
  }
  static constexpr InstanceId root{0};
};

/// "Resistor (circuit.mo:12) has R, v, i, p, n": what a user can choose from when a name is wrong.
[[nodiscard]] std::string describeElements(const InstanceTree& tree, InstanceId id, const ClassTable& classes,
                                           const Sources& sources);
[[nodiscard]] std::vector<std::string_view> elementNames(const InstanceTree& tree, InstanceId id,
                                                         const ClassTable& classes);
/// "Resistor", "Real"
[[nodiscard]] std::string typeName(const InstanceTree& tree, InstanceId id, const ClassTable& classes);

/// Makes the instance tree of a class and fills the variables of the flat model.
[[nodiscard]] InstanceTree instantiate(ClassRef type, const ClassTable& classes, const Sources& sources,
                                       FlatModel& model, Diagnostics& diagnostics);

}  // namespace dashpot::model
