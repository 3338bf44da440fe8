#include "simulation/chosen_outputs.hpp"

#include <cmath>

namespace dashpot::simulation {

namespace {

using codegen::Code;
using codegen::Entry;
using codegen::Function;
using codegen::Instruction;

constexpr std::uint32_t dropped = 0xffffffff;

/// The stretch of `lists` with the operands of a solve or a call; empty for all others.
std::pair<std::size_t, std::size_t> listedOperands(const Instruction& at) {
  if (at.code == Code::solve) return {at.a, std::size_t{at.b} * at.b + std::size_t{at.b} * at.c};
  if (at.code == Code::call) return {at.a, at.c};
  return {0, 0};
}

/// Operations with fewer than three operands have zeros in the place of the others.
template <class Visit>
void visitOperands(const Function& function, const Instruction& at, const Visit& visit) {
  if (at.code == Code::operation) visit(at.a), visit(at.b), visit(at.c);
  if (at.code == Code::element) visit(at.a);
  const auto [first, count] = listedOperands(at);
  for (std::size_t k = 0; k < count; ++k) visit(function.lists[first + k]);
}

/// The function with these of its outputs, and no instruction that none of them needs.
Function prune(const Function& whole, const std::vector<std::uint32_t>& outputs) {
  std::vector<bool> isNeeded(whole.code.size(), false);
  for (const std::uint32_t output : outputs) isNeeded[whole.outputs[output]] = true;
  for (std::size_t i = whole.code.size(); i-- > 0;)
    if (isNeeded[i]) visitOperands(whole, whole.code[i], [&](std::uint32_t operand) { isNeeded[operand] = true; });

  Function result;
  result.name = whole.name;
  result.constants = whole.constants;
  std::vector<std::uint32_t> moved(whole.code.size(), dropped);
  for (std::size_t i = 0; i < whole.code.size(); ++i) {
    if (!isNeeded[i]) continue;
    Instruction at = whole.code[i];
    const auto [first, count] = listedOperands(at);
    if (at.code == Code::operation) at.a = moved[at.a], at.b = moved[at.b], at.c = moved[at.c];
    if (at.code == Code::element) at.a = moved[at.a];
    if (count > 0) at.a = static_cast<std::uint32_t>(result.lists.size());
    for (std::size_t k = 0; k < count; ++k) result.lists.push_back(moved[whole.lists[first + k]]);
    moved[i] = static_cast<std::uint32_t>(result.code.size());
    result.code.push_back(at);
    result.origins.push_back(whole.origins[i]);
  }
  for (const std::uint32_t output : outputs) result.outputs.push_back(moved[whole.outputs[output]]);
  return result;
}

}  // namespace

ChosenOutputs::ChosenOutputs(const codegen::CompiledModel& model, std::vector<codegen::VariableInfo> variables,
                             const codegen::CodeOptions& options)
    : variables_(std::move(variables)) {
  std::vector<std::uint32_t> outputs;
  for (codegen::VariableInfo& variable : variables_) {
    if (isParameter(variable)) continue;
    outputs.push_back(variable.index);
    variable.index = static_cast<std::uint32_t>(outputs.size() - 1);
  }
  pruned_.procedures = model.procedures;
  pruned_.functions[static_cast<std::size_t>(Entry::observed)] = prune(model[Entry::observed], outputs);
  code_ = std::make_unique<codegen::CompiledFunctions>(pruned_, options);
  executable_ = code_->executable();
  observed_.resize(outputs.size());
}

ChosenOutputs::~ChosenOutputs() = default;

void ChosenOutputs::prepare() { (void)code_->prepare(Entry::observed, codegen::Tier::optimised); }

bool ChosenOutputs::evaluate(BoundModel& model, double t, ConstView y, View values) {
  (void)executable_->run(Entry::observed,
                         {.time = t,
                          .y = y,
                          .parameters = model.parameters(),
                          .modes = model.modes,
                          .discrete = model.d,
                          .pre = model.pre,
                          .inputs = model.inputs,
                          .delayed = model.delayedAt(t, y),
                          .phases = model.phases},
                         observed_);
  bool isDefined = true;
  for (std::size_t k = 0; k < variables_.size(); ++k) {
    const codegen::VariableInfo& variable = variables_[k];
    const double raw = isParameter(variable) ? model.parameters()[variable.index] : observed_[variable.index];
    if (std::isfinite(raw))
      values[k] = variable.negated ? -raw : raw;
    else
      isDefined = false;
  }
  return isDefined;
}

}  // namespace dashpot::simulation
