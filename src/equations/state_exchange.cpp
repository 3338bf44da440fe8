#include "equations/state_exchange.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace dashpot::equations {

namespace {

class Exchanger {
 public:
  Exchanger(const std::vector<Definition>& definitions, const std::vector<VariableId>& wanted,
            const ExchangeRules& rules)
      : definitions_(definitions), wanted_(wanted.begin(), wanted.end()), rules_(rules) {
    for (std::size_t i = 0; i < definitions.size(); ++i) definedBy_[definitions[i].determined] = i;
  }

  /// Gives the state that is given up; none: there is no path to one.
  VariableId exchange(VariableId wanted) {
    const auto start = definedBy_.find(wanted);
    if (start == definedBy_.end()) return VariableId::none;
    std::vector<std::size_t> reached{start->second};
    std::unordered_map<std::size_t, std::size_t> cameFrom;
    for (std::size_t next = 0; next < reached.size(); ++next) {
      const std::size_t at = reached[next];
      for (const VariableId other : rules_.alternatives(definitions_[at].equation)) {
        if (rules_.isFree(other) && !givenUp_.contains(other)) {
          turn(at, start->second, cameFrom, other);
          return other;
        }
        const auto further = definedBy_.find(other);
        if (further == definedBy_.end() || wanted_.contains(other) || further->second == start->second) continue;
        if (cameFrom.try_emplace(further->second, at).second) reached.push_back(further->second);
      }
    }
    return VariableId::none;
  }

 private:
  /// Along the path each equation determines what the one behind it did, and the last one the state.
  void turn(std::size_t last, std::size_t first, const std::unordered_map<std::size_t, std::size_t>& cameFrom,
            VariableId state) {
    givenUp_.insert(state);
    for (std::size_t at = last;; at = cameFrom.at(at)) {
      const VariableId before = definitions_[at].determined;
      definitions_[at].determined = state;
      definedBy_[state] = at;
      state = before;
      if (at == first) break;
    }
    definedBy_.erase(state);
  }

  std::vector<Definition> definitions_;
  std::unordered_set<VariableId> wanted_;
  const ExchangeRules& rules_;
  std::unordered_map<VariableId, std::size_t> definedBy_;
  std::unordered_set<VariableId> givenUp_;
};

}  // namespace

std::vector<StateExchange> exchangeStates(const std::vector<Definition>& definitions,
                                          const std::vector<VariableId>& wanted, const ExchangeRules& rules) {
  Exchanger exchanger(definitions, wanted, rules);
  std::vector<StateExchange> result;
  for (const VariableId id : wanted)
    if (const VariableId given = exchanger.exchange(id); given != VariableId::none) result.push_back({id, given});
  return result;
}

}  // namespace dashpot::equations
