// equations/evaluated_zeros.hpp
//
// Derivatives that do not exist. A capacitor whose capacity is zero for good (a parameter with annotation(Evaluate =
// true), or final) has no state: in i = C*der(v) the voltage is not differentiated, and taking it for a state would
// leave its derivative undetermined. Parameters that can be set are another matter: they may become different from zero.
#pragma once

#include "model/flat_model.hpp"

namespace dashpot::equations {

/// Leaves out of the equations the products that are zero for good, if that leaves less to be differentiated;
/// otherwise the model stays as it is.
void leaveOutVanishingDerivatives(model::FlatModel& model);

}  // namespace dashpot::equations
