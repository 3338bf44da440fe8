#include "simulation/delay_dependence.hpp"

#include "codegen/kernel_search.hpp"

#include <algorithm>

namespace dashpot::simulation {

using codegen::Code;
using codegen::CompiledModel;
using codegen::DelayInfo;
using codegen::Entry;
using codegen::Function;
using codegen::Instruction;

namespace {

template <class Visit>
void forEachSource(const Function& function, const Instruction& at, const Visit& visit) {
  if (at.code == Code::element) visit(at.a);
  codegen::forEachOperand(function, at, visit);
}

/// The instructions that outputs are made of.
class Sources {
 public:
  explicit Sources(const Function& function) : function_(function), seenFor_(function.code.size(), 0) {}

  std::vector<const Instruction*> of(std::size_t output) {
    ++number_;
    std::vector<const Instruction*> found;
    visit(function_.outputs[output]);
    while (!open_.empty()) {
      found.push_back(&function_.code[open_.back()]);
      open_.pop_back();
      forEachSource(function_, *found.back(), [this](std::uint32_t operand) { visit(operand); });
    }
    return found;
  }

 private:
  void visit(std::uint32_t i) {
    if (seenFor_[i] == number_) return;
    seenFor_[i] = number_;
    open_.push_back(i);
  }

  const Function& function_;
  std::vector<std::size_t> seenFor_;  // by instruction: the last question in which it was met
  std::size_t number_ = 0;
  std::vector<std::uint32_t> open_;
};

/// Which unknowns depend on something delayed, by way of other unknowns, too.
std::vector<bool> findAffected(const CompiledModel& model) {
  const Function& f = model[Entry::rhs];
  std::vector<bool> depends(f.code.size(), false);
  for (std::size_t i = 0; i < f.code.size(); ++i) {
    depends[i] = f.code[i].code == Code::delayed;
    forEachSource(f, f.code[i], [&](std::uint32_t operand) { depends[i] = depends[i] || depends[operand]; });
  }
  std::vector<bool> affected(model.size(), false);
  std::vector<std::size_t> open;
  const auto mark = [&](std::size_t row) {
    if (affected[row]) return;
    affected[row] = true;
    open.push_back(row);
  };
  for (std::size_t row = 0; row < f.outputs.size(); ++row)
    if (depends[f.outputs[row]]) mark(row);
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
  Sources sources(model[Entry::delays]);
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
