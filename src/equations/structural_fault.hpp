// equations/structural_fault.hpp: why a system cannot be solved whatever the numbers are, in the user's words.
#pragma once

#include "base/diagnostic.hpp"
#include "equations/causalise.hpp"

namespace dashpot::equations {

enum class Phase : std::uint8_t { simulation, initialisation };

void reportStructuralFault(const SolvableSystem& model, const EquationSystem& system, const Incidence& incidence,
                           const Matching& matching, Phase phase, const Sources& sources, Diagnostics& diagnostics);

}  // namespace dashpot::equations
