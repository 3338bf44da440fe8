// Size of the first step (Hairer, Norsett and Wanner I, II.4): from the sizes of y, y' and, after a small Euler step,
// y''.
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
