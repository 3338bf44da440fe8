// base/stopwatch.hpp: seconds that have passed, for summaries.
#pragma once

#include <chrono>

namespace dashpot {

[[nodiscard]] inline double secondsSince(std::chrono::steady_clock::time_point began) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

/// Adds to `total` the time until it goes out of scope.
class Stopwatch {
 public:
  explicit Stopwatch(double& total) : total_(total) {}
  ~Stopwatch() { total_ += secondsSince(began_); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& total_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

/// Divides time among several totals, if it is switched on: each lap goes to the total that it ends with.
class LapClock {
 public:
  explicit LapClock(bool isOn) : isOn_(isOn) {
    if (isOn_) last_ = std::chrono::steady_clock::now();
  }
  void lap(double& total) {
    if (!isOn_) return;
    const auto now = std::chrono::steady_clock::now();
    total += std::chrono::duration<double>(now - last_).count();
    last_ = now;
  }

 private:
  bool isOn_;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace dashpot
