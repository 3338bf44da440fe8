// model/equations/state_machines.hpp
//
// State machines (Modelica 3.6, chapter 17) as clocked equations.
//
// Blocks that transitions join are the states of a machine. What the machine does at a tick is the model of section
// 17.3.4, as equations between Integers and truth values; from it follows of each state whether it is active, and
// whether it begins anew. The equations of a state hold while it is active; else its variables keep their values:
//
//   v = e                        of a state      v = if active then e else previous(v)
//   v = e, v = f, ...            outer output v  v = if active(s1) then e elseif active(s2) then f ... else previous(v)
//   previous(v), v in a state    begins anew     if reset then v.start else previous(v)
//
// A machine in a state is active with it, and is reset with it. All this stands before the clocks are looked for:
// equations/clocked_parts finds the clock of a machine like that of any part. Where the model has no clock at all, a
// machine ticks every second, with a warning.
#pragma once

#include "base/diagnostic.hpp"
#include "model/expressions/clocked_operators.hpp"
#include "model/expressions/state_operators.hpp"
#include "model/instances/instance_tree.hpp"

namespace dashpot::model {

/// Nothing is done if there are no state machines. Faults are reported. Equations of states that become one are counted
/// where the variable is declared.
void translateStateMachines(FlatModel& model, const StateOperators& states, ClockedOperators& clocked,
                            InstanceTree& tree, Diagnostics& diagnostics);

}  // namespace dashpot::model
