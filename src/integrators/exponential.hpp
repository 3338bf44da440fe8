// Exponential Runge-Kutta and Rosenbrock methods from the tables of tableaux/exponential.hpp.
#pragma once

#include "integrators/one_step_method.hpp"

namespace dashpot::integrators {

/// Null when there is no such table.
std::unique_ptr<OneStepMethod> makeExponential(std::string_view name, System& system, const Options& options);

}  // namespace dashpot::integrators
