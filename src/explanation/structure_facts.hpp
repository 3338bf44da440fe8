// explanation/structure_facts.hpp: what sorting tells of a model before it is run: loops with the equations that close
// them, and constraints between states.
#pragma once

#include "equations/solvable_system.hpp"
#include "explanation/facts.hpp"

namespace dashpot::explanation {

void tellStructure(const equations::SolvableSystem& system, const Sources& sources, Facts& facts);

/// Whether the equations that are solved together for these unknowns, as LinearLoop has them, are those of derivatives:
/// that they are singular is then a hidden constraint between states. `equation`: one of them, by its number.
[[nodiscard]] bool solvesForDerivatives(const equations::SolvableSystem& system, std::uint32_t equation);

}  // namespace dashpot::explanation
