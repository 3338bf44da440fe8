#include "equations/preferred_states.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace dashpot::equations {

namespace {

using symbolic::Op;

// A variable that follows from the states by more equations than this is no mere change of coordinates.
constexpr std::size_t mostEquations = 100;

class PreferredStates {
 public:
  PreferredStates(const SolvableSystem& model, const EquationSystem& system, const Incidence& incidence,
                  const Matching& matching)
      : model_(model), system_(system), incidence_(incidence), matching_(matching), walker_(model.flat.pool) {
    for (std::uint32_t k = 0; k < system.unknowns.size(); ++k) column_.emplace(system.unknowns[k], k);
  }

  bool followsFromStates(VariableId wanted) {
    std::unordered_set<std::uint32_t> seen;
    std::vector<std::uint32_t> open{column_.at(wanted)};
    bool hasState = false;
    while (!open.empty()) {
      const std::uint32_t row = matching_.equationOf[open.back()];
      open.pop_back();
      if (row == unmatched) return false;
      if (!seen.insert(row).second) continue;
      if (seen.size() > mostEquations || !isSmooth(system_.equations[row], hasState)) return false;
      open.insert(open.end(), incidence_.row(row).begin(), incidence_.row(row).end());
    }
    return hasState;
  }

 private:
  bool isSmooth(EquationId id, bool& hasState) {
    const SystemEquation& equation = model_.equations[static_cast<std::size_t>(id)];
    const Pool& pool = model_.flat.pool;
    for (const Expr side : {equation.left, equation.right})
      for (const Expr e : walker_.reachable(side)) {
        if (pool.op(e) == Op::mode) return false;
        if (pool.op(e) != Op::variable) continue;
        switch (model_[pool.variable(e)].role) {
          case Role::state: hasState = true; break;
          case Role::parameter:
          case Role::computed:
          case Role::algebraic:
          case Role::held: break;
          default: return false;  // derivatives among them: their equation would be differentiated twice
        }
      }
    return true;
  }

  const SolvableSystem& model_;
  const EquationSystem& system_;
  const Incidence& incidence_;
  const Matching& matching_;
  symbolic::Walker walker_;
  std::unordered_map<VariableId, std::uint32_t> column_;
};

}  // namespace

std::vector<VariableId> findPreferredStates(const SolvableSystem& model, const std::vector<VariableId>& wanted,
                                            const EquationSystem& system, const Incidence& incidence,
                                            const Matching& matching) {
  if (wanted.empty()) return {};
  PreferredStates finder(model, system, incidence, matching);
  std::vector<VariableId> found;
  for (const VariableId id : wanted)
    if (finder.followsFromStates(id)) found.push_back(id);
  return found;
}

}  // namespace dashpot::equations
