// model/instances/connection_counts.hpp
//
// How many connections a connector has: cardinality(c).
#pragma once

#include "model/instances/instance_tree.hpp"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace dashpot::model {

class Places;

class ConnectionCounts {
 public:
  ConnectionCounts(InstanceTree& tree, Places& places)
      : tree_(tree), places_(places), diagnostics_(tree.diagnostics()) {}

  /// One more connection to the connector that the place chooses.
  void countConnection(const Place& place);
  /// Empty: it is no connector, or not known yet; that has been reported.
  std::optional<std::int32_t> connectionCount(const ScopedExpression& reference);
  /// From now on all connections have been counted.
  void allConnected() { isAllConnected_ = true; }
  /// Whether a connector is unconnected, and its class has asked for that with cardinality().
  [[nodiscard]] bool isKnownUnconnected(InstanceId connector) const { return knownUnconnected_.contains(connector); }

 private:
  std::unordered_map<InstanceId, std::int32_t> counts_;        // of connectors with components
  std::unordered_map<VariableId, std::int32_t> signalCounts_;  // of those that are scalars
  std::unordered_set<InstanceId> knownUnconnected_;
  bool isAllConnected_ = false;

  InstanceTree& tree_;
  Places& places_;
  Diagnostics& diagnostics_;
};

}  // namespace dashpot::model
