#include "integrators/system/reduced_view.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>

namespace dashpot::integrators {
namespace {

/// x1' = -x1 + z2 + sin t, x2' = x1 z1 - x2;  0 = z1 + z1^3 - x1 - t, 0 = exp(z2) + z2 z1 - x2 - 2. Unknowns in the
/// order x1, z1, x2, z2, the second row of M with a 2 in it.
Problem circuit() {
  Problem p;
  p.size = 4;
  p.names = {"x1", "z1", "x2", "z2"};
  p.mass = {.kind = MassMatrix::Kind::diagonal, .values = {1, 0, 2, 0}};
  p.rhs = [](double t, ConstView y, View f) {
    f[0] = -y[0] + y[3] + std::sin(t);
    f[1] = y[1] + y[1] * y[1] * y[1] - y[0] - t;
    f[2] = y[0] * y[1] - y[2];
    f[3] = std::exp(y[3]) + y[3] * y[1] - y[2] - 2;
  };
  p.jacobian = Jacobian{{{0, 3, 6, 8, 10}, {0, 1, 2, 1, 2, 3, 2, 3, 0, 3}}, [](double, ConstView y, View j) {
                          j[0] = -1, j[1] = -1, j[2] = y[1];
                          j[3] = 1 + 3 * y[1] * y[1], j[4] = y[0], j[5] = y[3];
                          j[6] = -1, j[7] = -1;
                          j[8] = 1, j[9] = std::exp(y[3]) + y[1];
                        }};
  p.timeDerivative = [](double t, ConstView, View f) { f[0] = std::cos(t), f[1] = -1, f[2] = 0, f[3] = 0; };
  return p;
}

Options sharp(std::string method) {
  Options options;
  options.method = std::move(method);
  options.tolerances = {.relative = 1e-9, .absolute = 1e-11};
  return options;
}

/// x = (0.3, 0.5), and z by Newton's method from (0.3, 0.9).
const Vector start = [] {
  double z1 = 0.3, z2 = 0.9;
  for (int k = 0; k < 20; ++k) {
    z1 -= (z1 + z1 * z1 * z1 - 0.3) / (1 + 3 * z1 * z1);
    z2 -= (std::exp(z2) + z2 * z1 - 2.5) / (std::exp(z2) + z1);
  }
  return Vector{0.3, z1, 0.5, z2};
}();

/// x' = z, 0 = z^3 - z - x: three solutions where |x| < 2/sqrt(27), one beyond.
Problem folded() {
  Problem p;
  p.size = 2;
  p.mass = {.kind = MassMatrix::Kind::diagonal, .values = {1, 0}};
  p.rhs = [](double, ConstView y, View f) { f[0] = y[1], f[1] = y[1] * y[1] * y[1] - y[1] - y[0]; };
  p.jacobian = Jacobian{{{0, 1, 3}, {1, 0, 1}},
                        [](double, ConstView y, View j) { j[0] = -1, j[1] = 1, j[2] = 3 * y[1] * y[1] - 1; }};
  return p;
}

TEST(ReducedView, WhatWasAskedBeforeDoesNotDecideAValue) {
  Statistics statistics;
  ReducedView view(folded(), sharp("dopri5"), statistics);
  const Problem p = view.problem();
  Vector y{0, 1}, f(1);
  ASSERT_EQ(view.begin(0, y), Evaluation::ok);
  // A stage far off: its solution, -1.904, lies on the branch that goes through -1 at x = 0.
  ASSERT_EQ(p.rhs(0, Vector{-5}, f), Evaluation::ok);
  EXPECT_NEAR(f[0] * f[0] * f[0] - f[0] + 5, 0, 1e-6);
  ASSERT_EQ(p.rhs(0, Vector{0}, f), Evaluation::ok);
  EXPECT_NEAR(f[0], 1, 1e-9) << "the step began at z = 1";
  // The step is accepted elsewhere, and solutions are searched from there.
  ASSERT_EQ(view.complete(0, Vector{0.1}, y), Evaluation::ok);
  EXPECT_GT(y[1], 1);
}

TEST(ReducedView, TheJacobianAndTheTimeDerivativeAreThoseOfTheImplicitFunction) {
  Statistics statistics;
  Options options = sharp("dopri5");
  options.step = 1;  // no tolerance controls it: solved to the last digits
  ReducedView view(circuit(), options, statistics);
  const Problem p = view.problem();
  ASSERT_EQ(p.size, 2);
  ASSERT_EQ(p.mass.values, (Vector{1, 2}));
  Vector y = start;
  ASSERT_EQ(view.begin(0.2, y), Evaluation::ok);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(0.1, 1.5);
  for (int trial = 0; trial < 20; ++trial) {
    const double t = uniform(random);
    const Vector x{uniform(random), uniform(random)};
    const auto f = [&](double at, Vector from) {
      Vector out(2);
      EXPECT_EQ(p.rhs(at, from, out), Evaluation::ok);
      return out;
    };
    ASSERT_EQ(p.jacobian->pattern.rows, (std::vector<int>{0, 1, 0, 1})) << "z2 depends on x1 through z1";
    Vector j(4), ft(2);
    ASSERT_EQ(p.jacobian->values(t, x, j), Evaluation::ok);
    ASSERT_EQ(p.timeDerivative(t, x, ft), Evaluation::ok);
    const double h = 1e-5;
    for (int column = 0; column < 2; ++column) {
      Vector up = x, down = x;
      up[column] += h, down[column] -= h;
      const Vector plus = f(t, up), minus = f(t, down);
      for (int row = 0; row < 2; ++row)
        EXPECT_NEAR(j[column * 2 + row], (plus[row] - minus[row]) / (2 * h), 1e-8) << row << column;
    }
    const Vector plus = f(t + h, x), minus = f(t - h, x);
    for (int row = 0; row < 2; ++row) EXPECT_NEAR(ft[row], (plus[row] - minus[row]) / (2 * h), 1e-8);
  }
}

TEST(ReducedView, BlocksThatDoNotTouchKeepTheJacobianSparse) {
  // x_i' = -z_i, 0 = z_i^3 + z_i - x_i: the reduced Jacobian is diagonal.
  Problem p;
  p.size = 6;
  p.mass = {.kind = MassMatrix::Kind::diagonal, .values = {1, 1, 1, 0, 0, 0}};
  p.rhs = [](double, ConstView y, View f) {
    for (int i = 0; i < 3; ++i) f[i] = -y[3 + i], f[3 + i] = y[3 + i] * (1 + y[3 + i] * y[3 + i]) - y[i];
  };
  p.jacobian = Jacobian{{{0, 1, 2, 3, 5, 7, 9}, {3, 4, 5, 0, 3, 1, 4, 2, 5}}, {}};
  Statistics statistics;
  ReducedView view(p, sharp("dopri5"), statistics);
  EXPECT_EQ(view.problem().jacobian->pattern.columnStart, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(view.problem().jacobian->pattern.rows, (std::vector<int>{0, 1, 2}));
}

class Methods : public ::testing::TestWithParam<const char*> {};

TEST_P(Methods, ThatTakeNoAlgebraicUnknownsAgreeWithRadau) {
  Options options = sharp(GetParam());
  if (!findMethod(GetParam())->variableStep) options.step = 1e-4;
  const Solution reference = solve(circuit(), 0, 1, start, sharp("radau5"));
  const Solution run = solve(circuit(), 0, 1, start, options);
  ASSERT_TRUE(run.ok()) << run.failure.message;
  ASSERT_TRUE(reference.ok());
  ASSERT_EQ(run.states.back().size(), 4u);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(run.states.back()[i], reference.states.back()[i], 2e-6) << i;
  const Vector& y = run.states.back();
  EXPECT_NEAR(y[1] + y[1] * y[1] * y[1] - y[0] - 1, 0, 1e-10) << "what is recorded satisfies the algebraic equations";
}
INSTANTIATE_TEST_SUITE_P(All, Methods,
                         ::testing::Values("dopri5", "rk4", "ab3", "dop853", "cvode", "cvode-adams", "arkode",
                                           "exprb43", "etdrk4", "rkf45-dirk", "rk4-doubling", "ros4", "ros3p",
                                           "norsett3"));

// Solutions of zero have no digits that a relative tolerance could ask for: their sizes say what counts as zero.
TEST_P(Methods, SolveForUnknownsThatAreZeroByTheirSizes) {
  Problem p;
  p.size = 3;
  p.mass = {.kind = MassMatrix::Kind::diagonal, .values = {0, 1, 1}};
  // 0 = sin t - z - (exp(z - x1) - 1), x1' = exp(z - x1) - 1 - x1, x2' = -10 x2
  p.rhs = [](double t, ConstView y, View f) {
    const double current = std::exp(y[0] - y[1]) - 1;
    f[0] = std::sin(t) - y[0] - current, f[1] = current - y[1], f[2] = -10 * y[2];
  };
  p.jacobian = Jacobian{{}, [](double, ConstView y, View j) {
                          const double slope = std::exp(y[0] - y[1]);
                          std::ranges::fill(j, 0.0);
                          j[0] = -1 - slope, j[1] = slope, j[3] = slope, j[4] = -slope - 1, j[8] = -10;
                        }};
  p.timeDerivative = [](double t, ConstView, View f) { f[0] = std::cos(t), f[1] = f[2] = 0; };
  Options options = sharp(GetParam());
  options.tolerances = {.relative = 1e-6, .absolute = 0, .sizes = std::make_shared<Vector>(Vector{1, 1, 1e3})};
  if (!findMethod(GetParam())->variableStep) options.step = 1e-4;
  const Solution run = solve(p, 0, 1, Vector{0.1, 0, 1e3}, options);
  ASSERT_TRUE(run.ok()) << run.failure.message;
  options.method = "radau5";
  options.step = 0;
  const Solution reference = solve(p, 0, 1, Vector{0, 0, 1e3}, options);
  ASSERT_TRUE(reference.ok());
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(run.states.back()[i], reference.states.back()[i], 2e-4) << i;
  EXPECT_NEAR(run.states.back()[2], 1e3 * std::exp(-10.0), 0.1);
}

TEST(ReducedView, AWrongFirstGuessIsCorrected) {
  Vector guess = start;
  guess[1] = 40, guess[3] = -3;
  Integrator run(circuit(), sharp("dopri5"));
  ASSERT_EQ(run.start(0, guess, 1), RunStatus::running) << run.failure().message;
  const ConstView y = run.state();
  EXPECT_NEAR(y[1] + y[1] * y[1] * y[1] - y[0], 0, 1e-9);
  EXPECT_NEAR(std::exp(y[3]) + y[3] * y[1] - y[2] - 2, 0, 1e-9);
}

TEST(ReducedView, EventsOfAlgebraicUnknownsAreLocated) {
  Problem p = circuit();
  p.events.crossings = {Crossing::rising};
  p.events.evaluate = [](double, ConstView y, View g) { g[0] = y[1] - 0.5; };
  const Solution direct = solve(p, 0, 1, start, sharp("radau5"));
  const Solution reduced = solve(p, 0, 1, start, sharp("dopri5"));
  ASSERT_EQ(direct.events.size(), 1u);
  ASSERT_EQ(reduced.events.size(), 1u);
  EXPECT_NEAR(reduced.events[0].time, direct.events[0].time, 1e-7);
}

TEST(ReducedView, LookingAtARunDoesNotChangeItAndACheckpointGoesOnWithTheSameBits) {
  for (const char* method : {"dopri5", "exprb43"}) {
    Options options = sharp(method);
    Integrator plain(circuit(), options), watched(circuit(), options), resumed(circuit(), options);
    plain.start(0, start, 1);
    watched.start(0, start, 1);
    Vector y(4);
    for (int k = 0; k < 5; ++k) {
      plain.step();
      watched.step();
      watched.interpolate(0.5 * (watched.previousTime() + watched.time()), y);
    }
    ASSERT_EQ(resumed.resume(watched.checkpoint()), RunStatus::running) << method;
    EXPECT_EQ(Vector(resumed.state().begin(), resumed.state().end()),
              Vector(plain.state().begin(), plain.state().end()));
    for (Integrator* run : {&plain, &watched, &resumed}) EXPECT_EQ(run->run(), RunStatus::finished);
    const Vector expected(plain.state().begin(), plain.state().end());
    EXPECT_EQ(Vector(watched.state().begin(), watched.state().end()), expected) << method;
    EXPECT_EQ(Vector(resumed.state().begin(), resumed.state().end()), expected) << method;
  }
}

TEST(ReducedView, WithoutStatesOnlyTheAlgebraicEquationsAreFollowed) {
  Problem p;
  p.size = 1;
  p.mass = {.kind = MassMatrix::Kind::diagonal, .values = {0}};
  p.rhs = [](double t, ConstView y, View f) { f[0] = y[0] + y[0] * y[0] * y[0] - 10 * t; };
  const Solution run = solve(p, 0, 1, {0.0}, sharp("dopri5"));
  ASSERT_TRUE(run.ok()) << run.failure.message;
  EXPECT_NEAR(run.states.back()[0], 2, 1e-9);
}

TEST(ReducedView, TheCountersSayHowOftenFWasEvaluated) {
  int calls = 0;
  Problem p = circuit();
  p.rhs = [f = p.rhs, &calls](double t, ConstView y, View out) { return ++calls, f(t, y, out); };
  const Solution run = solve(p, 0, 1, start, sharp("dopri5"));
  ASSERT_TRUE(run.ok());
  EXPECT_NEAR(static_cast<double>(run.statistics.rhsEvals), calls, 0.02 * calls);
  EXPECT_GT(run.statistics.newtonIterations, 0);
}

TEST(ReducedView, EquationsWithoutASolutionEndTheRunAndAreNamed) {
  // z^2 = 1 - x with x' = 1: no solution beyond x = 1.
  Problem p;
  p.size = 2;
  p.mass = {.kind = MassMatrix::Kind::diagonal, .values = {1, 0}};
  p.rhs = [](double, ConstView y, View f) { f[0] = 1 + 0 * y[1], f[1] = y[1] * y[1] - 1 + y[0]; };
  const Solution run = solve(p, 0, 2, {0.0, 1.0}, sharp("dopri5"));
  EXPECT_EQ(run.status, RunStatus::failed);
  EXPECT_NEAR(run.failure.time, 1, 0.01);
  EXPECT_THAT(run.failure.message, ::testing::HasSubstr("Last, the algebraic equations"));
}

TEST(ReducedView, AnExceptionInAUserFunctionIsQuoted) {
  Problem p = circuit();
  p.rhs = [f = p.rhs](double t, ConstView y, View out) {
    if (t > 0.5) throw std::runtime_error("out of oil");
    return f(t, y, out);
  };
  const Solution run = solve(p, 0, 1, start, sharp("dopri5"));
  EXPECT_EQ(run.status, RunStatus::failed);
  EXPECT_THAT(run.failure.message, ::testing::HasSubstr("out of oil"));
}

TEST(ReducedView, IsRefusedForUnknownsOfHigherIndexAndOnRequest) {
  Problem p = circuit();
  p.indices = {1, 2, 1, 1};
  EXPECT_THAT(solve(p, 0, 1, start, sharp("dopri5")).failure.message, ::testing::HasSubstr("algebraic unknowns"));
  Options options = sharp("dopri5");
  options.algebraic = AlgebraicUnknowns::inStep;
  EXPECT_THAT(solve(circuit(), 0, 1, start, options).failure.message, ::testing::HasSubstr("algebraic unknowns"));
  options.method = "radau5";
  options.algebraic = AlgebraicUnknowns::reduced;
  EXPECT_TRUE(solve(circuit(), 0, 1, start, options).ok());
}

}  // namespace
}  // namespace dashpot::integrators
