#include "simulation/relation_search.hpp"

#include "models/simulated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace dashpot::simulation {
namespace {

using testing::Simulated;

// Dry friction as the Modelica Standard Library writes it: one unknown s stands for the acceleration of a sliding mass
// and for the force on a stuck one (Otter, Elmqvist, Mattsson 1999). A mass that is light beside the friction makes
// the truth of "it starts forward" and "it starts backward" follow one another for ever.
constexpr auto friction = R"(
model Slider
  parameter Real m = 0.01, f0 = 1, f = 0.5;
  Real v(start = 1, fixed = true), x(start = 0, fixed = true), s, a, friction;
  Integer mode(start = 1, fixed = true);
  Boolean forward(start = false, fixed = true), backward(start = false, fixed = true), locked;
equation
  der(x) = v;
  der(v) = a;
  m * a = f - friction;
  forward = pre(mode) == 0 and s > f0;
  backward = pre(mode) == 0 and s < -f0;
  locked = not (pre(mode) == 1 or forward or pre(mode) == -1 or backward);
  a = if locked then 0 elseif forward or pre(mode) == 1 then s - f0 else s + f0;
  friction = if locked then s elseif forward or pre(mode) == 1 then f0 else -f0;
  mode = if (pre(mode) == 1 or forward) and v > 0 then 1 elseif (pre(mode) == -1 or backward) and v < 0 then -1 else 0;
end Slider;
)";

