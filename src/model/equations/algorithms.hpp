// model/equations/algorithms.hpp
//
// Algorithm sections of models as equations, by symbolic execution: the value of each variable is followed through the
// statements as an expression. What is assigned in a branch becomes a conditional expression, what is assigned in a
// when-statement becomes
//
//   if edge(c) then value else v
//
// so that several when-statements may assign one variable, the last one winning, as Modelica wants it (11.2.7); at the
// end what has this form is a when-clause. A variable that is read before it is assigned has the value it had before
// the event, or its start value if it varies continuously (11.1.2). Loops are written out, if it is known how often
// they run, and break makes what follows in the loop conditional; other loops are calls (loop_procedures.hpp).
#pragma once

#include "model/flat_model.hpp"
#include "model/instances/names.hpp"

namespace dashpot::model {

struct Translator;

/// Adds what the section says to the flat model: one equation per scalar that it assigns, when-clauses, assertions.
void translateAlgorithm(Translator& translator, const ScopedStatements& statements, bool initial, const Origin& origin);

}  // namespace dashpot::model
