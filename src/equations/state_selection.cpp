#include "equations/state_selection.hpp"

#include "equations/blt.hpp"
#include "equations/influence.hpp"
#include "equations/state_exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <unordered_set>
#include <utility>

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
    followWishes();
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

  static constexpr int startWish = 3;  // for a state that has a start value
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
                      : a.start != Expr::none                ? startWish
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

  void block(std::span<const std::uint32_t> rows) {
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
    for (const Constraint& constraint : constraints)
      for (const Expr side : {equation(constraint.equation).left, equation(constraint.equation).right})
        for (const Expr leaf : walker_.leaves(side, Op::variable)) isConstrained_.insert(pool_.variable(leaf));
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
    // One that a constraint before this one names comes last: what that determines may follow from it in turn.
    std::ranges::stable_sort(
        candidates_.begin() + static_cast<std::ptrdiff_t>(own), candidates_.end(), {},
        [&](const Candidate& c) { return std::pair(isConstrained_.contains(c.highest), wish(c.highest)); });
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
    if (choice.open.empty()) return remember(constraints, choice, {}, last);
    const bool leavesNothing = choice.left.size() <= choice.open.size() && first == last;
    if (leavesNothing && giveEqualsUp(constraints, choice, first)) return;
    if (takeAsWished(constraints, choice, first, last)) return;
    if (choice.left.size() > choice.open.size()) return makeSet(constraints, choice, first, last);
    for (const std::uint32_t k : choice.left) makeDummies(k, first, last);
    remember(constraints, choice, choice.left, last);
  }

  /// The integral at a level that a candidate itself does not reach, but what is equal to it does: of the angular velocity
  /// of a rod, which is that of a joint, the angle of the joint. None: there is none.
  [[nodiscard]] VariableId integralOfEqual(std::uint32_t candidate, int level) const {
    if (candidates_[candidate].isForeign || candidates_[candidate].length >= level) return VariableId::none;
    VariableId at = equalElsewhere(candidates_[candidate].highest);
    for (; level > 0 && at != VariableId::none; --level) at = integralOf(at);
    return at != VariableId::none && symbolic::index(at) < system_.flat.variables.size() ? at : VariableId::none;
  }

  /// Where a position that must be a state would have to go, another one goes that is no candidate itself: of an engine
  /// the angle of the connecting rod, not that of the crank. False: there is none.
  bool giveEqualsUp(const Constraints& constraints, const Choice& choice, int level) {
    std::vector<std::uint32_t> given, others;
    for (const std::uint32_t k : choice.left)
      if (strongest(k, level, level) < StateSelect::always) given.push_back(k);
    if (given.size() == choice.left.size()) return false;
    for (std::uint32_t k = 0; k < candidates_.size(); ++k)
      if (const VariableId q = integralOfEqual(k, level);
          q != VariableId::none && system_.flat[q].attributes.stateSelect < StateSelect::always)
        others.push_back(k);
    if (given.size() + others.size() != choice.open.size()) return false;
    std::vector<std::uint32_t> all = given;
    all.insert(all.end(), others.begin(), others.end());
    if (!determination(constraints, choice, all).perfect()) return false;
    for (const std::uint32_t k : given) makeDummies(k, level, level);
    for (const std::uint32_t k : others)
      isDummy_[symbolic::index(system_[integralOfEqual(k, level)].derivative)] = true;
    return true;
  }

  /// Which derivative each constraint determines, where all are of the first order: for followWishes().
  void remember(const Constraints& constraints, const Choice& choice, std::vector<std::uint32_t> candidates, int last) {
    const auto matching = determination(constraints, choice, candidates);
    if (last > 1 || !matching.perfect()) return;
    for (std::size_t row = 0; row < choice.constraints.size(); ++row) {
      const Candidate& determined = candidates_[candidates[matching.unknownOf[row]]];
      if (determined.length == 1)
        definitions_.push_back({constraints[choice.constraints[row]].equation, determined.highest});
    }
  }

  /// A variable that the user prefers as a state, and that follows from one that he does not, takes its place.
  void followWishes() {
    const auto isWished = [&](std::size_t variable) {
      return variable < system_.flat.variables.size() &&
             system_.flat.variables[variable].attributes.stateSelect >= StateSelect::prefer;
    };
    std::vector<VariableId> wanted;
    for (std::size_t i = 0; i < system_.flat.variables.size(); ++i)
      if (const VariableId rate = system_.variables[i].derivative;
          rate != VariableId::none && isDummy_[symbolic::index(rate)] && isWished(i))
        wanted.push_back(rate);
    if (wanted.empty()) return;
    const ExchangeRules rules{.alternatives = [&](EquationId id) { return safelyDetermined(id); },
                              .isFree =
                                  [&](VariableId rate) {
                                    const VariableId state = integralOf(rate);
                                    return state != VariableId::none && lengthOf(rate) == 1 &&
                                           !isDummy_[symbolic::index(rate)] &&
                                           symbolic::index(state) < system_.flat.variables.size() &&
                                           !isWished(symbolic::index(state));
                                  }};
    for (const auto& [rate, givenUp] : exchangeStates(definitions_, wanted, rules))
      isDummy_[symbolic::index(rate)] = false, isDummy_[symbolic::index(givenUp)] = true;
  }

  /// The derivatives whose coefficients in an equation cannot vanish.
  std::vector<VariableId> safelyDetermined(EquationId id) {
    const Expr residual = symbolic::subtract(pool_, equation(id).left, equation(id).right);
    std::vector<VariableId> result;
    const symbolic::Walker::Leaves leaves = walker_.leaves(residual, Op::variable);
    for (const Expr leaf : leaves) {
      const VariableId rate = pool_.variable(leaf);
      if (integralOf(rate) == VariableId::none || system_[rate].derivative != VariableId::none) continue;
      const Expr coefficient = influence_.coefficient(residual, rate);
      if (coefficient != Expr::none && isSafe(coefficient)) result.push_back(rate);
    }
    return result;
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
    const symbolic::Walker::Leaves leaves = walker_.leaves(residual, Op::variable);
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
    pairLast(constraints, isTaken);
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
      if (constraint.pair != unpaired) continue;
      const Entry* found = firstChoice(constraint, [&](std::uint32_t k) { return !isTaken[k] && !isUsed[k]; });
      if (!found) continue;
      isTaken[found->candidate] = true;
      constraint.pair = found->candidate;
      for (const Entry& e : constraint.entries) isUsed[e.candidate] = true;
    }
  }

  /// From the end of the triangle: a constraint whose first choice occurs in no other one that is left takes it; where
  /// there is none, one takes another candidate like that, if nobody gave it a start value. So a chain of definitions
  /// gives up all but what it begins with.
  void pairLast(Constraints& constraints, std::vector<bool>& isTaken) const {
    std::vector<std::size_t> occurs(candidates_.size(), 0);  // in constraints that are left
    for (const Constraint& constraint : constraints)
      for (const Entry& e : constraint.entries) ++occurs[e.candidate];
    const auto isLeft = [&](std::uint32_t k) { return !isTaken[k]; };
    const auto isAlone = [&](std::uint32_t k) { return isLeft(k) && occurs[k] == 1; };
    const auto isUnstarted = [&](std::uint32_t k) { return isAlone(k) && wish(candidates_[k].highest) < startWish; };
    const auto pair = [&](Constraint& constraint, const Entry* found) {
      if (!found || !isAlone(found->candidate)) return false;
      isTaken[found->candidate] = true;
      constraint.pair = found->candidate;
      for (const Entry& e : constraint.entries) --occurs[e.candidate];
      return true;
    };
    const auto pairOne = [&](const auto& isFree) {
      return std::ranges::any_of(constraints, [&](Constraint& constraint) {
        return constraint.pair == unpaired && pair(constraint, firstChoice(constraint, isFree));
      });
    };
    while (pairOne(isLeft) || pairOne(isUnstarted)) {
    }
  }

  /// The candidate that a constraint should determine of those that are free; null: there is none.
  template <class IsFree>
  [[nodiscard]] const Entry* firstChoice(const Constraint& constraint, IsFree isFree) const {
    const auto isWanted = [&](const Entry& e) {
      return strongest(e.candidate, 1, constraint.order) >= StateSelect::prefer;
    };
    const bool hasWanted = std::ranges::any_of(constraint.entries, isWanted);
    double largest = 0.0;
    for (const Entry& e : constraint.entries) largest = std::max(largest, e.size);
    const auto isPossible = [&](const Entry& e) {
      const Candidate& candidate = candidates_[e.candidate];
      return e.isSafe && (e.size >= smallestShare * largest || !hasName(e.candidate)) && isFree(e.candidate) &&
             !isWanted(e) && (!candidate.isForeign || (hasWanted && candidate.length >= constraint.order));
    };
    // A rate is what its equation says, so that the choice among the others stays open.
    auto found = std::ranges::find_if(constraint.entries,
                                      [&](const Entry& e) { return !hasName(e.candidate) && isPossible(e); });
    if (found == constraint.entries.end()) found = std::ranges::find_if(constraint.entries, isPossible);
    return found == constraint.entries.end() ? nullptr : &*found;
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
      std::vector<std::uint32_t> all = given;
      if (given.size() > choice.open.size() || !determination(constraints, choice, all).perfect()) return false;
      for (const std::uint32_t k : given) makeDummies(k, first, last);
      remember(constraints, choice, given, last);
      return true;
    }
    return false;
  }

  /// Which of these candidates, to which those taken already are added, the constraints can determine: by structure.
  [[nodiscard]] static Matching determination(const Constraints& constraints, const Choice& choice,
                                              std::vector<std::uint32_t>& candidates) {
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
    return match(incidence);
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
  std::unordered_set<VariableId> isConstrained_;  // a constraint of a block before this one names it
  std::vector<VariableId> antiderivative_;
  std::vector<VariableId> equal_;  // by highest derivative
  std::vector<Definition> definitions_;
  StateSelection result_;
};

}  // namespace

StateSelection selectStates(SolvableSystem& system, const ReducedSystem& reduced, const std::vector<bool>& wasState,
                            symbolic::FunctionDerivatives& functions) {
  return Selector(system, reduced, wasState, functions).run();
}

}  // namespace dashpot::equations
