#include "equations/state_selection.hpp"

#include "equations/blt.hpp"
#include "symbolic/differentiate.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::equations {

namespace {

using model::StateSelect;
using symbolic::Op;

class Selector {
 public:
  Selector(SolvableSystem& system, const ReducedSystem& reduced, const std::vector<bool>& wasState,
           symbolic::FunctionDerivatives& functions)
      : system_(system),
        pool_(system.flat.pool),
        reduced_(reduced),
        wasState_(wasState),
        walker_(pool_),
        partial_(pool_, &functions),
        isDummy_(system.variables.size(), false) {}

  StateSelection run() {
    for (const auto& rows : blockTriangularForm(reduced_.incidence, reduced_.matching)) block(rows);
    assignRoles();
    return std::move(result_);
  }

 private:
  struct Entry {
    std::uint32_t candidate;
    Expr coefficient;
    bool isSafe;  // constant or a function of parameters: does not vanish while integrating
  };
  struct Constraint {
    EquationId equation;
    int order = 0;  // how often it was differentiated
    std::vector<Entry> entries;
    bool isPaired = false;
  };

  [[nodiscard]] const SystemEquation& equation(EquationId id) const {
    return system_.equations[static_cast<std::size_t>(id)];
  }
  [[nodiscard]] VariableId integralOf(VariableId id) const {
    return antiderivative_.empty() ? VariableId::none : antiderivative_[symbolic::index(id)];
  }

  void findIntegrals() {
    antiderivative_.assign(system_.variables.size(), VariableId::none);
    for (std::size_t i = 0; i < system_.variables.size(); ++i)
      if (const VariableId d = system_.variables[i].derivative; d != VariableId::none)
        antiderivative_[symbolic::index(d)] = static_cast<VariableId>(i);
  }

  [[nodiscard]] int orderOf(EquationId id) const {
    int order = 0;
    for (EquationId at = equation(id).integral; at != EquationId::none; at = equation(at).integral) ++order;
    return order;
  }

  /// How much the user wants the integrals of a highest derivative as states.
  [[nodiscard]] int wish(VariableId highest) const {
    int best = 0;
    for (VariableId at = integralOf(highest); at != VariableId::none; at = integralOf(at)) {
      if (symbolic::index(at) >= system_.flat.variables.size()) continue;
      const model::Attributes& a = system_.flat[at].attributes;
      if (a.stateSelect == StateSelect::never) return -1;
      const bool fixed = a.fixed.value_or(false);
      const int own = a.stateSelect == StateSelect::always   ? 6
                      : a.stateSelect == StateSelect::prefer ? 5
                      : a.stateSelect == StateSelect::avoid  ? 1
                      : !wasState_[symbolic::index(at)]      ? 0
                      : fixed                                ? 4
                      : a.start != Expr::none                ? 3
                                                             : 2;
      best = std::max(best, own);
    }
    return best;
  }

  [[nodiscard]] StateSelect strongest(VariableId highest) const {
    StateSelect best = StateSelect::never;
    for (VariableId at = integralOf(highest); at != VariableId::none; at = integralOf(at))
      if (symbolic::index(at) < system_.flat.variables.size())
        best = std::max(best, system_.flat[at].attributes.stateSelect);
    return best;
  }

  static std::string levelName(int derivatives) {
    return derivatives == 0 ? "x" : derivatives == 1 ? "v" : fmt::format("d{}", derivatives);
  }

  bool isSafe(Expr coefficient) {
    return std::ranges::all_of(walker_.reachable(coefficient), [&](Expr e) {
      const Op op = pool_.op(e);
      if (op == Op::time || op == Op::mode || op == Op::pre) return false;
      return op != Op::variable || system_[pool_.variable(e)].role == Role::parameter ||
             system_[pool_.variable(e)].role == Role::computed;
    });
  }

  // ----------------------------------------------------------------------------------------------------- one block

