#include "equations/step_operations.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <unordered_set>
#include <utility>

namespace dashpot::equations {

namespace {

/// Elimination of a matrix of which only the places of its entries are known (Markowitz 1957).
class EliminationCount {
 public:
  EliminationCount(std::size_t n, const std::vector<std::pair<std::size_t, std::size_t>>& entries)
      : rows_(n), columns_(n) {
    for (const auto& [i, j] : entries) rows_[i].insert(j), columns_[j].insert(i);
    for (std::size_t step = 0; step < n; ++step) eliminateNext();
  }

  std::size_t factor = 0;  // operations
  std::size_t solve = 0;   // per right side

 private:
  void eliminateNext() {
    std::size_t row = 0, column = 0, least = std::numeric_limits<std::size_t>::max();
    for (std::size_t i = 0; i < rows_.size(); ++i)
      for (const std::size_t j : rows_[i])
        if (const std::size_t cost = (rows_[i].size() - 1) * (columns_[j].size() - 1); cost < least)
          least = cost, row = i, column = j;
    if (least == std::numeric_limits<std::size_t>::max()) return;  // no entry is left: singular
    const std::set<std::size_t> across = std::exchange(rows_[row], {}), down = std::exchange(columns_[column], {});
    for (const std::size_t j : across) columns_[j].erase(row);
    for (const std::size_t i : down) {
      if (i == row) continue;
      rows_[i].erase(column);
      for (const std::size_t j : across)
        if (j != column) rows_[i].insert(j), columns_[j].insert(i);
    }
    const std::size_t right = across.size() - 1, below = down.size() - 1;
    factor += 1 + below + 2 * below * right;
    solve += 1 + 2 * (below + right);
  }

  std::vector<std::set<std::size_t>> rows_, columns_;  // what is left to be eliminated
};

class OperationCounter {
 public:
  OperationCounter(const Pool& pool, const std::unordered_set<VariableId>& wanted)
      : pool_(pool), wanted_(wanted), walker_(pool) {}

  void add(Expr e) {
    if (e == Expr::none) return;
    for (const Expr part : walker_.reachable(e))
      if (!symbolic::isLeaf(pool_.op(part)) && pool_.op(part) != symbolic::Op::element && seen_.insert(part).second)
        ++count_;
  }

  void add(const std::vector<Step>& steps) {
    for (const Step& step : steps) {
      if (const auto* assignment = std::get_if<Assignment>(&step)) {
        if (wanted_.contains(assignment->target)) add(assignment->value);
        continue;
      }
      const auto& solve = linearSolve(step);
      if (std::ranges::none_of(solve.unknowns, [&](const auto& column) {
            return std::ranges::any_of(column, [&](VariableId id) { return wanted_.contains(id); });
          }))
        continue;
      std::vector<std::pair<std::size_t, std::size_t>> entries;
      for (std::size_t k = 0; k < solve.matrix.size(); ++k)
        if (solve.matrix[k] != Expr::none)
          add(solve.matrix[k]), entries.emplace_back(k / solve.size(), k % solve.size());
      for (const auto& right : solve.rightSides)
        for (const Expr e : right) add(e);
      const EliminationCount elimination(solve.size(), entries);
      if (matrices_.insert(solve.matrix).second) count_ += elimination.factor;
      count_ += solve.rightSides.size() * elimination.solve;
    }
  }

  void addElimination(const SortedSystem& section) {
    std::vector<std::pair<std::size_t, std::size_t>> entries;
    for (const JacobianEntry& entry : section.jacobian) entries.emplace_back(entry.row, entry.column);
    const EliminationCount elimination(section.unknowns.size(), entries);
    count_ += elimination.factor + elimination.solve;
  }

  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  const Pool& pool_;
  const std::unordered_set<VariableId>& wanted_;
  symbolic::Walker walker_;
  std::unordered_set<Expr> seen_;
  std::set<std::vector<Expr>> matrices_;
  std::size_t count_ = 0;
};

/// The variables that y at the end follows from.
class WantedVariables {
 public:
  explicit WantedVariables(const SolvableSystem& system) : pool_(system.flat.pool), walker_(pool_) {
    const InlinedStep& step = *system.inlined;
    wanted.insert(step.end.begin(), step.end.end());
    for (std::size_t k = step.sections.size(); k-- > 0;) add(step.sections[k]);
  }

  std::unordered_set<VariableId> wanted;

 private:
  void add(const SortedSystem& section) {
    for (const Row& row : section.rows) want(row.value);
    for (const JacobianEntry& entry : section.jacobian) want(entry.value);
    for (const auto* steps : {&section.derivativeSteps, &section.steps})
      for (std::size_t k = steps->size(); k-- > 0;) add((*steps)[k]);
  }

  void add(const Step& step) {
    if (const auto* assignment = std::get_if<Assignment>(&step)) {
      if (wanted.contains(assignment->target)) want(assignment->value);
      return;
    }
    const auto& solve = linearSolve(step);
    const bool isWanted = std::ranges::any_of(solve.unknowns, [&](const auto& column) {
      return std::ranges::any_of(column, [&](VariableId id) { return wanted.contains(id); });
    });
    if (!isWanted) return;
    for (const Expr e : solve.matrix) want(e);
    for (const auto& right : solve.rightSides)
      for (const Expr e : right) want(e);
  }

  void want(Expr e) {
    if (e == Expr::none) return;
    for (const Expr leaf : walker_.leaves(e, symbolic::Op::variable)) wanted.insert(pool_.variable(leaf));
  }

  const Pool& pool_;
  symbolic::Walker walker_;
};

}  // namespace

StepOperations countOperations(const SolvableSystem& system) {
  StepOperations result;
  const WantedVariables variables(system);
  OperationCounter once(system.flat.pool, variables.wanted);
  for (const SortedSystem& section : system.inlined->sections) {
    if (section.unknowns.empty()) {
      once.add(section.steps);
      continue;
    }
    OperationCounter each(system.flat.pool, variables.wanted);
    each.add(section.steps);
    each.add(section.derivativeSteps);
    for (const Row& row : section.rows) each.add(row.value);
    for (const JacobianEntry& entry : section.jacobian) each.add(entry.value);
    each.addElimination(section);
    result.perIteration += each.count();
  }
  result.once = once.count();
  return result;
}

}  // namespace dashpot::equations
