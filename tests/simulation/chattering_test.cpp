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

// The equation of z is one that cannot be combined: it has to be solved for z, which jumps.

TEST(Chattering, OfAlgebraicUnknownsGetsAHysteresis) {
  const Simulated run(
      "model M Real x(start = 0, fixed = true), y(start = 0.5, fixed = true), z; equation\n"
      "z + 1e-6*z^3 = if y > 0 then -1 else 2; der(y) = z;\n"
      "der(x) = 2 - z; end M;",
      {.stop = 2.5, .tolerance = 1e-4});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("y"), 0.0, 1e-3);
  EXPECT_NEAR(run.last("x"), 0.5 * 3 + 2 * 2.0, 5e-3) << "z is -1, and then zero in the mean";
  EXPECT_THAT(run.messages(), HasSubstr("y > 0"));
  EXPECT_THAT(run.messages(), HasSubstr("test.mo:2"));
  EXPECT_THAT(run.messages(), HasSubstr("chatters"));
  EXPECT_THAT(run.messages(), HasSubstr("hysteresis"));
  EXPECT_FALSE(run.outcome.remedies.empty());
  EXPECT_TRUE(run.outcome.slides.empty());
  EXPECT_LT(run.table->times().size(), 1000u) << "the switches themselves are not recorded";
}

TEST(Chattering, ThatIsCountedGetsAHysteresis) {
  const Simulated run(
      "model M Real y(start = 0.5, fixed = true); Integer n(start = 0, fixed = true); equation\n"
      "der(y) = if y > 0 then -1 else 2; when y > 0 then n = pre(n) + 1; end when; end M;",
      {.stop = 2.5, .tolerance = 1e-4});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("y"), 0.0, 1e-3);
  EXPECT_GT(run.last("n"), 100);
  EXPECT_THAT(run.messages(), HasSubstr("chatters"));
}

TEST(Chattering, IsRecognisedWhereRelationsTakeTurns) {
  // Two that slide from the same time on, t = 0.5, each on its own.
  const Simulated run(
      "model M Real x(start = 0.5, fixed = true), y(start = 0.55, fixed = true), a, b; equation\n"
      "a + 1e-6*a^3 = if x > 0 then -1 else 2; b + 1e-6*b^3 = if y > 0 then -1.1 else 1.7; der(x) = a; der(y) = b;\n"
      "end M;",
      {.stop = 2.5, .tolerance = 1e-4});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), 0.0, 1e-3);
  EXPECT_NEAR(run.last("y"), 0.0, 1e-3);
  EXPECT_THAT(run.messages(), HasSubstr("x > 0"));
  EXPECT_THAT(run.messages(), HasSubstr("y > 0"));
}

TEST(Chattering, DoesNotHideTimeEvents) {
  const Simulated run(
      "model M Real x(start = 0.5, fixed = true), y, z; equation z + 1e-6*z^3 = if x > 0 then -1 else 2;\n"
      "der(x) = z; y = if time > 1.55 then 1 else 0; end M;",
      {.stop = 2, .tolerance = 1e-4, .interval = 0.1});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_THAT(run.messages(), HasSubstr("chatters"));
  EXPECT_EQ(std::ranges::count(run.table->times(), 1.55), 2) << "both sides of the jump";
}

