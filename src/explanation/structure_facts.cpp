#include "explanation/structure_facts.hpp"

#include "explanation/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace dashpot::explanation {
namespace {

using equations::Block;
using equations::BlockKind;
using equations::Role;
using equations::SolvableSystem;

constexpr std::size_t mostNames = 4;

std::string namesOf(const SolvableSystem& system, std::span<const symbolic::VariableId> ids) {
  std::string text;
  for (std::size_t k = 0; k < std::min(ids.size(), mostNames); ++k)
    text += (k == 0 ? "" : ", ") + system.nameOf(ids[k]);
  if (ids.size() > mostNames) text += fmt::format(" and {} more", ids.size() - mostNames);
  return text;
}

void tellLargestLoop(const SolvableSystem& system, const Sources& sources, Facts& facts) {
  const Block* largest = nullptr;
  std::size_t count = 0;
  for (const Block& block : system.simulation.blocks) {
    if (block.kind == BlockKind::assignment) continue;
    ++count;
    if (!largest || block.equations.size() > largest->equations.size()) largest = &block;
  }
  facts.set("loops.count", static_cast<double>(count));
  if (!largest) return;
  facts.set("loops.largest", static_cast<double>(largest->equations.size()));
  facts.set("loops.kind", largest->kind == BlockKind::linear ? "linear" : "nonlinear");
  facts.set("loops.torn", static_cast<double>(largest->torn.size()));
  facts.set("loops.unknowns", namesOf(system, largest->torn));
  if (!largest->residuals.empty())
    facts.set("loops.equation", shortened(equations::describe(system, largest->residuals.front(), sources)));
}

/// The first equation that had to be differentiated: it ties states to one another.
void tellConstraints(const SolvableSystem& system, const Sources& sources, Facts& facts) {
  facts.set("structure.index", static_cast<double>(system.counts.index));
  if (system.counts.differentiated == 0) return;
  facts.set("structure.differentiated", static_cast<double>(system.counts.differentiated));
  for (std::uint32_t i = 0; i < system.equations.size(); ++i) {
    const auto& equation = system.equations[i];
    if (equation.derivative == equations::EquationId::none || equation.integral != equations::EquationId::none)
      continue;
    facts.set("structure.constraint",
              shortened(equations::describe(system, static_cast<equations::EquationId>(i), sources)));
    return;
  }
}

}  // namespace

void tellStructure(const SolvableSystem& system, const Sources& sources, Facts& facts) {
  const auto count = [&](Role role) {
    return static_cast<double>(std::ranges::count(system.variables, role, &equations::SystemVariable::role));
  };
  facts.set("structure.states", count(Role::state));
  facts.set("structure.iterationVariables", count(Role::iteration));
  facts.set("structure.stateSets", static_cast<double>(system.stateSets.size()));
  tellConstraints(system, sources, facts);
  tellLargestLoop(system, sources, facts);
}

bool solvesForDerivatives(const SolvableSystem& system, std::uint32_t equation) {
  const auto id = static_cast<equations::EquationId>(equation);
  const auto holds = [&](const Block& block) {
    return block.equations.size() > 1 && std::ranges::find(block.equations, id) != block.equations.end() &&
           std::ranges::any_of(block.unknowns,
                               [&](symbolic::VariableId unknown) { return system[unknown].role == Role::derivative; });
  };
  return std::ranges::any_of(system.simulation.blocks, holds);
}

}  // namespace dashpot::explanation
