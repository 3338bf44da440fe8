#include "equations/influence.hpp"

#include <cmath>

namespace dashpot::equations {

Influence::Influence(SolvableSystem& system, ParameterNumbers& numbers, symbolic::FunctionDerivatives& functions)
    : system_(system),
      numbers_(numbers),
      partial_(system.flat.pool, &functions),
      evaluator_(system.flat.functions, [this](VariableId id) {
        const auto value = numbers_(system_.flat.pool.variable(id));
        return value ? value : numbers_(system_[id].start);
      }) {}

Expr Influence::coefficient(Expr residual, VariableId variable) {
  return partial_(residual, system_.flat.pool.variable(variable));
}

std::optional<double> Influence::size(Expr coefficient, VariableId variable) {
  const auto value = atStart(coefficient);
  const Expr nominal = system_[variable].nominal;
  if (!value) return std::nullopt;
  const double size = std::fabs(*value * (nominal == Expr::none ? 1.0 : numbers_(nominal).value_or(1.0)));
  return std::isfinite(size) ? std::optional(size) : std::nullopt;
}

std::optional<double> Influence::atStart(Expr e) { return e == Expr::none ? 0.0 : evaluator_(system_.flat.pool, e); }

}  // namespace dashpot::equations
