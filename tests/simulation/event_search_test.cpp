// Events within steps that are as long as the solution allows: none is lost, and looking for them costs no steps.
#include "models/simulated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;

TEST(EventSearch, ARelationThatNeverTurnsCostsNoSteps) {
  const auto steps = [](const std::string& factor) {
    const Simulated run("model M Real x(start = 1, fixed = true), y; equation der(x) = -x; y = " + factor + "; end M;",
                        {.stop = 10, .tolerance = 1e-3});
    EXPECT_TRUE(run.finished()) << run.messages();
    return run.outcome.statistics.steps;
  };
  EXPECT_EQ(steps("if x > 2 then 1 else 0"), steps("0"));
  EXPECT_LT(steps("if x > 2 then 1 else 0"), 40);
}

TEST(EventSearch, FindsTwoCrossingsThatLieWithinOneStep) {
  // Inside from 0.496 to 0.504, in steps that could cover the whole second.
  const Simulated run(
      "model M Real x(start = 0, fixed = true), y(start = 0, fixed = true); equation der(x) = 1;\n"
      "der(y) = if (x - 0.5)^2 < 1.6e-5 then 1 else 0; end M;",
      {.stop = 1, .tolerance = 1e-3});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.outcome.statistics.events, 2);
  EXPECT_NEAR(run.last("y"), 0.008, 1e-9);
}

TEST(EventSearch, FindsWhatHardlyReachesZero) {
  // A parabola whose top is above zero by 1e-8: for 2e-4 of the run.
  const Simulated run(
      "model M Real x(start = 0, fixed = true), y(start = 0, fixed = true); equation der(x) = 1;\n"
      "der(y) = if (x - 0.3137)^2 < 1e-8 then 1 else 0; end M;",
      {.stop = 1, .tolerance = 1e-3});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.outcome.statistics.events, 2);
  EXPECT_NEAR(run.last("y"), 2e-4, 1e-9);
}

TEST(EventSearch, WhatTouchesZeroAndTurnsBackIsNoEvent) {
  const Simulated run(
      "model M Real x(start = 0, fixed = true), y(start = 0, fixed = true); equation der(x) = 1;\n"
      "der(y) = if (x - 0.5)^2 < 0 then 1 else 0; end M;",
      {.stop = 1, .tolerance = 1e-3});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.outcome.statistics.events, 0);
}

TEST(EventSearch, FindsEveryPulseOfAFastWave) {
  // sin(w t) > 0.99 for acos(0.99)*2/w of each of 20 periods.
  const Simulated run(
      "model M Real y(start = 0, fixed = true), x(start = 1, fixed = true); equation der(x) = -x;\n"
      "der(y) = if sin(40*3.141592653589793*time) > 0.99 + 0*x then 1 else 0; end M;",
      {.stop = 1, .tolerance = 1e-3});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.outcome.statistics.events, 40);
  EXPECT_NEAR(run.last("y"), 20 * 2 * std::acos(0.99) / (40 * std::numbers::pi), 1e-6);
}

TEST(EventSearch, FindsEveryHalfWaveThatIsTwiceAsShortAsLooksAreApart) {
  // Looks are a hundredth of the run apart at most; what they saw last tells that the function swings in between.
  for (const int waves : {150, 180, 200, 220, 250}) {
    const Simulated run("model M Real x(start = 0, fixed = true); equation der(x) = if sin(" + std::to_string(waves) +
                            "*time) > 0 then 1 else -1; end M;",
                        {.stop = std::numbers::pi, .tolerance = 1e-8});
    ASSERT_TRUE(run.finished()) << run.messages();
    EXPECT_NEAR(static_cast<double>(run.outcome.statistics.events), waves, 1.0);
  }
}

TEST(EventSearch, ErrorsOfLongStepsMakeNoEvents) {
  // A relief valve opens and closes a few times; its pressure rests close to where it cracks.
  for (const char* method : {"rodas3", "rodas4", "rodas5p", "radau5"})
    for (const double tolerance : {1e-1, 1e-2, 1e-3}) {
      const Simulated run(dashpot::testing::exampleText("relief_valve"), {.tolerance = tolerance, .method = method});
      ASSERT_TRUE(run.finished()) << run.messages();
      EXPECT_LT(run.outcome.statistics.events, 50) << method << ' ' << tolerance;
    }
}

TEST(EventSearch, EventTimesDoNotDependOnHowOftenResultsAreWanted) {
  // A falling stone: h = 1 - g t^2/2 passes 0.5 at 1/sqrt(g).
  const auto timeAt = [](double interval) {
    const Simulated run(
        "model M Real h(start = 1, fixed = true), v(start = 0, fixed = true); discrete Real t(start = 0, fixed = "
        "true);\n"
        "equation der(h) = v; der(v) = -9.81; when h < 0.5 then t = time; end when; end M;",
        {.stop = 0.4, .tolerance = 1e-2, .interval = interval});
    EXPECT_TRUE(run.finished()) << run.messages();
    return run.last("t");
  };
  for (const double interval : {0.4, 0.04, 0.0004}) EXPECT_NEAR(timeAt(interval), 1 / std::sqrt(9.81), 1e-9);
}

}  // namespace
}  // namespace dashpot::simulation
