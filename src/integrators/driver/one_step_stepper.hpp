// Accepted steps from a one-step method: with error control, or with a fixed step.
#pragma once

#include "integrators/driver/controller.hpp"
#include "integrators/one_step_method.hpp"
#include "integrators/stepper.hpp"
#include "integrators/system/error_measure.hpp"

#include <memory>

namespace dashpot::integrators {

/// System and options must outlive it.
std::unique_ptr<Stepper> makeOneStepStepper(std::unique_ptr<OneStepMethod> method, const MethodTraits& traits,
                                            System& system, const Options& options);

}  // namespace dashpot::integrators
