// pre(x) of a continuous variable in a when-clause is its left limit, and in further iterations of the same event its
// value after the last one (Modelica 3.6, section 3.7.5 and appendix B).
#include "models/simulated.hpp"

#include <gtest/gtest.h>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;

TEST(LeftLimits, OfAVariableThatJumpsWithTimeIsWhatItWas) {
  const Simulated run(R"(model M
  Real u = if time < 0.1 then 0 else 1;
  Real now, before;
  discrete Real first(start = -1, fixed = true);
equation
  when sample(0, 0.1) then now = u; before = pre(u); end when;
  when time >= 0.1 then first = pre(u); end when;
end M;)",
                      {.stop = 0.15});
  ASSERT_TRUE(run.finished()) << render(run.diagnostics, run.sources);
  EXPECT_EQ(run.last("now"), 1.0);
  EXPECT_EQ(run.last("before"), 0.0);
  EXPECT_EQ(run.last("first"), 0.0);
}

TEST(LeftLimits, OfAnUnknownOfANonlinearLoopIsWhatSolvedItBefore) {
  const Simulated run(R"(model M
  Real u(start = 1), x(start = 0, fixed = true);
  discrete Real now, before;
equation
  der(x) = 1;
  u^3 + u = if x < 0.5 then 2 else 10;
  when x > 0.5 then now = u; before = pre(u); end when;
end M;)",
                      {.stop = 1.0});
  ASSERT_TRUE(run.finished()) << render(run.diagnostics, run.sources);
  EXPECT_NEAR(run.last("now"), 2.0, 1e-9);
  EXPECT_NEAR(run.last("before"), 1.0, 1e-9);
}

TEST(LeftLimits, FollowTheIterationsOfTheEvent) {
  // b becomes true in the first iteration, and u with it; pre(b) in the second, in which pre(u) is what u then was.
  const Simulated run(R"(model M
  Boolean b(start = false, fixed = true);
  Real u = if b then 1 else 0;
  discrete Real inFirst(start = -1, fixed = true), inSecond(start = -1, fixed = true);
equation
  when time >= 0.5 then b = true; end when;
  when b then inFirst = pre(u); end when;
  when pre(b) then inSecond = pre(u); end when;
end M;)",
                      {.stop = 1.0});
  ASSERT_TRUE(run.finished()) << render(run.diagnostics, run.sources);
  EXPECT_EQ(run.last("inFirst"), 0.0);
  EXPECT_EQ(run.last("inSecond"), 1.0);
}

TEST(LeftLimits, OfStatesAndTheirNegativesServeToBounce) {
  const Simulated run(R"(model M
  Real h(start = 1, fixed = true), v(start = 0, fixed = true), down;
equation
  der(h) = v; der(v) = -2; down = -v;
  when h < 0 then reinit(v, 0.5 * pre(down)); end when;
end M;)",
                      {.stop = 1.5, .tolerance = 1e-9});
  ASSERT_TRUE(run.finished()) << render(run.diagnostics, run.sources);
  // Down after 1 with the speed 2, up with 1: h = s - s^2 at s = 0.5.
  EXPECT_NEAR(run.last("h"), 0.25, 1e-7);
  EXPECT_NEAR(run.last("v"), 0.0, 1e-7);
}

TEST(LeftLimits, InAnAlgorithmIsNotWhatWasAssignedAbove) {
  const Simulated run(R"(model M
  Real u, last;
algorithm
  u := if time < 0.1 then 3 else 4;
  when sample(0.1, 1) then last := pre(u); end when;
end M;)",
                      {.stop = 0.5});
  ASSERT_TRUE(run.finished()) << render(run.diagnostics, run.sources);
  EXPECT_EQ(run.last("last"), 3.0);
}

TEST(LeftLimits, AtTheStartIsTheInitialValue) {
  const Simulated run(R"(model M
  Real u = 2 + time;
  discrete Real atStart, atFirstTick;
equation
  when initial() then atStart = pre(u); end when;
  when sample(0, 10) then atFirstTick = pre(u); end when;
end M;)",
                      {.stop = 1.0});
  ASSERT_TRUE(run.finished()) << render(run.diagnostics, run.sources);
  EXPECT_EQ(run.last("atStart"), 2.0);
  EXPECT_EQ(run.last("atFirstTick"), 2.0);
}

}  // namespace
}  // namespace dashpot::simulation
