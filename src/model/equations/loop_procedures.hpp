// model/equations/loop_procedures.hpp
//
// Loops in algorithms of models that are counted only when the model runs (Modelica 3.6, sections 11.2.2 and 11.2.3):
// for over a range whose bounds vary, while whose condition does.
//
// Such a statement becomes a function. Its inputs are all that the statement names of the model, as it is when the
// statement is reached; its outputs, the variables that it may assign. So it is executed as any function is, and the
// algorithm around it stays equations. As in a function, conditions inside make no events; section 11.2.3 allows none.
#pragma once

#include "model/flat_model.hpp"
#include "model/instances/names.hpp"

#include <optional>
#include <vector>

namespace dashpot::model {

struct Translator;

struct LoopProcedure {
  symbolic::FunctionId function = symbolic::FunctionId::none;
  std::vector<Expr> inputs = {};         // expressions of the model
  std::vector<VariableId> outputs = {};  // variables of the model, one per result
};

/// The statement is a loop. Empty: it has been reported.
[[nodiscard]] std::optional<LoopProcedure> makeLoopProcedure(Translator& translator, const syntax::Tree& tree,
                                                             const syntax::Statement& loop, const Scope& scope);

}  // namespace dashpot::model
