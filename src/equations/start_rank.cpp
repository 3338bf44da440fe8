#include "equations/start_rank.hpp"

#include <algorithm>

namespace dashpot::equations {

namespace {

using model::Level;
using symbolic::Expr;
using symbolic::VariableId;

// The model's own text, and what it inherits.
constexpr Level ownText = 1;

bool isGivenAt(Level level, const model::Variable& variable) {
  return level <= ownText || level < variable.declaredLevel;
}

}  // namespace

StartRank rankOfStart(const model::FlatModel& model, VariableId id) {
  const model::Variable& variable = model[id];
  StartRank rank;
  Expr value = variable.attributes.start;
  if (value == Expr::none) return rank;
  rank.isFixed = variable.attributes.fixed.value_or(false);
  rank.level = variable.attributes.startLevel;
  rank.isGiven = isGivenAt(rank.level, variable);
  while (value != Expr::none && model.pool.op(value) == symbolic::Op::variable) {
    const VariableId parameter = model.pool.variable(value);
    const bool isSeen = std::ranges::find(rank.parameters, parameter) != rank.parameters.end();
    if (model[parameter].variability != model::Variability::parameter || isSeen) break;
    rank.parameters.push_back(parameter);
    rank.level = std::min(rank.level, model[parameter].bindingLevel);
    rank.isGiven = rank.isGiven || isGivenAt(model[parameter].bindingLevel, model[parameter]);
    value = model[parameter].binding;
  }
  return rank;
}

}  // namespace dashpot::equations
