#include "explanation/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace dashpot::explanation {

Names::Names(const codegen::CompiledModel& model, const equations::SolvableSystem* system)
    : model_(&model), unknowns_(model.states.names) {
  if (!system) return;
  for (const equations::StateSet& set : system->stateSets)
    for (std::size_t level = 0; level < set.states.size(); ++level) {
      std::vector<std::string> candidates;
      for (const auto id : set.candidates[level]) candidates.push_back(system->nameOf(id));
      for (const auto id : set.states[level])
        chosen_.emplace(system->nameOf(id), fmt::format("{}", fmt::join(candidates, " or ")));
    }
}

std::string Names::unknown(int i) const {
  const auto at = static_cast<std::size_t>(i);
  return i < 0 || at >= unknowns_.size() ? std::string() : shown(unknowns_[at]);
}

std::string Names::shown(std::string_view unknown) const {
  const auto chosen = chosen_.find(unknown);
  return chosen == chosen_.end() ? std::string(unknown) : chosen->second;
}

int Names::find(std::string_view unknown) const {
  const auto found = std::ranges::find(unknowns_, unknown);
  return found == unknowns_.end() ? -1 : static_cast<int>(found - unknowns_.begin());
}

const codegen::VariableInfo* Names::info(std::string_view variable) const {
  if (!model_) return nullptr;
  const auto& variables = model_->recorded.variables;
  const auto found = std::ranges::find(variables, variable, &codegen::VariableInfo::name);
  return found == variables.end() ? nullptr : &*found;
}

std::string Names::unit(std::string_view variable) const {
  const codegen::VariableInfo* const found = info(variable);
  return found ? found->unit.text() : std::string();
}

std::string Names::displayUnit(std::string_view variable) const {
  const codegen::VariableInfo* const found = info(variable);
  return found ? found->displayUnit.text() : std::string();
}

std::string Names::equation(int i) const {
  const auto at = static_cast<std::size_t>(i);
  if (!model_ || i < 0 || at >= model_->states.rowOrigins.size()) return {};
  if (chosen_.contains(unknowns_[at])) return {};  // the choice of states is no equation of the user's
  const std::uint32_t origin = model_->states.rowOrigins[at];
  return origin < model_->origins.size() ? shortened(model_->origins[origin]) : std::string();
}

std::string shortened(const std::string& equation) {
  constexpr std::size_t longest = 160;
  return equation.size() <= longest ? equation : equation.substr(0, longest) + " ...";
}

}  // namespace dashpot::explanation
