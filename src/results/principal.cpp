#include "results/principal.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <unordered_map>

namespace dashpot::results {

namespace {

using codegen::VariableInfo;
using codegen::VariableKind;

enum class Quantity : std::uint8_t { other, pressure, position, speed, flow };

Quantity quantityOf(std::string_view unit) {
  constexpr std::array<std::pair<std::string_view, Quantity>, 7> known{{{"Pa", Quantity::pressure},
                                                                        {"m", Quantity::position},
                                                                        {"rad", Quantity::position},
                                                                        {"m/s", Quantity::speed},
                                                                        {"rad/s", Quantity::speed},
                                                                        {"m3/s", Quantity::flow},
                                                                        {"kg/s", Quantity::flow}}};
  const auto found = std::ranges::find(known, unit, &std::pair<std::string_view, Quantity>::first);
  return found == known.end() ? Quantity::other : found->second;
}

/// Dots within a quoted name are no levels.
std::size_t depth(std::string_view name) {
  std::size_t dots = 0;
  bool isQuoted = false;
  for (const char c : name) {
    if (c == '\'') isQuoted = !isQuoted;
    if (c == '.' && !isQuoted) ++dots;
  }
  return dots;
}

/// Which of several names of one thing to show: that of an output, the one nearest to the top, that of a state.
auto preference(const VariableInfo& variable) {
  return std::tuple(variable.causality != codegen::Causality::output, depth(variable.name),
                    variable.kind != VariableKind::state);
}

/// Variables that are equal, up to the sign.
struct Group {
  const VariableInfo* shown = nullptr;  // the preferred public one; null: all are protected
  std::size_t place = 0;                // of it, in the model
  bool isPrincipal = false;             // an output or a state is among them

  [[nodiscard]] Quantity quantity() const { return quantityOf(shown->unit); }
};

std::vector<Group> groupsOf(const codegen::RecordedVariables& recorded) {
  std::vector<Group> groups;
  std::unordered_map<std::uint32_t, std::size_t> byIndex;
  for (std::size_t i = 0; i < recorded.variables.size(); ++i) {
    const VariableInfo& variable = recorded.variables[i];
    if (isParameter(variable)) continue;
    const auto [found, isNew] = byIndex.try_emplace(variable.index, groups.size());
    if (isNew) groups.emplace_back();
    Group& group = groups[found->second];
    group.isPrincipal =
        group.isPrincipal || variable.kind == VariableKind::state || variable.causality == codegen::Causality::output;
    if (variable.isProtected) continue;
    if (!group.shown || preference(variable) < preference(*group.shown)) group.shown = &variable, group.place = i;
  }
  std::erase_if(groups, [](const Group& group) { return group.shown == nullptr; });
  return groups;
}

/// Variables that a component shows of itself, and pressures of its ports.
bool isLookedFor(const Group& group) {
  const std::size_t deepest = group.quantity() == Quantity::pressure ? 2 : 1;
  return group.quantity() != Quantity::other && depth(group.shown->name) <= deepest;
}

/// Moves up to `most` groups over: of each quantity in turn the one nearest to the top.
void take(std::vector<Group>& chosen, std::vector<Group> from, std::size_t most) {
  std::ranges::stable_sort(from, {}, [](const Group& group) { return depth(group.shown->name); });
  std::vector<std::pair<Quantity, std::vector<Group>>> kinds;
  for (const Group& group : from) {
    const Quantity quantity = group.quantity();
    auto kind = std::ranges::find(kinds, quantity, &std::pair<Quantity, std::vector<Group>>::first);
    if (kind == kinds.end()) kind = kinds.insert(kinds.end(), {quantity, {}});
    kind->second.push_back(group);
  }
  for (std::size_t round = 0; round < from.size(); ++round)
    for (const auto& [quantity, list] : kinds)
      if (round < list.size() && chosen.size() < most) chosen.push_back(list[round]);
}

}  // namespace

std::vector<Column> principalColumns(const codegen::RecordedVariables& recorded, std::size_t most) {
  std::vector<Group> principal, others, all = groupsOf(recorded);
  for (const Group& group : all) {
    if (group.isPrincipal)
      principal.push_back(group);
    else if (isLookedFor(group))
      others.push_back(group);
  }
  std::vector<Group> chosen;
  const bool isCut = principal.size() > most;
  take(chosen, principal, most);
  take(chosen, others, most);
  if (chosen.empty()) take(chosen, all, most);
  std::ranges::sort(chosen, {}, &Group::place);
  if (isCut) std::ranges::stable_sort(chosen, {}, [](const Group& group) { return depth(group.shown->name); });
  std::vector<Column> columns;
  for (const Group& group : chosen) columns.push_back(columnOf(*group.shown));
  return columns;
}

}  // namespace dashpot::results
