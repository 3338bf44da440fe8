// The time that this thread has worked: what others do on the machine does not count, as it does on the clock on the wall.
#pragma once

#include <ctime>

namespace dashpot::bench {

inline double cpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace dashpot::bench
