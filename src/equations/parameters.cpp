#include "equations/parameters.hpp"

#include "equations/blt.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::equations {

namespace {

bool isParameter(const model::Variable& variable) {
  return variable.variability == model::Variability::constant || variable.variability == model::Variability::parameter;
}

}  // namespace

std::vector<bool> findFreeParameters(const FlatModel& model) {
  std::vector<bool> isFree(model.variables.size());
  std::vector<std::vector<std::uint32_t>> users(model.variables.size());
  std::vector<std::uint32_t> open;
  symbolic::Walker walker(model.pool);
  for (std::uint32_t i = 0; i < model.variables.size(); ++i) {
    const model::Variable& variable = model.variables[i];
    if (variable.variability != model::Variability::parameter) continue;
    if (!variable.attributes.fixed.value_or(true)) {
      isFree[i] = true;
      open.push_back(i);
    } else if (variable.binding != Expr::none) {
      for (const Expr leaf : walker.leaves(variable.binding, symbolic::Op::variable))
        users[symbolic::index(model.pool.variable(leaf))].push_back(i);
    }
  }
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    for (const std::uint32_t user : users[at])
      if (!isFree[user]) isFree[user] = true, open.push_back(user);
  }
  return isFree;
}

std::vector<Assignment> orderParameters(const FlatModel& model, const std::vector<bool>& isFree,
                                        Diagnostics& diagnostics) {
  std::vector<VariableId> parameters;
  std::vector<std::uint32_t> rowOf(model.variables.size(), noColumn);
  for (std::size_t i = 0; i < model.variables.size(); ++i) {
    if (!isParameter(model.variables[i]) || isFree[i] || model.variables[i].binding == Expr::none) continue;
    rowOf[i] = static_cast<std::uint32_t>(parameters.size());
    parameters.push_back(static_cast<VariableId>(i));
  }

  // "p = value" as a system with the obvious matching: its block triangular form is the order wanted.
  Incidence incidence;
  incidence.unknownCount = static_cast<std::uint32_t>(parameters.size());
  Matching matching;
  symbolic::Walker walker(model.pool);
  std::vector<bool> usesItself(parameters.size());
  for (std::uint32_t i = 0; i < parameters.size(); ++i) {
    std::vector<std::uint32_t> used;
    for (const Expr leaf : walker.leaves(model[parameters[i]].binding, symbolic::Op::variable))
      if (const std::uint32_t row = rowOf[symbolic::index(model.pool.variable(leaf))]; row != noColumn)
        used.push_back(row);
    usesItself[i] = std::ranges::find(used, i) != used.end();
    used.push_back(i);
    incidence.addRow(std::move(used));
    matching.unknownOf.push_back(i);
    matching.equationOf.push_back(i);
  }
  matching.size = incidence.unknownCount;

  std::vector<Assignment> result;
  for (const auto& block : blockTriangularForm(incidence, matching)) {
    const VariableId first = parameters[block.front()];
    if (block.size() == 1 && !usesItself[block.front()]) {
      result.push_back({first, model[first].binding, EquationId::none});
      continue;
    }
    std::string names;
    for (const std::uint32_t i : block)
      names += fmt::format("{}'{}'", names.empty() ? "" : ", ", model.nameOf(parameters[i]));
    diagnostics.error("circular-parameters", model[first].origin.where,
                      block.size() == 1 ? fmt::format("the value of the parameter {} depends on itself", names)
                                        : fmt::format("the values of the parameters {} depend on one another", names));
  }
  return result;
}

}  // namespace dashpot::equations
