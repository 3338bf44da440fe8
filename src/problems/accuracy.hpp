// How a run of a test problem is set up and judged.
#pragma once

#include "dashpot/integrate.hpp"
#include "problems/problems.hpp"

namespace dashpot::problems {

/// Relative tolerance for all components, absolute ones in the proportions of the problem's scales.
Tolerances tolerancesFor(const TestProblem& problem, double relative);

/// -log10 of the largest error at the end, relative to max(|reference_i|, absoluteScale_i), over the compared
/// components; at most the digits of the reference. NaN when there is none.
double correctDigits(const TestProblem& problem, ConstView y);

}  // namespace dashpot::problems
