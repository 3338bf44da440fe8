#include "equations/incidence.hpp"

#include <algorithm>

namespace dashpot::equations {

void Incidence::addRow(std::vector<std::uint32_t> unknowns) {
  std::ranges::sort(unknowns);
  const auto repeated = std::ranges::unique(unknowns);
  columns.insert(columns.end(), unknowns.begin(), repeated.begin());
  start.push_back(static_cast<std::uint32_t>(columns.size()));
}

Incidence findIncidence(const Pool& pool, std::span<const SystemEquation> equations,
                        std::span<const std::uint32_t> unknownIndex, std::uint32_t unknownCount) {
  Incidence result;
  result.unknownCount = unknownCount;
  symbolic::Walker walker(pool);
  for (const SystemEquation& equation : equations) {
    std::vector<std::uint32_t> unknowns;
    for (const Expr side : {equation.left, equation.right})
      for (const Expr leaf : walker.leaves(side, symbolic::Op::variable))
        if (const std::uint32_t column = unknownIndex[symbolic::index(pool.variable(leaf))]; column != noColumn)
          unknowns.push_back(column);
    result.addRow(std::move(unknowns));
  }
  return result;
}

}  // namespace dashpot::equations
