#include "equations/step_operations.hpp"

#include <unordered_set>

namespace dashpot::equations {

namespace {

/// Of n linear equations: their elimination, and what each right side takes.
std::size_t eliminationOperations(std::size_t n, std::size_t rightSides) {
  std::size_t count = 0;
  for (std::size_t left = n; left-- > 0;) count += left + 2 * left * left;
  return count + rightSides * (2 * n * n - n);
}

class OperationCounter {
 public:
  explicit OperationCounter(const Pool& pool) : pool_(pool), walker_(pool) {}

  void add(Expr e) {
    if (e == Expr::none) return;
    for (const Expr part : walker_.reachable(e))
      if (!symbolic::isLeaf(pool_.op(part)) && pool_.op(part) != symbolic::Op::element && seen_.insert(part).second)
        ++count_;
  }

  void add(const std::vector<Step>& steps) {
    for (const Step& step : steps) {
      if (const auto* assignment = std::get_if<Assignment>(&step)) {
        add(assignment->value);
        continue;
      }
      const auto& solve = std::get<LinearSolve>(step);
      for (const Expr e : solve.matrix) add(e);
      for (const auto& right : solve.rightSides)
        for (const Expr e : right) add(e);
      count_ += eliminationOperations(solve.size(), solve.rightSides.size());
    }
  }

  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  const Pool& pool_;
  symbolic::Walker walker_;
  std::unordered_set<Expr> seen_;
  std::size_t count_ = 0;
};

}  // namespace

StepOperations countOperations(const SolvableSystem& system) {
  StepOperations result;
  for (const SortedSystem& section : system.inlined->sections) {
    OperationCounter once(system.flat.pool);
    once.add(section.steps);
    result.once += once.count();
    if (section.unknowns.empty()) continue;
    OperationCounter each(system.flat.pool);
    each.add(section.steps);
    each.add(section.derivativeSteps);
    for (const Row& row : section.rows) each.add(row.value);
    for (const JacobianEntry& entry : section.jacobian) each.add(entry.value);
    result.perIteration += each.count() + eliminationOperations(section.unknowns.size(), 1);
  }
  return result;
}

}  // namespace dashpot::equations
