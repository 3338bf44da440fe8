#include "equations/silent_conditions.hpp"

#include "equations/continuity.hpp"
#include "symbolic/function_path.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>

namespace dashpot::equations {

namespace {

using symbolic::Op;

class Search {
 public:
  explicit Search(SolvableSystem& system) : system_(system), pool_(system.flat.pool), paths_(system.flat.functions) {}

  void run() {
    findWhatVaries();
    isSeen_.assign(varies_.size(), false);
    forEachRoot([this](Expr root, EquationId equation) { visit(root, equation); });
    if (!system_.silentConditions.empty()) findBends();
  }

 private:
  template <class Visit>
  void forEachRoot(const Visit& visit) const {
    for (const Step& step : system_.simulation.steps) {
      if (const auto* assignment = std::get_if<Assignment>(&step)) {
        visit(assignment->value, assignment->equation);
        continue;
      }
      const auto& solve = linearSolve(step);
      for (const Expr e : solve.matrix) visit(e, solve.equation);
      for (const auto& right : solve.rightSides)
        for (const Expr e : right) visit(e, solve.equation);
    }
    for (const Row& row : system_.simulation.rows) visit(row.value, row.equation);
  }

  /// F jumps where one of the expressions that it is made of does. What is continuous in all of them, given what they
  /// use of one another, is continuous in F.
  void findBends() {
    std::unordered_map<Expr, SilentCondition*> conditions;
    for (SilentCondition& condition : system_.silentConditions) {
      conditions.emplace(condition.value, &condition);
      condition.jumps = false;
    }
    const std::vector<bool> holds = whatHolds(conditions);
    Continuity continuity(system_);
    std::unordered_set<Expr> isMet;
    forEachRoot([&](Expr root, EquationId) {
      if (root == Expr::none || !holds[symbolic::index(root)]) return;
      for (const Expr e : conditionsIn(root, holds, conditions)) {
        SilentCondition& condition = *conditions.at(e);
        isMet.insert(e);
        condition.jumps = condition.jumps || !continuity.holds(root, e);
      }
    });
    for (SilentCondition& condition : system_.silentConditions)
      condition.jumps = condition.jumps || !isMet.contains(condition.value);  // the way of a call
    std::ranges::stable_partition(system_.silentConditions, std::identity{}, &SilentCondition::jumps);
    system_.bendsRestOn = continuity.restOn();
  }

  /// By expression: whether a condition is in it.
  [[nodiscard]] std::vector<bool> whatHolds(const std::unordered_map<Expr, SilentCondition*>& conditions) const {
    std::vector<bool> holds(pool_.size(), false);
    for (const auto& [value, condition] : conditions) holds[symbolic::index(value)] = true;
    for (std::size_t i = 0; i < holds.size(); ++i)
      holds[i] = holds[i] || anyOperand(static_cast<Expr>(i), [&](Expr e) { return holds[symbolic::index(e)]; });
    return holds;
  }

  [[nodiscard]] std::vector<Expr> conditionsIn(Expr root, const std::vector<bool>& holds,
                                               const std::unordered_map<Expr, SilentCondition*>& conditions) const {
    std::vector<Expr> found, open{root};
    std::unordered_set<Expr> seen{root};
    while (!open.empty()) {
      const Expr e = open.back();
      open.pop_back();
      if (conditions.contains(e)) found.push_back(e);
      anyOperand(e, [&](Expr operand) {
        if (holds[symbolic::index(operand)] && seen.insert(operand).second) open.push_back(operand);
        return false;
      });
    }
    return found;
  }

  /// By expression; operands are older than what uses them.
  void findWhatVaries() {
    varies_.assign(pool_.size(), false);
    for (std::size_t i = 0; i < varies_.size(); ++i) {
      const auto e = static_cast<Expr>(i);
      varies_[i] = variesByItself(e) || anyOperand(e, [&](Expr operand) { return varies_[symbolic::index(operand)]; });
    }
  }

  template <class Predicate>
  bool anyOperand(Expr e, const Predicate& predicate) const {
    const auto holds = [&](Expr operand) { return operand != Expr::none && predicate(operand); };
    if (pool_.op(e) == Op::call) return std::ranges::any_of(pool_.arguments(e), holds);
    return std::ranges::any_of(pool_.operands(e), holds);
  }

  void visit(Expr root, EquationId equation) {
    if (root == Expr::none) return;
    stack_.push_back(root);
    while (!stack_.empty()) {
      const Expr e = stack_.back();
      stack_.pop_back();
      if (!varies_[symbolic::index(e)] || isSeen_[symbolic::index(e)]) continue;
      isSeen_[symbolic::index(e)] = true;
      if (const Expr condition = conditionOf(e); condition != Expr::none && found_.insert(condition).second)
        system_.silentConditions.push_back({condition, equation});
      anyOperand(e, [&](Expr operand) {
        stack_.push_back(operand);
        return false;
      });
    }
  }

  [[nodiscard]] bool variesByItself(Expr e) const {
    if (pool_.op(e) == Op::time) return true;
    if (pool_.op(e) != Op::variable) return false;
    switch (const VariableId id = pool_.variable(e); system_[id].role) {
      case Role::state:
      case Role::derivative:
      case Role::algebraic:
      case Role::iteration:
      case Role::delayed:
      case Role::auxiliary: return true;
      case Role::input: return system_.flat[id].type == model::Type::real;
      default: return false;
    }
  }

  /// The part of an operation that changes in jumps; Expr::none: the operation is continuous.
  Expr conditionOf(Expr e) {
    if (symbolic::isStepwise(pool_.op(e))) return symbolic::jumpingPart(pool_, e);
    if (pool_.op(e) != Op::call) return Expr::none;
    const std::vector<Expr> arguments(pool_.arguments(e).begin(), pool_.arguments(e).end());
    return paths_.path(pool_, pool_.function(e), arguments);
  }

  SolvableSystem& system_;
  Pool& pool_;
  symbolic::FunctionPaths paths_;
  std::vector<bool> varies_, isSeen_;  // by expression
  std::vector<Expr> stack_;
  std::unordered_set<Expr> found_;
};

}  // namespace

void findSilentConditions(SolvableSystem& system) { Search(system).run(); }

}  // namespace dashpot::equations
