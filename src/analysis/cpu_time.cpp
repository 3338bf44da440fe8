#include "analysis/cpu_time.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>

namespace dashpot::analysis {
namespace {

constexpr std::size_t fewestRepetitions = 5, mostRepetitions = 25;
constexpr double smallSpread = 0.05;

}  // namespace

double threadSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void CpuTime::add(double seconds) {
  seconds_.insert(std::ranges::upper_bound(seconds_, seconds), seconds);
  total_ += seconds;
}

double CpuTime::spread() const {
  return seconds_.size() < 2 || median() == 0 ? 0.0 : (quantile(0.75) - quantile(0.25)) / median();
}

bool CpuTime::isSettled() const {
  return seconds_.size() >= mostRepetitions || (seconds_.size() >= fewestRepetitions && spread() <= smallSpread);
}

/// Between two values, on the straight line.
double CpuTime::quantile(double share) const {
  if (seconds_.empty()) return 0;
  const double place = share * static_cast<double>(seconds_.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(place));
  const std::size_t above = std::min(below + 1, seconds_.size() - 1);
  return seconds_[below] + (place - static_cast<double>(below)) * (seconds_[above] - seconds_[below]);
}

}  // namespace dashpot::analysis
