// Events that get out of hand: chattering, Zeno behaviour; and steps that get nowhere.
#include "models/simulated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;
using ::testing::HasSubstr;

TEST(Chattering, SlidesAlongTheSwitchingSurface) {
  // Filippov's example: y is driven to zero from both sides, and x then moves with the mean of both speeds:
  // y' = -1 and +2 in the proportion 2 : 1, so x' = (2*1 + 1*4)/3 = 2.
  const Simulated run(
      "model M Real x(start = 0, fixed = true); Real y(start = 0.5, fixed = true);\n"
      "equation\n"
      "der(y) = if y > 0 then -1 else 2; der(x) = if y > 0 then 1 else 4; end M;",
      {.stop = 2.5, .tolerance = 1e-4});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("y"), 0.0, 1e-3);
  EXPECT_NEAR(run.last("x"), 0.5 + 2 * 2.0, 5e-3);
  EXPECT_THAT(run.messages(), HasSubstr("y > 0"));
  EXPECT_THAT(run.messages(), HasSubstr("test.mo:3"));
  EXPECT_THAT(run.messages(), HasSubstr("chatters"));
  EXPECT_THAT(run.messages(), HasSubstr("hysteresis"));
  EXPECT_FALSE(run.outcome.remedies.empty());
  EXPECT_LT(run.table->times().size(), 1000u) << "the switches themselves are not recorded";
}

TEST(Chattering, DoesNotHideTimeEvents) {
  const Simulated run(
      "model M Real x(start = 0.5, fixed = true), y; equation\n"
      "der(x) = if x > 0 then -1 else 2; y = if time > 1.55 then 1 else 0; end M;",
      {.stop = 2, .tolerance = 1e-4, .interval = 0.1});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_THAT(run.messages(), HasSubstr("chatters"));
  EXPECT_EQ(std::ranges::count(run.table->times(), 1.55), 2) << "both sides of the jump";
}

TEST(Chattering, ShowsTheRelationAsItWasWritten) {
  const Simulated run(
      "model M parameter Real a = 0.2; parameter Real b = 0.3; Real y(start = 1, fixed = true);\n"
      "equation der(y) = if y > a + b then -1 else 2; end M;",
      {.stop = 2, .tolerance = 1e-4});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_THAT(run.messages(), HasSubstr("y > a + b"));
}

TEST(Chattering, CoulombFrictionBySignComesToRest) {
  const Simulated run(
      "model M Real v(start = 1, fixed = true); Real s(start = 0, fixed = true);\n"
      "equation der(s) = v; der(v) = if v > 0 then -2 elseif v < 0 then 2 else 0; end M;",
      {.stop = 2, .tolerance = 1e-4});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("v"), 0.0, 1e-3);
  EXPECT_NEAR(run.last("s"), 0.25, 1e-3);  // v^2/(2 a)
}

TEST(Chattering, ManySwitchesThatGoSomewhereAreNone) {
  const Simulated run(
      "model M Real x(start = 0, fixed = true); equation der(x) = if sin(200*time) > 0 then 1 else -1; end M;",
      {.stop = 3.141592653589793, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_TRUE(run.outcome.remedies.empty());
  EXPECT_NEAR(run.last("x"), 0.0, 1e-6);
  EXPECT_NEAR(static_cast<double>(run.outcome.statistics.events), 200.0, 1.0);
}

TEST(Zeno, ABouncingBallComesToRestAtTheTimeThatTheSeriesSays) {
  const Simulated run(
      "model M parameter Real e = 0.7; Real h(start = 1, fixed = true); Real v(start = 0, fixed = true);\n"
      "equation der(h) = v; der(v) = -9.81; when h < 0 then reinit(v, -e*pre(v)); end when; end M;",
      {.stop = 10, .tolerance = 1e-8});
  ASSERT_EQ(run.outcome.kind, OutcomeKind::finished) << run.messages();
  // It falls for sqrt(2/g) and then flies for 2 e^k sqrt(2/g), k = 1, 2, ...
  const double fall = std::sqrt(2 / 9.81), limit = fall * (1 + 2 * 0.7 / 0.3);
  EXPECT_NEAR(run.outcome.endTime, limit, 1e-4);
  EXPECT_NEAR(run.last("h"), 0.0, 1e-6);
  EXPECT_NEAR(run.last("v"), 0.0, 1e-3);
  EXPECT_THAT(run.messages(), HasSubstr("Zeno"));
  EXPECT_THAT(run.messages(), HasSubstr("h < 0"));
}

TEST(Stuck, StepsThatGetNowhereAreNoticed) {
  // The steps shrink as the pole is neared; the method would go on for ever before it reached it.
  const Simulated run(
      "model M Real x(start = 1, fixed = true); equation der(x) = noEvent(if x > 0 then -1e9 else 1e9); end M;",
      {.stop = 1, .tolerance = 1e-8});
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(run.messages(), HasSubstr("the simulation stopped at time"));
  EXPECT_THAT(run.messages(), HasSubstr("x = "));
  EXPECT_THAT(run.messages(), HasSubstr("noEvent"));
}

}  // namespace
}  // namespace dashpot::simulation
