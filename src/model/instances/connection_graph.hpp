// model/instances/connection_graph.hpp
//
// The virtual connection graph of overconstrained connectors (Modelica 3.6, section 9.4): which connections may make
// variables equal one by one, and which close a loop.
//
// An overconstrained component has more variables than it can take values: nine numbers of a rotation matrix for three
// angles. Two that are made equal along every edge of a loop say too much. So the nodes of the graph, which are such
// components, are spanned by trees with one root each: branches (Connections.branch) belong to a tree in any case,
// links (connect) as long as they close no loop. Whoever is a root determines all variables of its node.
//
// A connection set with n nodes has n - 1 links that say something, as any other; those that no tree needs demand only
// what equalityConstraint says, and one whose ends are joined by other connections already says nothing.
#pragma once

#include "model/instances/instance_tree.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dashpot::model {

class Places;

/// What a connection of two overconstrained components demands.
enum class LinkMeaning : std::uint8_t {
  equality,   // it is part of a tree: all variables are equal
  loop,       // it closes a loop: equalityConstraint is zero
  redundant,  // other connections say the same
};

class ConnectionGraph {
 public:
  ConnectionGraph(InstanceTree& tree, Places& places)
      : tree_(tree), places_(places), diagnostics_(tree.diagnostics()) {}

  /// Connections.branch(a, b)
  void branch(InstanceId a, InstanceId b, SourceRange where);
  /// Connections.root(node)
  void root(InstanceId node, SourceRange where);
  /// Connections.potentialRoot(node, priority): a root if there is no other; the smallest priority comes first.
  void potentialRoot(InstanceId node, std::int32_t priority);
  /// The part of connect() that joins two nodes; gives its number.
  std::size_t link(InstanceId a, InstanceId b);

  /// All edges are known: chooses roots and trees. Faults are reported.
  void grow();
  [[nodiscard]] LinkMeaning meaning(std::size_t link) const { return meanings_[link]; }
  /// Whether a node has been chosen as a root.
  [[nodiscard]] bool isRoot(InstanceId node) const;
  [[nodiscard]] const std::vector<InstanceId>& nodes() const { return nodes_; }

  // Empty: it has been reported.
  /// The overconstrained component that a reference names; `what` needs it. None: it is absent.
  std::optional<InstanceId> node(const ScopedExpression& reference, std::string_view what);
  /// Connections.isRoot(node)
  std::optional<bool> isRoot(const ScopedExpression& reference);
  /// Connections.rooted(node): the node is nearer to the root than the other end of its one branch.
  std::optional<bool> isRooted(const ScopedExpression& reference);

 private:
  struct Edge {
    std::size_t a = 0, b = 0;
    SourceRange where = {};
  };
  struct Candidate {
    std::size_t node = 0;
    std::int32_t priority = 0;
  };

  std::size_t number(InstanceId node);
  bool requireGrown(const ScopedExpression& reference, std::string_view what);
  void chooseRoots(std::vector<std::size_t> treeOf);
  void measureDepths();

  std::vector<InstanceId> nodes_;
  std::unordered_map<InstanceId, std::size_t> numbers_;
  std::vector<Edge> branches_, links_;
  std::vector<Edge> definiteRoots_;  // a: the node
  std::vector<Candidate> potentialRoots_;
  std::vector<LinkMeaning> meanings_;  // by link
  std::vector<std::size_t> roots_;
  std::vector<std::int32_t> depths_;                      // by node
  std::vector<std::vector<std::size_t>> branchPartners_;  // by node
  bool isGrown_ = false;

  InstanceTree& tree_;
  Places& places_;
  Diagnostics& diagnostics_;
};

}  // namespace dashpot::model
