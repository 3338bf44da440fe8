// simulation/start_check.hpp
//
// Whether the equations determine the start that was found.
//
// Next to a singular point Newton's iteration converges to numbers that mean nothing: for x^2 + y^2 = 1 with x = 1 it
// stops at some y of 1e-8, and x vx + y vy = 0 then gives vy = -1e8 vx. Such a start is recognised in two steps. First,
// the linear model fails within a millionth of the size of an unknown: J^-1 (G(z + s d) - G(z) - s J d) is longer than
// s d (the ratio of Kantorovich's theorem; Deuflhard 2011, section 2.1). That alone is harmless, as in q |q| = 0. But
// if a variable falls to less than a tenth on that short way, its value is that of a pole, and chance: the start is
// refused.
#pragma once

#include "base/diagnostic.hpp"
#include "simulation/bound_model.hpp"
#include "simulation/newton.hpp"

#include <functional>

namespace dashpot::simulation {

/// `observedAt` gives all variables for a z, or nothing where they have no values. Empty: the start is sound.
[[nodiscard]] std::optional<Diagnostic> checkStart(const codegen::CompiledModel& model, const AlgebraicSystem& system,
                                                   const Vector& z,
                                                   const std::function<std::optional<Vector>(ConstView)>& observedAt);

}  // namespace dashpot::simulation
