// model/equations/clocked_parts.hpp
//
// Clocked parts of a model (Modelica 3.6, chapter 16) as equations, discrete variables and when-clauses.
//
// Variables that stand together in equations have one clock, unless an operator is between them. At a tick of a clock
// the run raises its flag, lets everything settle, and lowers it again (sample() of the language does just that):
//
//   flag up    what is sampled takes its value, and so do the values of the tick before and those of other clocks
//   flag down  what is held passes its value on, and each value that is needed at the next tick is remembered
//
// Between ticks nothing of this changes. So the equations of a clocked part are ordinary equations between what is held:
// they are solved as any others, loops included, and their unknowns are constant until the next tick. A derivative in a
// clocked part is a difference by the method of its clock.
//
// What is left in the flat model: equations, when-clauses of conditions $tick, discrete variables whose names begin with $.
// A variable of type Clock is a Boolean that is true while the clock ticks.
#pragma once

#include "base/diagnostic.hpp"
#include "model/expressions/clocked_operators.hpp"
#include "model/flat_model.hpp"

#include <unordered_set>

namespace dashpot::model {

/// Nothing is done if there are no clocks. Faults are reported. Gives the variables of clocked parts.
std::unordered_set<VariableId> translateClockedParts(FlatModel& model, const ClockedOperators& clocked,
                                                     ScalarType clockType, Diagnostics& diagnostics);

}  // namespace dashpot::model
