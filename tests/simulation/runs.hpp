// Settings and methods that many tests of runs have in common.
#pragma once

#include "simulation/settings.hpp"

#include <array>

namespace dashpot::simulation {

inline Settings until(double stop, double tolerance = 1e-8) { return {.stop = stop, .tolerance = tolerance}; }

/// One or two of each family that users choose.
inline constexpr std::array commonMethods{"rodas5p", "rodas4", "radau5", "cvode", "ida", "dopri5"};

}  // namespace dashpot::simulation
