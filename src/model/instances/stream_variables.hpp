// model/instances/stream_variables.hpp
//
// Stream variables (Modelica 3.6, chapter 15): what a connector's flow carries. The variable itself is the value that
// leaves the component; inStream(h) is the value that arrives if the flow enters.
//
// What arrives is known only from all connections. So inStream(h) is a variable of its own in the flat model, named
// 'port.inStream(h)', from when it is first asked for; StreamConnections gives it its equation.
#pragma once

#include "model/instances/instance_tree.hpp"

#include <optional>
#include <unordered_map>
#include <vector>

namespace dashpot::model {

class Leaves;

class StreamVariables {
 public:
  StreamVariables(InstanceTree& tree, Leaves& leaves) : tree_(tree), leaves_(leaves), model_(tree.model()) {}

  /// All components are made: variables may be added to theirs.
  void allComponentsMade() { isComplete_ = true; }
  /// inStream(stream). Empty: it is no stream variable of a connector, or cannot be asked for yet.
  std::optional<VariableId> inflow(VariableId stream);
  /// The flow that carries a stream variable: the one of its connector. None: there is not exactly one.
  [[nodiscard]] VariableId flowOf(VariableId stream) const;
  /// A stream variable with what has been asked for: inStream of it.
  struct Inflow {
    VariableId stream = VariableId::none;
    VariableId inflow = VariableId::none;
  };
  /// In the order in which they were asked for.
  [[nodiscard]] const std::vector<Inflow>& inflows() const { return inflows_; }

 private:
  void collectFlows(InstanceId id, std::vector<VariableId>& flows) const;

  std::vector<Inflow> inflows_;
  std::unordered_map<VariableId, VariableId> known_;
  bool isComplete_ = false;

  InstanceTree& tree_;
  Leaves& leaves_;
  FlatModel& model_;
};

}  // namespace dashpot::model
