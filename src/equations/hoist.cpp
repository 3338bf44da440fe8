#include "equations/hoist.hpp"

#include "symbolic/substitute.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::equations {

namespace {

using symbolic::Op;

bool isKnownBeforeRun(Role role) { return role == Role::parameter || role == Role::computed; }

/// Which expressions depend on parameters alone. Operands are older than what uses them, so one sweep over the pool
/// tells it for all.
std::vector<bool> findParameterParts(const SolvableSystem& system) {
  const Pool& pool = system.flat.pool;
  std::vector<bool> known(pool.size());
  for (std::size_t i = 0; i < known.size(); ++i) {
    const auto e = static_cast<Expr>(i);
    const Op op = pool.op(e);
    const auto isKnown = [&](Expr operand) { return operand == Expr::none || known[symbolic::index(operand)]; };
    if (op == Op::variable)
      known[i] = pool[e].a < system.variables.size() && isKnownBeforeRun(system[pool.variable(e)].role);
    else if (isLeaf(op))
      known[i] = op == Op::constant || op == Op::boolean;
    else if (op == Op::call)
      known[i] = std::ranges::all_of(pool.arguments(e), isKnown);
    else
      known[i] = std::ranges::all_of(pool.operands(e), isKnown) && op != Op::sample && op != Op::delay;
  }
  return known;
}

class Hoister {
 public:
  explicit Hoister(SolvableSystem& system, std::vector<SortedSystem>* parts = nullptr)
      : system_(system),
        parts_(parts),
        pool_(system.flat.pool),
        known_(findParameterParts(system)),
        seen_(pool_.size()),
        replaced_(pool_) {}

  void run() {
    forEach([this](Expr& e, EquationId equation) { find(e, equation); });
    forEach([this](Expr& e, EquationId) {
      if (e != Expr::none) e = replaced_(e);
    });
  }

 private:
  template <class Visit>
  static void forEach(SortedSystem& part, Visit visit) {
    for (auto* steps : {&part.steps, &part.derivativeSteps})
      for (Step& step : *steps) {
        if (auto* assignment = std::get_if<Assignment>(&step)) {
          visit(assignment->value, assignment->equation);
          continue;
        }
        auto& solve = linearSolve(step);
        for (Expr& e : solve.matrix) visit(e, solve.equation);
        for (auto& right : solve.rightSides)
          for (Expr& e : right) visit(e, solve.equation);
      }
    for (Row& row : part.rows) visit(row.value, row.equation);
    for (JacobianEntry& entry : part.jacobian) visit(entry.value, part.rows[entry.row].equation);
    for (JacobianEntry& entry : part.inputJacobian) visit(entry.value, part.rows[entry.row].equation);
    for (VariableSlope& slope : part.gradients) visit(slope.value, EquationId::none);
    for (Expr& e : part.timeDerivative) visit(e, EquationId::none);
  }

  template <class Visit>
  void forEach(Visit visit) {
    if (parts_) {
      for (SortedSystem& part : *parts_) forEach(part, visit);
      return;
    }
    forEach(system_.simulation, visit), forEach(system_.initial, visit);
    for (std::size_t i = 0; i < system_.features.diagonal.size(); ++i) {
      DiagonalForm& form = system_.features.diagonal[i];
      visit(form.a, system_.simulation.rows[i].equation), visit(form.b, system_.simulation.rows[i].equation);
    }
    for (Mode& mode : system_.modes) visit(mode.left, EquationId::none), visit(mode.right, EquationId::none);
  }

  /// Goes down from the root to the parts that are known, and no further.
  void find(Expr root, EquationId equation) {
    if (root == Expr::none) return;
    std::vector<Expr> stack{root};
    while (!stack.empty()) {
      const Expr e = stack.back();
      stack.pop_back();
      if (isLeaf(pool_.op(e)) || seen_[symbolic::index(e)]) continue;
      seen_[symbolic::index(e)] = true;
      if (known_[symbolic::index(e)] && pool_.op(e) != Op::call) {
        hoist(e, equation);
      } else if (pool_.op(e) == Op::call) {
        const auto arguments = pool_.arguments(e);
        stack.insert(stack.end(), arguments.begin(), arguments.end());
      } else {
        for (const Expr operand : pool_.operands(e))
          if (operand != Expr::none) stack.push_back(operand);
      }
    }
  }

  void hoist(Expr e, EquationId equation) {
    const auto id = static_cast<VariableId>(system_.variables.size());
    system_.variables.push_back({.role = Role::computed, .label = fmt::format("$p[{}]", count_++)});
    system_.parameters.push_back({id, e, equation});
    replaced_.replace(e, pool_.variable(id));
  }

  SolvableSystem& system_;
  std::vector<SortedSystem>* parts_;  // instead of those of the system itself
  Pool& pool_;
  std::vector<bool> known_;
  std::vector<bool> seen_;  // by expression
  symbolic::Substitution replaced_;
  std::size_t count_ = 0;
};

}  // namespace

namespace {

/// Moves the steps that assign variables of this role from parameters alone to those of the parameters, and gives them
/// the role `computed`. Returns their equations.
std::vector<EquationId> moveToParameters(SolvableSystem& system, std::vector<Step>& steps, Role role) {
  const Pool& pool = system.flat.pool;
  symbolic::Walker walker(pool);
  std::vector<EquationId> moved;
  std::vector<Step> left;
  for (Step& step : steps) {
    auto* assignment = std::get_if<Assignment>(&step);
    const bool isMoved = assignment != nullptr && system[assignment->target].role == role &&
                         std::ranges::all_of(walker.reachable(assignment->value), [&](Expr e) {
                           const Op op = pool.op(e);
                           if (op == Op::variable) return isKnownBeforeRun(system[pool.variable(e)].role);
                           return op == Op::constant || op == Op::boolean || !isLeaf(op);
                         });
    if (!isMoved) {
      left.push_back(std::move(step));
      continue;
    }
    system.variables[symbolic::index(assignment->target)].role = Role::computed;
    system.parameters.push_back(*assignment);
    moved.push_back(assignment->equation);
  }
  steps = std::move(left);
  return moved;
}

}  // namespace

std::vector<EquationId> computeWithParameters(SolvableSystem& system) {
  std::vector<EquationId> moved = moveToParameters(system, system.simulation.steps, Role::algebraic);
  system.counts.computed = moved.size();
  return moved;
}

/// Slopes that are constant come first, so that the entries of the Jacobian which are made of them are seen to be.
void hoistParameterParts(SolvableSystem& system) {
  moveToParameters(system, system.simulation.derivativeSteps, Role::auxiliary);
  Hoister(system).run();
}

void hoistParameterParts(SolvableSystem& system, std::vector<SortedSystem>& parts) { Hoister(system, &parts).run(); }

}  // namespace dashpot::equations
