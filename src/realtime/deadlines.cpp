#include "realtime/deadlines.hpp"

#include <cerrno>
#include <cmath>
#include <ctime>

namespace dashpot::realtime {

namespace {

constexpr Nanoseconds perSecond = 1'000'000'000;

}  // namespace

Nanoseconds now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * perSecond + time.tv_nsec;
}

bool sleepUntil(Nanoseconds when) {
  const timespec time{static_cast<time_t>(when / perSecond), static_cast<long>(when % perSecond)};
  return clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr) != EINTR;
}

Nanoseconds Deadlines::of(std::int64_t k) const { return first_ + std::llround(static_cast<double>(k) * step_); }

}  // namespace dashpot::realtime
