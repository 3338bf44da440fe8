// simulation/instants.hpp: when two times are one instant.
//
// A tick at first + n interval, a turn at k T and a row of data at 0.3 may mean the same instant and differ in their
// last bits, because each was rounded on its own way. What differs by no more than that happens at once.
#pragma once

#include <cmath>
#include <limits>

namespace dashpot::simulation {

/// The size of a few roundings of times of this size.
[[nodiscard]] inline double roundingOf(double time) {
  constexpr double fewRoundings = 32 * std::numeric_limits<double>::epsilon();
  return fewRoundings * std::fabs(time);
}

/// Whether what is planned for one time happens at the other, or should have happened before it.
[[nodiscard]] inline bool isDue(double planned, double now) { return planned <= now + roundingOf(now); }

}  // namespace dashpot::simulation
