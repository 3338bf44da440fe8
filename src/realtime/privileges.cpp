#include "realtime/privileges.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>

namespace dashpot::realtime {

namespace {

/// Below the threads of the kernel that serve interrupts of timers and disks, where these run as threads.
constexpr int wantedPriority = 40;
constexpr int leastSlack = 1;  // nanoseconds

/// Pages of the stack that a step may need are there before it does.
[[gnu::noinline]] void touchStack() {
  constexpr std::size_t bytes = 256 * 1024;
  [[maybe_unused]] volatile char stack[bytes];
  for (std::size_t i = 0; i < bytes; i += 1024) stack[i] = 0;
}

}  // namespace

Privileges::Privileges(bool areWanted) : policy_(sched_getscheduler(0)), slack_(prctl(PR_GET_TIMERSLACK)) {
  prctl(PR_SET_TIMERSLACK, leastSlack);
  if (!areWanted) {
    refusals_.emplace_back("an ordinary thread, as asked for: other programs may delay steps");
    return;
  }
  const sched_param wanted{.sched_priority = wantedPriority};
  if (sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &wanted) == 0)
    priority_ = wantedPriority;
  else
    refusals_.push_back(
        fmt::format("no real-time priority ({}): other programs may delay steps; a limit 'rtprio {}' in "
                    "/etc/security/limits.conf, or the capability CAP_SYS_NICE, allows it",
                    std::strerror(errno), wantedPriority));
  if (mlockall(MCL_CURRENT | MCL_FUTURE) == 0)
    isLocked_ = true;
  else
    refusals_.push_back(
        fmt::format("memory is not locked ({}): a page that is fetched anew may delay a step; a limit 'memlock "
                    "unlimited' in /etc/security/limits.conf, or the capability CAP_IPC_LOCK, allows it",
                    std::strerror(errno)));
  touchStack();
}

Privileges::~Privileges() {
  if (isLocked_) munlockall();
  const sched_param ordinary{};
  if (priority_ > 0) sched_setscheduler(0, policy_, &ordinary);
  prctl(PR_SET_TIMERSLACK, slack_);
}

}  // namespace dashpot::realtime
