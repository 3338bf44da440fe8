#include "equations/surplus_states.hpp"

#include <tuple>

namespace dashpot::equations {

namespace {

/// How much a state is wanted as one.
auto desireFor(const model::Variable& variable) {
  const model::Attributes& a = variable.attributes;
  return std::tuple(a.stateSelect, a.fixed.value_or(false), a.start != symbolic::Expr::none);
}

}  // namespace

VariableId surplusState(SolvableSystem& model, const EquationSystem& system, const Incidence& incidence,
                        const Matching& matching) {
  symbolic::Walker walker(model.flat.pool);
  VariableId least = VariableId::none;
  for (const std::uint32_t row : illPosedParts(incidence, matching).overDeterminedEquations) {
    const SystemEquation& equation = model.equations[static_cast<std::size_t>(system.equations[row])];
    for (const symbolic::Expr side : {equation.left, equation.right})
      for (const symbolic::Expr leaf : walker.leaves(side, symbolic::Op::variable)) {
        const VariableId id = model.flat.pool.variable(leaf);
        if (model[id].role != Role::state || symbolic::index(id) >= model.flat.variables.size()) continue;
        if (least == VariableId::none || desireFor(model.flat[id]) < desireFor(model.flat[least]) ||
            (desireFor(model.flat[id]) == desireFor(model.flat[least]) && id > least))
          least = id;
      }
  }
  return least;
}

}  // namespace dashpot::equations
