// Sliding along surfaces where relations turn, against closed forms: the motion is the combination of the sides that
// stays on the surface (Filippov 1988), however tight the tolerance.
#include "models/simulated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <numbers>
#include <unistd.h>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;
using ::testing::HasSubstr;

/// Of a variable at the record nearest to a time.
double at(const Simulated& run, std::string_view name, double t) {
  const auto& times = run.table->times();
  std::size_t nearest = 0;
  for (std::size_t k = 0; k < times.size(); ++k)
    if (std::abs(times[k] - t) < std::abs(times[nearest] - t)) nearest = k;
  EXPECT_NEAR(times[nearest], t, 1e-9);
  return (*run.table)[name][nearest];
}

/// A relay of authority 1 against a drive that grows: x reaches zero where 0.5 - t + t^2/4 = 0 and leaves it at t = 2.
const std::string relay =
    "model M Real x(start = 0.5, fixed = true); Real u; equation\n"
    "u = if x > 0 then -1 else 1; der(x) = u + 0.5*time; end M;";
const double relayReaches = 2 - std::sqrt(2.0);

class SlidesByEveryMethod : public ::testing::TestWithParam<const char*> {};

TEST_P(SlidesByEveryMethod, ARelayHoldsItsSurfaceUntilTheDriveExceedsIt) {
  for (const double tolerance : {1e-2, 1e-4, 1e-6, 1e-8}) {
    const Simulated run(relay, {.stop = 4, .tolerance = tolerance, .interval = 0.25, .method = GetParam()});
    ASSERT_TRUE(run.finished()) << run.messages();
    EXPECT_EQ(run.outcome.statistics.events, 2) << tolerance;
    EXPECT_LE(run.outcome.statistics.steps, 200) << tolerance;
    for (const double t : {0.75, 1.0, 1.5, 2.0}) {
      EXPECT_NEAR(at(run, "x", t), 0.0, tolerance * 1e-2);
      EXPECT_NEAR(at(run, "u", t), -0.5 * t, tolerance * 1e-1) << "the mean of the relay";
    }
    for (const double t : {2.5, 3.0, 4.0}) EXPECT_NEAR(at(run, "x", t), (t - 2) * (t - 2) / 4, tolerance * 1e-1);
    ASSERT_EQ(run.outcome.slides.size(), 1u);
    EXPECT_NEAR(run.outcome.slides[0].first, relayReaches, tolerance);
    EXPECT_NEAR(run.outcome.slides[0].time, 2 - relayReaches, tolerance);
    EXPECT_EQ(run.outcome.slides[0].count, 1);
    EXPECT_THAT(run.outcome.slides[0].relation, AllOf(HasSubstr("x > 0"), HasSubstr("test.mo:2")));
    EXPECT_EQ(run.messages(), "");
    EXPECT_TRUE(run.outcome.remedies.empty());
  }
}

TEST_P(SlidesByEveryMethod, AStateFarFasterThanTheRestIsNoHindrance) {
  // a follows sin(3 t) within a microsecond, and x is held where it crosses the surface x = w/5.
  const Simulated run(
      "model M Real x(start = 0.5, fixed = true), a(start = 0, fixed = true), w(start = 1, fixed = true), u;\n"
      "equation 1e-6*der(a) = sin(3*time) - a; der(w) = -(w - 0.5);\n"
      "u = if x > 0.2*w then -1 else 1; der(x) = u + 0.5*a; end M;",
      {.stop = 2, .tolerance = 1e-6, .interval = 0.5, .method = GetParam()});
  if (std::string(GetParam()) == "dopri5") return;  // needs a million steps
  ASSERT_TRUE(run.finished()) << run.messages();
  const double w = 0.5 + 0.5 * std::exp(-2.0);
  EXPECT_NEAR(run.last("x"), 0.2 * w, 1e-6);
  EXPECT_NEAR(run.last("u"), -0.2 * (w - 0.5) - 0.5 * std::sin(6.0), 1e-5) << "x' = w'/5";
  EXPECT_EQ(run.outcome.statistics.events, 1);
  EXPECT_LT(run.outcome.statistics.steps, 2000);
}

