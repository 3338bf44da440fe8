// equations/start_values.hpp
//
// Which start values a model starts from where several meet: of aliases, of variables that constraints tie together,
// of the candidates of a state set. The ranks are those of start_rank.hpp; what lost against another is noted, for the
// message that names both.
#pragma once

#include "equations/matching.hpp"
#include "equations/solvable_system.hpp"
#include "equations/start_rank.hpp"

#include <functional>
#include <unordered_set>

namespace dashpot::equations {

class StartValues {
 public:
  explicit StartValues(SolvableSystem& system) : system_(system) {}

  /// Start and nominal of an alias count for the variable it stands for; of several start values the strongest
  /// counts. A wish that it be a state is one for both.
  void inheritFromAliases();

  /// As it stands at the variable itself, else the one that it inherited.
  [[nodiscard]] Expr own(VariableId id) const;

  /// The variables whose start values, which are not fixed, fill what is left: the states; before those whose start
  /// value nobody gave, variables that constraints made dependent and that were given one. `isDifferentiated[v]`:
  /// der(v) occurs.
  [[nodiscard]] std::vector<VariableId> byRank(const std::vector<VariableId>& states,
                                               const std::vector<bool>& isDifferentiated) const;

  /// Whether a variable that constraints made dependent leaves the start to the state sets: their candidates have start
  /// values as strong as its own, and there are as many of them as are needed at each level of differentiation. Its own
  /// beside some of theirs may say too much of the speeds and too little of the positions.
  [[nodiscard]] bool yieldsToSets(VariableId id) const;

  /// Appends the equation id = value to the system and to the list, unless it was given already in the same words.
  void addEquation(VariableId id, Expr value, std::vector<EquationId>& list);

  /// Start values that were given and found no place, and those in whose stead others are used. The first `mandatory`
  /// equations are no guesses.
  void noteLost(const EquationSystem& system, const Incidence& incidence, const Matching& matching,
                std::size_t mandatory);

 private:
  using Candidates = std::vector<VariableId>;

  Pool& pool() { return system_.flat.pool; }
  [[nodiscard]] StartRank rankOf(VariableId id) const { return rankOfStart(system_.flat, id); }
  /// Of the start value that counts for this variable.
  [[nodiscard]] StartRank rankThatCounts(VariableId id) const { return rankOf(owner_[symbolic::index(id)]); }
  Expr asStartOfKept(VariableId alias);
  void noteLostAliases();
  void noteRivalsInSets();
  void noteLost(VariableId id, std::vector<VariableId> rivals);
  void forEachSetLevel(const std::function<void(const Candidates&)>& visit) const;
  [[nodiscard]] Candidates strongestOf(Candidates candidates) const;
  [[nodiscard]] bool isOfStart(EquationId id) const;
  [[nodiscard]] VariableId ownerOf(EquationId id) const;

  SolvableSystem& system_;
  std::vector<VariableId> owner_;            // by variable: itself or the alias whose start value it has
  std::unordered_set<std::uint64_t> given_;  // by variable and value
};

}  // namespace dashpot::equations
