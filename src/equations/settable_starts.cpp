#include "equations/settable_starts.hpp"

#include "equations/aliases.hpp"
#include "equations/discrete.hpp"
#include "equations/parameters.hpp"
#include "symbolic/build.hpp"

#include <map>

namespace dashpot::equations {

namespace {

using symbolic::Expr;
using symbolic::Op;
using symbolic::VariableId;

std::vector<bool> findStates(const model::FlatModel& model) {
  std::vector<bool> isState(model.variables.size(), false);
  symbolic::Walker walker(model.pool);
  for (const auto* list : {&model.equations, &model.initialEquations})
    for (const model::Equation& equation : *list)
      for (const Expr side : {equation.left, equation.right})
        for (const Expr leaf : walker.leaves(side, Op::derivative))
          isState[symbolic::index(model.pool.variable(leaf))] = true;
  return isState;
}

/// The initial system determines it: nobody else can.
bool dependsOnFree(const model::FlatModel& model, Expr e, const std::vector<bool>& isFree) {
  symbolic::Walker walker(model.pool);
  for (const Expr leaf : walker.leaves(e, Op::variable))
    if (isFree[symbolic::index(model.pool.variable(leaf))]) return true;
  return false;
}

}  // namespace

void makeStartsSettable(model::FlatModel& model) {
  const std::vector<bool> isFree = findFreeParameters(model);
  const AliasSet aliases = findAliases(model, findStates(model), findDiscrete(model));
  std::map<std::pair<VariableId, Expr>, Expr> known;  // the parameter, by the variable kept and its start value
  const std::size_t count = model.variables.size();
  for (std::size_t i = 0; i < count; ++i) {
    const model::Variable& variable = model.variables[i];
    const Expr start = variable.attributes.start;
    if (variable.variability != model::Variability::continuous || variable.type != model::Type::real ||
        variable.causality == model::Causality::input || start == Expr::none || dependsOnFree(model, start, isFree))
      continue;
    const AliasSet::Entry alias = aliases.entries[i];
    const Expr ofKept = alias.negated ? symbolic::negate(model.pool, start) : start;
    auto [found, isNew] = known.try_emplace({alias.of, ofKept}, Expr::none);
    if (isNew) {
      model::Variable parameter;
      parameter.name = model.paths.child(variable.name, "start");
      parameter.variability = model::Variability::parameter;
      parameter.isProtected = true;
      parameter.attributes.unit = variable.attributes.unit;
      parameter.attributes.displayUnit = variable.attributes.displayUnit;
      parameter.binding = start;
      parameter.bindingLevel = variable.attributes.startLevel;
      parameter.declaredLevel = variable.declaredLevel;
      parameter.origin = variable.origin;
      const auto id = static_cast<VariableId>(model.variables.size());
      const Expr reference = model.pool.variable(id);
      found->second = alias.negated ? symbolic::negate(model.pool, reference) : reference;
      model.variables.push_back(std::move(parameter));
    }
    model.variables[i].attributes.start = alias.negated ? symbolic::negate(model.pool, found->second) : found->second;
  }
}

}  // namespace dashpot::equations
