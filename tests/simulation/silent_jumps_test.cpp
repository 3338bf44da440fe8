// Right-hand sides that jump without an event: inside noEvent(), by sign(), by roundings.
#include "models/simulated.hpp"
#include "simulation/runs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;
using std::numbers::pi;

/// Of a wave of height 1 and half period T that starts upwards at 0.
double integralOfSquareWave(double t, double halfPeriod) {
  const double within = std::fmod(t, 2 * halfPeriod);
  return within <= halfPeriod ? within : 2 * halfPeriod - within;
}

std::string integralOf(const std::string& rate) {
  return "model M Real x(start = 0, fixed = true); equation der(x) = " + rate + "; end M;";
}

TEST(SilentJumps, ASquareWaveIsIntegratedByEveryMethod) {
  for (const char* method : commonMethods)
    for (const double frequency : {20.0, 63.0, 700.0}) {
      const Simulated run(integralOf(fmt::format("noEvent(if sin({}*time) > 0 then 1 else -1)", frequency)),
                          {.stop = 10, .method = method});
      ASSERT_TRUE(run.finished()) << method << run.messages();
      const double jumps = 10 * frequency / pi;
      EXPECT_NEAR(run.last("x"), integralOfSquareWave(10, pi / frequency), 1e-6 * (10 + 2 * jumps)) << method;
    }
}

TEST(SilentJumps, SignAndRoundingsAreSeenToo) {
  for (const char* method : commonMethods) {
    const Simulated bySign(integralOf("sign(sin(20*time))"), {.stop = 10, .method = method});
    ASSERT_TRUE(bySign.finished()) << bySign.messages();
    EXPECT_NEAR(bySign.last("x"), integralOfSquareWave(10, pi / 20), 1e-3) << method;
    // Up for the first half of each 1/3 s, down for the other: 30 whole periods.
    const Simulated byFloor(integralOf("noEvent(1 - 2*mod(floor(6*time), 2))"), {.stop = 10, .method = method});
    ASSERT_TRUE(byFloor.finished()) << byFloor.messages();
    EXPECT_NEAR(byFloor.last("x"), 0, 1e-3) << method;
    EXPECT_EQ(byFloor.messages(), "") << "the jump at the end is one that steps can end at";
    const Simulated byMod(integralOf("noEvent(mod(time, 0.3))"), {.stop = 9, .method = method});
    ASSERT_TRUE(byMod.finished()) << byMod.messages();
    EXPECT_NEAR(byMod.last("x"), 30 * 0.045, 1e-3) << method;
  }
}

TEST(SilentJumps, BranchesInFunctionsAreSeenToo) {
  // With a loop, so that the function is not written into the equation; what it calls decides.
  const std::string text =
      "model M function isUp input Real u; output Boolean y; algorithm y := false; for i in 1:3 loop if u > 0 and i == "
      "2 "
      "then y := true; end if; end for; end isUp; function wave input Real u; output Real y; protected Real s; "
      "algorithm "
      "s := 0; for i in 1:2 loop s := s + u^i; end for; if isUp(u) then y := 1; else y := -1; end if; end wave; Real "
      "x(start = 0, fixed = true); equation der(x) = wave(sin(20*time)); end M;";
  for (const char* method : commonMethods) {
    const Simulated run(text, {.stop = 10, .method = method});
    ASSERT_TRUE(run.finished()) << method << run.messages();
    EXPECT_NEAR(run.last("x"), integralOfSquareWave(10, pi / 20), 1e-3) << method;
  }
}

TEST(SilentJumps, AStateDecidesAsTimeDoes) {
  // x and v turn in a circle; s gathers the sign of x, whose half period is pi/10.
  for (const char* method : commonMethods) {
    const Simulated run(
        "model M Real x(start = 0, fixed = true), v(start = 1, fixed = true), s(start = 0, fixed = true); equation "
        "der(x) = 10*v; der(v) = -10*x; der(s) = noEvent(if x > 0 then 1 else -1); end M;",
        {.stop = 10, .tolerance = 1e-7, .method = method});
    ASSERT_TRUE(run.finished()) << run.messages();
    EXPECT_NEAR(run.last("s"), integralOfSquareWave(10, pi / 10), 1e-3) << method;
  }
}

