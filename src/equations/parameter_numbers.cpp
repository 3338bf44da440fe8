#include "equations/parameter_numbers.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::equations {

namespace {

using symbolic::Op;

// Longer chains of parameters that are defined by one another are not followed.
constexpr int deepest = 100;

}  // namespace

ParameterNumbers::ParameterNumbers(const SolvableSystem& system) : system_(system), walker_(system.flat.pool) {
  bindings_.assign(system.variables.size(), Expr::none);
  for (const Assignment& parameter : system.parameters)
    if (!knows(parameter.target)) define(parameter.target, parameter.value);
}

std::optional<double> ParameterNumbers::operator()(Expr e) {
  if (e == Expr::none) return 0.0;
  symbolic::Evaluator evaluator(system_.flat.functions, [this](VariableId id) { return valueOf(id); });
  return evaluator(system_.flat.pool, e);
}

std::optional<double> ParameterNumbers::valueOf(VariableId id) {
  if (const auto known = values_.find(id); known != values_.end()) return known->second;
  if (!knows(id) || depth_ > deepest) return std::nullopt;
  ++depth_;
  const auto value = (*this)(binding(id));
  --depth_;
  if (depth_ == 0 || value) values_.emplace(id, value);
  return value;
}

bool ParameterNumbers::isPivot(Expr e) {
  const auto value = (*this)(e);
  return value && std::isfinite(*value) && *value != 0.0 && isProduct(e, 0);
}

bool ParameterNumbers::isProduct(Expr e, int depth) {
  const Pool& pool = system_.flat.pool;
  if (depth > deepest) return false;
  const auto [a, b, c] = pool.operands(e);
  switch (pool.op(e)) {
    case Op::constant:
    case Op::exp: return true;
    case Op::variable: return knows(pool.variable(e)) && isProduct(binding(pool.variable(e)), depth + 1);
    case Op::negate:
    case Op::abs:
    case Op::sqrt: return isProduct(a, depth + 1);
    case Op::multiply:
    case Op::divide: return isProduct(a, depth + 1) && isProduct(b, depth + 1);
    case Op::power: return isProduct(a, depth + 1) && pool.isConstant(b);
    default: return false;
  }
}

std::set<VariableId> ParameterNumbers::sources(Expr e) {
  std::set<VariableId> found;
  std::vector<Expr> open{e};
  while (!open.empty()) {
    const Expr at = open.back();
    open.pop_back();
    for (const Expr leaf : walker_.leaves(at, Op::variable)) {
      const VariableId id = system_.flat.pool.variable(leaf);
      if (!found.insert(id).second) continue;
      if (knows(id)) open.push_back(binding(id));
    }
  }
  return found;
}

}  // namespace dashpot::equations
