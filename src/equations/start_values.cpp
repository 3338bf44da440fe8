#include "equations/start_values.hpp"

#include "symbolic/zero_terms.hpp"

#include <algorithm>

namespace dashpot::equations {

using model::Variability;
using symbolic::Op;

namespace {

/// The variable that is kept for this one, with its sign.
Expr keptOf(SolvableSystem& system, VariableId id) {
  const SystemVariable& variable = system[id];
  if (variable.role != Role::alias) return system.flat.pool.variable(id);
  const Expr of = system.flat.pool.variable(variable.of);
  return variable.negated ? symbolic::negate(system.flat.pool, of) : of;
}

}  // namespace

void StartValues::inheritFromAliases() {
  owner_.resize(system_.variables.size());
  for (std::size_t i = 0; i < owner_.size(); ++i) owner_[i] = static_cast<VariableId>(i);
  for (std::size_t i = 0; i < system_.flat.variables.size(); ++i) {
    const SystemVariable& alias = system_.variables[i];
    if (alias.role != Role::alias) continue;
    SystemVariable& kept = system_.variables[symbolic::index(alias.of)];
    if (kept.nominal == Expr::none) kept.nominal = alias.nominal;
    const model::StateSelect wish = system_.flat.variables[i].attributes.stateSelect;
    model::StateSelect& ofKept = system_.flat.variables[symbolic::index(alias.of)].attributes.stateSelect;
    if (wish >= model::StateSelect::prefer) ofKept = std::max(ofKept, wish);
    if (alias.start == Expr::none) continue;
    VariableId& owner = owner_[symbolic::index(alias.of)];
    const auto id = static_cast<VariableId>(i);
    if (kept.start != Expr::none && !rankOf(id).isStrongerThan(rankOf(owner))) continue;
    kept.start = asStartOfKept(id);
    owner = id;
  }
  noteLostAliases();
}

/// The start value of an alias as one of the variable that is kept.
Expr StartValues::asStartOfKept(VariableId id) {
  const Expr start = system_.flat[id].attributes.start;
  return system_[id].negated ? symbolic::negate(pool(), start) : start;
}

void StartValues::noteLostAliases() {
  for (std::size_t i = 0; i < system_.flat.variables.size(); ++i) {
    const auto id = static_cast<VariableId>(i);
    const VariableId root = system_[id].role == Role::alias ? system_[id].of : id;
    const VariableId owner = owner_[symbolic::index(root)];
    if (owner == id || system_.flat[id].attributes.start == Expr::none || asStartOfKept(id) == system_[root].start)
      continue;
    noteLost(id, {owner});
  }
}

void StartValues::noteLost(VariableId id, std::vector<VariableId> rivals) {
  StartRank rank = rankOf(id);
  const auto isGiven = [&](VariableId rival) { return rankOf(rival).isGiven || rankOf(rival).isFixed; };
  const bool isDisputed =
      rank.isGiven && std::ranges::any_of(rivals, isGiven) && std::ranges::none_of(rivals, [&](VariableId rival) {
        return isGiven(rival) && rankOf(rival).level < rank.level;
      });
  if (isDisputed) std::erase_if(rivals, [&](VariableId rival) { return !isGiven(rival); });
  system_.lostStarts.push_back({id, std::move(rivals), isDisputed, std::move(rank.parameters)});
}

Expr StartValues::own(VariableId id) const {
  const Expr own = system_.flat[id].attributes.start;
  return own != Expr::none ? own : system_[id].start;
}

std::vector<VariableId> StartValues::byRank(const std::vector<VariableId>& states,
                                            const std::vector<bool>& isDifferentiated) const {
  std::vector<VariableId> order;
  for (const VariableId state : states)
    if (symbolic::index(state) < system_.flat.variables.size() && !system_.flat[state].attributes.fixed.value_or(false))
      order.push_back(state);
  const std::size_t statesAlone = order.size();
  std::vector<bool> isInSet(system_.variables.size(), false);
  forEachSetLevel([&](const std::vector<VariableId>& candidates) {
    for (const VariableId id : candidates) isInSet[symbolic::index(id)] = true;
    for (const VariableId id : strongestOf(candidates)) order.push_back(id);
  });
  for (std::size_t i = 0; i < system_.flat.variables.size(); ++i)
    if (const auto id = static_cast<VariableId>(i); isDifferentiated[i] && !isInSet[i] &&
                                                    isContinuous(system_[id].role) && system_[id].role != Role::state &&
                                                    rankThatCounts(id).isGiven && !rankThatCounts(id).isFixed)
      order.push_back(id);
  if (order.size() == statesAlone) return order;
  std::ranges::stable_sort(order, {}, [&](VariableId id) {
    const StartRank rank = rankThatCounts(id);
    return rank.isGiven ? rank.level : model::noLevel;
  });
  return order;
}

bool StartValues::yieldsToSets(VariableId id) const {
  if (system_[id].role == Role::state || system_.stateSets.empty()) return false;
  const model::Level level = rankThatCounts(id).level;
  bool yields = true;
  forEachSetLevel([&](const Candidates& candidates) {
    yields = yields && std::ranges::find(candidates, id) == candidates.end() &&
             std::ranges::any_of(candidates, [&](VariableId other) {
               const StartRank rank = rankThatCounts(other);
               return rank.isFixed || (rank.isGiven && rank.level <= level);
             });
  });
  return yields;
}

void StartValues::forEachSetLevel(const std::function<void(const Candidates&)>& visit) const {
  for (const StateSet& set : system_.stateSets)
    for (std::vector<VariableId> candidates : set.candidates) {
      std::erase_if(candidates, [&](VariableId id) { return symbolic::index(id) >= owner_.size(); });
      visit(candidates);
    }
}

/// The candidates of a state set whose start values were given further out than others'. Among equals the set chooses
/// by the numbers.
StartValues::Candidates StartValues::strongestOf(Candidates candidates) const {
  model::Level strongest = model::noLevel;
  for (const VariableId id : candidates)
    if (const StartRank rank = rankThatCounts(id); rank.isFixed)
      return {};
    else if (rank.isGiven)
      strongest = std::min(strongest, rank.level);
  const std::size_t all = candidates.size();
  std::erase_if(candidates, [&](VariableId id) {
    const StartRank rank = rankThatCounts(id);
    return !rank.isGiven || rank.level != strongest;
  });
  return candidates.size() < all ? candidates : std::vector<VariableId>{};
}

/// Start values of candidates of a state set, of which there are more than states.
void StartValues::noteRivalsInSets() {
  forEachSetLevel([&](const Candidates& candidates) {
    std::vector<VariableId> owners;
    for (const VariableId id : candidates)
      if (const StartRank rank = rankThatCounts(id); rank.isFixed)
        return;
      else if (system_[id].start != Expr::none)
        owners.push_back(owner_[symbolic::index(id)]);
    for (const VariableId owner : owners) {
      std::vector<VariableId> rivals = owners;
      std::erase(rivals, owner);
      if (!rivals.empty()) noteLost(owner, std::move(rivals));
    }
  });
}

void StartValues::noteLost(const EquationSystem& system, const Incidence& incidence, const Matching& matching,
                           std::size_t mandatory) {
  constexpr std::size_t mostEquations = 1000, mostRivals = 3;
  for (std::size_t i = mandatory; i < system.equations.size(); ++i) {
    const VariableId lost = ownerOf(system.equations[i]);
    if (matching.unknownOf[i] != unmatched || lost == VariableId::none) continue;
    std::vector<std::uint32_t> path{static_cast<std::uint32_t>(i)};
    std::unordered_set<std::uint32_t> seen(path.begin(), path.end());
    std::vector<VariableId> rivals;
    bool isFixedByOthers = false;  // what is fixed counts, and the lost value was a guess
    for (std::size_t k = 0; k < path.size() && path.size() < mostEquations; ++k)
      for (const std::uint32_t unknown : incidence.row(path[k])) {
        const std::uint32_t holder = matching.equationOf[unknown];
        if (holder == unmatched || !seen.insert(holder).second) continue;
        path.push_back(holder);
        const VariableId rival = ownerOf(system.equations[holder]);
        isFixedByOthers = isFixedByOthers || (holder < mandatory && isOfStart(system.equations[holder]));
        if (rival != VariableId::none && rivals.size() < mostRivals) rivals.push_back(rival);
      }
    if (!rivals.empty() && !isFixedByOthers) noteLost(lost, std::move(rivals));
  }
  noteRivalsInSets();
}

bool StartValues::isOfStart(EquationId id) const {
  const EquationSource source = system_.equations[static_cast<std::size_t>(id)].source;
  return source == EquationSource::startValue || source == EquationSource::initial;
}

/// The variable whose start value this equation is; none: it is another equation.
VariableId StartValues::ownerOf(EquationId id) const {
  const SystemEquation& e = system_.equations[static_cast<std::size_t>(id)];
  if (e.source != EquationSource::startValue || e.index >= owner_.size()) return VariableId::none;
  const VariableId owner = owner_[e.index];
  const bool isStart =
      system_.flat[owner].variability > Variability::parameter && system_.flat[owner].attributes.start != Expr::none;
  return isStart ? owner : VariableId::none;
}

void StartValues::addEquation(VariableId id, Expr value, std::vector<EquationId>& list) {
  const bool isFlat = symbolic::index(id) < system_.flat.variables.size();
  const Expr start = symbolic::termOrZero(pool(), value);
  Expr left = keptOf(system_, id), right = start;
  if (pool().op(left) == Op::negate) left = pool().operands(left)[0], right = symbolic::negate(pool(), right);
  if (!given_.insert(static_cast<std::uint64_t>(left) << 32 | static_cast<std::uint64_t>(right)).second) return;
  system_.equations.push_back({left, right, EquationSource::startValue, static_cast<std::uint32_t>(id),
                               isFlat ? system_.flat[id].origin : model::Origin{}});
  list.push_back(static_cast<EquationId>(system_.equations.size() - 1));
}

}  // namespace dashpot::equations
