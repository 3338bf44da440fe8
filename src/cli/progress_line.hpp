// cli/progress_line.hpp: how far a run is, in one line of a terminal that is written again and again.
#pragma once

#include "dashpot/integrate.hpp"

#include <chrono>
#include <string>

namespace dashpot::cli {

/// "  42.0 %   0.42 of 1 s   0.21 s/s   1234 steps   3 s left"; `rate`: simulated seconds per second, 0: not known yet.
[[nodiscard]] std::string progressText(const Progress& progress, double rate);
/// "45 s", "3 min 20 s", "2 h 5 min", "4 d 3 h".
[[nodiscard]] std::string durationText(double seconds);

class ProgressLine {
 public:
  void show(const Progress& progress);
  /// Leaves an empty line.
  void clear();

 private:
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  double lastSeconds_ = 0.0, lastTime_ = 0.0, rate_ = 0.0;
  std::size_t width_ = 0;  // of what was shown last
};

}  // namespace dashpot::cli
