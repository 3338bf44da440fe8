// From a method's name to its descriptor, and to a stepper.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "integrators/method.hpp"

namespace dashpot::integrators {

/// All methods. Names are unique.
std::span<const MethodDescriptor> descriptors();

/// Null when no method has this name.
std::unique_ptr<Stepper> makeStepper(std::string_view name, System& system, const Options& options);
/// The bare formula of a one-step method, for single steps; null when the method is none.
std::unique_ptr<OneStepMethod> makeFormula(std::string_view name, System& system, const Options& options);

}  // namespace dashpot::integrators
