#include "equations/settled_variables.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace dashpot::equations {

namespace {

using symbolic::Op;

/// Whether its value follows from the variables in it alone, whenever it is looked at.
bool isTimeless(Op op) {
  switch (op) {
    case Op::time:
    case Op::derivative:
    case Op::pre:
    case Op::initial:
    case Op::terminal:
    case Op::mode:
    case Op::homotopy:
    case Op::sample:
    case Op::delay:
    case Op::noEvent:
    case Op::call:  // it may be impure
    case Op::element:
    case Op::indexed: return false;
    default: return true;
  }
}

struct SettingEquation {
  VariableId variable;
  Expr value;
  std::size_t open = 0;  // how many of the variables in it are not settled yet
};

}  // namespace

symbolic::Substitution settledVariables(SolvableSystem& system, symbolic::Substitution& replacements) {
  Pool& pool = system.flat.pool;
  symbolic::Walker walker(pool);
  const auto isSettled = [&](VariableId id) { return system[id].role == Role::parameter; };
  const auto mayBecomeSettled = [&](VariableId id) {
    return system[id].role == Role::algebraic && system[id].derivative == VariableId::none;
  };
  // The variables in it that are no parameters; nothing: it changes, or others in it do.
  const auto openVariables = [&](Expr e) -> std::optional<std::vector<VariableId>> {
    std::vector<VariableId> open;
    for (const Expr at : walker.reachable(e)) {
      if (!isTimeless(pool.op(at))) return std::nullopt;
      if (pool.op(at) != Op::variable || isSettled(pool.variable(at))) continue;
      if (!mayBecomeSettled(pool.variable(at))) return std::nullopt;
      open.push_back(pool.variable(at));
    }
    return open;
  };
  std::vector<SettingEquation> definitions;
  std::unordered_map<VariableId, std::vector<std::size_t>> users;  // of a variable: the definitions it stands in
  std::vector<std::size_t> ready;
  for (const model::Equation& equation : system.flat.equations) {
    const Expr left = replacements(equation.left), right = replacements(equation.right);
    for (const auto& [name, value] : {std::pair(left, right), {right, left}}) {
      if (pool.op(name) != Op::variable || !mayBecomeSettled(pool.variable(name))) continue;
      const auto open = openVariables(value);
      if (!open) continue;
      for (const VariableId id : *open) users[id].push_back(definitions.size());
      if (open->empty()) ready.push_back(definitions.size());
      definitions.push_back({pool.variable(name), value, open->size()});
    }
  }
  symbolic::Substitution settled(pool);
  std::vector<bool> isDone(system.variables.size(), false);
  for (std::size_t i = 0; i < ready.size(); ++i) {
    const SettingEquation& definition = definitions[ready[i]];
    if (isDone[symbolic::index(definition.variable)]) continue;
    isDone[symbolic::index(definition.variable)] = true;
    settled.replace(pool.variable(definition.variable), settled(definition.value));
    for (const std::size_t user : users[definition.variable])
      if (--definitions[user].open == 0) ready.push_back(user);
  }
  return settled;
}

}  // namespace dashpot::equations
