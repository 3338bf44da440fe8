// base/rounding.hpp: the unit roundoff of double precision, times two: the distance from 1 to the next number.
#pragma once

#include <limits>

namespace dashpot {

inline constexpr double epsilon = std::numeric_limits<double>::epsilon();

}  // namespace dashpot
