// model/equations/stream_connections.hpp
//
// Connections of stream variables (Modelica 3.6, section 15.2). What arrives at a connector is the mean of what leaves
// the others of its connection set, weighted by their flows towards it:
//
//   inStream(h_i) = sum_j w_j h_j / sum_j w_j,   j other than i
//   w_j           = max(-m_j, 0) of a component, with what leaves it;
//                   max(m_j, 0) of a connector of the class itself, with what arrives at it from outside
//
// and what leaves the class through a connector of its own is the mean of all others in the same way. Of two connectors
// each gets what leaves the other one. Of more, a flow that never leads towards the set (m.min >= 0, or m.max <= 0 from
// outside) takes no part; where nobody is left, a component gets back what leaves it, and nothing leaves the class.
//
// Where all flows vanish the mean is undefined; the weights go over to equal ones as the sum s of the flows falls below
// a small eps, smoothly: w_j = a max(m_j, 0) + (1 - a) eps with a = x^2 (3 - 2 x), x = s/eps. No events are made.
//
// Contract: each inStream(h) that was asked for is a variable with one equation; each stream variable of a connector
// that its own class connects further in has one, too.
#pragma once

#include "base/disjoint_sets.hpp"
#include "model/instances/instances.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace dashpot::model {

class StreamConnections {
 public:
  StreamConnections(Instances& instances, FlatModel& model) : instances_(instances), model_(model) {}

  /// A stream variable as it takes part in a connection: of a component, or of the class that has the connection.
  struct Member {
    VariableId stream = VariableId::none;
    bool isOutside = false;
  };
  void join(const Member& a, const Member& b, const Origin& origin);
  /// Adds the equations of all sets.
  void expand();

 private:
  /// What flows towards a set, and what it carries.
  struct Contribution {
    Expr flow = Expr::none;
    Expr value = Expr::none;
  };

  std::size_t number(const Member& member, const Origin& origin);
  [[nodiscard]] std::optional<std::size_t> find(const Member& member) const;
  [[nodiscard]] Expr mixture(std::size_t member);
  [[nodiscard]] bool mayContribute(const Member& member);
  [[nodiscard]] Contribution contribution(const Member& member);
  [[nodiscard]] Expr mean(const std::vector<Contribution>& contributions, Expr eps);
  void expandInflow(const StreamVariables::Inflow& inflow);
  void addEquation(VariableId variable, Expr value, const Origin& origin);

  Instances& instances_;
  FlatModel& model_;
  DisjointSets sets_;
  std::vector<Member> members_;
  std::vector<Origin> origins_;  // of the first connection of each member
  std::unordered_map<std::uint64_t, std::size_t> known_;
  std::vector<std::vector<std::size_t>> membersOf_;  // by set
};

}  // namespace dashpot::model
