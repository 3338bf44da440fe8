// simulation/counts.hpp: counters of parts of a run, added and subtracted.
#pragma once

#include "dashpot/integrate.hpp"

namespace dashpot::simulation {

/// Of a, and `times` times of b. Events are left as a has them: a run counts its own.
[[nodiscard]] inline Statistics combined(Statistics a, const Statistics& b, std::int64_t times) {
  a.steps += times * b.steps, a.rejected += times * b.rejected, a.unsolved += times * b.unsolved;
  a.rhsEvals += times * b.rhsEvals, a.rhsEvalsForJacobian += times * b.rhsEvalsForJacobian;
  a.jacEvals += times * b.jacEvals, a.lu += times * b.lu, a.solves += times * b.solves;
  a.newtonIterations += times * b.newtonIterations;
  a.stiffSteps += times * b.stiffSteps, a.switches += times * b.switches;
  a.dominantSteps += times * b.dominantSteps;
  return a;
}

[[nodiscard]] inline Statistics sum(const Statistics& a, const Statistics& b) { return combined(a, b, 1); }
[[nodiscard]] inline Statistics difference(const Statistics& a, const Statistics& b) { return combined(a, b, -1); }

}  // namespace dashpot::simulation
