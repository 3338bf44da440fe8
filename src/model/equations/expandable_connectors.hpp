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

#include <map>
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
  /// Whether there is anything new since it was asked last. Once there is nothing else, new arrays are made of which
  /// connections have named elements.
  [[nodiscard]] bool hasGrown();

 private:
  /// A component, or a member that expandable connectors do not have yet.
  struct End {
    Place place = {};
    Symbol missing = Symbol::none;  // of each connector of the place
    std::int32_t element = 0;       // of the array that is missing, a number from 1; 0: all of it
  };
  /// An array that is missing: as many elements as the largest number that is named.
  struct MissingArray {
    std::int32_t size = 0;
    Place elementsLike = {};
  };

  [[nodiscard]] std::optional<End> end(const ScopedExpression& reference);
  [[nodiscard]] std::optional<std::int32_t> elementNumber(const ScopedExpression& reference, const syntax::Part& part);
  void add(const End& to, const Place& like);
  void unite(InstanceId a, InstanceId b);
  void spread();

  Instances& instances_;
  std::set<std::pair<InstanceId, InstanceId>> united_;
  std::unordered_map<InstanceId, std::vector<InstanceId>> partners_;  // with which a connector shares its members
  std::map<std::pair<InstanceId, Symbol>, MissingArray> arrays_;      // by connector and name
  std::vector<std::pair<InstanceId, InstanceId>> news_;               // connectors with members that are to be shared
  bool hasGrown_ = false;
};

}  // namespace dashpot::model
