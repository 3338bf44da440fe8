// simulation/relaxation.hpp
//
// From an x that does not solve 0 = G(x) along the flow  A x' = -G(x)  to where it comes to rest, A being the Jacobian
// at a point that is known to be good. Every unknown is drawn towards its equation at the same rate there, so the flow
// is the simplest dynamics under which the solution that A comes from is stable, whatever scales and signs the
// equations have. It leads across bends that throw Newton's iteration to and fro, and where that solution has vanished,
// on to the next one.
//
// Implicit Euler steps that grow as long as they fit the equations: pseudo-transient continuation (Kelley and Keyes
// 1998). As the steps grow, it becomes Newton's iteration.
#pragma once

#include "simulation/newton.hpp"

namespace dashpot::simulation {

/// The sign of the Jacobian's determinant; 0: singular. It changes where solutions meet.
[[nodiscard]] int orientation(const AlgebraicSystem& system, ConstView jacobian);

/// Improves x in place; only a solution that is stable under the flow, as far as the orientation tells, is one.
[[nodiscard]] NewtonResult relax(const AlgebraicSystem& system, ConstView reference, Vector& x);

}  // namespace dashpot::simulation