TEST_P(SlidesByEveryMethod, ACurvedSurfaceIsNotLeft) {
  // Spirals to the unit circle from outside: r' = -r, and round it with angular velocity 1.
  for (const double tolerance : {1e-4, 1e-7}) {
    const Simulated run(
        "model M Real x(start = 1.5, fixed = true), y(start = 0, fixed = true), u; equation\n"
        "u = if x^2 + y^2 > 1 then -1 else 1; der(x) = u*x - y; der(y) = x + u*y; end M;",
        {.stop = 20, .tolerance = tolerance, .method = GetParam()});
    ASSERT_TRUE(run.finished()) << run.messages();
    EXPECT_EQ(run.outcome.statistics.events, 1);
    EXPECT_NEAR(std::hypot(run.last("x"), run.last("y")), 1.0, tolerance);
    EXPECT_NEAR(run.last("x"), std::cos(20.0), 30 * tolerance);
    EXPECT_NEAR(run.last("y"), std::sin(20.0), 30 * tolerance);
    EXPECT_NEAR(run.outcome.slides.at(0).first, std::log(1.5), tolerance);
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, SlidesByEveryMethod,
                         ::testing::Values("auto", "rodas5p", "radau5", "radau", "cvode", "ida", "dopri5", "rodas4"));

TEST(Sliding, MovesWithTheMeanOfBothSides) {
  // Filippov's example: y' = -1 and +2 in the proportion 2 : 1, so x' = (2*1 + 1*4)/3 = 2.
  const Simulated run(
      "model M Real x(start = 0, fixed = true); Real y(start = 0.5, fixed = true); equation\n"
      "der(y) = if y > 0 then -1 else 2; der(x) = if y > 0 then 1 else 4; end M;",
      {.stop = 2.5, .tolerance = 1e-6});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("y"), 0.0, 1e-9);
  EXPECT_NEAR(run.last("x"), 0.5 + 2 * 2.0, 1e-6);
  EXPECT_EQ(run.outcome.statistics.events, 1);
}

TEST(Sliding, DryFrictionSticksUntilTheForceExceedsIt) {
  // From rest, 2 v' = 10 t - f with |f| <= 5: v = (10 t - 5)^2/40 from t = 0.5 on.
  for (const double tolerance : {1e-2, 1e-5, 1e-8}) {
    const Simulated run(
        "model M Real v(start = 0, fixed = true), f; equation\n"
        "f = if v > 0 then 5 elseif v < 0 then -5 else 0; 2*der(v) = 10*time - f; end M;",
        {.stop = 1, .tolerance = tolerance, .interval = 0.125});
    ASSERT_TRUE(run.finished()) << run.messages();
    EXPECT_EQ(run.outcome.statistics.events, 1);
    EXPECT_NEAR(at(run, "v", 0.25), 0.0, 1e-9);
    EXPECT_NEAR(at(run, "f", 0.25), 2.5, tolerance) << "friction balances the force";
    EXPECT_NEAR(at(run, "v", 1.0), 0.625, tolerance);
    EXPECT_NEAR(run.outcome.slides.at(0).time, 0.5, tolerance);
  }
}

TEST(Sliding, AnOscillatorWithDryFrictionTurnsAndThenSticks) {
  // x'' = -x - 0.15 sign(x'): the turning points 1, -0.7, 0.4, -0.1 lie half a period apart (Den Hartog 1931), and at
  // the last of them the spring is weaker than the friction. Only there does it slide.
  const Simulated run(
      "model M Real x(start = 1, fixed = true), v(start = 0, fixed = true), f; equation\n"
      "der(x) = v; der(v) = -x - f; f = if v > 0 then 0.15 elseif v < 0 then -0.15 else 0; end M;",
      {.stop = 12, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), -0.1, 1e-6);
  EXPECT_NEAR(run.last("v"), 0.0, 1e-9);
  EXPECT_NEAR(run.last("f"), 0.1, 1e-6);
  ASSERT_EQ(run.outcome.slides.size(), 1u);
  EXPECT_EQ(run.outcome.slides[0].count, 1);
  EXPECT_NEAR(run.outcome.slides[0].first, 3 * std::numbers::pi, 1e-6);
  EXPECT_LE(run.outcome.statistics.events, 8);
}

