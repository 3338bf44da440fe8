// Clocked parts: values at ticks by their definitions, in closed form.
#include "models/simulated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;

/// The value of a variable just after a time.
double after(const Simulated& run, std::string_view name, double t) {
  const auto& times = run.table->times();
  const auto values = (*run.table)[name];
  double found = NAN;
  for (std::size_t i = 0; i < times.size(); ++i)
    if (times[i] <= t) found = values[i];
  return found;
}

TEST(Clocks, PreviousIsTheValueAtTheTickBefore) {
  const Simulated run(R"(model M
  Integer n(start = 0);
  Real y = hold(x), x(start = 5);
equation
  when Clock(1, 10) then
    n = previous(n) + 1;
    x = previous(x) / 2;
  end when;
end M;)",
                      {.stop = 0.45});
  ASSERT_TRUE(run.finished()) << render(run.diagnostics, run.sources);
  // Ticks at 0, 0.1, 0.2, 0.3, 0.4.
  EXPECT_EQ(run.last("n"), 5.0);
  EXPECT_DOUBLE_EQ(run.last("x"), 5.0 / 32.0);
  EXPECT_DOUBLE_EQ(run.last("y"), 5.0 / 32.0);
  EXPECT_EQ(after(run, "n", 0.15), 2.0);
}

TEST(Clocks, ASampleIsTheValueJustBeforeTheTick) {
  // What is held feeds through to what is sampled: y(k) = 1 + y(k - 1), not an algebraic loop.
  const Simulated run(R"(model M
  Real u = 1 + yh, y, yh;
equation
  y = sample(u, Clock(0.1));
  yh = hold(y);
end M;)",
                      {.stop = 0.35});
  ASSERT_TRUE(run.finished()) << render(run.diagnostics, run.sources);
  EXPECT_DOUBLE_EQ(run.last("y"), 4.0);
  EXPECT_DOUBLE_EQ(run.last("u"), 5.0);
}

TEST(Clocks, WhatJumpsAtTheVeryTickIsSampledAsItWas) {
  // Modelica 3.6, section 16.5.1: sample gives the left limit, of variables of all types and of expressions.
  const Simulated run(R"(model M
  Real u = if time < 0.2 then 1 else 2;
  Boolean b = time >= 0.2;
  Real y, twice; Boolean c;
equation
  y = sample(u, Clock(0.1));
  twice = sample(2 * u + 1, Clock(0.1));
  c = sample(b, Clock(0.1));
end M;)",
                      {.stop = 0.35});
  ASSERT_TRUE(run.finished()) << render(run.diagnostics, run.sources);
  EXPECT_EQ(after(run, "y", 0.25), 1.0);
  EXPECT_EQ(after(run, "twice", 0.25), 3.0);
  EXPECT_EQ(after(run, "c", 0.25), 0.0);
  EXPECT_EQ(run.last("y"), 2.0);
  EXPECT_EQ(run.last("twice"), 5.0);
  EXPECT_EQ(run.last("c"), 1.0);
}

TEST(Clocks, OfAConditionThatIsTrueFromTheStartTickThere) {
  const Simulated run(R"(model M
  Real u = if time < 0.5 or time > 0.7 then 1 else -1;
  Integer n(start = 0), held(start = -1) = hold(n);
equation
  when Clock(u > 0) then n = previous(n) + 1; end when;
end M;)",
                      {.stop = 1.0});
  ASSERT_TRUE(run.finished()) << render(run.diagnostics, run.sources);
  EXPECT_EQ(after(run, "held", 0.6), 1.0);
  EXPECT_EQ(run.last("held"), 2.0);
}

TEST(Clocks, AShiftedBackHasTheStartValueUntilItsArgumentTicks) {
  // Modelica 3.6, section 16.5.2; before its first tick what is sampled has its start value.
  const Simulated run(R"(model M
  Real u(start = 7), late, back;
equation
  late = shiftSample(sample(3 + time, Clock(0.1)), 2, 1);
  u = late;
  back = backSample(u, 1, 1);
end M;)",
                      {.stop = 0.35});
  ASSERT_TRUE(run.finished()) << render(run.diagnostics, run.sources);
  EXPECT_EQ(after(run, "back", 0.15), 7.0);
  EXPECT_DOUBLE_EQ(after(run, "back", 0.25), 3.2);
}

