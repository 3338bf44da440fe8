// equations/shown_calls.hpp
//
// What an expression with calls of functions really depends on: formulas are written out, products with zero left out,
// and arguments that a function ignores are gone. Questions of structure are asked of this form, and once nothing is
// differentiated along time any more, equations take it: so all agree on what an equation depends on.
#pragma once

#include "model/flat_model.hpp"
#include "symbolic/call_inlining.hpp"
#include "symbolic/constant_terms.hpp"
#include "symbolic/essential_arguments.hpp"

namespace dashpot::equations {

class ShownCalls {
 public:
  explicit ShownCalls(model::FlatModel& model)
      : functions_(model.functions),
        inlined_(model.pool, model.functions),
        terms_(model.pool),
        essential_(model.pool, model.functions) {}

  symbolic::Expr operator()(symbolic::Expr e) { return functions_.empty() ? e : essential_(terms_(inlined_(e))); }

 private:
  const std::vector<symbolic::Function>& functions_;
  symbolic::FormulaInlining inlined_;
  symbolic::ConstantTerms terms_;
  symbolic::EssentialArguments essential_;
};

}  // namespace dashpot::equations
