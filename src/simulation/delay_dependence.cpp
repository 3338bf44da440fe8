#include "simulation/delay_dependence.hpp"

#include "simulation/instruction_sources.hpp"

#include <algorithm>

namespace dashpot::simulation {

using codegen::Code;
using codegen::CompiledModel;
using codegen::DelayInfo;
using codegen::Entry;
using codegen::Function;
using codegen::Instruction;

namespace {

/// Which unknowns depend on something delayed, by way of other unknowns, too.
std::vector<bool> findAffected(const CompiledModel& model) {
  const std::vector<bool> depends =
      outputsThatDependOn(model[Entry::rhs], [](const Instruction& at) { return at.code == Code::delayed; });
  std::vector<bool> affected(model.size(), false);
  std::vector<std::size_t> open;
  const auto mark = [&](std::size_t row) {
    if (affected[row]) return;
    affected[row] = true;
    open.push_back(row);
  };
  for (std::size_t row = 0; row < depends.size(); ++row)
    if (depends[row]) mark(row);
  const SparsityPattern& pattern = model.states.pattern;
  while (!open.empty()) {
    const std::size_t column = open.back();
    open.pop_back();
    for (auto k = pattern.columnStart[column]; k < pattern.columnStart[column + 1]; ++k)
      mark(static_cast<std::size_t>(pattern.rows[static_cast<std::size_t>(k)]));
  }
  return affected;
}

}  // namespace

DelayDependence::DelayDependence(const CompiledModel& model) {
  const std::size_t count = model.delays.size();
  if (count == 0) return;
  const std::vector<bool> affected = findAffected(model);
  InstructionSources sources(model[Entry::delays]);
  for (std::size_t k = 0; k < count; ++k) {
    Argument argument{.follows = std::vector<bool>(count, false)};
    for (const Instruction* source : sources.of(3 * k)) {
      if (source->code == Code::delayed) argument.follows[source->a / DelayInfo::numbers] = true;
      if (source->code != Code::state || !affected[source->a]) continue;
      if (model.states.isDifferential[source->a])
        argument.isIntegrated = true;
      else  // what exactly an algebraic unknown depends on is not worth the search
        argument.follows.assign(count, true);
    }
    arguments_.push_back(std::move(argument));
  }
}

std::optional<int> DelayDependence::smoothing(std::size_t k, std::size_t j) const {
  if (arguments_[k].follows[j]) return 0;
  return arguments_[k].isIntegrated ? std::optional(1) : std::nullopt;
}

bool usesDelays(const Function& function) {
  return std::ranges::any_of(function.code, [](const Instruction& at) { return at.code == Code::delayed; });
}

}  // namespace dashpot::simulation