TEST(RelationSearch, ALightMassThatStopsSticks) {
  const Simulated run(friction, {.stop = 1.0, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  // It is slowed down by (f0 - f)/m = 50 and comes to rest after v^2/(2 50).
  EXPECT_NEAR(run.last("x"), 0.01, 1e-8);
  EXPECT_NEAR(run.last("v"), 0.0, 1e-9);
  EXPECT_EQ(run.last("mode"), 0.0);
  EXPECT_NEAR(run.last("friction"), 0.5, 1e-9);
}

TEST(RelationSearch, ALightMassThatIsPulledHarderThanFrictionHoldsMovesOn) {
  Simulated run(
      std::string(friction) + "model M extends Slider(v(start = -1), mode(start = -1), f = 1.5, x(start = 0)); end M;",
      {.stop = 0.1, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  // Backwards against 2.5 until 0.004, then forwards with 0.5.
  const double turn = 0.01 / 2.5, after = 0.1 - turn;
  EXPECT_NEAR(run.last("x"), -turn / 2 + 50 * after * after / 2, 1e-7);
}

TEST(RelationSearch, SwitchesOneAtATimeOnlyAfterManyRounds) {
  RelationSearch search;
  const Vector no{0.0, 0.0}, yes{1.0, 1.0};
  for (int round = 1; round < RelationSearch::roundsTogether; ++round) EXPECT_EQ(search.next(no, yes), yes);
  EXPECT_EQ(search.next(no, yes), no) << "all that switched are false";
  EXPECT_EQ(search.next(no, yes), (Vector{1.0, 0.0}));
  EXPECT_FALSE(search.isHopeless());
}

// Both flows taken to be negative leave the temperature between two tanks undetermined: at the start, all relations are
// taken to be false at first, and this one is not.
TEST(RelationSearch, AStartWhoseFirstGuessIsSingularTakesANeighbour) {
  const Simulated run(
      "model M parameter Real q = 2; Real a(start = 3, fixed = true), h, in1, in2;\n"
      "equation in1 = if q >= 0 then h * q else a * q; in2 = if -q >= 0 then h * (-q) else 5 * (-q);\n"
      "in1 + in2 = 0; der(a) = in1; end M;",
      {.stop = 1.0});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("h"), 5.0, 1e-12);
  EXPECT_NEAR(run.last("a"), 13.0, 1e-6);
}

// An amplifier with positive feedback is a Schmitt trigger. Where it leaves one limit, the line between the limits has
// no solution near: what agrees is the other limit, which no relation that disagrees tells of.
TEST(RelationSearch, AnAmplifierThatLeavesOneLimitIsFoundAtTheOther) {
  const Simulated run(
      "model M constant Real w = 6.283185307179586; parameter Real gain = 1000; Real u, v, out; Real x(start = 0, "
      "fixed = true);\n"
      "equation u = -2*cos(w*time); v = 0.1*out - u; der(x) = out;\n"
      "out = if gain*v > 10 then 10 elseif gain*v < -10 then -10 else gain*v; end M;",
      {.stop = 0.8, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  // It leaves the upper limit where gain (1 - u) = 10, and would leave the lower one half a period later.
  const double turn = std::acos(-0.99 / 2) / (2 * std::numbers::pi);
  EXPECT_EQ(run.last("out"), -10.0);
  EXPECT_NEAR(run.last("x"), 10 * turn - 10 * (0.8 - turn), 1e-5);
}

// y = 1 makes y < 0.5 false and y = 0; y = 0 makes it true and y = 1: nothing agrees, at the start or at an event.
TEST(RelationSearch, WhatContradictsItselfIsNeverTakenForAgreement) {
  for (const char* from : {"-1", "0.5"}) {
    const Simulated run(std::string("model M Real y, x(start = 0, fixed = true); equation der(x) = y;\n"
                                    "y = if time >= ") +
                            from + " and y < 0.5 then 1 else 0; end M;",
                        {.stop = 1.0});
    EXPECT_FALSE(run.finished()) << from << run.messages();
    EXPECT_THAT(run.messages(), ::testing::HasSubstr("contradict one another at time")) << from;
    EXPECT_THAT(run.messages(), ::testing::HasSubstr("y < 0.5")) << from;
  }
}

TEST(RelationSearch, FourIdealDiodesRectify) {
  // u = 10 sin(w t) across a bridge with a load of 10: the load sees |u|, but for the resistance of the diodes.
  const Simulated run(
      "model M constant Real w = 6.283185307179586; Real v[4], i[4], s[4]; Boolean off[4];\n"
      "Real u, p, n, load, q(start = 0, fixed = true);\n"
      "equation for k in 1:4 loop off[k] = s[k] < 0; v[k] = s[k]*(if off[k] then 1 else 1e-5);\n"
      "i[k] = s[k]*(if off[k] then 1e-5 else 1); end for;\n"
      "u = 10*sin(w*time); v = {u - p, 0 - p, n - u, n - 0};\n"
      "i[1] + i[2] = load; i[3] + i[4] = load; p - n = 10*load; der(q) = load; end M;",
      {.stop = 2.0, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("q"), 4 / std::numbers::pi, 1e-3);  // 2 periods of the mean 2/pi
}

TEST(RelationSearch, AStartIsFoundWhereSwitchingOneByOneGoesRound) {
  // u > 0 and w > 0 agree with themselves only if both are true; from both false the way leads to (true, false) and back.
  const Simulated run(
      "model M Real u, w; equation u = if u > 0 then (if w > 0 then 1 else -1) else (if w > 0 then -1 else 1);\n"
      "w = if u > 0 and w > 0 then 1 else -1; end M;",
      {.stop = 1.0});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.last("u"), 1.0);
  EXPECT_EQ(run.last("w"), 1.0);
}

TEST(RelationSearch, AChainOfDiscreteVariablesSettlesHoweverLongItIs) {
  // Each waits for the one before it by pre(): as many rounds as there are of them.
  const Simulated run(
      "model M parameter Integer n = 250; Boolean b[n](each start = false, each fixed = true); equation b[1] = time >= "
      "0.5; for k in 2:n loop b[k] = pre(b[k - 1]); end for; end M;",
      {.stop = 1.0});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.last("b[250]"), 1.0);
}

TEST(RelationSearch, CombinationsNearWhatHeldComeFirst) {
  Vector modes{1, 0, 0, 1, 0};
  std::vector<Vector> tried;
  EXPECT_TRUE(takeCombination(modes, {0, 2, 4}, [&] {
    tried.push_back(modes);
    return modes == Vector{0, 0, 1, 1, 0};
  }));
  EXPECT_EQ(modes, (Vector{0, 0, 1, 1, 0}));
  EXPECT_EQ(tried, (std::vector<Vector>{{1, 0, 0, 1, 0},  // as it is
                                        {0, 0, 0, 1, 0},
                                        {1, 0, 1, 1, 0},
                                        {1, 0, 0, 1, 1},
                                        {0, 0, 1, 1, 0}}));
  EXPECT_FALSE(takeCombination(modes, {0, 1, 2, 3, 4}, [] { return false; }));
  EXPECT_EQ(modes, (Vector{0, 0, 1, 1, 0})) << "left alone";
}

}  // namespace
}  // namespace dashpot::simulation
