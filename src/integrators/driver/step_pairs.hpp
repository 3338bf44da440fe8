// Pair control: two equal steps of a method as one, whose error is that of the second.
#pragma once

#include "integrators/one_step_method.hpp"

#include <memory>
#include <string_view>

namespace dashpot::integrators {

/// `name` is that of a method with a two-step error method (tableaux/two_step_error.hpp).
std::unique_ptr<OneStepMethod> inPairs(std::unique_ptr<OneStepMethod> method, std::string_view name, int size);

}  // namespace dashpot::integrators
