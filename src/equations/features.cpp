#include "equations/features.hpp"

#include <algorithm>
#include <unordered_map>

namespace dashpot::equations {

namespace {

using symbolic::Op;

class Finder {
 public:
  explicit Finder(SolvableSystem& system)
      : system_(system), pool_(system.flat.pool), part_(system.simulation), walker_(pool_) {
    for (std::uint32_t i = 0; i < part_.unknowns.size(); ++i) place_.emplace(part_.unknowns[i], i);
    for (const auto* steps : {&part_.steps, &part_.derivativeSteps})
      for (const Step& step : *steps)
        if (const auto* assignment = std::get_if<Assignment>(&step))
          assigned_.emplace(assignment->target, assignment->value);
        else
          for (const auto& column : std::get<LinearSolve>(step).unknowns)
            for (const VariableId id : column) solved_.emplace(id, &std::get<LinearSolve>(step));
  }

  void run() {
    findPairs();
    findLinearStates();
    findDiagonal();
  }

 private:
  /// The expression behind a chain of plain assignments a := b, b := c.
  [[nodiscard]] Expr behind(Expr e) const {
    for (;;) {
      if (e == Expr::none || pool_.op(e) != Op::variable) return e;
      const auto found = assigned_.find(pool_.variable(e));
      if (found == assigned_.end()) return e;
      e = found->second;
    }
  }

  void findPairs() {
    for (std::uint32_t i = 0; i < part_.rows.size(); ++i) {
      if (!part_.rows[i].differential) continue;
      const Expr value = behind(part_.rows[i].value);
      if (value == Expr::none || pool_.op(value) != Op::variable) continue;
      const auto velocity = place_.find(pool_.variable(value));
      if (velocity != place_.end() && part_.rows[velocity->second].differential && velocity->second != i)
        system_.features.pairs.emplace_back(i, velocity->second);
    }
  }

  /// Whether the value, steps included, satisfies a condition on all the leaves it depends on. Remembered by variable.
  template <class Condition>
  bool all(Expr root, const Condition& holds, std::unordered_map<VariableId, bool>& memo) {
    std::vector<Expr> stack{root};
    std::vector<VariableId> visited;
    bool result = true;
    while (!stack.empty() && result) {
      const Expr e = stack.back();
      stack.pop_back();
      if (e == Expr::none) continue;
      for (const Expr leaf : std::vector<Expr>(walker_.reachable(e))) {
        if (!isLeaf(pool_.op(leaf))) continue;
        if (pool_.op(leaf) != Op::variable) {
          result = result && holds(leaf);
          continue;
        }
        const VariableId id = pool_.variable(leaf);
        if (const auto known = memo.find(id); known != memo.end()) {
          result = result && known->second;
        } else if (const auto value = assigned_.find(id); value != assigned_.end()) {
          memo.emplace(id, true);
          visited.push_back(id);
          stack.push_back(value->second);
        } else if (const auto solve = solved_.find(id); solve != solved_.end()) {
          memo.emplace(id, true);
          visited.push_back(id);
          stack.insert(stack.end(), solve->second->matrix.begin(), solve->second->matrix.end());
          for (const auto& right : solve->second->rightSides) stack.insert(stack.end(), right.begin(), right.end());
        } else {
          result = result && holds(leaf);
        }
        if (!result) break;
      }
    }
    // What was assumed to hold on the way down is known only if all of it held.
    if (!result)
      for (const VariableId id : visited) memo.erase(id);
    return result;
  }

  bool dependsOnParametersOnly(Expr e) {
    return all(
        e,
        [&](Expr leaf) {
          const Op op = pool_.op(leaf);
          if (op != Op::variable) return op == Op::constant || op == Op::boolean;
          const Role role = system_[pool_.variable(leaf)].role;
          return role == Role::parameter || role == Role::computed;
        },
        constant_);
  }

  /// A state leaves the part if one of its coefficients on the others in it is not constant.
  void findLinearStates() {
    const std::size_t n = part_.rows.size();
    std::vector<bool> isIn(n), isConstant(part_.jacobian.size());
    for (std::size_t i = 0; i < n; ++i) isIn[i] = part_.rows[i].differential;
    for (std::size_t k = 0; k < part_.jacobian.size(); ++k)
      isConstant[k] = dependsOnParametersOnly(part_.jacobian[k].value);
    for (std::size_t k = 0; k < part_.jacobian.size(); ++k)
      if (const JacobianEntry& entry = part_.jacobian[k]; !isConstant[k] && part_.rows[entry.column].differential)
        isIn[entry.row] = false;
    std::vector<std::uint32_t> number(n, 0);
    LinearStates& linear = system_.features.linear;
    for (std::uint32_t i = 0; i < n; ++i)
      if (isIn[i]) number[i] = static_cast<std::uint32_t>(linear.states.size()), linear.states.push_back(i);
    for (const JacobianEntry& entry : part_.jacobian)
      if (isIn[entry.row] && isIn[entry.column])
        linear.a.push_back({number[entry.row], number[entry.column], entry.value});
  }

  void findDiagonal() {
    std::vector<Expr> diagonal(part_.rows.size(), Expr::none);
    for (const JacobianEntry& entry : part_.jacobian)
      if (entry.row == entry.column) diagonal[entry.row] = entry.value;
    for (std::uint32_t i = 0; i < part_.rows.size(); ++i) {
      std::unordered_map<VariableId, bool> memo;
      const Expr own = pool_.variable(part_.unknowns[i]);
      const bool isLinear =
          part_.rows[i].differential && all(
                                            diagonal[i], [&](Expr leaf) { return leaf != own; }, memo);
      system_.features.isDiagonallyLinear.push_back(isLinear);
    }
  }

  SolvableSystem& system_;
  Pool& pool_;
  const SortedSystem& part_;
  symbolic::Walker walker_;
  std::unordered_map<VariableId, std::uint32_t> place_;
  std::unordered_map<VariableId, Expr> assigned_;
  std::unordered_map<VariableId, const LinearSolve*> solved_;
  std::unordered_map<VariableId, bool> constant_;
};

}  // namespace

void findFeatures(SolvableSystem& system) { Finder(system).run(); }

}  // namespace dashpot::equations
