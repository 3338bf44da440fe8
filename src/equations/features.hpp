// equations/features.hpp: structure of F that special methods use: position/velocity pairs, states that are linear with
// constant coefficients, rows that are linear in their own state.
#pragma once

#include "equations/solvable_system.hpp"

namespace dashpot::equations {

/// Fills system.features from the rows and the exact Jacobian of the simulation.
void findFeatures(SolvableSystem& system);

}  // namespace dashpot::equations