TEST(Clocks, RatesAndShiftsFollowFromOneClock) {
  const Simulated run(R"(model M
  Integer n(start = 0), slow, late, fast(start = 0), again;
  Real T, Tslow, Tfast;
equation
  when Clock(2, 100) then
    n = previous(n) + 1;
  end when;
  slow = subSample(n, 3);
  late = shiftSample(n, 1, 2);
  again = backSample(late, 1, 2);
  fast = previous(fast) + superSample(n, 4) - superSample(n, 4) + 1;
  T = interval(n);
  Tslow = interval(slow);
  Tfast = interval(fast);
end M;)",
                      {.stop = 0.193});
  ASSERT_TRUE(run.finished()) << render(run.diagnostics, run.sources);
  // n ticks every 20 ms: 10 times up to 0.18; slow at 0, 0.06, 0.12, 0.18; fast every 5 ms.
  EXPECT_EQ(run.last("n"), 10.0);
  EXPECT_EQ(run.last("slow"), 10.0);
  EXPECT_EQ(after(run, "slow", 0.17), 7.0);
  EXPECT_EQ(after(run, "late", 0.185), 9.0) << "it ticks at 0.17 and 0.19";
  EXPECT_EQ(run.last("late"), 10.0);
  EXPECT_EQ(run.last("fast"), 39.0) << "at 0, 5, ..., 190 ms";
  EXPECT_DOUBLE_EQ(run.last("T"), 0.02);
  EXPECT_DOUBLE_EQ(run.last("Tslow"), 0.06);
  EXPECT_DOUBLE_EQ(run.last("Tfast"), 0.005);
}

TEST(Clocks, AFactorIsInferredFromTheClocksOnBothSides) {
  const Simulated run(R"(model M
  Integer n(start = 0), m, k(start = 0);
equation
  when Clock(1, 10) then
    n = previous(n) + 1;
  end when;
  when Clock(3, 10) then
    m = subSample(n);
    k = previous(k) + 1;
  end when;
end M;)",
                      {.stop = 0.95});
  ASSERT_TRUE(run.finished()) << render(run.diagnostics, run.sources);
  EXPECT_EQ(run.last("k"), 4.0);
  EXPECT_EQ(run.last("m"), 10.0);
}

TEST(Clocks, AConditionTicksWhenItBecomesTrue) {
  const Simulated run(R"(model M
  Real x = sin(2 * 3.14159265358979 * time);
  Integer n(start = 0);
  Real T, t;
equation
  when Clock(x > 0, 0.5) then
    n = previous(n) + 1;
    T = interval();
    t = sample(time);
  end when;
end M;)",
                      {.stop = 3.5, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << render(run.diagnostics, run.sources);
  EXPECT_GE(run.last("n"), 3.0);
  EXPECT_NEAR(run.last("t"), 3.0, 1e-6);
  EXPECT_NEAR(run.last("T"), 1.0, 1e-6);
}

TEST(Clocks, ADiscretePiController) {
  // x' = -x + u with u held over T = 0.1: x(k+1) = a x(k) + (1 - a) u(k), a = exp(-T); PI: I(k) = I(k-1) + T e(k), u = 2 e + 3 I.
  const Simulated run(R"(model M
  Real x(start = 0, fixed = true), u;
  Real e, I(start = 0), y;
equation
  der(x) = -x + u;
  e = 1 - sample(x, Clock(1, 10));
  I = previous(I) + interval(e) * e;
  y = 2 * e + 3 * I;
  u = hold(y);
end M;)",
                      {.stop = 2.05, .tolerance = 1e-9});
  ASSERT_TRUE(run.finished()) << render(run.diagnostics, run.sources);
  const double a = std::exp(-0.1);
  double x = 0.0, integral = 0.0, u = 0.0;
  for (int k = 0; k <= 20; ++k) {
    if (k > 0) x = a * x + (1.0 - a) * u;
    const double e = 1.0 - x;
    integral += 0.1 * e;
    u = 2.0 * e + 3.0 * integral;
  }
  EXPECT_NEAR(run.last("y"), u, 1e-6);
  EXPECT_NEAR(run.last("I"), integral, 1e-6);
}

