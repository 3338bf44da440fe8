// simulation/tolerances.hpp: one tolerance of the user to absolute and relative tolerances of every state.
#pragma once

#include "dashpot/integrate.hpp"
#include "simulation/bound_model.hpp"

namespace dashpot::simulation {

/// relative = tolerance; absolute = tolerance times the state's nominal value, or one that goes with its unit. Of a
/// state of unknown size, a thousandth of that: rather too many steps than digits lost.
[[nodiscard]] Tolerances tolerancesFor(BoundModel& model, double tolerance);

/// Names the states whose absolute tolerance is more than 1 % of the largest value they took.
[[nodiscard]] std::vector<std::string> scalingWarnings(const codegen::CompiledModel& model,
                                                       const Tolerances& tolerances, const Vector& largest);

}  // namespace dashpot::simulation
