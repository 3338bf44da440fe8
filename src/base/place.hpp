// base/place.hpp: the place in a container that a number of the formulas, an int, means.
#pragma once

#include <cstddef>

namespace dashpot {

[[nodiscard]] constexpr std::size_t at(int place) { return static_cast<std::size_t>(place); }

}  // namespace dashpot
