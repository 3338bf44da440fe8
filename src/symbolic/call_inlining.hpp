// symbolic/call_inlining.hpp
//
// Small functions, written into the expressions that call them. Most are so when a model is flattened. One that has a
// derivative by annotation must be seen as a call until nothing is differentiated along time any more; then it is
// written out, too, if it is a mere formula, so that equations show what they are linear in, and common parts are shared.
#pragma once

#include "symbolic/function.hpp"
#include "symbolic/substitute.hpp"

#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace dashpot::symbolic {

/// Whether the function is made of assignments and branches only, has few operations and stays short when it is
/// written out. Branches that pass values on to each other (sorting by exchange) double the text with each of them.
[[nodiscard]] bool isWorthInlining(const Function& function, FunctionId self);

/// Whether the function is made of assignments alone, in which nothing is compared.
[[nodiscard]] bool isFormula(const Function& function);

/// Whether shielding the function's relations would shield those of its arguments, too, which stand in the model and
/// make events: count({x > 1, y > 1}) == 2.
[[nodiscard]] bool wouldShieldArguments(const Function& function, const std::vector<Expr>& arguments, const Pool& pool);

/// The results of a call, written into `pool`, the arguments in place of the inputs. In a model, unlike in a function
/// that calls it (`isInFunction`), the relations are shielded: relations in functions make no events.
[[nodiscard]] std::vector<Expr> inlineCall(const Function& function, const std::vector<Expr>& arguments, Pool& pool,
                                           bool isInFunction);

/// Writes out all calls of formulas, those in their arguments and in what they become included.
class FormulaInlining {
 public:
  FormulaInlining(Pool& pool, const std::vector<Function>& functions)
      : pool_(pool), functions_(functions), walker_(pool), written_(pool) {}

  Expr operator()(Expr e);

 private:
  [[nodiscard]] bool isInlined(FunctionId id);
  void write(Expr call);

  Pool& pool_;
  const std::vector<Function>& functions_;
  Walker walker_;
  Substitution written_;
  std::unordered_set<Expr> seen_;                 // calls
  std::unordered_map<FunctionId, bool> inlined_;  // whether a function is written out
};

}  // namespace dashpot::symbolic