const std::string onABelt =
    "model M parameter Real vb = 0.2; Real x(start = 0, fixed = true), v(start = 0.2, fixed = true), r, f; equation\n"
    "r = v - vb; der(x) = v; der(v) = f - x; f = if r > 0 then -1/(1 + r/2) else 1/(1 - r/2); end M;";

TEST(Sliding, AMassOnABeltSticksAndSlips) {
  // While it sticks, the spring is drawn with the belt, x' = 0.2, and friction is its force; it slips at x = 1.
  for (const double tolerance : {1e-5, 1e-7}) {
    const Simulated run(onABelt, {.stop = 40, .tolerance = tolerance, .interval = 0.1});
    ASSERT_TRUE(run.finished()) << run.messages();
    EXPECT_NEAR(at(run, "x", 4.9), 0.98, tolerance);
    const auto &x = (*run.table)["x"], &r = (*run.table)["r"], &f = (*run.table)["f"];
    int stuck = 0;
    const auto isStuck = [&](std::size_t k) { return std::abs(r[k]) < 0.1 * tolerance; };
    for (std::size_t k = 1; k + 1 < x.size(); ++k) {
      if (!isStuck(k - 1) || !isStuck(k) || !isStuck(k + 1)) continue;
      EXPECT_NEAR(f[k], x[k], tolerance);
      ++stuck;
    }
    EXPECT_GT(stuck, 100);
    EXPECT_EQ(run.outcome.statistics.events, 9) << "five times stuck, four times loose again and caught";
    EXPECT_EQ(run.outcome.slides.at(0).count, 5);
  }
}

TEST(Sliding, IsTheLimitOfASteepTransition) {
  std::string smooth = onABelt;
  const std::string jump = "f = if r > 0 then -1/(1 + r/2) else 1/(1 - r/2);";
  smooth.replace(smooth.find(jump), jump.size(), "f = -tanh(r/1e-6)/(1 + abs(r)/2);");
  const Simulated run(onABelt, {.stop = 20, .tolerance = 1e-8});
  const Simulated steep(smooth, {.stop = 20, .tolerance = 1e-8, .method = "rodas5p"});
  ASSERT_TRUE(run.finished()) << run.messages();
  ASSERT_TRUE(steep.finished()) << steep.messages();
  EXPECT_NEAR(run.last("x"), steep.last("x"), 1e-4);
  EXPECT_NEAR(run.last("v"), steep.last("v"), 1e-4);
}

TEST(Sliding, TwoRelaysHoldTheIntersectionOfTheirSurfaces) {
  // x reaches its surface first; with its share a = 5/12 there, y follows at -1.1875. Then both shares:
  //   1 - 3 a + b/2 - 1/4 = 0,  1 - 2 b + 3/4 a - 1/2 = 0.
  const double reachesX = 0.5 / 1.75, y = 1 - 0.75 * reachesX, reachesY = reachesX + y / 1.1875;
  const double a = 0.875 / 2.8125, b = 0.25 + 0.375 * a;
  for (const char* method : {"auto", "rodas5p", "radau5", "cvode", "ida"})
    for (const double tolerance : {1e-2, 1e-5, 1e-8}) {
      const Simulated run(
          "model M Real x(start = 0.5, fixed = true), y(start = 1, fixed = true), z(start = 0, fixed = true); "
          "equation\n"
          "der(x) = (if x > 0 then -2 else 1) + (if y > 0 then 0.25 else -0.25);\n"
          "der(y) = (if y > 0 then -1 else 1) + (if x > 0 then 0.25 else -0.5);\n"
          "der(z) = (if x > 0 then 1 else 0) + (if y > 0 then 1 else 0); end M;",
          {.stop = 4, .tolerance = tolerance, .method = method});
      ASSERT_TRUE(run.finished()) << run.messages();
      EXPECT_EQ(run.outcome.statistics.events, 2) << method << tolerance;
      EXPECT_NEAR(run.last("x"), 0.0, tolerance);
      EXPECT_NEAR(run.last("y"), 0.0, tolerance);
      const double z = 2 * reachesX + (1 + 5.0 / 12) * (reachesY - reachesX) + (a + b) * (4 - reachesY);
      EXPECT_NEAR(run.last("z"), z, tolerance) << method;
      EXPECT_EQ(run.outcome.slides.size(), 2u);
    }
}

