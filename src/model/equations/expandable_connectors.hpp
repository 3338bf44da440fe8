// model/equations/expandable_connectors.hpp
//
// Buses (Modelica 3.6, section 9.1.3): an expandable connector has the members that connections give it. One that its
// class declares is there only if something is connected to it; one that is not declared is like what it is connected
// to. Two that are connected have the same members.
//
// A new member spreads at once to all connectors that are connected with its own. A connection of two members that
// neither connector has yet waits until one of them has: connections are gone through until nothing is new. Then
// expandable connectors are connected like others.
#pragma once

#include "model/instances/instances.hpp"

#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dashpot::model {

class ExpandableConnectors {
 public:
  explicit ExpandableConnectors(Instances& instances) : instances_(instances) {}

  /// One connect(from, to): gives expandable connectors the members that follow from it.
  void connect(const ScopedExpression& from, const ScopedExpression& to);
  /// Whether it names a member that an expandable connector does not have.
  [[nodiscard]] bool isMissing(const ScopedExpression& reference);
  /// Whether there is anything new since it was asked last.
  [[nodiscard]] bool hasGrown() { return std::exchange(hasGrown_, false); }

 private:
  /// A component, or a member that expandable connectors do not have yet.
  struct End {
    Place place = {};
    Symbol missing = Symbol::none;  // of each connector of the place
  };

  [[nodiscard]] std::optional<End> end(const ScopedExpression& reference);
  void add(const End& to, const Place& like);
  void unite(InstanceId a, InstanceId b);
  void spread();

  Instances& instances_;
  std::set<std::pair<InstanceId, InstanceId>> united_;
  std::unordered_map<InstanceId, std::vector<InstanceId>> partners_;  // with which a connector shares its members
  std::vector<std::pair<InstanceId, InstanceId>> news_;               // connectors with members that are to be shared
  bool hasGrown_ = false;
};

}  // namespace dashpot::model
