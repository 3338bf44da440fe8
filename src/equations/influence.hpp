// equations/influence.hpp
//
// How much an equation depends on a variable: |d residual / d variable| in nominal units, by the numbers that parameters
// and start values give. An equation that hardly depends on a variable determines it badly: solved for it, every error
// of the others counts many times.
#pragma once

#include "equations/parameter_numbers.hpp"
#include "symbolic/differentiate.hpp"
#include "symbolic/evaluate.hpp"

#include <optional>

namespace dashpot::equations {

/// Of the largest influence in an equation: a variable with a smaller one is not solved for while another can be. The
/// choice of state sets while running has the same limit.
constexpr double smallestShare = 0.4;

class Influence {
 public:
  /// All references must outlive this.
  Influence(SolvableSystem& system, ParameterNumbers& numbers, symbolic::FunctionDerivatives& functions);
  Influence(const Influence&) = delete;
  Influence& operator=(const Influence&) = delete;

  /// d residual / d variable; Expr::none: there is no such dependence.
  [[nodiscard]] Expr coefficient(Expr residual, VariableId variable);
  /// Of a coefficient of this variable; empty: the numbers do not tell.
  [[nodiscard]] std::optional<double> size(Expr coefficient, VariableId variable);

 private:
  [[nodiscard]] std::optional<double> atStart(Expr e);

  SolvableSystem& system_;
  ParameterNumbers& numbers_;
  symbolic::Differentiator partial_;
  symbolic::Evaluator evaluator_;  // one for all: cells of a pipe begin alike, and call functions alike
};

}  // namespace dashpot::equations
