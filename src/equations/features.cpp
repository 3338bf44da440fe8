#include "equations/features.hpp"

#include "symbolic/linear.hpp"

#include <algorithm>
#include <unordered_map>

namespace dashpot::equations {

namespace {

using symbolic::Op;

class FeatureFinder {
 public:
  explicit FeatureFinder(SolvableSystem& system)
      : system_(system),
        pool_(system.flat.pool),
        part_(system.simulation),
        walker_(pool_),
        place_(system.variables.size(), noPlace),
        assigned_(system.variables.size(), Expr::none),
        constant_(system.variables.size(), Known::notYet),
        held_(system.variables.size(), Known::notYet) {
    for (std::uint32_t i = 0; i < part_.unknowns.size(); ++i) place_[symbolic::index(part_.unknowns[i])] = i;
    for (const auto* steps : {&part_.steps, &part_.derivativeSteps})
      for (const Step& step : *steps)
        if (const auto* assignment = std::get_if<Assignment>(&step))
          assigned_[symbolic::index(assignment->target)] = assignment->value;
        else
          for (const auto& column : linearSolve(step).unknowns)
            for (const VariableId id : column) solved_.emplace(id, &linearSolve(step));
  }

  void run() {
    findPairs();
    findLinearStates();
    findDiagonal();
    findTimeEvents();
  }

 private:
  static constexpr std::uint32_t noPlace = 0xffffffff;
  enum class Known : std::uint8_t { notYet, no, yes };

  /// What a variable is assigned; none: it is not.
  [[nodiscard]] Expr assigned(VariableId id) const { return assigned_[symbolic::index(id)]; }

  /// The expression behind a chain of plain assignments a := b, b := c.
  [[nodiscard]] Expr behind(Expr e) const {
    for (;;) {
      if (e == Expr::none || pool_.op(e) != Op::variable) return e;
      const Expr value = assigned(pool_.variable(e));
      if (value == Expr::none) return e;
      e = value;
    }
  }

  void findPairs() {
    for (std::uint32_t i = 0; i < part_.rows.size(); ++i) {
      if (!part_.rows[i].differential) continue;
      const Expr value = behind(part_.rows[i].value);
      if (value == Expr::none || pool_.op(value) != Op::variable) continue;
      const std::uint32_t velocity = place_[symbolic::index(pool_.variable(value))];
      if (velocity != noPlace && part_.rows[velocity].differential && velocity != i)
        system_.features.pairs.emplace_back(i, velocity);
    }
  }