  void block(const std::vector<std::uint32_t>& rows) {
    if (antiderivative_.empty()) findIntegrals();
    std::vector<Constraint> constraints;
    for (const std::uint32_t row : rows)
      if (const EquationId id = reduced_.highestEquations[row]; equation(id).integral != EquationId::none)
        constraints.push_back({.equation = id, .order = orderOf(id)});
    if (constraints.empty()) return;

    std::vector<VariableId> candidates;
    for (const std::uint32_t row : rows)
      if (const VariableId id = reduced_.highestUnknowns[reduced_.matching.unknownOf[row]];
          integralOf(id) != VariableId::none)
        candidates.push_back(id);
    // The most willing to be given up first; among equals the later ones.
    std::ranges::stable_sort(candidates, [&](VariableId a, VariableId b) {
      const int wa = wish(a), wb = wish(b);
      return wa != wb ? wa < wb : rootOf(a) > rootOf(b);
    });
    for (Constraint& constraint : constraints) findEntries(constraint, candidates);
    std::vector<bool> isTaken(candidates.size(), false);
    std::vector<std::uint32_t> taken = pairSafely(constraints, candidates, isTaken);

    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < constraints.size(); ++i)
      if (!constraints[i].isPaired) open.push_back(i);
    if (open.empty()) return;
    std::vector<std::uint32_t> left;
    for (std::uint32_t k = 0; k < candidates.size(); ++k)
      if (!isTaken[k]) left.push_back(k);
    if (takeAsWished(constraints, open, candidates, left)) return;
    const bool isUniform = std::ranges::all_of(
        open, [&](std::uint32_t i) { return constraints[i].order == constraints[open.front()].order; });
    if (isUniform && left.size() >= open.size())
      makeSet(constraints, open, candidates, taken, left);
    else
      takeByMatching(constraints, open, candidates, left);
  }

  [[nodiscard]] std::size_t rootOf(VariableId id) const {
    while (integralOf(id) != VariableId::none) id = integralOf(id);
    return symbolic::index(id);
  }

  void findEntries(Constraint& constraint, const std::vector<VariableId>& candidates) {
    const Expr residual =
        symbolic::subtract(pool_, equation(constraint.equation).left, equation(constraint.equation).right);
    const std::vector<Expr> leaves = walker_.leaves(residual, Op::variable);
    for (std::uint32_t k = 0; k < candidates.size(); ++k) {
      const Expr leaf = pool_.variable(candidates[k]);
      if (!std::ranges::binary_search(leaves, leaf)) continue;
      const Expr coefficient = partial_(residual, leaf);
      if (coefficient == Expr::none) continue;
      constraint.entries.push_back({k, coefficient, isSafe(coefficient)});
    }
  }

  /// A dummy for each level at which the equation was differentiated.
  void pair(Constraint& constraint, VariableId candidate) {
    constraint.isPaired = true;
    for (int k = 0; k < constraint.order && candidate != VariableId::none; ++k, candidate = integralOf(candidate))
      isDummy_[symbolic::index(candidate)] = true;
  }

