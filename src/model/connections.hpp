// model/connections.hpp
//
// connect() to equations (Modelica 3.6, section 9.2): variables of a connection set are equal, its flows sum to zero.
//
// A flow variable takes part from inside (its component is connected by its owner) or from outside (its own class
// connects the connector further in); these are different members of different sets, with opposite signs.
#pragma once

#include "model/translate.hpp"

namespace dashpot::model {

class Connections {
 public:
  Connections(const InstanceTree& instances, const ClassTable& classes, const Sources& sources, FlatModel& model,
              Diagnostics& diagnostics)
      : instances_(instances), classes_(classes), sources_(sources), model_(model), diagnostics_(diagnostics) {}

  /// connect(from, to) as written in an equation section of `scope`.
  void connect(Translator& translator, const ScopedExpression& from, const ScopedExpression& to, SourceRange where);
  /// Adds the equations of all sets; also those that set unconnected flows to zero.
  void expand();

 private:
  struct Member {
    VariableId variable = VariableId::none;
    bool isFlow = false;
    bool outside = false;
    Origin origin = {};
  };

  [[nodiscard]] InstanceId connector(Translator& translator, const ScopedExpression& reference);
  void connectInstances(InstanceId a, bool aOutside, InstanceId b, bool bOutside, const Origin& origin);
  void mismatch(InstanceId a, InstanceId b, const Origin& origin);
  std::size_t member(InstanceId id, bool outside, const Origin& origin);
  std::size_t root(std::size_t i);
  void equalPotentials(const std::vector<std::size_t>& set);
  void zeroFlowSum(const std::vector<std::size_t>& set);

  const InstanceTree& instances_;
  const ClassTable& classes_;
  const Sources& sources_;
  FlatModel& model_;
  Diagnostics& diagnostics_;
  std::vector<Member> members_;
  std::vector<std::size_t> parent_;  // union-find over members_
  std::unordered_map<std::uint64_t, std::size_t> known_;
};

}  // namespace dashpot::model
