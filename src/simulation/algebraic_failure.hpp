// simulation/algebraic_failure.hpp: what is said when equations cannot be solved: which, by how much, where the
// iteration stands, and which guess to change.
#pragma once

#include "base/diagnostic.hpp"
#include "simulation/bound_model.hpp"
#include "simulation/newton.hpp"

namespace dashpot::simulation {

/// "initialisation failed: division by zero" with the equation it happened in.
[[nodiscard]] Diagnostic evaluationFailure(const BoundModel& model, std::string_view phase);

/// The system as people know it: what was iterated on, and where its equations come from.
struct Iteration {
  std::vector<std::string> names;
  std::vector<std::uint32_t> origins;
};

/// The equations with the largest residuals, and the values of what was iterated on.
[[nodiscard]] Diagnostic newtonFailure(const BoundModel& model, std::string_view phase, const NewtonResult& result,
                                       const Iteration& iteration, ConstView x);

}  // namespace dashpot::simulation