  /// Pairs with coefficients that cannot vanish; no later candidate occurs in an earlier equation, so that the matrix
  /// of all pairs is triangular. Candidates that the user wants as states are left alone while others are to be had.
  std::vector<std::uint32_t> pairSafely(std::vector<Constraint>& constraints, const std::vector<VariableId>& candidates,
                                        std::vector<bool>& isTaken) {
    std::vector<std::uint32_t> taken;
    std::vector<bool> isUsed(candidates.size(), false);  // occurs in an equation that is paired already
    std::vector<std::uint32_t> order(constraints.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto choices = [&](const Constraint& c) {
      return std::ranges::count_if(c.entries, [](const Entry& e) { return e.isSafe; });
    };
    // Equations with the fewest choices go first.
    std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return choices(constraints[i]); });
    for (const std::uint32_t i : order) {
      Constraint& constraint = constraints[i];
      const auto found = std::ranges::find_if(constraint.entries, [&](const Entry& e) {
        return e.isSafe && !isTaken[e.candidate] && !isUsed[e.candidate] &&
               strongest(candidates[e.candidate]) < StateSelect::prefer;
      });
      if (found == constraint.entries.end()) continue;
      isTaken[found->candidate] = true;
      taken.push_back(found->candidate);
      pair(constraint, candidates[found->candidate]);
      for (const Entry& e : constraint.entries) isUsed[e.candidate] = true;
    }
    return taken;
  }

  /// Candidates that are not preferred as states, if there are just as many as equations; or all there are.
  bool takeAsWished(std::vector<Constraint>& constraints, const std::vector<std::uint32_t>& open,
                    const std::vector<VariableId>& candidates, const std::vector<std::uint32_t>& left) {
    for (const StateSelect limit :
         {StateSelect::avoid, StateSelect::standard, StateSelect::prefer, StateSelect::always}) {
      std::vector<std::uint32_t> given;
      for (const std::uint32_t k : left)
        if (strongest(candidates[k]) <= limit) given.push_back(k);
      if (given.size() < open.size()) continue;
      if (given.size() > open.size()) return false;
      return takeByMatching(constraints, open, candidates, given);
    }
    return false;
  }

  bool takeByMatching(std::vector<Constraint>& constraints, const std::vector<std::uint32_t>& open,
                      const std::vector<VariableId>& candidates, const std::vector<std::uint32_t>& given) {
    // Candidates are matched in their order, and one that is matched stays so: the most willing are taken.
    Incidence incidence;
    incidence.unknownCount = static_cast<std::uint32_t>(open.size());
    for (const std::uint32_t k : given) {
      std::vector<std::uint32_t> row;
      for (std::uint32_t i = 0; i < open.size(); ++i)
        for (const Entry& e : constraints[open[i]].entries)
          if (e.candidate == k) row.push_back(i);
      incidence.addRow(std::move(row));
    }
    const Matching matching = match(incidence);
    if (matching.size < open.size()) return false;
    for (std::uint32_t g = 0; g < given.size(); ++g)
      if (matching.unknownOf[g] != unmatched) pair(constraints[open[matching.unknownOf[g]]], candidates[given[g]]);
    return true;
  }

  // ------------------------------------------------------------------------------------------------------- state sets

  VariableId make(Role role, std::string label) {
    system_.variables.push_back({.role = role, .label = std::move(label)});
    isDummy_.push_back(false);
    antiderivative_.push_back(VariableId::none);
    return static_cast<VariableId>(system_.variables.size() - 1);
  }

  void makeSet(std::vector<Constraint>& constraints, const std::vector<std::uint32_t>& open,
               const std::vector<VariableId>& candidates, const std::vector<std::uint32_t>& taken,
               std::vector<std::uint32_t> left) {
    std::ranges::sort(left, {}, [&](std::uint32_t k) { return rootOf(candidates[k]); });
    const int order = constraints[open.front()].order;
    const std::size_t number = system_.stateSets.size();
    const std::size_t n = left.size(), m = n - open.size();
    StateSet set;
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = 0; j < n; ++j)
        set.selection.push_back(make(Role::held, fmt::format("$set[{}].selects[{}, {}]", number, i, j)));
    set.dependent = static_cast<std::uint32_t>(taken.size());
    fillJacobian(set, constraints, taken, left);

    std::vector<VariableId> above;  // the derivatives of the level at hand
    for (const std::uint32_t k : left) above.push_back(candidates[k]);
    for (const VariableId id : above) isDummy_[symbolic::index(id)] = true;
    const model::Origin origin = equation(constraints[open.front()].equation).origin;
    for (int level = 0; level < order; ++level) {
      std::vector<VariableId> at;
      for (const VariableId id : above) at.push_back(integralOf(id));
      std::vector<VariableId> states;
      for (std::size_t i = 0; i < m; ++i) {
        const VariableId state =
            make(Role::state, fmt::format("$set[{}].{}[{}]", number, levelName(order - 1 - level), i));
        const VariableId derivative = make(Role::derivative, "");
        system_.variables[symbolic::index(state)].derivative = derivative;
        system_.variables[symbolic::index(derivative)].of = state;
        antiderivative_[symbolic::index(derivative)] = state;
        define(state, set, i, at, origin);
        define(derivative, set, i, above, origin);
        keepStart(set, i, at, origin);
        states.push_back(state);
      }
      for (const VariableId id : at) isDummy_[symbolic::index(id)] = true;
      set.candidates.push_back(at);
      set.states.push_back(std::move(states));
      above = std::move(at);
    }
    // What lies at the bottom is no state, but its integral may be one: only derivatives are dummies.
    for (const VariableId id : above) isDummy_[symbolic::index(id)] = false;
    for (const std::uint32_t i : open) constraints[i].isPaired = true;
    system_.stateSets.push_back(std::move(set));
  }

  void fillJacobian(StateSet& set, const std::vector<Constraint>& constraints, const std::vector<std::uint32_t>& taken,
                    const std::vector<std::uint32_t>& left) {
    std::vector<std::uint32_t> columns = taken;
    columns.insert(columns.end(), left.begin(), left.end());
    for (const Constraint& constraint : constraints)
      for (const std::uint32_t column : columns) {
        const auto found = std::ranges::find(constraint.entries, column, &Entry::candidate);
        set.jacobian.push_back(found == constraint.entries.end() ? Expr::none : found->coefficient);
      }
  }

  Expr picked(const StateSet& set, std::size_t row, const std::vector<VariableId>& from,
              const std::function<Expr(VariableId)>& value) {
    Expr sum = Expr::none;
    for (std::size_t j = 0; j < from.size(); ++j)
      sum = symbolic::addTerms(
          pool_, sum, symbolic::multiply(pool_, pool_.variable(set.selection[row * from.size() + j]), value(from[j])));
    return sum;
  }

  EquationId addEquation(Expr left, Expr right, const model::Origin& origin) {
    system_.equations.push_back({.left = left, .right = right, .source = EquationSource::selection, .origin = origin});
    return static_cast<EquationId>(system_.equations.size() - 1);
  }

  void define(VariableId id, const StateSet& set, std::size_t row, const std::vector<VariableId>& from,
              const model::Origin& origin) {
    const Expr sum = picked(set, row, from, [&](VariableId v) { return pool_.variable(v); });
    result_.setEquations.push_back(addEquation(pool_.variable(id), sum, origin));
  }

  void keepStart(const StateSet& set, std::size_t row, const std::vector<VariableId>& from,
                 const model::Origin& origin) {
    const Expr value = picked(set, row, from, [&](VariableId v) { return pool_.variable(v); });
    const Expr start =
        picked(set, row, from, [&](VariableId v) { return symbolic::termOrZero(pool_, system_[v].start); });
    result_.setStarts.push_back(addEquation(value, start, origin));
  }

  // ------------------------------------------------------------------------------------------------------------ roles

  /// A variable is a state if its derivative is no dummy.
  void assignRoles() {
    for (std::size_t i = 0; i < system_.variables.size(); ++i) {
      SystemVariable& variable = system_.variables[i];
      const auto id = static_cast<VariableId>(i);
      if (variable.role == Role::alias || variable.role == Role::held) continue;
      const bool isState = variable.derivative != VariableId::none && !isDummy_[symbolic::index(variable.derivative)];
      if (isState) {
        variable.role = Role::state;
        result_.states.push_back(id);
      } else if (variable.role == Role::state) {
        variable.role = Role::algebraic;
      }
    }
  }

  SolvableSystem& system_;
  Pool& pool_;
  const ReducedSystem& reduced_;
  const std::vector<bool>& wasState_;
  symbolic::Walker walker_;
  symbolic::Differentiator partial_;
  std::vector<bool> isDummy_;
  std::vector<VariableId> antiderivative_;
  StateSelection result_;
};

}  // namespace

StateSelection selectStates(SolvableSystem& system, const ReducedSystem& reduced, const std::vector<bool>& wasState,
                            symbolic::FunctionDerivatives& functions) {
  return Selector(system, reduced, wasState, functions).run();
}

}  // namespace dashpot::equations
