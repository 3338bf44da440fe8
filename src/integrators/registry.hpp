// From a method's name to its traits and to a stepper.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "integrators/stepper.hpp"
#include "integrators/system.hpp"

namespace dashpot::integrators {

/// The diagonal exponential methods, in the order in which they are listed.
std::vector<MethodTraits> diagonalExponentialTraits();
MethodTraits typeInsensitiveTraits();

/// Null when no method has this name.
std::unique_ptr<Stepper> makeStepper(std::string_view name, System& system, const Options& options);

}  // namespace dashpot::integrators
