// model/equations/connections.hpp
//
// connect() to equations (Modelica 3.6, section 9.2): variables of a connection set are equal, its flows sum to zero.
// Stream variables and overconstrained components have rules of their own.
//
// A flow variable takes part from inside (its component is connected by its owner) or from outside (its own class
// connects the connector further in); these are different members of different sets, with opposite signs.
#pragma once

#include "base/disjoint_sets.hpp"
#include "model/equations/overconstrained.hpp"
#include "model/equations/stream_connections.hpp"

#include <unordered_map>
#include <unordered_set>

namespace dashpot::model {

class Connections {
 public:
  Connections(Instances& instances, Overconstrained& overconstrained, const Sources& sources, FlatModel& model,
              Diagnostics& diagnostics)
      : instances_(instances),
        overconstrained_(overconstrained),
        streams_(instances, model),
        sources_(sources),
        model_(model),
        diagnostics_(diagnostics) {}

  /// connect(from, to) as written in an equation section.
  void connect(const ScopedExpression& from, const ScopedExpression& to, SourceRange where);
  /// Adds the equations of all sets; also those that set unconnected flows to zero.
  void expand();

 private:
  struct Statement {
    InstanceId in = InstanceId::none;
    Origin origin = {};
  };
  struct Member {
    VariableId variable = VariableId::none;
    bool isFlow = false;
    bool isOutside = false;
    bool isSeenInside = false, isSeenOutside = false;  // signals are joined over all levels
    Statement statement = {};
  };
  /// One connector of a connect(), or the chosen scalars of one.
  struct End {
    Place place = {};
    InstanceId node = InstanceId::none;
    bool isOutside = false;
  };

  /// A connection of two overconstrained components.
  struct Link {
    End a = {}, b = {};
    Statement statement = {};
    std::size_t number = 0;  // in the connection graph
  };

  [[nodiscard]] std::optional<End> end(const ScopedExpression& reference);
  [[nodiscard]] bool vanishes(const ScopedExpression& from, const ScopedExpression& to);
  void connectNodes(End a, End b, const Statement& statement);
  void connectVariablesOf(End a, End b, const Statement& statement);
  void expandLinks();
  void connectLeaves(const End& a, const End& b, const Statement& statement);
  void connectVariables(VariableId a, bool aOutside, VariableId b, bool bOutside, bool isFlow,
                        const Statement& statement);
  void requireEqual(VariableId a, VariableId b, const Statement& statement);
  void mismatch(InstanceId a, InstanceId b, const Statement& statement, std::string_view why);
  void requireOneSource(const std::vector<std::size_t>& set);
  std::size_t member(VariableId variable, bool isFlow, bool isOutside, const Statement& statement);
  void equalPotentials(const std::vector<std::size_t>& set);
  void zeroFlowSum(const std::vector<std::size_t>& set);
  void requireSum(InstanceId leaf);

  Instances& instances_;
  Overconstrained& overconstrained_;
  StreamConnections streams_;
  const Sources& sources_;
  FlatModel& model_;
  Diagnostics& diagnostics_;
  std::vector<Link> links_;
  std::vector<Member> members_;
  DisjointSets sets_;  // of members_
  std::unordered_map<std::uint64_t, std::size_t> known_;
  std::unordered_set<const Layout*> summed_;  // operator records that flow
};

}  // namespace dashpot::model