TEST(SilentJumps, AStateThatCountsTimeIsLookedAtLikeTime) {
  // c is time: what it decides by a wave or a rounding turns more often than any polynomial.
  for (const char* method : commonMethods)
    for (const char* rate : {"noEvent(if sin(20*c) > 0 then 1 else -1)", "sign(sin(20*c))"}) {
      const Simulated run(
          fmt::format("model M Real x(start = 0, fixed = true), c(start = 0, fixed = true); equation der(c) = 1; "
                      "der(x) = {}; end M;",
                      rate),
          {.stop = 10, .method = method});
      ASSERT_TRUE(run.finished()) << method << run.messages();
      EXPECT_NEAR(run.last("x"), integralOfSquareWave(10, pi / 20), 1e-3) << method << ": " << rate;
    }
}

TEST(SilentJumps, AStateThatRisesAndFallsBackWithinAStepIsSeen) {
  // A throw: y = 5 t - t^2/2 is above 12.4 for 2 sqrt(0.2); methods take it in a few steps, whatever the tolerance.
  for (const char* method : commonMethods) {
    const Simulated run(
        "model M Real y(start = 0, fixed = true), v(start = 5, fixed = true), s(start = 0, fixed = true); equation "
        "der(y) = v; der(v) = -1; der(s) = noEvent(if y > 12.4 then 1 else 0); end M;",
        {.stop = 10, .method = method});
    ASSERT_TRUE(run.finished()) << run.messages();
    EXPECT_NEAR(run.last("s"), 2 * std::sqrt(0.2), 1e-4) << method;
  }
}

TEST(SilentJumps, ATrainOfShortPulsesIsNotSteppedOver) {
  // Each second one pulse of 0.02: 50 of them give 1.
  for (const char* method : commonMethods) {
    const Simulated run(integralOf("noEvent(if mod(time, 1) > 0.5 and mod(time, 1) < 0.52 then 1 else 0)"),
                        {.stop = 50, .method = method});
    ASSERT_TRUE(run.finished()) << run.messages();
    EXPECT_NEAR(run.last("x"), 1, 1e-3) << method;
  }
}

TEST(SilentJumps, WhatTimeAloneDecidesIsMetHoweverShortItIs) {
  for (const char* method : commonMethods)
    for (const char* pulse : {"abs(time - 50) < 0.005", "0.005 > abs(50 - time)", "not abs(time - 50) >= 0.005",
                              "time > 49.995 and 2*time <= 100.01"}) {
      const Simulated run(integralOf(fmt::format("noEvent(if {} then 1 else 0)", pulse)),
                          {.stop = 100, .method = method});
      ASSERT_TRUE(run.finished()) << run.messages();
      EXPECT_NEAR(run.last("x"), 0.01, 1e-9) << method << ": " << pulse;
      const Simulated withEvents(integralOf(fmt::format("if {} then 1 else 0", pulse)),
                                 {.stop = 100, .method = method});
      EXPECT_NEAR(withEvents.last("x"), 0.01, 1e-9) << method << ": " << pulse;
    }
}

TEST(SilentJumps, WhatDoesNotJumpCostsNoSteps) {
  const std::string guarded = integralOf("noEvent(if sin(time) > 0 then sin(time) else 0)");
  const Simulated run(guarded, {.stop = 4 * pi});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), 4, 2e-5);  // each of the four kinks may cost a tolerance of x, 4e-6
  EXPECT_EQ(run.outcome.statistics.events, 0);
}

TEST(SilentJumps, WhatOnlyBendsIsNotLookedAt) {
  const auto looks = [](const char* otherwise) {
    Effort effort;
    const Simulated run(integralOf(fmt::format("noEvent(if sin(time) > 0 then sin(time) else {})", otherwise)),
                        {.stop = 4 * pi, .effort = &effort});
    EXPECT_TRUE(run.finished()) << run.messages();
    return effort.of(codegen::Entry::silentConditions).count + effort.of(codegen::Entry::silentJumps).count;
  };
  EXPECT_EQ(looks("0"), 0);
  EXPECT_GT(looks("-1"), 0);
}

/// By their declarations both sides are zero.
TEST(SilentJumps, AParameterThatIsSetMayMakeAJumpOfABend) {
  const std::string wave =
      "model M parameter Real height = 0; Real x(start = 0, fixed = true); equation der(x) = noEvent(if sin(63*time) > "
      "0 "
      "then height else -height); end M;";
  const Simulated run(wave, {.stop = 10, .parameters = {{"height", "1"}}});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), integralOfSquareWave(10, pi / 63), 1e-4);
}

TEST(SilentJumps, NoEventIsHandled) {
  const Simulated run(integralOf("noEvent(if sin(20*time) > 0 then 1 else -1)"), {.stop = 10});
  EXPECT_EQ(run.outcome.statistics.events, 0);
  EXPECT_EQ(run.messages(), "");
}

}  // namespace
}  // namespace dashpot::simulation
