// base/unit_constants.hpp: sizes of units outside of the SI.
#pragma once

namespace dashpot {

inline constexpr double poundForcePerSquareInch = 6894.757293168361;  // Pa
inline constexpr double metricHorsepower = 735.49875;                 // W

}  // namespace dashpot
