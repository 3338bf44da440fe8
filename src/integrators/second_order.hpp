// Methods beyond one-step formulas for first-order systems: explicit multistep formulas, methods that work on positions
// directly, Runge-Kutta with step doubling. Names and properties, and how to make them.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "integrators/multistep.hpp"
#include "integrators/one_step_method.hpp"
#include "integrators/stepper.hpp"

namespace dashpot::integrators {

std::vector<MethodTraits> secondOrderTraits();

std::optional<MultistepKind> multistepKind(std::string_view name);

/// Null when the name is none of theirs.
std::unique_ptr<Stepper> makeMultistepStepper(std::string_view name, System& system, const Options& options);
std::unique_ptr<Stepper> makeDoublingStepper(std::string_view name, System& system, const Options& options);
std::unique_ptr<OneStepMethod> makeNystrom(std::string_view name, System& system, const Options& options);
std::unique_ptr<OneStepMethod> makeNewmark(std::string_view name, System& system, const Options& options);

}  // namespace dashpot::integrators
