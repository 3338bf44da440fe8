// model/instances/leaves.hpp
//
// The leaves of the instance tree: scalars and arrays of scalars, with the variables of the flat model that they stand
// for and the attributes as they are written.
#pragma once

#include "model/instances/instance_tree.hpp"

#include <cstdint>
#include <vector>

namespace dashpot::model {

class Leaves {
 public:
  explicit Leaves(InstanceTree& tree) : tree_(tree), model_(tree.model()), diagnostics_(tree.diagnostics()) {}

  /// Makes the node a leaf, with its variables.
  void makeLeaf(InstanceId id, const ResolvedType& type, Dimensions sizes, const Layers& layers);
  /// Unit, range and the like; where it starts is said once.
  void copyAttributes(InstanceId to, InstanceId from);
  /// In the order of their variables.
  [[nodiscard]] const std::vector<InstanceId>& all() const { return all_; }
  [[nodiscard]] InstanceId leafOf(VariableId variable) const { return leafOf_[symbolic::index(variable)]; }
  /// Variables that nobody has declared, such as conditions of when-statements, have none.
  [[nodiscard]] bool hasLeaf(VariableId variable) const { return symbolic::index(variable) < leafOf_.size(); }
  /// External objects, which have a value like leaves.
  [[nodiscard]] const std::vector<InstanceId>& objects() const { return objects_; }
  void addObject(InstanceId id) { objects_.push_back(id); }
  /// Of all leaves; a leaf knows its first one and how many there are.
  [[nodiscard]] const Layer& attribute(std::uint32_t i) const { return attributes_[i]; }

 private:
  void readAttributes(InstanceId id, const Layers& layers);
  [[nodiscard]] bool belongsToInterface(InstanceId id) const;

  std::vector<InstanceId> leafOf_;   // by variable
  std::vector<InstanceId> all_;      // in the order of their variables
  std::vector<InstanceId> objects_;  // external ones
  std::vector<Layer> attributes_;    // of all leaves
  SharedTexts descriptions_;

  InstanceTree& tree_;
  FlatModel& model_;
  Diagnostics& diagnostics_;
};

}  // namespace dashpot::model
