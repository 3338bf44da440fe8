#include "equations/arriving.hpp"

#include <fmt/format.h>

namespace dashpot::equations {

namespace {

using symbolic::Op;

class Keeper {
 public:
  explicit Keeper(SolvableSystem& system) : system_(system), walker_(system.flat.pool) {}

  ArrivingVariables run() {
    const FlatModel& flat = system_.flat;
    for (const model::Equation& equation : flat.equations) keep(equation.left), keep(equation.right);
    for (const model::WhenClause& clause : flat.whenClauses)
      for (const model::WhenBranch& branch : clause.branches) {
        for (const Expr condition : branch.conditions) keep(condition);
        for (const model::Action& action : branch.actions) {
          keep(action.value);
          for (const auto& piece : action.message.pieces)
            if (const auto* shown = std::get_if<model::Shown>(&piece)) keep(shown->value);
        }
      }
    return std::move(made_);
  }

 private:
  void keep(Expr e) {
    if (e == Expr::none) return;
    for (const Expr leaf : walker_.leaves(e, Op::pre)) {
      const VariableId id = system_.flat.pool.variable(leaf);
      const VariableId root = system_[id].role == Role::alias ? system_[id].of : id;
      const model::Variable& variable = system_.flat[root];
      const bool isContinuous = variable.variability == model::Variability::continuous &&
                                variable.type == model::Type::real && system_[root].role != Role::discrete;
      if (isContinuous && !made_.contains(root)) make(root);
    }
  }

  void make(VariableId of) {
    const auto kept = static_cast<VariableId>(system_.variables.size());
    system_.variables.push_back({.role = Role::held, .label = fmt::format("pre({})", system_.nameOf(of))});
    system_.arriving.push_back({kept, of});
    made_.emplace(of, kept);
  }

  SolvableSystem& system_;
  symbolic::Walker walker_;
  ArrivingVariables made_;
};

}  // namespace

ArrivingVariables keepArriving(SolvableSystem& system) { return Keeper(system).run(); }

}  // namespace dashpot::equations
