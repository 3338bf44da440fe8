// equations/settable_starts.hpp: start values as parameters of their own, so that a run can set them like any other.
#pragma once

#include "model/flat_model.hpp"

namespace dashpot::equations {

/// Gives every continuous variable `x` that has a start value a parameter `x.start` with that value, and makes it the
/// start value of x. Variables that are aliases with the same start value share one parameter, so that what was said
/// twice is still said once.
void makeStartsSettable(model::FlatModel& model);

}  // namespace dashpot::equations
