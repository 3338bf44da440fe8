// Relations that time alone decides: steps end exactly where they turn.
#include "models/simulated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;

TEST(TimeEvents, AreAtTheirTimeToTheLastBitWhicheverWayTheyAreWritten) {
  for (const char* relation : {"time > T", "time >= T", "not time < T", "not time <= T", "T < time", "2*time - T > T"})
    for (const char* method : {"rodas4", "dopri5", "cvode"}) {
      const Simulated run(
          std::string("model M parameter Real T = 0.3; Real x(start = 0, fixed = true); equation der(x) = "
                      "if ") +
              relation + " then 2 else 1; end M;",
          {.stop = 1.0, .tolerance = 1e-8, .method = method});
      ASSERT_TRUE(run.finished()) << relation << run.messages();
      ASSERT_EQ(run.table->eventTimes().size(), 1u) << relation << method;
      EXPECT_EQ(run.table->eventTimes()[0], 0.3) << relation << method;
      EXPECT_NEAR(run.last("x"), 0.3 + 2 * 0.7, 1e-7) << relation << method;
    }
}

TEST(TimeEvents, AreNotSteppedOverHoweverShortThePulse) {
  // A pulse of a microsecond in a run of ten seconds, with nothing else to keep the steps short.
  const Simulated run(
      "model M parameter Real T = 5, w = 1e-6; Real x(start = 0, fixed = true); equation der(x) = if time >= T and "
      "time < "
      "T + w then 1e6 else 0; end M;",
      {.stop = 10.0});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), 1, 1e-6);
  EXPECT_EQ(run.table->eventTimes().size(), 2u);
}

TEST(TimeEvents, FollowParametersThatAreSet) {
  Settings settings{.stop = 1.0};
  settings.parameters = {{"T", "0.625"}};
  const Simulated run(
      "model M parameter Real T = 0.25; Real x(start = 0, fixed = true); equation der(x) = if time < T then 1 else 0; "
      "end "
      "M;",
      settings);
  ASSERT_TRUE(run.finished()) << run.messages();
  ASSERT_EQ(run.table->eventTimes().size(), 1u);
  EXPECT_EQ(run.table->eventTimes()[0], 0.625);
}

TEST(TimeEvents, AtTheStartTheRelationHasTheTruthOfThatInstantForTheInitialEquations) {
  const Simulated run(
      "model M Real x; Real u = if time > 0 then 2 else 5; initial equation x = u; equation der(x) = u; end M;",
      {.stop = 1.0});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), 5 + 2, 1e-6);
}

TEST(TimeEvents, TriggerWhenClauses) {
  const Simulated run(
      "model M discrete Real n(start = 0), at(start = -1); equation when {time > 0.25, time >= 0.5} then n = pre(n) + "
      "1; at "
      "= time; end when; end M;",
      {.stop = 1.0});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.last("n"), 2);
  EXPECT_EQ(run.last("at"), 0.5);
}

TEST(DiagonalForm, IsWhatDiagonalExponentialMethodsGet) {
  const Simulated run(
      "model M Real x(start = 1, fixed = true), y(start = 0, fixed = true); equation der(x) = -100*x + y; der(y) = x - "
      "y; "
      "end M;",
      {.stop = 1.0, .tolerance = 1e-5, .method = "diag-exp-i2"});
  ASSERT_TRUE(run.finished()) << run.messages();
  const Simulated reference(
      "model M Real x(start = 1, fixed = true), y(start = 0, fixed = true); equation der(x) = -100*x + y; der(y) = x - "
      "y; "
      "end M;",
      {.stop = 1.0, .tolerance = 1e-9});
  EXPECT_NEAR(run.last("y"), reference.last("y"), 1e-4);
}

}  // namespace
}  // namespace dashpot::simulation