TEST(Sliding, ManyMassesStickAndComeLooseOneByOne) {
  // v_i' = i t - f_i with |f_i| <= 1: loose from t = 1/i on.
  const Simulated run(
      "model M Real v[7](each start = 0, each fixed = true), f[7]; equation for i in 1:7 loop\n"
      "f[i] = if v[i] > 0 then 1 elseif v[i] < 0 then -1 else 0; der(v[i]) = i*time - f[i]; end for; end M;",
      {.stop = 1.1, .tolerance = 1e-7});
  ASSERT_TRUE(run.finished()) << run.messages();
  for (int i = 1; i <= 7; ++i)
    EXPECT_NEAR(run.last("v[" + std::to_string(i) + "]"), i * std::pow(1.1 - 1.0 / i, 2) / 2, 1e-6) << i;
  EXPECT_EQ(run.outcome.statistics.events, 7);
  EXPECT_EQ(run.outcome.slides.size(), 7u);
}

TEST(Sliding, GoesThroughBooleansBlocksAndWhenClausesThatRememberNothing) {
  // A pressure that is switched up and down: 3e8 Pa/s reach 150 bar after 0.05 s, and stay there.
  const char* switches[] = {
      "Boolean open = p > 150e5; equation der(p) = if open then -3e8 else 3e8;",
      "Boolean high = p > 150e5; Boolean open = high; Real u; equation u = if open then -1 else 1; der(p) = 3e8*u;",
      "Real u = if p > 150e5 then 1 else 0; equation der(p) = if u > 0.5 then -3e8 else 3e8;",
      "Boolean open(start = false, fixed = true); equation\n"
      "when p > 150e5 then open = true; elsewhen p <= 150e5 then open = false; end when;\n"
      "der(p) = if open then -3e8 else 3e8;"};
  for (const char* text : switches) {
    const Simulated run(
        std::string("model M Real p(start = 0, fixed = true, unit = \"Pa\", nominal = 1e5);\n") + text + " end M;",
        {.stop = 1.0});
    ASSERT_TRUE(run.finished()) << text << run.messages();
    EXPECT_NEAR(run.last("p"), 150e5, 1.0) << text;
    EXPECT_LE(run.outcome.statistics.events, 3) << text;
    ASSERT_FALSE(run.outcome.slides.empty()) << text;
    EXPECT_NEAR(run.outcome.slides[0].time, 0.95, 1e-6) << text;
    EXPECT_EQ(run.messages(), "") << text;
  }
}

TEST(Sliding, IsLeftWhereTimeChangesTheDrive) {
  const Simulated run(
      "model M Real x(start = 0.25, fixed = true), u; equation u = if time > 1 then 2 else 0.5;\n"
      "der(x) = u - (if x > 0 then 1 else -1); end M;",
      {.stop = 2, .tolerance = 1e-7});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), 1.0, 1e-6);
  EXPECT_NEAR(run.outcome.slides.at(0).first, 0.5, 1e-7);
  EXPECT_NEAR(run.outcome.slides.at(0).time, 0.5, 1e-7);
}

TEST(Sliding, GoesOnAcrossTheTicksOfAClock) {
  const Simulated run(
      "model M Real x(start = 0.25, fixed = true), u; discrete Real w(start = 0, fixed = true); equation\n"
      "when sample(0.1, 0.1) then w = -pre(w) + 0.3; end when;\n"
      "u = if x > 0 then -1 else 1; der(x) = u + w; end M;",
      {.stop = 1.95, .tolerance = 1e-6});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), 0.0, 1e-8);
  EXPECT_NEAR(run.last("u"), -run.last("w"), 1e-6);
  EXPECT_EQ(run.outcome.statistics.events, 20) << "19 ticks, and one that reaches the surface";
  EXPECT_EQ(run.outcome.slides.at(0).count, 1);
}

TEST(Sliding, IsNotWhereTheSolutionPassesThrough) {
  const Simulated run("model M Real x(start = -1, fixed = true); equation der(x) = if x > 0 then 1 else 2; end M;",
                      {.stop = 2});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), 1.5, 1e-6);
  EXPECT_TRUE(run.outcome.slides.empty());
}

