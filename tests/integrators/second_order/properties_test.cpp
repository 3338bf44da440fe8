// Properties of every method that works on positions, and of explicit multistep formulas: orders, dense output,
// long-time behaviour, refusals, checkpoints.
#include "integrators/measure.hpp"
#include "problems/problems.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <optional>

namespace dashpot::testing {
namespace {

using std::numbers::pi;

/// x'' = -x/r^3 in the plane, eccentricity 0.3, one revolution: back where it started.
TestProblem kepler() {
  TestProblem p;
  constexpr double e = 0.3;
  p.problem.size = 4;
  p.problem.autonomous = true;
  p.problem.rhs = [](double, ConstView y, View f) {
    const double r3 = std::pow(y[0] * y[0] + y[1] * y[1], 1.5);
    f[0] = y[2], f[1] = y[3], f[2] = -y[0] / r3, f[3] = -y[1] / r3;
  };
  p.problem.pairs = {{0, 2}, {1, 3}};
  p.initial = p.reference = {1 - e, 0, 0, std::sqrt((1 + e) / (1 - e))};
  p.end = 2 * pi;
  p.absoluteScale = Vector(4, 1.0);
  p.exact = [](double t, View y) {
    double anomaly = t;
    for (int i = 0; i < 50; ++i) anomaly -= (anomaly - e * std::sin(anomaly) - t) / (1 - e * std::cos(anomaly));
    const double rate = 1 / (1 - e * std::cos(anomaly)), b = std::sqrt(1 - e * e);
    y[0] = std::cos(anomaly) - e, y[1] = b * std::sin(anomaly);
    y[2] = -std::sin(anomaly) * rate, y[3] = b * std::cos(anomaly) * rate;
  };
  return p;
}

/// A damped oscillator driven by a first-order unknown that feels it; exact: x = e^(-0.3 t) cos t + sin t, w = cos t.
TestProblem dampedWithFirstOrderPart() {
  TestProblem p;
  p.problem.size = 3;
  // x = e^(-0.3t) cos t + sin t satisfies x'' + 0.6 x' + 1.09 x = 0.09 sin t + 0.6 cos t.
  p.problem.rhs = [](double t, ConstView y, View f) {
    f[0] = y[1];
    f[1] = -0.6 * y[1] - 1.09 * y[0] + 0.09 * std::sin(t) + 0.6 * y[2];
    f[2] = -std::sin(t) - (y[2] - std::cos(t)) * (1 + y[0] * y[0]);
  };
  p.problem.pairs = {{0, 1}};
  p.exact = [](double t, View y) {
    const double decay = std::exp(-0.3 * t);
    y[0] = decay * std::cos(t) + std::sin(t);
    y[1] = decay * (-0.3 * std::cos(t) - std::sin(t)) + std::cos(t);
    y[2] = std::cos(t);
  };
  p.initial = Vector(3);
  p.exact(0, p.initial);
  p.end = 6;
  return p;
}

double observed(const std::string& method, const TestProblem& p, int coarsest, Start start, double from = 0) {
  const auto error = [&](int steps) {
    Options options = fixedStep(method, (p.end - p.start) / steps);
    options.start = start;
    const Solution s = solve(p.problem, p.start, p.end, p.initial, options);
    EXPECT_TRUE(s.ok()) << method << ": " << s.failure.message;
    Vector exact(p.initial);
    double largest = 0;
    for (std::size_t i = 0; i < s.times.size(); ++i) {
      if (s.times[i] < from) continue;
      p.exact(s.times[i], exact);
      largest = std::max(largest, largestDifference(s.states[i], exact));
    }
    return largest;
  };
  return std::log2(error(coarsest) / error(2 * coarsest));
}

TEST(SecondOrderMethods, HaveTheirOrderOnAnOrbit) {
  EXPECT_NEAR(observed("godunov", kepler(), 400, Start::taylor), 2, 0.1);
  EXPECT_NEAR(observed("godunov", kepler(), 3200, Start::euler), 1, 0.1);
  EXPECT_NEAR(observed("godunov-hybrid", kepler(), 800, Start::taylor), 2, 0.1);
  EXPECT_NEAR(observed("godunov-centred", kepler(), 400, Start::taylor), 2, 0.1);
  EXPECT_NEAR(observed("verlet", kepler(), 400, Start::automatic), 2, 0.05);
  EXPECT_NEAR(observed("nystrom4", kepler(), 160, Start::automatic), 4, 0.15);
  EXPECT_NEAR(observed("nystrom5", kepler(), 160, Start::automatic), 5, 0.25);
  EXPECT_NEAR(observed("nystrom6", kepler(), 160, Start::automatic), 6, 0.3);
  EXPECT_NEAR(observed("newmark", kepler(), 400, Start::automatic), 2, 0.05);
  EXPECT_NEAR(observed("generalized-alpha", kepler(), 800, Start::automatic), 2, 0.1);
}

TEST(SecondOrderMethods, HaveTheirOrderWithDampingAndAFirstOrderUnknown) {
  const TestProblem p = dampedWithFirstOrderPart();
  for (const char* method : {"godunov-hybrid", "godunov-hybrid-published", "godunov-centred"})
    EXPECT_NEAR(observed(method, p, 800, Start::taylor), 2, 0.12) << method;
  EXPECT_NEAR(observed("godunov-hybrid-published", p, 1600, Start::euler), 1, 0.1);
  EXPECT_NEAR(observed("godunov-hybrid-published", p, 400, Start::rungeKutta), 2, 0.15);
  for (const char* method : {"verlet", "newmark", "generalized-alpha"})
    EXPECT_NEAR(observed(method, p, 400, Start::automatic), 2, 0.1) << method;
}

TEST(MultistepFormulas, HaveTheOrderTheirStartAllows) {
  const TestProblem p = breathingRotation();
  EXPECT_NEAR(observed("ab2", p, 800, Start::euler), 2, 0.1);
  EXPECT_NEAR(observed("ab2", p, 800, Start::rungeKutta), 2, 0.1);
  EXPECT_NEAR(observed("ab3", p, 1600, Start::euler), 2, 0.15);
  EXPECT_NEAR(observed("ab3", p, 800, Start::eulerLeapfrog, 1), 3, 0.15);
  EXPECT_NEAR(observed("ab3", p, 800, Start::rungeKutta), 3, 0.1);
  EXPECT_NEAR(observed("leapfrog", p, 800, Start::euler), 2, 0.15);
  EXPECT_NEAR(observed("leapfrog", p, 800, Start::rungeKutta), 2, 0.1);
  EXPECT_NEAR(observed("rk4-published", p, 1600, Start::automatic), 1, 0.1);
  EXPECT_NEAR(observed("rk4-doubling", p, 60, Start::automatic), 5, 0.2);
  EXPECT_NEAR(observed("rk4-doubling-published", p, 60, Start::automatic), 4, 0.3);
}

TEST(SecondOrderMethods, InterpolateWithTheStatedOrder) {
  for (const char* method : {"godunov", "verlet", "nystrom4", "nystrom5", "nystrom6", "newmark", "generalized-alpha"}) {
    const auto error = [&](int steps) { return interpolationError(method, kepler(), steps); };
    EXPECT_GT(std::log2(error(200) / error(400)), findMethod(method)->denseOrder - 0.25) << method;
  }
  for (const char* method : {"ab2", "ab3", "leapfrog"}) {
    const auto error = [&](int steps) { return interpolationError(method, breathingRotation(), steps); };
    EXPECT_GT(std::log2(error(800) / error(1600)), findMethod(method)->denseOrder - 0.25) << method;
  }
}

TEST(SecondOrderMethods, EvaluateAsOftenAsStated) {
  const TestProblem p = kepler();
  for (const MethodTraits& m : methods()) {
    if (m.family != Family::secondOrder || m.rhsPerStep == 0) continue;
    Options options = fixedStep(m.name, p.end / 1000);
    options.outputTimes = {p.end};
    const Solution s = solve(p.problem, 0, p.end, p.initial, options);
    EXPECT_NEAR(static_cast<double>(s.statistics.rhsEvals) / 1000, m.rhsPerStep, 0.02) << m.name;
  }
}

double keplerEnergy(ConstView y) { return (y[2] * y[2] + y[3] * y[3]) / 2 - 1 / std::sqrt(y[0] * y[0] + y[1] * y[1]); }

TEST(Verlet, KeepsTheEnergyOverManyRevolutionsWhereRungeKuttaLosesIt) {
  const TestProblem p = kepler();
  const double before = keplerEnergy(p.initial);
  const auto drift = [&](const char* method, double h) {
    Options options = fixedStep(method, h);
    options.outputTimes = {400 * pi};
    const Solution s = solve(p.problem, 0, 400 * pi, p.initial, options);
    return std::abs(keplerEnergy(s.states.back()) - before);
  };
  EXPECT_LT(drift("verlet", pi / 50), 2e-3);
  EXPECT_LT(drift("verlet", pi / 50), 0.02 * drift("heun", pi / 50));
}

TEST(Newmark, WithAverageAccelerationKeepsTheEnergyOfALinearOscillator) {
  TestProblem p = problems::linear({0, -1, 1, 0}, {1, 0});  // x' = v, v' = -x, by columns
  p.problem.pairs = {{0, 1}};
  const Solution s = solve(p.problem, 0, 1000, {1.0, 0.0}, fixedStep("newmark", 0.5));
  for (const Vector& y : s.states) EXPECT_NEAR(y[0] * y[0] + y[1] * y[1], 1, 1e-9);
}

TEST(GeneralizedAlpha, DampsWhatTheStepCannotResolveByItsSpectralRadius) {
  // omega = 1e6: per step the amplitude falls by rho, Chung and Hulbert 1993.
  for (const double rho : {0.0, 0.5, 0.9}) {
    TestProblem p = problems::linear({0, -1e12, 1, 0}, {1, 0});
    p.problem.pairs = {{0, 1}};
    Options options = fixedStep("generalized-alpha", 1);
    options.newmark.rhoInfinity = rho;
    const Solution s = solve(p.problem, 0, 400, {1.0, 0.0}, options);
    ASSERT_TRUE(s.ok()) << s.failure.message;
    if (rho == 0)
      EXPECT_LT(std::abs(s.states.back()[0]), 1e-10);
    else
      EXPECT_NEAR(std::pow(std::abs(s.states[400][0] / s.states[200][0]), 1.0 / 200), rho, 0.02) << rho;
  }
}

TEST(Doubling, ReachesThePublishedAccuracyAndABetterOneWithTheRightConstants) {
  TestProblem p = problems::linear({0, -1, 1, 0}, {1, 0});
  const auto run = [&](const char* method) {
    Options options;
    options.method = method;
    options.tolerances.absolute = 1e-8;
    options.initialStep = 0.1;
    return solve(p.problem, 0, 10, {1.0, 0.0}, options);
  };
  const auto error = [](const Solution& s) {
    double largest = 0;
    for (std::size_t i = 0; i < s.times.size(); ++i)
      largest = std::max(largest, std::abs(s.states[i][0] - std::cos(s.times[i])));
    return largest;
  };
  const Solution right = run("rk4-doubling"), published = run("rk4-doubling-published");
  EXPECT_EQ(right.statistics.steps, 200);
  EXPECT_EQ(published.statistics.steps, 200);
  EXPECT_NEAR(error(right), 6.9e-10, 0.1e-10);
  EXPECT_NEAR(error(published), 1.3e-8, 0.05e-8);
}

TEST(ErrorControl, OfNystromMethodsAndNewmarkFollowsTheTolerance) {
  const TestProblem p = kepler();
  for (const char* method : {"nystrom4", "nystrom5", "nystrom6", "newmark", "generalized-alpha"})
    for (const double tolerance : {1e-4, 1e-6, 1e-7}) {
      const Solution s = solve(p.problem, 0, p.end, p.initial, toleranceFor(p, method, tolerance));
      ASSERT_TRUE(s.ok()) << method << s.failure.message;
      // Control of the error per step leaves tolerance^(p/(p+1)) at the end.
      const double order = findMethod(method)->embeddedOrder;
      EXPECT_LT(largestDifference(s.states.back(), p.initial), 60 * std::pow(tolerance, order / (order + 1)))
          << method << " " << tolerance;
    }
}

TEST(SecondOrderMethods, RefuseWhatTheyCannotTake) {
  const auto message = [](const char* method, const TestProblem& p) {
    Options options = fixedStep(method, 0.01);
    return solve(p.problem, 0, 0.1, p.initial, options).failure.message;
  };
  const TestProblem damped = dampedWithFirstOrderPart();
  for (const char* method : {"godunov", "nystrom4", "nystrom5", "nystrom6"})
    EXPECT_NE(message(method, damped).find("is for x'' = f(t, x), but here velocities"), std::string::npos) << method;
  for (const char* method : {"godunov", "verlet", "newmark", "godunov-hybrid"})
    EXPECT_NE(message(method, breathingRotation()).find("names no position/velocity pairs"), std::string::npos);
  TestProblem wrong = kepler();
  wrong.problem.pairs = {{0, 3}, {1, 2}};
  EXPECT_NE(message("verlet", wrong).find("is not its derivative"), std::string::npos);
  wrong.problem.pairs = {{0, 2}, {1, 2}};
  EXPECT_NE(message("verlet", wrong).find("component 2 occurs in two pairs"), std::string::npos);
  wrong.problem.pairs = {{0, 2}, {1, 7}};
  EXPECT_NE(message("verlet", wrong).find("component 7"), std::string::npos);
  Options options = fixedStep("ab2", 0.01);
  options.start = Start::taylor;
  EXPECT_NE(solve(kepler().problem, 0, 1, kepler().initial, options).failure.message.find("Taylor start"),
            std::string::npos);
  options = Options{};
  options.method = "godunov";
  EXPECT_NE(solve(kepler().problem, 0, 1, kepler().initial, options).failure.message.find("give it a fixed step"),
            std::string::npos);
}

TEST(SecondOrderMethods, DivideADiagonalMassOut) {
  TestProblem p = kepler();
  p.problem.mass = {.kind = MassMatrix::Kind::diagonal, .values = {1, 1, 2, 4}, .pattern = {}};
  p.problem.rhs = [f = p.problem.rhs](double t, ConstView y, View out) {
    f(t, y, out);
    out[2] *= 2, out[3] *= 4;
  };
  for (const char* method : {"verlet", "newmark", "godunov", "nystrom6", "ab3"}) {
    const Vector with = solve(p.problem, 0, 1, p.initial, fixedStep(method, 0.01)).states.back();
    const Vector without = solve(kepler().problem, 0, 1, p.initial, fixedStep(method, 0.01)).states.back();
    EXPECT_LT(largestDifference(with, without), 1e-9) << method;
  }
}

TEST(SecondOrderMethods, GoOnFromACheckpointBitForBit) {
  const TestProblem p = kepler();
  for (const MethodTraits& m : methods()) {
    if (m.family != Family::secondOrder && m.family != Family::adams && m.family != Family::doubling) continue;
    const Options options = fixedStep(m.name, 0.01);
    Integrator whole(p.problem, options), first(p.problem, options), second(p.problem, options);
    whole.start(0, p.initial, 2);
    whole.run();
    first.start(0, p.initial, 2);
    for (int i = 0; i < 57; ++i) first.step();
    second.resume(first.checkpoint());
    second.run();
    EXPECT_EQ(Vector(whole.state().begin(), whole.state().end()), Vector(second.state().begin(), second.state().end()))
        << m.name;
  }
}

TEST(SecondOrderMethods, ForgetTheLastRunWhenTheyStartAnew) {
  const TestProblem p = kepler();
  for (const MethodTraits& m : methods()) {
    if (m.family != Family::secondOrder && m.family != Family::adams && m.family != Family::doubling) continue;
    Integrator used(p.problem, fixedStep(m.name, 0.01)), fresh(p.problem, fixedStep(m.name, 0.01));
    used.start(0, Vector{2, 1, 0, 0.5}, 1);
    used.run();
    for (Integrator* run : {&used, &fresh}) {
      run->start(0, p.initial, 0.2);
      run->run();
    }
    EXPECT_EQ(Vector(used.state().begin(), used.state().end()), Vector(fresh.state().begin(), fresh.state().end()))
        << m.name;
  }
}

TEST(MultistepFormulas, ReachAnEndThatIsNotOnTheirGrid) {
  const TestProblem p = kepler();
  for (const char* method :
       {"godunov", "godunov-hybrid", "godunov-centred", "ab2", "ab3", "leapfrog", "rk4-doubling"}) {
    const Solution s = solve(p.problem, 0, 1.0037, p.initial, fixedStep(method, 0.005));
    ASSERT_TRUE(s.ok()) << method;
    EXPECT_EQ(s.times.back(), 1.0037);
    Vector exact(4);
    p.exact(1.0037, exact);
    EXPECT_LT(largestDifference(s.states.back(), exact), 2e-4) << method;
  }
}

TEST(MultistepFormulas, TakeHeldInputsAtTheStartOfEachStep) {
  // y' = u(t) with u held over each step: Euler's sum for one-step methods; Adams formulas extrapolate it.
  auto held = std::make_shared<std::optional<double>>();
  Problem p{.size = 1, .rhs = [held](double t, ConstView, View f) { f[0] = held->value_or(t); }};
  p.holdInputs = [held](std::optional<double> t) { *held = t; };
  const auto run = [&](const char* method) {
    Options options = fixedStep(method, 0.1);
    options.holdInputs = true;
    options.start = method == std::string("rk4-doubling") ? Start::automatic : Start::euler;
    const Solution s = solve(p, 0, 1, {0.0}, options);
    EXPECT_TRUE(s.ok()) << s.failure.message;
    return s.states.back()[0];
  };
  double ab2 = 0, before = 0;
  for (int n = 0; n < 10; ++n) {
    const double u = 0.1 * n;
    ab2 += n == 0 ? 0.1 * u : 0.05 * (3 * u - before);
    before = u;
  }
  EXPECT_NEAR(run("ab2"), ab2, 1e-14);
  EXPECT_NEAR(run("rk4-doubling"), 0.45, 1e-14);
}

TEST(MultistepFormulas, RunBackwards) {
  const TestProblem p = kepler();
  Vector end(4);
  p.exact(1, end);
  for (const char* method : {"godunov", "godunov-hybrid", "ab3", "verlet", "nystrom5", "newmark", "rk4-doubling"}) {
    const Solution s = solve(p.problem, 1, 0, end, fixedStep(method, 0.005));
    ASSERT_TRUE(s.ok()) << method << s.failure.message;
    EXPECT_LT(largestDifference(s.states.back(), p.initial), 2e-4) << method;
  }
}

}  // namespace
}  // namespace dashpot::testing
