// realtime/deadlines.hpp: the clock of a real-time run.
//
// Deadlines are start + k h on the monotonic clock, each computed from k: lateness of one step does not move the next
// ones, and rounding does not add up. Sleeping until an absolute time cannot be prolonged by whatever comes between
// reading the clock and falling asleep.
#pragma once

#include <cstdint>

namespace dashpot::realtime {

using Nanoseconds = std::int64_t;

inline constexpr double nanosecondsPerSecond = 1e9;
[[nodiscard]] inline double seconds(Nanoseconds duration) {
  return static_cast<double>(duration) / nanosecondsPerSecond;
}

/// The monotonic clock.
[[nodiscard]] Nanoseconds now();
/// False: a signal came before.
bool sleepUntil(Nanoseconds when);

class Deadlines {
 public:
  explicit Deadlines(double step) : step_(step * nanosecondsPerSecond) {}

  void start(Nanoseconds first) { first_ = first; }
  /// The time at which step k begins; it must be over at that of k + 1.
  [[nodiscard]] Nanoseconds of(std::int64_t k) const;

 private:
  double step_;  // nanoseconds
  Nanoseconds first_ = 0;
};

}  // namespace dashpot::realtime
