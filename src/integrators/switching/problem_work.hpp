// What the automatic method knows of a problem before it starts: what its parts cost, and how fast its fastest mode is.
#pragma once

#include "integrators/system/error_measure.hpp"
#include "integrators/system/system.hpp"
#include "linalg/dominant_eigenvalue.hpp"
#include "selection/decide.hpp"

namespace dashpot::integrators {

/// Nanoseconds of an ordinary machine, estimated from size and pattern of J: nothing is run, and no clock is asked, so
/// that the same problem always gets the same method.
selection::Work workOf(const Problem& problem, const Options& options);

/// The largest eigenvalue of J at (t, y), roughly: power iterations with the problem's own J, or with three differences
/// of F where it has none (as Sommeijer, Shampine and Verwer 1997 do for RKC, with fewer).
linalg::DominantMode fastestMode(System& system, const Options& options, double t, ConstView y);

}  // namespace dashpot::integrators
