#include "equations/influence.hpp"

#include <cmath>

namespace dashpot::equations {

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

std::optional<double> Influence::atStart(Expr e) {
  if (e == Expr::none) return 0.0;
  symbolic::Evaluator evaluator(system_.flat.functions, [this](VariableId id) {
    const auto value = numbers_(system_.flat.pool.variable(id));
    return value ? value : numbers_(system_[id].start);
  });
  return evaluator(system_.flat.pool, e);
}

}  // namespace dashpot::equations
