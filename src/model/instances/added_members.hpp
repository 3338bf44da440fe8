// model/instances/added_members.hpp
//
// The members that connections give to expandable connectors.
#pragma once

#include "model/instances/instance_tree.hpp"

#include <memory>
#include <unordered_set>
#include <vector>

namespace dashpot::model {

class Components;
class Layouts;
class Leaves;
class Lookup;
class Places;

class AddedMembers {
 public:
  AddedMembers(InstanceTree& tree, Layouts& layouts, Lookup& lookup, Components& components, Leaves& leaves,
               Places& places)
      : tree_(tree),
        layouts_(layouts),
        lookup_(lookup),
        components_(components),
        leaves_(leaves),
        places_(places),
        model_(tree.model()) {}

  /// The component of that name, if it has been made; none: it is not there, or not yet.
  InstanceId presentMember(InstanceId connector, Symbol name);
  /// Whether the class of the connector has a component of that name.
  bool isDeclared(InstanceId connector, Symbol name);
  /// Whether connections alone gave a connector this member.
  [[nodiscard]] bool isAdded(InstanceId member) const { return added_.contains(member); }
  /// Makes a member of an expandable connector: the one that its class declares, or one like the place; `sizes`: an
  /// array of such.
  InstanceId addMember(InstanceId connector, Symbol name, const Place& like, const Dimensions& sizes = {});

 private:
  [[nodiscard]] bool isOfOpenSize(InstanceId connector, std::uint32_t slot) const;
  Layout& ownLayout(InstanceId connector);
  void makeLike(InstanceId id, const Place& like, const Dimensions& arrayOf);

  std::unordered_set<InstanceId> added_;
  std::vector<std::unique_ptr<Layout>> ownLayouts_;  // of expandable connectors with members of their own

  InstanceTree& tree_;
  Layouts& layouts_;
  Lookup& lookup_;
  Components& components_;
  Leaves& leaves_;
  Places& places_;
  FlatModel& model_;
};

}  // namespace dashpot::model