TEST(Clocks, EquationsThatHangTogetherAreSolvedAtATick) {
  const Simulated run(R"(model M
  Real a, b, s;
equation
  s = sample(time, Clock(1, 2));
  a + b = 3 + s;
  a * a = b + 3 - s;
end M;)",
                      {.stop = 1.2});
  ASSERT_TRUE(run.finished()) << render(run.diagnostics, run.sources);
  // At s = 1: a + b = 4, a^2 = b + 2, so a = 2, b = 2 (or a = -3).
  const double a = run.last("a");
  EXPECT_NEAR(a * a + a, 6.0, 1e-6);
  EXPECT_NEAR(a + run.last("b"), 4.0, 1e-9);
}

TEST(Clocks, DerivativesBecomeDifferencesByTheMethodOfTheClock) {
  const auto lastOf = [](const std::string& method) {
    const Simulated run(
        "model M\n  Real x(start = 1), u;\nequation\n  der(x) = -4 * x + u;\n"
        "  u = sample(0.0, Clock(Clock(1, 10), \"" +
            method + "\"));\nend M;",
        {.stop = 0.55});
    EXPECT_TRUE(run.finished()) << render(run.diagnostics, run.sources);
    return run.last("x");
  };
  // Five steps of 0.1 after the first tick.
  EXPECT_NEAR(lastOf("ExplicitEuler"), std::pow(0.6, 5), 1e-9);
  EXPECT_NEAR(lastOf("ImplicitEuler"), std::pow(1.0 / 1.4, 5), 1e-9);
  EXPECT_NEAR(lastOf("ImplicitTrapezoid"), std::pow(0.8 / 1.2, 5), 1e-9);
}

TEST(Clocks, AWhenClauseOfAClockHasEquationsLikeAnyOthers) {
  const Simulated run(R"(model M
  Clock c = Clock(0.1);
  Real u = sample(time, c), y, z;
equation
  when c then
    y = 2 * u;
  end when;
  when Clock() then
    z = y + 1;
  end when;
end M;)",
                      {.stop = 0.25});
  ASSERT_TRUE(run.finished()) << render(run.diagnostics, run.sources);
  EXPECT_DOUBLE_EQ(run.last("y"), 0.4);
  EXPECT_DOUBLE_EQ(run.last("z"), 1.4);
}

TEST(Clocks, ATickIsAtTheStartOfTheExperiment) {
  const Simulated run(R"(model M
  Real t = sample(time, Clock(0.3));
  annotation(experiment(StartTime = 0.25, StopTime = 1));
end M;)",
                      {.start = 0.25, .stop = 1.0});
  ASSERT_TRUE(run.finished()) << render(run.diagnostics, run.sources);
  EXPECT_DOUBLE_EQ(run.last("t"), 0.85);
}

TEST(Clocks, TheFirstTickIsKnown) {
  const Simulated run(R"(model M
  Boolean isFirst;
  Integer n(start = 0), firsts(start = 0);
equation
  when shiftSample(Clock(1, 10), 3, 1) then
    n = previous(n) + 1;
    isFirst = firstTick(n);
    firsts = previous(firsts) + (if isFirst then 1 else 0);
  end when;
end M;)",
                      {.stop = 0.65});
  ASSERT_TRUE(run.finished()) << render(run.diagnostics, run.sources);
  EXPECT_EQ(run.last("n"), 4.0) << "at 0.3, 0.4, 0.5, 0.6";
  EXPECT_EQ(run.last("firsts"), 1.0);
}

}  // namespace
}  // namespace dashpot::simulation
