// base/kept_number.hpp: whole numbers that were kept among doubles, in a checkpoint.
#pragma once

namespace dashpot {

/// Held to a range: a damaged file may have anything in its place.
template <class Integer>
[[nodiscard]] constexpr Integer keptNumber(double kept, Integer least, Integer most) {
  if (!(kept > static_cast<double>(least))) return least;
  return kept >= static_cast<double>(most) ? most : static_cast<Integer>(kept);
}

}  // namespace dashpot
