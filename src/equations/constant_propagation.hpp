// equations/constant_propagation.hpp
//
// What does not change is not computed again and again. Parameters that are final, and variables that an equation sets
// to a number or a truth value, are that in all other equations; products with zero and branches that are never taken
// are left out, which may show further constants.
//
// So a rotation about an axis that is known has the zeros of its matrix, a planar mechanism no motion out of its plane,
// and a capacitor whose capacity is zero for good has no state: in i = C*der(v) the voltage is not differentiated.
// Parameters that can be set are another matter: they may become different from zero.
#pragma once

#include "model/flat_model.hpp"

namespace dashpot::equations {

/// The equation that sets a variable to a number stays; one that would have no unknown left stays as it was before.
void propagateConstants(model::FlatModel& model);

}  // namespace dashpot::equations
