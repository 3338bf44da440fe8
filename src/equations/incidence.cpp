#include "equations/incidence.hpp"

#include "equations/shown_calls.hpp"

#include <algorithm>

namespace dashpot::equations {

void Incidence::addRow(std::vector<std::uint32_t> unknowns) {
  std::ranges::sort(unknowns);
  const auto repeated = std::ranges::unique(unknowns);
  columns.insert(columns.end(), unknowns.begin(), repeated.begin());
  start.push_back(static_cast<std::uint32_t>(columns.size()));
}

Incidence findIncidence(const Pool& pool, std::span<const SystemEquation> equations,
                        std::span<const std::uint32_t> unknownIndex, std::uint32_t unknownCount) {
  Incidence result;
  result.unknownCount = unknownCount;
  symbolic::Walker walker(pool);
  for (const SystemEquation& equation : equations) {
    std::vector<std::uint32_t> unknowns;
    for (const Expr side : {equation.left, equation.right})
      for (const Expr leaf : walker.leaves(side, symbolic::Op::variable))
        if (const std::uint32_t column = unknownIndex[symbolic::index(pool.variable(leaf))]; column != noColumn)
          unknowns.push_back(column);
    result.addRow(std::move(unknowns));
  }
  return result;
}

Incidence findIncidence(SolvableSystem& model, const EquationSystem& system) {
  std::vector<std::uint32_t> columns(model.variables.size(), noColumn);
  for (std::uint32_t k = 0; k < system.unknowns.size(); ++k) columns[symbolic::index(system.unknowns[k])] = k;
  return findIncidence(model, system, columns, Arguments::essential);
}

Incidence findIncidence(SolvableSystem& model, const EquationSystem& system,
                        std::span<const std::uint32_t> unknownIndex, Arguments arguments) {
  std::vector<SystemEquation> equations;
  ShownCalls shown(model.flat);
  for (const EquationId id : system.equations) {
    SystemEquation& equation = equations.emplace_back(model.equations[static_cast<std::size_t>(id)]);
    if (arguments == Arguments::all) continue;
    equation.left = shown(equation.left);
    equation.right = shown(equation.right);
  }
  return findIncidence(model.flat.pool, equations, unknownIndex, static_cast<std::uint32_t>(system.unknowns.size()));
}

}  // namespace dashpot::equations