TEST(Sliding, IsNotWhereBothSidesLeadAway) {
  for (const char* start : {"0", "1e-9", "-1e-9"}) {
    const Simulated run("model M Real x(start = " + std::string(start) +
                            ", fixed = true); equation der(x) = if x > 0 then 1 else -1; end M;",
                        {.stop = 2});
    ASSERT_TRUE(run.finished()) << run.messages();
    EXPECT_NEAR(std::abs(run.last("x")), 2.0, 1e-6);
    EXPECT_TRUE(run.outcome.slides.empty());
  }
}

TEST(Sliding, IsNotWhereTheSolutionOnlyTouches) {
  // sin(t) touches 1 at pi/2; beyond it the slope of y would be another.
  const Simulated run(
      "model M Real x(start = 0, fixed = true), y(start = 0, fixed = true); equation der(x) = cos(time);\n"
      "der(y) = if x > 1 + 1e-9 then -1 else 1; end M;",
      {.stop = 4, .tolerance = 1e-10});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("y"), 4.0, 1e-3);
  EXPECT_TRUE(run.outcome.slides.empty());
}

TEST(Sliding, IsNotWhereARelayHasTwoThresholds) {
  const Simulated run(
      "model M Real x(start = 0, fixed = true); Boolean on(start = true, fixed = true); equation\n"
      "der(x) = if on then 1 else -1; when x > 1 then on = false; elsewhen x < 0.5 then on = true; end when; end M;",
      {.stop = 5.25});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), 0.75, 1e-6) << "to 1, and then to and fro in 0.5 s each";
  EXPECT_TRUE(run.outcome.slides.empty());
}

TEST(Sliding, AnAssertionAboutWhatJumpsIsNotJudgedBetweenTheSides) {
  const std::string text =
      "model M Real x(start = 0.5, fixed = true), w(start = 0, fixed = true), u; equation der(w) = 1;\n"
      "u = if x > 0 then -1 else 1; der(x) = u + 0.5*w; assert(w < 0.7 or abs(u) < 0.9, \"it works hard\"); end M;";
  const Simulated sliding(text, {.stop = 1.9});
  EXPECT_TRUE(sliding.finished()) << "the mean is -t/2; " << sliding.messages();
  const Simulated run(text, {.stop = 3});
  ASSERT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_GT(run.outcome.endTime, 1.9) << "alone again it is -1, from t = 2 on";
  EXPECT_THAT(run.messages(), HasSubstr("it works hard"));
}

TEST(Sliding, ThatComesToWhereNothingIsDefinedFailsThere) {
  const Simulated run(
      "model M Real x(start = 0.25, fixed = true), y(start = 0, fixed = true); equation\n"
      "der(y) = sqrt(1 - time); der(x) = if x > 0 then -1 else 1; end M;",
      {.stop = 2, .tolerance = 1e-6});
  ASSERT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_NEAR(run.outcome.endTime, 1.0, 1e-3);
  EXPECT_THAT(run.messages(), HasSubstr("negative"));
}

TEST(Sliding, GoesOnBitForBitFromACheckpoint) {
  const std::string file =
      (std::filesystem::temp_directory_path() / ("sliding" + std::to_string(getpid()) + ".checkpoint")).string();
  for (const char* method : {"rodas5p", "radau5", "dopri5"})
    for (const int steps : {3, 12, 30}) {
      Settings settings{.stop = 40, .tolerance = 1e-6, .interval = 0.1, .method = method};
      const Simulated whole(onABelt, settings);
      Settings first = settings;
      first.cancellation.afterStep = [left = steps]() mutable { return --left < 0; };
      first.checkpoint = file;
      ASSERT_EQ(Simulated(onABelt, first).outcome.kind, OutcomeKind::cancelled);
      settings.resume = file;
      const Simulated rest(onABelt, settings);
      ASSERT_TRUE(rest.finished()) << rest.messages();
      EXPECT_EQ(rest.last("x"), whole.last("x")) << method << steps;
      EXPECT_EQ(rest.outcome.statistics.steps, whole.outcome.statistics.steps) << method << steps;
      EXPECT_EQ(rest.outcome.slides.at(0).time, whole.outcome.slides.at(0).time);
      EXPECT_EQ(rest.outcome.slides.at(0).count, whole.outcome.slides.at(0).count);
    }
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace dashpot::simulation
