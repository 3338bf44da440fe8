#include "equations/incidence_picture.hpp"

#include "equations/discrete.hpp"

namespace dashpot::equations {

using symbolic::Op;

Incidence incidenceBefore(const FlatModel& model) {
  symbolic::Walker walker(model.pool);
  const std::vector<bool> isDiscrete = findDiscrete(model);
  std::vector<bool> isState(model.variables.size(), false);
  for (const model::Equation& equation : model.equations)
    for (const Expr side : {equation.left, equation.right})
      for (const Expr leaf : walker.leaves(side, Op::derivative))
        isState[symbolic::index(model.pool.variable(leaf))] = true;
  Incidence result;
  std::vector<std::uint32_t> column(model.variables.size(), noColumn);
  for (std::size_t i = 0; i < column.size(); ++i)
    if (model.variables[i].variability == model::Variability::continuous && !isDiscrete[i] &&
        model.variables[i].causality != model::Causality::input)
      column[i] = result.unknownCount++;
  for (const model::Equation& equation : model.equations) {
    std::vector<std::uint32_t> row;
    for (const Expr side : {equation.left, equation.right})
      for (const Expr leaf : walker.reachable(side)) {
        const Op op = model.pool.op(leaf);
        if (op != Op::variable && op != Op::derivative) continue;
        const std::size_t v = symbolic::index(model.pool.variable(leaf));
        if (column[v] != noColumn && isState[v] == (op == Op::derivative)) row.push_back(column[v]);
      }
    result.addRow(std::move(row));
  }
  return result;
}

Incidence incidenceAfter(const SolvableSystem& system) {
  std::vector<std::uint32_t> column(system.variables.size(), noColumn);
  std::uint32_t count = 0;
  std::vector<SystemEquation> equations;
  for (const Block& block : system.simulation.blocks) {
    for (const VariableId id : block.unknowns) column[symbolic::index(id)] = count++;
    for (const EquationId id : block.equations) equations.push_back(system.equations[static_cast<std::size_t>(id)]);
  }
  return findIncidence(system.flat.pool, equations, column, count);
}

}  // namespace dashpot::equations
