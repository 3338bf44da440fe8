#include "equations/state_selection.hpp"

#include "equations/blt.hpp"
#include "equations/influence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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
        numbers_(system),
        influence_(system, numbers_, functions),
        isDummy_(system.variables.size(), false) {}

  StateSelection run() {
    findEquals();
    for (const auto& rows : blockTriangularForm(reduced_.incidence, reduced_.matching)) block(rows);
    assignRoles();
    return std::move(result_);
  }

 private:
  struct Entry {
    std::uint32_t candidate;
    Expr coefficient;
    bool isSafe;        // constant or a function of parameters: does not vanish while integrating
    double size = 0.0;  // how much the candidate counts, in its nominal units, by parameters and start values
  };
  static constexpr std::uint32_t unpaired = 0xffffffff;
  struct Constraint {
    EquationId equation;
    int order = 0;  // how often it was differentiated
    std::vector<Entry> entries;
    std::uint32_t pair = unpaired;  // the candidate that it determines at all its levels
  };
  using Constraints = std::vector<Constraint>;
  struct Candidate {
    VariableId highest;
    int length = 0;          // how often it can be integrated
    bool isForeign = false;  // a block before this one determines it
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

  /// Constraints a = b and a = -b: whoever wants one of them as a state is served by the other.
  void findEquals() {
    equal_.assign(system_.variables.size(), VariableId::none);
    const auto nameIn = [&](Expr e) {
      const Expr inner = pool_.op(e) == Op::negate ? pool_.operands(e)[0] : e;
      return pool_.op(inner) == Op::variable ? pool_.variable(inner) : VariableId::none;
    };
    for (const EquationId id : reduced_.highestEquations) {
      if (equation(id).integral == EquationId::none) continue;
      const VariableId a = nameIn(equation(id).left), b = nameIn(equation(id).right);
      if (a == VariableId::none || b == VariableId::none) continue;
      equal_[symbolic::index(a)] = b;
      equal_[symbolic::index(b)] = a;
    }
  }

  /// What is equal to a candidate and not up for choice with it.
  [[nodiscard]] VariableId equalElsewhere(VariableId highest) const {
    const VariableId other = equal_[symbolic::index(highest)];
    return std::ranges::find(candidates_, other, &Candidate::highest) == candidates_.end() ? other : VariableId::none;
  }

  [[nodiscard]] int orderOf(EquationId id) const {
    int order = 0;
    for (EquationId at = equation(id).integral; at != EquationId::none; at = equation(at).integral) ++order;
    return order;
  }

  /// How much the user wants the integrals of a highest derivative as states.
  [[nodiscard]] int wish(VariableId highest) const {
    const VariableId other = equalElsewhere(highest);
    const int own = ownWish(highest);
    return own < 0 || other == VariableId::none ? own : std::max(own, ownWish(other));
  }

  [[nodiscard]] int ownWish(VariableId highest) const {
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

  static std::string levelName(int derivatives) {
    return derivatives == 0 ? "x" : derivatives == 1 ? "v" : fmt::format("d{}", derivatives);
  }

  bool isSafe(Expr coefficient) {
    if (pool_.isConstant(coefficient)) return pool_.value(coefficient) != 0.0;
    const bool isFixed = std::ranges::all_of(walker_.reachable(coefficient), [&](Expr e) {
      const Op op = pool_.op(e);
      if (op == Op::time || op == Op::mode || op == Op::pre) return false;
      return op != Op::variable || system_[pool_.variable(e)].role == Role::parameter ||
             system_[pool_.variable(e)].role == Role::computed;
    });
    return isFixed && numbers_(coefficient) != 0.0;
  }

  // ----------------------------------------------------------------------------------------------------- one block

  void block(const std::vector<std::uint32_t>& rows) {
    if (antiderivative_.empty()) findIntegrals();
    Constraints constraints;
    for (const std::uint32_t row : rows)
      if (const EquationId id = reduced_.highestEquations[row]; equation(id).integral != EquationId::none)
        constraints.push_back({.equation = id, .order = orderOf(id)});
    if (constraints.empty()) return;

    candidates_.clear();
    for (const std::uint32_t row : rows)
      if (const VariableId id = reduced_.highestUnknowns[reduced_.matching.unknownOf[row]];
          integralOf(id) != VariableId::none)
        candidates_.push_back({.highest = id, .length = lengthOf(id)});
    // The most willing to be given up first; among equals the later ones.
    std::ranges::stable_sort(candidates_, [&](const Candidate& a, const Candidate& b) {
      const int wa = wish(a.highest), wb = wish(b.highest);
      return wa != wb ? wa < wb : rootOf(a.highest) > rootOf(b.highest);
    });
    addForeignCandidates(constraints);
    for (Constraint& constraint : constraints) findEntries(constraint);
    pairSafely(constraints);

    int highest = 0;
    for (const Constraint& constraint : constraints) highest = std::max(highest, constraint.order);
    for (int level = 1; level <= highest;) {
      const Choice choice = choiceAt(constraints, level);
      int last = level;
      while (last < highest && choiceAt(constraints, last + 1) == choice) ++last;
      decide(constraints, choice, level, last);
      level = last + 1;
    }
  }

  /// Where the user wants a variable of this block as a state, one of an earlier block can be given up for it: in
  /// m = rho(p)*V with der(m) known, p takes the place of m.
  void addForeignCandidates(const Constraints& constraints) {
    const auto isWanted = [&](std::uint32_t k) {
      return strongest(k, 1, candidates_[k].length) >= StateSelect::prefer;
    };
    bool hasWanted = false;
    for (std::uint32_t k = 0; k < candidates_.size(); ++k) hasWanted = hasWanted || isWanted(k);
    if (!hasWanted) return;
    const std::size_t own = candidates_.size();
    for (const Constraint& constraint : constraints)
      for (const Expr side : {equation(constraint.equation).left, equation(constraint.equation).right})
        for (const Expr leaf : walker_.leaves(side, Op::variable)) {
          const VariableId id = pool_.variable(leaf);
          const bool isKnown = std::ranges::find(candidates_, id, &Candidate::highest) != candidates_.end();
          if (isKnown || system_[id].derivative != VariableId::none || isDummy_[symbolic::index(id)] ||
              integralOf(id) == VariableId::none)
            continue;
          candidates_.push_back({.highest = id, .length = lengthOf(id), .isForeign = true});
          if (isWanted(static_cast<std::uint32_t>(candidates_.size() - 1))) candidates_.pop_back();
        }
    std::ranges::stable_sort(candidates_.begin() + static_cast<std::ptrdiff_t>(own), candidates_.end(), {},
                             [&](const Candidate& c) { return wish(c.highest); });
  }

  /// The choice at a level k: k-fold integrals of candidates, to be determined by k-fold integrals of
  /// constraints.
  struct Choice {
    std::vector<std::uint32_t> constraints;  // all of the level
    std::vector<std::uint32_t> taken;        // candidates that are paired safely
    std::vector<std::uint32_t> open;         // constraints that are not paired
    std::vector<std::uint32_t> left;         // candidates that are not taken
    bool operator==(const Choice&) const = default;
  };

  [[nodiscard]] Choice choiceAt(const Constraints& constraints, int level) const {
    Choice choice;
    std::vector<bool> isTaken(candidates_.size(), false);
    for (std::uint32_t i = 0; i < constraints.size(); ++i) {
      if (constraints[i].order < level) continue;
      choice.constraints.push_back(i);
      if (constraints[i].pair == unpaired) {
        choice.open.push_back(i);
      } else {
        isTaken[constraints[i].pair] = true;
        choice.taken.push_back(constraints[i].pair);
      }
    }
    for (std::uint32_t k = 0; k < candidates_.size(); ++k)
      if (!isTaken[k] && !candidates_[k].isForeign && candidates_[k].length >= level) choice.left.push_back(k);
    return choice;
  }

  void decide(const Constraints& constraints, const Choice& choice, int first, int last) {
    for (const std::uint32_t k : choice.taken) makeDummies(k, first, last);
    if (choice.open.empty() || takeAsWished(constraints, choice, first, last)) return;
    if (choice.left.size() > choice.open.size()) {
      makeSet(constraints, choice, first, last);
    } else {
      for (const std::uint32_t k : choice.left) makeDummies(k, first, last);
    }
  }

  [[nodiscard]] int lengthOf(VariableId id) const {
    int length = 0;
    while ((id = integralOf(id)) != VariableId::none) ++length;
    return length;
  }

  [[nodiscard]] std::size_t rootOf(VariableId id) const {
    while (integralOf(id) != VariableId::none) id = integralOf(id);
    return symbolic::index(id);
  }

  /// The `level`-fold integral of a candidate's highest derivative.
  [[nodiscard]] VariableId atLevel(std::uint32_t candidate, int level) const {
    VariableId id = candidates_[candidate].highest;
    for (; level > 0; --level) id = integralOf(id);
    return id;
  }

  /// Its integrals from the first to the last level are no states.
  void makeDummies(std::uint32_t candidate, int first, int last) {
    for (int level = first; level <= last; ++level) isDummy_[symbolic::index(atLevel(candidate, level - 1))] = true;
  }

  void findEntries(Constraint& constraint) {
    const Expr residual =
        symbolic::subtract(pool_, equation(constraint.equation).left, equation(constraint.equation).right);
    const std::vector<Expr> leaves = walker_.leaves(residual, Op::variable);
    for (std::uint32_t k = 0; k < candidates_.size(); ++k) {
      const Expr leaf = pool_.variable(candidates_[k].highest);
      if (!std::ranges::binary_search(leaves, leaf)) continue;
      const Expr coefficient = influence_.coefficient(residual, candidates_[k].highest);
      if (coefficient == Expr::none) continue;
      const bool safe = isSafe(coefficient);
      constraint.entries.push_back({k, coefficient, safe, sizeOf(coefficient, safe, k)});
    }
  }

  /// A coefficient that has no number yet counts as one if it cannot vanish, and else as nothing.
  double sizeOf(Expr coefficient, bool isSafe, std::uint32_t candidate) {
    return influence_.size(coefficient, atLevel(candidate, 1)).value_or(isSafe ? 1.0 : 0.0);
  }

  /// Whether the model itself has a variable for the first integral. In der(p) = T(q)*u nobody gave der(p) a start
  /// value, and it is what T(q)*u is, however large T may be.
  [[nodiscard]] bool hasName(std::uint32_t candidate) const {
    return symbolic::index(atLevel(candidate, 1)) < system_.flat.variables.size();
  }

  /// Pairs with coefficients that cannot vanish, at all levels of the constraint; no later candidate occurs in an
  /// earlier equation, so that the matrix of all pairs is triangular. Candidates that the user wants as states are left
  /// alone while others are to be had. What a constraint hardly depends on is determined by it badly: every error of
  /// the others counts many times.
  void pairSafely(Constraints& constraints) {
    std::vector<bool> isTaken(candidates_.size(), false);
    std::vector<bool> isUsed(candidates_.size(), false);  // occurs in an equation that is paired already
    std::vector<std::uint32_t> order(constraints.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto choices = [&](const Constraint& c) {
      return std::ranges::count_if(c.entries, [](const Entry& e) { return e.isSafe; });
    };
    // Equations with the fewest choices go first.
    std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return choices(constraints[i]); });
    for (const std::uint32_t i : order) {
      Constraint& constraint = constraints[i];
      const auto isWanted = [&](const Entry& e) {
        return strongest(e.candidate, 1, constraint.order) >= StateSelect::prefer;
      };
      const bool hasWanted = std::ranges::any_of(constraint.entries, isWanted);
      double largest = 0.0;
      for (const Entry& e : constraint.entries) largest = std::max(largest, e.size);
      const auto isPossible = [&](const Entry& e) {
        const Candidate& candidate = candidates_[e.candidate];
        return e.isSafe && (e.size >= smallestShare * largest || !hasName(e.candidate)) && !isTaken[e.candidate] &&
               !isUsed[e.candidate] && !isWanted(e) &&
               (!candidate.isForeign || (hasWanted && candidate.length >= constraint.order));
      };
      // A rate is what its equation says, so that the choice among the others stays open.
      auto found = std::ranges::find_if(constraint.entries,
                                        [&](const Entry& e) { return !hasName(e.candidate) && isPossible(e); });
      if (found == constraint.entries.end()) found = std::ranges::find_if(constraint.entries, isPossible);
      if (found == constraint.entries.end()) continue;
      isTaken[found->candidate] = true;
      constraint.pair = found->candidate;
      for (const Entry& e : constraint.entries) isUsed[e.candidate] = true;
    }
  }

  /// The strongest wish of the user about a candidate's integrals from the first to the last level.
  [[nodiscard]] StateSelect strongest(std::uint32_t candidate, int first, int last) const {
    const VariableId highest = candidates_[candidate].highest;
    const VariableId other = candidates_[candidate].isForeign ? VariableId::none : equalElsewhere(highest);
    StateSelect best = StateSelect::never;
    for (VariableId start : {highest, other})
      for (int level = 1; level <= last && start != VariableId::none; ++level) {
        start = integralOf(start);
        if (level >= first && start != VariableId::none && symbolic::index(start) < system_.flat.variables.size())
          best = std::max(best, system_.flat[start].attributes.stateSelect);
      }
    return best;
  }

  /// Candidates that are not preferred as states, if there are just as many as equations; or all there are.
  bool takeAsWished(const Constraints& constraints, const Choice& choice, int first, int last) {
    for (const StateSelect limit :
         {StateSelect::avoid, StateSelect::standard, StateSelect::prefer, StateSelect::always}) {
      std::vector<std::uint32_t> given;
      for (const std::uint32_t k : choice.left)
        if (strongest(k, first, last) <= limit) given.push_back(k);
      if (given.size() < choice.open.size()) continue;
      if (given.size() > choice.open.size() || !areDetermined(constraints, choice, given)) return false;
      for (const std::uint32_t k : given) makeDummies(k, first, last);
      return true;
    }
    return false;
  }

  /// Whether the constraints can determine these candidates and those taken already: by structure.
  [[nodiscard]] static bool areDetermined(const Constraints& constraints, const Choice& choice,
                                          std::vector<std::uint32_t> candidates) {
    candidates.insert(candidates.end(), choice.taken.begin(), choice.taken.end());
    Incidence incidence;
    incidence.unknownCount = static_cast<std::uint32_t>(candidates.size());
    for (const std::uint32_t i : choice.constraints) {
      std::vector<std::uint32_t> row;
      for (std::uint32_t k = 0; k < candidates.size(); ++k)
        if (std::ranges::find(constraints[i].entries, candidates[k], &Entry::candidate) != constraints[i].entries.end())
          row.push_back(k);
      incidence.addRow(std::move(row));
    }
    return match(incidence).perfect();
  }

  // ------------------------------------------------------------------------------------------------------- state sets

  VariableId make(Role role, std::string label) {
    system_.variables.push_back({.role = role, .label = std::move(label)});
    isDummy_.push_back(false);
    antiderivative_.push_back(VariableId::none);
    return static_cast<VariableId>(system_.variables.size() - 1);
  }

  void makeSet(const Constraints& constraints, const Choice& choice, int first, int last) {
    std::vector<std::uint32_t> left = choice.left;
    std::ranges::sort(left, {}, [&](std::uint32_t k) { return rootOf(candidates_[k].highest); });
    const std::size_t number = system_.stateSets.size();
    const std::size_t n = left.size(), m = n - choice.open.size();
    StateSet set;
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = 0; j < n; ++j)
        set.selection.push_back(make(Role::held, fmt::format("$set[{}].selects[{}, {}]", number, i, j)));
    set.dependent = static_cast<std::uint32_t>(choice.taken.size());
    fillJacobian(set, constraints, choice, left);

    const model::Origin origin = equation(constraints[choice.open.front()].equation).origin;
    for (int level = first; level <= last; ++level) {
      std::vector<VariableId> at, rates;
      for (const std::uint32_t k : left) at.push_back(atLevel(k, level)), rates.push_back(atLevel(k, level - 1));
      std::vector<VariableId> states;
      for (std::size_t i = 0; i < m; ++i) {
        const VariableId state = make(Role::state, fmt::format("$set[{}].{}[{}]", number, levelName(last - level), i));
        const VariableId derivative = make(Role::derivative, "");
        system_.variables[symbolic::index(state)].derivative = derivative;
        system_.variables[symbolic::index(derivative)].of = state;
        antiderivative_[symbolic::index(derivative)] = state;
        define(state, set, i, at, origin);
        define(derivative, set, i, rates, origin);
        keepStart(set, i, at, origin);
        states.push_back(state);
      }
      set.candidates.push_back(std::move(at));
      set.states.push_back(std::move(states));
    }
    for (const std::uint32_t k : left) makeDummies(k, first, last);
    system_.stateSets.push_back(std::move(set));
  }

  void fillJacobian(StateSet& set, const Constraints& constraints, const Choice& choice,
                    const std::vector<std::uint32_t>& left) {
    std::vector<std::uint32_t> columns = choice.taken;
    columns.insert(columns.end(), left.begin(), left.end());
    for (const std::uint32_t i : choice.constraints)
      for (const std::uint32_t column : columns) {
        const auto found = std::ranges::find(constraints[i].entries, column, &Entry::candidate);
        set.jacobian.push_back(found == constraints[i].entries.end() ? Expr::none : found->coefficient);
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
  ParameterNumbers numbers_;
  Influence influence_;
  std::vector<Candidate> candidates_;  // of the block at hand
  std::vector<bool> isDummy_;
  std::vector<VariableId> antiderivative_;
  std::vector<VariableId> equal_;  // by highest derivative
  StateSelection result_;
};

}  // namespace

StateSelection selectStates(SolvableSystem& system, const ReducedSystem& reduced, const std::vector<bool>& wasState,
                            symbolic::FunctionDerivatives& functions) {
  return Selector(system, reduced, wasState, functions).run();
}

}  // namespace dashpot::equations
