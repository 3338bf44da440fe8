// model/equations/overconstrained.hpp
//
// Overconstrained connectors (Modelica 3.6, section 9.4): what the virtual connection graph leaves in the flat model.
//
//   a connection that a tree needs          the variables of both components are equal, as in any connection
//   one that closes a loop of trees         0 = equalityConstraint(a, b)
//   Connections.branch, root, ...           nothing: the class that says them has the equations
//
// Counting (section 4.7): an overconstrained component has as many unknowns as equalityConstraint has residues. A
// branch, a root and a connection in a tree each determine all variables of one node, so each counts as that many
// equations, too; the rest of the variables, the surplus, is left out of both counts.
#pragma once

#include "model/instances/instances.hpp"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dashpot::model {

class Overconstrained {
 public:
  Overconstrained(Instances& instances, FlatModel& model, Diagnostics& diagnostics)
      : instances_(instances), model_(model), diagnostics_(diagnostics), graph_(instances.connectionGraph) {}

  /// Connections.branch, root and potentialRoot, said by the instance `in`.
  void branch(InstanceId a, InstanceId b, InstanceId in, SourceRange where);
  void root(InstanceId node, InstanceId in, SourceRange where);
  void potentialRoot(InstanceId node, std::int32_t priority, InstanceId in);
  /// All branches, roots and connections are known: Connections.isRoot can be answered.
  void chooseTrees();

  /// The variables of a node beyond its residues.
  [[nodiscard]] std::int32_t surplus(InstanceId node);
  /// 0 = equalityConstraint(a, b), said by the instance `in`.
  void closeLoop(InstanceId a, InstanceId b, InstanceId in, const Origin& origin);

 private:
  [[nodiscard]] std::optional<std::vector<Expr>> residues(InstanceId a, InstanceId b, SourceRange where);

  Instances& instances_;
  FlatModel& model_;
  Diagnostics& diagnostics_;
  ConnectionGraph& graph_;
  std::vector<std::pair<InstanceId, InstanceId>> branches_;  // the first node, and who says so
  std::unordered_map<InstanceId, InstanceId> roots_;         // by node: who says so; nodes that may become roots, too
  std::unordered_map<InstanceId, std::int32_t> surpluses_;   // by node
};

}  // namespace dashpot::model
