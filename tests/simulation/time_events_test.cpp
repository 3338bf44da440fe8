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

// ---- instants -----------------------------------------------------------------------------------------------------

TEST(Instants, ClocksThatCoincideTickAtOnce) {
  // Multiples of 0.1 and of 0.3 meet at 0, 0.3, ... 30, however they are rounded.
  for (const char* interval : {"0.3", "3*0.1", "1/(10/3)"}) {
    const Simulated run(
        std::string("model M Boolean a, b; Integer n(start = 0, fixed = true), m(start = 0, fixed = true),\n"
                    "k(start = 0, fixed = true); equation a = sample(0, 0.1); b = sample(0, ") +
            interval +
            "); when a then n = pre(n) + 1; end when; when b then m = pre(m) + 1; end when;\n"
            "when a and b then k = pre(k) + 1; end when; end M;",
        {.stop = 30.0});
    ASSERT_TRUE(run.finished()) << run.messages();
    EXPECT_EQ(run.last("n"), 301) << interval;
    EXPECT_EQ(run.last("m"), 101) << interval;
    EXPECT_EQ(run.last("k"), 101) << interval;
    EXPECT_EQ(run.table->eventTimes().size(), 300u) << "one event for both, at the end, too";
  }
}

TEST(Instants, AClockThatBeganBeforeTheStartTicksAtIt) {
  const Simulated run(
      "model M Integer n(start = 0, fixed = true); equation when sample(-0.3, 0.1) then n = pre(n) + 1; end when; end "
      "M;",
      {.stop = 0.35});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.last("n"), 4);  // 0, 0.1, 0.2, 0.3
}

TEST(Instants, AClockAndARelationThatTimeDecidesMeet) {
  // The count reaches its threshold at the very tick that the relation turns at: both are seen together.
  const Simulated run(
      "model M Integer k(start = 0, fixed = true), n(start = 0, fixed = true), both(start = 0, fixed = true);\n"
      "Boolean tick = sample(0.1, 0.1), turn = time >= (pre(k) + 1)*0.1; equation\n"
      "when turn then k = pre(k) + 1; end when;\n"
      "when tick then n = pre(n) + 1; end when;\n"
      "when tick and turn then both = pre(both) + 1; end when; end M;",
      {.stop = 10.05});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.last("k"), 100);
  EXPECT_EQ(run.last("n"), 100);
  EXPECT_EQ(run.last("both"), 100);
}

TEST(Instants, ATimeThatADiscreteVariableSaysIsHitExactly) {
  const Simulated run(
      "model M discrete Real next(start = 0.3, fixed = true), at(start = 0, fixed = true); Real x(start = 0, fixed = "
      "true);\n"
      "equation der(x) = 1; when time >= pre(next) then next = 2*pre(next); at = time; end when; end M;",
      {.stop = 1.0});
  ASSERT_TRUE(run.finished()) << run.messages();
  ASSERT_EQ(run.table->eventTimes().size(), 2u);
  EXPECT_EQ(run.table->eventTimes()[0], 0.3);
  EXPECT_EQ(run.table->eventTimes()[1], 0.6);
  EXPECT_EQ(run.last("at"), 0.6);
}

TEST(Instants, AStrictRelationToTheTimeOfTheLastTickTurnsAfterIt) {
  // At a tick `last` becomes time, so that time > last is false there, and true again at once: it rises each time.
  const Simulated run(
      "model M discrete Real last(start = -1, fixed = true); Integer n(start = 0, fixed = true); Real x(start = 0, "
      "fixed = true);\n"
      "equation der(x) = 1; when sample(0.25, 0.25) then last = time; end when;\n"
      "when time > last then n = pre(n) + 1; end when; end M;",
      {.stop = 1.1});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.last("n"), 4);
}

TEST(Instants, WholeNumbersOfTimeDoNotMissASample) {
  // The tick at 10*0.1 lies a last bit beside 1, where floor(time) rises: the number follows, whichever comes first.
  for (const char* interval : {"0.1", "0.2", "0.7"}) {
    const Simulated run(std::string("model M Integer n(start = 0, fixed = true), k; equation k = integer(time);\n"
                                    "when sample(0, ") +
                            interval + ") then n = pre(n) + 1; end when; end M;",
                        {.stop = 70.5});
    ASSERT_TRUE(run.finished()) << run.messages();
    EXPECT_EQ(run.last("k"), 70) << interval;
  }
}

// ---- the end ------------------------------------------------------------------------------------------------------

TEST(End, IsReachedWhereATickAndACrossingFallTogether) {
  // A pulse that a clock starts: on for 0.25 of every 0.5 from 0.1 on. Until 2 it is on for 4 * 0.25 and off for 1.
  const Simulated run(
      "model M parameter Real t0 = 0.1, period = 0.5; discrete Real begin(start = t0, fixed = true); Boolean on;\n"
      "Real x(start = 0, fixed = true); equation when sample(t0, period) then begin = time; end when;\n"
      "on = time >= begin and time < begin + 0.25; der(x) = if on then 1 else -1; end M;",
      {.stop = 2.0});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.outcome.endTime, 2.0);
  EXPECT_NEAR(run.last("x"), 0.0, 1e-6);
}

TEST(End, IsReachedWhereATickAndACrossingAreOneRoundingApart) {
  for (const char* relation : {"time > pre(next)", "z > pre(next)"}) {
    const Simulated run(std::string("model M Real z(start = 0, fixed = true), x, next(start = 0, fixed = true);\n"
                                    "equation der(z) = 1; when sample(0, 0.1) then x = time; end when; when ") +
                            relation + " then next = pre(next) + 0.1; end when; end M;",
                        {.stop = 1.05});
    ASSERT_TRUE(run.finished()) << relation << run.messages();
    EXPECT_EQ(run.outcome.endTime, 1.05) << relation;
    EXPECT_NEAR(run.last("z"), 1.05, 1e-9) << relation;
    EXPECT_NEAR(run.last("x"), 1.0, 1e-12) << relation;
    EXPECT_NEAR(run.last("next"), 1.1, 1e-12) << relation;
  }
}

TEST(End, AnEventAtTheStartDoesNotEndTheRun) {
  const Simulated run(
      "model M Integer n(start = 0, fixed = true); Real x(start = 0, fixed = true); equation der(x) = 1;\n"
      "when {time >= 0, sample(0, 0.5), x >= 0} then n = pre(n) + 1; end when; end M;",
      {.stop = 1.2});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.outcome.endTime, 1.2);
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
