// equations/incidence.hpp: which unknowns occur in which equation, as a bipartite graph in compressed rows.
#pragma once

#include "equations/solvable_system.hpp"

#include <span>

namespace dashpot::equations {

/// A system of equations in given unknowns; everything else is known.
struct EquationSystem {
  std::vector<EquationId> equations;
  std::vector<VariableId> unknowns;
};

struct Incidence {
  std::uint32_t unknownCount = 0;
  std::vector<std::uint32_t> start{0};  // row i: columns[start[i] .. start[i+1])
  std::vector<std::uint32_t> columns;   // ascending within a row

  [[nodiscard]] std::uint32_t equationCount() const { return static_cast<std::uint32_t>(start.size() - 1); }
  [[nodiscard]] std::span<const std::uint32_t> row(std::uint32_t i) const {
    return std::span(columns).subspan(start[i], start[i + 1] - start[i]);
  }
  void addRow(std::vector<std::uint32_t> unknowns) { takeRow(unknowns); }
  /// The same, and `unknowns` are in another order then.
  void takeRow(std::vector<std::uint32_t>& unknowns);
};

/// `unknownIndex[v]`: the column of variable v, or noColumn if it is known.
constexpr std::uint32_t noColumn = 0xffffffff;
[[nodiscard]] Incidence findIncidence(const Pool& pool, std::span<const SystemEquation> equations,
                                      std::span<const std::uint32_t> unknownIndex, std::uint32_t unknownCount);

/// Of calls: what their functions look at, or what stands there.
enum class Arguments : std::uint8_t { all, essential };
[[nodiscard]] Incidence findIncidence(SolvableSystem& model, const EquationSystem& system);
[[nodiscard]] Incidence findIncidence(SolvableSystem& model, const EquationSystem& system,
                                      std::span<const std::uint32_t> unknownIndex, Arguments arguments);

}  // namespace dashpot::equations
