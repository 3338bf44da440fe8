// simulation/unknown_size.hpp: how small a variable near zero may be of whose size nothing is known.
#pragma once

namespace dashpot::simulation {

inline constexpr double unknownSize = 1e-3;

/// The typical size of a variable; 0 means that it is not known.
[[nodiscard]] constexpr double sizeOrUnknown(double size) { return size > 0 ? size : unknownSize; }

}  // namespace dashpot::simulation