  /// Whether the value, steps included, satisfies a condition on all the leaves it depends on. Remembered by variable.
  template <class Condition>
  bool all(Expr root, const Condition& holds, std::vector<Known>& memo) {
    std::vector<Expr>& stack = stack_;
    stack.assign(1, root);
    std::vector<VariableId>& visited = visited_;
    visited.clear();
    bool result = true;
    while (!stack.empty() && result) {
      const Expr e = stack.back();
      stack.pop_back();
      if (e == Expr::none) continue;
      for (const Expr leaf : walker_.reachable(e)) {
        if (!isLeaf(pool_.op(leaf))) continue;
        if (pool_.op(leaf) != Op::variable) {
          result = result && holds(leaf);
          continue;
        }
        const VariableId id = pool_.variable(leaf);
        if (const Known known = memo[symbolic::index(id)]; known != Known::notYet) {
          result = result && known == Known::yes;
        } else if (assigned(id) != Expr::none) {
          memo[symbolic::index(id)] = Known::yes;
          visited.push_back(id);
          stack.push_back(assigned(id));
        } else if (const auto solve = solved_.find(id); solve != solved_.end()) {
          memo[symbolic::index(id)] = Known::yes;
          visited.push_back(id);
          stack.insert(stack.end(), solve->second->matrix.begin(), solve->second->matrix.end());
          for (const auto& right : solve->second->rightSides) stack.insert(stack.end(), right.begin(), right.end());
        } else {
          result = result && holds(leaf);
        }
        if (!result) break;
      }
    }
    // Assumptions made on the way down are known to hold only if all of them did.
    if (!result)
      for (const VariableId id : visited) memo[symbolic::index(id)] = Known::notYet;
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

  /// Parameters, modes and discrete variables: nothing that changes between two events.
  bool isHeldBetweenEvents(Expr e) {
    return all(
        e,
        [&](Expr leaf) {
          const Op op = pool_.op(leaf);
          if (op != Op::variable) return op == Op::constant || op == Op::boolean || op == Op::mode;
          const Role role = system_[pool_.variable(leaf)].role;
          return role == Role::parameter || role == Role::computed || role == Role::discrete || role == Role::held ||
                 role == Role::pre;
        },
        held_);
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

  /// A row whose derivative by its own state does not depend on that state. What an expression depends on is found once
  /// for all rows, as the columns of the Jacobian do; only where steps lie between row and state is it asked again.
  void findDiagonal() {
    std::vector<Expr> diagonal(part_.rows.size(), Expr::none);
    for (const JacobianEntry& entry : part_.jacobian)
      if (entry.row == entry.column) diagonal[entry.row] = entry.value;
    std::vector<DiagonalForm> forms;
    bool any = false;
    for (std::uint32_t i = 0; i < part_.rows.size(); ++i) {
      const Expr value = part_.rows[i].value;
      DiagonalForm form{.a = Expr::none, .b = value};
      if (part_.rows[i].differential) {
        form = split(value, diagonal[i], pool_.variable(part_.unknowns[i]));
        any = any || form.isLinear;
      }
      forms.push_back(form);
    }
    if (any) system_.features.diagonal = std::move(forms);
  }

  /// Whether an expression, steps included, does not depend on y_i. Bounded: what reaches further counts as dependent.
  bool isFree(Expr root, VariableId own) {
    constexpr std::size_t mostVisited = 200;
    std::vector<Expr>& stack = stack_;
    stack.assign(1, root);
    std::vector<VariableId>& seen = visited_;
    seen.clear();
    while (!stack.empty()) {
      const Expr e = stack.back();
      stack.pop_back();
      if (e == Expr::none) continue;
      for (const Expr leaf : walker_.leaves(e, Op::variable)) {
        const VariableId id = pool_.variable(leaf);
        if (id == own) return false;
        if (std::ranges::find(seen, id) != seen.end()) continue;
        if (assigned(id) != Expr::none) {
          stack.push_back(assigned(id));
        } else if (const auto solve = solved_.find(id); solve != solved_.end()) {
          stack.insert(stack.end(), solve->second->matrix.begin(), solve->second->matrix.end());
          for (const auto& right : solve->second->rightSides) stack.insert(stack.end(), right.begin(), right.end());
        } else {
          continue;
        }
        seen.push_back(id);
        if (seen.size() > mostVisited || stack.size() > mostVisited) return false;
      }
    }
    return true;
  }

  /// b as it stands in the row where that shows it, so that nothing cancels; else F_i - a y_i.
  DiagonalForm split(Expr value, Expr a, Expr own) {
    if (a == Expr::none) return {.a = a, .b = value, .isLinear = true};
    const bool isLinear = isFree(a, pool_.variable(own));
    if (isLinear)
      if (const auto form = symbolic::linearIn(pool_, walker_, behind(value), own);
          form && form->coefficient != Expr::none &&
          (form->rest == Expr::none || isFree(form->rest, pool_.variable(own))))
        return {.a = form->coefficient, .b = form->rest, .isLinear = true};
    return {.a = a, .b = symbolic::subtract(pool_, value, symbolic::multiply(pool_, a, own)), .isLinear = isLinear};
  }

  /// Relations that time alone decides between two events: a multiple of time on one side, what does not change
  /// beside it and on the other. Where discrete variables say when, one that has its new truth only after that time
  /// stays a zero crossing: in `time > t0` with t0 := time, it would have to be false first and then turn.
  void findTimeEvents() {
    const Expr time = pool_.time();
    for (Mode& mode : system_.modes) {
      const Expr left = behind(mode.left), right = behind(mode.right);
      const auto onLeft = symbolic::linearIn(pool_, walker_, left, time);
      const auto onRight = symbolic::linearIn(pool_, walker_, right, time);
      if (!onLeft || !onRight) continue;
      const bool isLeft = onLeft->coefficient != Expr::none;
      if (isLeft == (onRight->coefficient != Expr::none)) continue;
      const symbolic::LinearForm& side = isLeft ? *onLeft : *onRight;
      if (pool_.op(side.coefficient) != Op::constant) continue;
      const double factor = pool_.value(side.coefficient);
      const Expr other = isLeft ? right : left;
      if (factor == 0.0) continue;
      const bool rises = (factor > 0) == isLeft;
      const bool turnsAtOnce = rises ? mode.relation == Op::greaterEqual || mode.relation == Op::less
                                     : mode.relation == Op::lessEqual || mode.relation == Op::greater;
      const auto isKnown = [&](Expr e) {
        return e == Expr::none || dependsOnParametersOnly(e) || (turnsAtOnce && isHeldBetweenEvents(e));
      };
      if (!isKnown(other) || !isKnown(side.rest)) continue;
      mode.time = symbolic::subtractTerms(pool_, other, side.rest);
      if (factor != 1.0) mode.time = symbolic::divide(pool_, mode.time, side.coefficient);
      mode.rises = rises;
    }
  }

  SolvableSystem& system_;
  Pool& pool_;
  const SortedSystem& part_;
  symbolic::Walker walker_;
  std::vector<std::uint32_t> place_;  // by variable: its number in y
  std::vector<Expr> assigned_;        // by variable
  std::unordered_map<VariableId, const LinearSolve*> solved_;
  std::vector<Known> constant_, held_;  // by variable
  std::vector<Expr> stack_;
  std::vector<VariableId> visited_;
};

}  // namespace

void findFeatures(SolvableSystem& system) { FeatureFinder(system).run(); }

}  // namespace dashpot::equations
