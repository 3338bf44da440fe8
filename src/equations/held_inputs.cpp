#include "equations/held_inputs.hpp"

#include "symbolic/pool.hpp"

namespace dashpot::equations {

namespace {

using symbolic::Expr;
using symbolic::VariableId;

class Holder {
 public:
  Holder(model::FlatModel& model, AliasSet& aliases) : model_(model), aliases_(aliases), walker_(model.pool) {}

  HeldInputs run() {
    for (const auto* list : {&model_.equations, &model_.initialEquations})
      // NOLINTNEXTLINE(modernize-loop-convert): the list grows meanwhile
      for (std::size_t i = 0, count = list->size(); i < count; ++i)
        for (const Expr side : {(*list)[i].left, (*list)[i].right}) hold(side, model::Origin((*list)[i].origin));
    for (const model::WhenClause& clause : model_.whenClauses)
      for (const model::WhenBranch& branch : clause.branches) {
        for (const Expr condition : branch.conditions) hold(condition, clause.origin);
        for (const model::Action& action : branch.actions) hold(action.value, clause.origin);
      }
    return std::move(held_);
  }

 private:
  void hold(Expr e, const model::Origin& origin) {
    if (e == Expr::none) return;
    for (const Expr leaf : walker_.leaves(e, symbolic::Op::pre)) {
      const VariableId input = aliases_.entries[symbolic::index(model_.pool.variable(leaf))].of;
      const model::Variable& variable = model_[input];
      const bool isContinuous =
          variable.variability == model::Variability::continuous && variable.type == model::Type::real;
      if (variable.causality == model::Causality::input && !isContinuous && !held_.contains(input))
        makeHeld(input, origin);
    }
  }

  void makeHeld(VariableId input, const model::Origin& origin) {
    const model::Variable& variable = model_[input];
    model::Variable held{.name = model_.paths.child(variable.name, "$held"),
                         .type = variable.type,
                         .variability = model::Variability::discrete,
                         .enumeration = variable.enumeration,
                         .isProtected = true,
                         .origin = variable.origin};
    held.attributes.start = variable.attributes.start;
    const auto id = static_cast<VariableId>(model_.variables.size());
    held_.emplace(input, id);
    model_.variables.push_back(std::move(held));
    model_.equations.push_back(
        {.left = model_.pool.variable(id), .right = model_.pool.variable(input), .origin = origin});
    aliases_.entries.push_back({id, false});
    aliases_.isConsumed.push_back(false);
  }

  model::FlatModel& model_;
  AliasSet& aliases_;
  symbolic::Walker walker_;
  HeldInputs held_;
};

}  // namespace

HeldInputs holdInputs(model::FlatModel& model, AliasSet& aliases) { return Holder(model, aliases).run(); }

}  // namespace dashpot::equations
