// Algebraic unknowns whose solution ends, and that jump to another one.
#include "models/simulated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;
using std::numbers::pi;
using ::testing::HasSubstr;

// An amplifier of gain 1000 that is limited to -1 ... 1, with half of its output fed back to its positive input. Each
// limit is a solution until the other input comes within 1/1000 of half of it.
const std::string amplifier =
    "z = noEvent(if 1000*(0.5*z - u) > 1 then 1 else if 1000*(0.5*z - u) < -1 then -1 else 1000*(0.5*z - u));";
constexpr double threshold = 0.499;

TEST(Fold, ATriggerWithoutStatesKeepsItsOutputUntilTheThreshold) {
  const Simulated run("model M Real u, z; equation u = cos(time); " + amplifier + " end M;", {.stop = 8});
  ASSERT_TRUE(run.finished()) << run.messages();
  const double up = std::acos(-threshold), down = 2 * pi - std::acos(threshold);
  const results::Table& table = *run.table;
  for (std::size_t i = 0; i < table.times().size(); ++i) {
    const double t = table.times()[i];
    if (std::fabs(t - up) < 1e-6 || std::fabs(t - down) < 1e-6) continue;
    EXPECT_NEAR(table["z"][i], t > up && t < down ? 1 : -1, 1e-9) << t;
  }
  EXPECT_THAT(run.messages(), HasSubstr("'z' jumped from -1 to 1, the first of 2 such jumps: the equations have no "
                                        "solution beyond that continues the one before"));
  EXPECT_THAT(run.messages(), HasSubstr("it goes where very fast dynamics would lead"));
}

TEST(Fold, AMultivibratorHasThePeriodOfItsThresholds) {
  // u follows z with the time constant 1 and turns at each threshold.
  for (const char* method : {"rodas5p", "rodas4", "radau5"}) {
    const Simulated run(
        "model M Real u(start = 0.1, fixed = true), z(start = 1); equation der(u) = z - u; " + amplifier + " end M;",
        {.stop = 10, .tolerance = 1e-6, .method = method});
    ASSERT_TRUE(run.finished()) << method << run.messages();
    const double first = std::log((1 - 0.1) / (1 - threshold));
    const double half = std::log((1 + threshold) / (1 - threshold));
    const double turns = std::floor((10 - first) / half), side = std::fmod(turns, 2) == 0 ? 1 : -1;
    const double exact = side * ((1 + threshold) * std::exp(-(10 - first - turns * half)) - 1);
    EXPECT_NEAR(run.last("u"), exact, 2e-4) << method;
    EXPECT_EQ(run.last("z"), -side) << method;
    EXPECT_EQ(run.outcome.statistics.events, static_cast<std::int64_t>(turns) + 1) << method;
  }
}

TEST(Fold, AtASteepBendARunDoesNotCreepAlongTheEndOfItsSolution) {
  // A gain of 15,000 at 15 V, as of an operational amplifier: just beyond the threshold Newton's steps are tiny, since the
  // slope is steep, and no solution is near.
  constexpr double high = 15, end = 7.5 - 1e-3, rate = 20, stop = 0.2;
  const double first = std::log(high / (high - end)) / rate, half = std::log((high + end) / (high - end)) / rate;
  const double turns = std::floor((stop - first) / half), side = std::fmod(turns, 2) == 0 ? 1 : -1;
  const double exact = side * ((high + end) * std::exp(-rate * (stop - first - turns * half)) - high);
  for (const double tolerance : {1e-6, 3e-7, 1e-7, 3e-8, 1e-8}) {
    const Simulated run(
        "model M Real u(start = 0, fixed = true), i(start = 0.0075), out; equation der(u) = 20*(out - u); out = "
        "2000*i; "
        "out = noEvent(if 15000*(1000*i - u) > 15 then 15 else if 15000*(1000*i - u) < -15 then -15 else "
        "15000*(1000*i - u)); end M;",
        {.stop = stop, .tolerance = tolerance, .method = "rodas5p"});
    ASSERT_TRUE(run.finished()) << run.messages();
    EXPECT_NEAR(run.last("u"), exact, 20 * tolerance * high) << tolerance;
    EXPECT_EQ(run.outcome.statistics.events, static_cast<std::int64_t>(turns) + 1) << tolerance;
    EXPECT_LT(run.outcome.statistics.steps, 1000) << tolerance;
  }
}

TEST(Fold, ASmoothSolutionJumpsWhereItTurnsBack) {
  // x = z^3/3 - z has three solutions between -2/3 and 2/3: the one above ends at z = 1, and -2 is what is left.
  const Simulated run(
      "model M Real x(start = 0, fixed = true), z(start = 1.7); equation der(x) = -1; x = z^3/3 - z; end M;",
      {.stop = 1, .tolerance = 1e-6});
  ASSERT_TRUE(run.finished()) << run.messages();
  const results::Table& table = *run.table;
  for (std::size_t i = 0; i < table.times().size(); ++i) {
    const double t = table.times()[i], z = table["z"][i];
    if (std::fabs(t - 2.0 / 3) < 1e-6) continue;
    EXPECT_NEAR(z * z * z / 3 - z, -t, 1e-5) << t;
    EXPECT_EQ(z > 0, t < 2.0 / 3) << t;
  }
}

TEST(Fold, WhereNoSolutionIsLeftTheRunEnds) {
  const Simulated run("model M Real x(start = 1, fixed = true), z(start = 1); equation der(x) = -1; z^2 = x; end M;",
                      {.stop = 2});
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_NEAR(run.outcome.endTime, 1.0, 0.01);
}

}  // namespace
}  // namespace dashpot::simulation
