#include "equations/delays.hpp"

#include "symbolic/build.hpp"
#include "symbolic/evaluate.hpp"
#include "symbolic/pool.hpp"

#include <algorithm>

namespace dashpot::equations {

using symbolic::Op;

Expr delayedValue(Pool& pool, const Delay& delay) {
  const DelayedStretch& stretch = delay.stretch;
  const auto number = [&](VariableId id) { return pool.variable(id); };
  const auto& c = stretch.coefficients;
  const Expr isOpen = symbolic::build(pool, Op::greater, number(stretch.isOpen), pool.constant(0.5));
  // Between events nothing changes, so the present value is that since the last one.
  if (delay.isDiscrete)
    return delay.mayVanish ? symbolic::conditional(pool, isOpen, delay.argument, number(c[0])) : number(c[0]);

  const auto position = [&](Expr t) {
    return symbolic::multiply(pool, symbolic::subtract(pool, t, number(stretch.anchor)), number(stretch.perLength));
  };
  const auto polynomial = [&](Expr x) {
    Expr sum = number(c.back());
    for (std::size_t k = c.size() - 1; k-- > 0;)
      sum = symbolic::add(pool, number(c[k]), symbolic::multiply(pool, x, sum));
    return sum;
  };
  const auto nodes = [&](Expr x) {
    Expr product = x;
    for (const double node : {0.25, 0.5, 0.75})
      product = symbolic::multiply(pool, product, symbolic::add(pool, x, pool.constant(node)));
    return product;
  };
  const Expr wanted = position(symbolic::subtract(pool, pool.time(), delay.time)), present = position(pool.time());
  const Expr known = polynomial(wanted);
  if (!delay.mayVanish) return known;
  const Expr weight = symbolic::divide(pool, nodes(wanted), nodes(present));
  const Expr correction =
      symbolic::multiply(pool, symbolic::subtract(pool, delay.argument, polynomial(present)), weight);
  return symbolic::conditional(pool, isOpen, symbolic::add(pool, known, correction), known);
}

bool mayVanish(const SolvableSystem& system, Expr time) {
  const Pool& pool = system.flat.pool;
  symbolic::Walker walker(pool);
  const bool isParameter = std::ranges::all_of(walker.reachable(time), [&](Expr e) {
    const Op op = pool.op(e);
    if (op == Op::variable) return system[pool.variable(e)].role == Role::parameter;
    return op == Op::constant || op == Op::boolean || !symbolic::isLeaf(op);
  });
  if (!isParameter) return true;
  constexpr int deepest = 100;
  int depth = 0;
  const symbolic::Evaluator::VariableValue ofParameter = [&](VariableId id) -> std::optional<double> {
    const Expr binding = system.flat[id].binding;
    if (binding == Expr::none || depth > deepest) return std::nullopt;
    ++depth;
    const auto value = symbolic::Evaluator(system.flat.functions, ofParameter)(pool, binding);
    --depth;
    return value;
  };
  return symbolic::Evaluator(system.flat.functions, ofParameter)(pool, time) == 0.0;
}

}  // namespace dashpot::equations
