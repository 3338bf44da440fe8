// Size of the first step, from the sizes d0, d1, d2 of y, y' and, after a small Euler step, y'' in tolerances, as in
// Hairer, Norsett and Wanner I, II.4, but for the formula: theirs, (0.01 / max(d1, d2))^(1/(p+1)), takes derivatives to
// be of one size whatever the unit of time, and is seconds long where all that happens takes milliseconds. Here they
// grow as the first two do, y^(k+1) = (d2/d1)^k y', and the error is that of a formula of order p,
//
//   h^(p+1) d1 (d2/d1)^p = 0.1
#pragma once

#include "integrators/system/error_measure.hpp"
#include "integrators/system/system.hpp"

namespace dashpot::integrators {

/// Returns |h|. `most` is the signed longest step; f = F(t, y); `work` is scratch.
/// With M != I, y' is not known without solving; rows are then scaled by the size of M's row, and rows without M
/// ignored.
double initialStep(System& system, const ErrorMeasure& measure, int order, double t, double most, ConstView y,
                   ConstView f, View work);

}  // namespace dashpot::integrators
