// Reference solutions too long to stand beside their equations.
#pragma once

#include <span>

namespace dashpot::problems {

std::span<const double> medicalAkzoNobelReference();
std::span<const double> brusselatorReference();

}  // namespace dashpot::problems
