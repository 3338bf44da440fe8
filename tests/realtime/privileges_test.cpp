// Real-time priority and locked memory: asked for, given back, and explained where they are refused.
#include "realtime/privileges.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dashpot::realtime {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// An ordinary user whose limits are those of most systems.
void becomeOrdinary() {
  constexpr rlimit none{0, 0};
  constexpr uid_t nobody = 65534;
  if (setrlimit(RLIMIT_RTPRIO, &none) != 0 || setrlimit(RLIMIT_MEMLOCK, &none) != 0) _exit(2);
  if (geteuid() == 0 && setuid(nobody) != 0) _exit(2);
}

TEST(Privileges, ThatAreRefusedAreExplainedAndDoNotStopARun) {
  const pid_t child = fork();
  if (child == 0) {
    becomeOrdinary();
    const Privileges privileges(true);
    EXPECT_EQ(privileges.priority(), 0);
    EXPECT_FALSE(privileges.isLocked());
    EXPECT_THAT(privileges.refusals(), ElementsAre(HasSubstr("'rtprio 40'"), HasSubstr("'memlock unlimited'")));
    _exit(::testing::Test::HasFailure() ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

TEST(Privileges, AreGivenBackAtTheEnd) {
  const int before = sched_getscheduler(0);
  {
    const Privileges privileges(true);
    if (privileges.priority() == 0) GTEST_SKIP() << "this user gets no real-time priority";
    EXPECT_EQ(sched_getscheduler(0) & ~SCHED_RESET_ON_FORK, SCHED_FIFO);
  }
  EXPECT_EQ(sched_getscheduler(0), before);
}

TEST(Privileges, AreNotAskedForIfNobodyWantsThem) {
  const int before = sched_getscheduler(0);
  const Privileges privileges(false);
  EXPECT_EQ(sched_getscheduler(0), before);
  EXPECT_EQ(privileges.priority(), 0);
  EXPECT_FALSE(privileges.isLocked());
  EXPECT_THAT(privileges.refusals(), ElementsAre(HasSubstr("as asked for")));
}

}  // namespace
}  // namespace dashpot::realtime