TEST(Chattering, ShowsTheRelationAsItWasWritten) {
  const Simulated run(
      "model M parameter Real a = 0.2; parameter Real b = 0.3; Real y(start = 1, fixed = true), z;\n"
      "equation z + 1e-6*z^3 = if y > a + b then -1 else 2; der(y) = z; end M;",
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

TEST(Chattering, IsRecognisedThroughABooleanVariable) {
  // A pressure that is switched up and down: 3e8 Pa/s reach 150 bar after 0.05 s, and stay there.
  const char* switches[] = {
      "Boolean open = p > 150e5; Integer n(start = 0, fixed = true); equation der(p) = if open then -3e8 else 3e8;\n"
      "when open then n = pre(n) + 1; end when;",
      "Real z; equation z + 1e-3*z^3 = if p > 150e5 then -1.001 else 1.001; der(p) = 3e8*z;"};
  for (const char* text : switches) {
    const Simulated run(
        std::string("model M Real p(start = 0, fixed = true, unit = \"Pa\", nominal = 1e5);\n") + text + " end M;",
        {.stop = 1.0});
    ASSERT_TRUE(run.finished()) << text << run.messages();
    EXPECT_NEAR(run.last("p"), 150e5, 1e4) << text;
    EXPECT_LT(run.outcome.statistics.events, 300'000) << text;
    EXPECT_THAT(run.messages(), HasSubstr("chatters")) << text;
    EXPECT_THAT(run.messages(), HasSubstr("p > 15000000")) << text;
  }
}

TEST(Zeno, ABouncingBallComesToRestAtTheTimeThatTheSeriesSays) {
  const Simulated run(
      "model M parameter Real e = 0.7; Real h(start = 1, fixed = true); Real v(start = 0, fixed = true);\n"
      "equation der(h) = v; der(v) = -9.81; when h < 0 then reinit(v, -e*pre(v)); end when; end M;",
      {.stop = 10, .tolerance = 1e-8});
  ASSERT_EQ(run.outcome.kind, OutcomeKind::failed) << "not at its end: " << run.messages();
  // It falls for sqrt(2/g) and then flies for 2 e^k sqrt(2/g), k = 1, 2, ...
  const double fall = std::sqrt(2 / 9.81), limit = fall * (1 + 2 * 0.7 / 0.3);
  EXPECT_NEAR(run.outcome.endTime, limit, 1e-4);
  EXPECT_NEAR(run.last("h"), 0.0, 1e-6);
  EXPECT_NEAR(run.last("v"), 0.0, 1e-3);
  EXPECT_THAT(run.messages(), HasSubstr("Zeno"));
  EXPECT_THAT(run.messages(), HasSubstr("h < 0"));
}

TEST(Zeno, ABallThatHasAStateOfRestGoesOnInIt) {
  const Simulated run(
      "model M parameter Real e = 0.7; Real h(start = 1, fixed = true); Real v(start = 0, fixed = true);\n"
      "Boolean isFlying = not (h <= 0 and v <= 0); Real s(start = 0, fixed = true);\n"
      "equation der(h) = v; der(v) = if isFlying then -9.81 else 0; der(s) = if isFlying then 1 else 0;\n"
      "when h < 0 then reinit(v, -e*pre(v)); end when; end M;",
      {.stop = 10, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  const double fall = std::sqrt(2 / 9.81), limit = fall * (1 + 2 * 0.7 / 0.3);  // as above
  EXPECT_NEAR(run.last("s"), limit, 1e-4) << "it flies until then";
  EXPECT_NEAR(run.last("h"), 0.0, 1e-6);
  EXPECT_EQ(run.last("v"), 0.0);
  EXPECT_THAT(run.outcome.remedies,
              ::testing::Contains(HasSubstr("'v' started again ever faster and was set to rest")));
}

TEST(Zeno, TwoTanksThatTakeTurnsAtOneTapCannotBothStayFull) {
  // Each loses 0.5, the tap gives 0.75 to one of them: the sum falls from 2 by 0.25 per second and is gone after 8.
  const Simulated run(
      "model M Real a(start = 1, fixed = true), b(start = 1, fixed = true); Boolean q(start = true, fixed = true);\n"
      "equation der(a) = (if q then 0.75 else 0) - 0.5; der(b) = (if q then 0 else 0.75) - 0.5;\n"
      "when a < 0 then q = true; elsewhen b < 0 then q = false; end when; end M;",
      {.stop = 20});
  ASSERT_EQ(run.outcome.kind, OutcomeKind::failed) << run.messages();
  EXPECT_NEAR(run.outcome.endTime, 8.0, 1e-4);
  EXPECT_THAT(run.messages(), HasSubstr("would never pass time 8 (Zeno behaviour)"));
  EXPECT_THAT(run.messages(), HasSubstr("b < 0"));
  EXPECT_THAT(run.messages(), HasSubstr("without switching"));
}

TEST(Zeno, IntervalsThatShrinkButComeToAnEndAreNone) {
  // Thresholds at 1 - 2^-k of the way, eleven of them, and then nothing more.
  const Simulated run(
      "model M Integer k(start = 1, fixed = true); Real x(start = 0, fixed = true); equation der(x) = 1;\n"
      "when x > 1 - 0.5^pre(k) and pre(k) < 12 then k = pre(k) + 1; end when; end M;",
      {.stop = 2});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.last("k"), 12);
  EXPECT_NEAR(run.last("x"), 2.0, 1e-9);
}

TEST(EventStorm, IsStoppedWithTheRelationThatMakesIt) {
  const Simulated run(
      "model M Real x(start = 0.25, fixed = true), y(start = 0, fixed = true);\n"
      "equation der(x) = 1; der(y) = rem(x, 1e-12); end M;",
      {.stop = 1.0});
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(run.messages(), HasSubstr("events follow one another every"));
  EXPECT_THAT(run.messages(), HasSubstr("the end would need more than 1e9 of them"));
  EXPECT_THAT(run.messages(), HasSubstr("test.mo:2"));
  EXPECT_THAT(run.messages(), HasSubstr("shorter than was meant"));
}

TEST(EventStorm, OfClocksIsStopped) {
  const Simulated run(
      "model M Integer n(start = 0, fixed = true); equation when sample(0, 1e-13) then n = pre(n) + 1; end when; end "
      "M;",
      {.stop = 1.0});
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(run.messages(), HasSubstr("events follow one another every"));
  EXPECT_THAT(run.messages(), HasSubstr("a clock ticked"));
}

TEST(EventStorm, ManyEventsThatReachTheEndAreNone) {
  const Simulated run(
      "model M Integer n(start = 0, fixed = true); equation when sample(0, 1e-5) then n = pre(n) + 1; end when; end M;",
      {.stop = 1.0});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.last("n"), 100'001);
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
