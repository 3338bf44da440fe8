// Options::newtonIterations: exactly so many in each step, so that every step costs the same.
#include "integrators/measure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::testing {
namespace {

using ::testing::HasSubstr;

/// y' = -y^3, y = 1/sqrt(1 + 2t).
Problem cubic() {
  Problem p{.size = 1, .rhs = [](double, ConstView y, View f) { f[0] = -y[0] * y[0] * y[0]; }};
  p.jacobian = Jacobian{{}, [](double, ConstView y, View j) { j[0] = -3 * y[0] * y[0]; }};
  p.autonomous = true;
  return p;
}

/// y' = -z, z = y^2: y = 1/(1 + t).
Problem withSquare() {
  Problem p{.size = 2, .rhs = [](double, ConstView y, View f) {
              f[0] = -y[1];
              f[1] = y[0] * y[0] - y[1];
            }};
  p.jacobian = Jacobian{{}, [](double, ConstView y, View j) { j[0] = 0, j[1] = 2 * y[0], j[2] = -1, j[3] = -1; }};
  p.autonomous = true;
  p.mass = {.kind = MassMatrix::Kind::diagonal, .values = {1, 0}};
  return p;
}

Options fixedIterations(const std::string& method, double step, int iterations) {
  Options options;
  options.method = method;
  options.step = step;
  options.realTime = true;
  options.newtonIterations = iterations;
  return options;
}

struct Method {
  std::string name;
  int solved;  // stages that are iterated one after the other
  double order;
};
const std::vector<Method> iterated{{"backward-euler", 1, 1}, {"trapezoidal", 1, 2}, {"tr-bdf2", 2, 2},
                                   {"sdirk3", 3, 3},         {"hw-sdirk", 5, 4},    {"radau3", 1, 3},
                                   {"radau5", 1, 5},         {"lobatto4", 1, 4}};

TEST(FixedIterations, AreMadeInEveryStepWithOneJacobianAndOneFactorisation) {
  for (const Method& method : iterated)
    for (const int iterations : {1, 3}) {
      Integrator run(cubic(), fixedIterations(method.name, 0.01, iterations));
      run.start(0, Vector{1}, 10);
      run.step();
      for (int k = 0; k < 20; ++k) {
        const Statistics before = run.statistics();
        ASSERT_EQ(run.step(), RunStatus::running) << method.name;
        const Statistics& now = run.statistics();
        EXPECT_EQ(now.newtonIterations - before.newtonIterations, iterations * method.solved) << method.name;
        EXPECT_EQ(now.jacEvals - before.jacEvals, 1) << method.name;
        EXPECT_EQ(now.lu - before.lu, 1) << method.name;
      }
    }
}

TEST(FixedIterations, KeepTheOrderOfTheMethodIfThereAreEnough) {
  const auto errorOf = [](const Method& method, int steps) {
    const Solution s = solve(cubic(), 0, 1, {1.0}, fixedIterations(method.name, 1.0 / steps, 10));
    return std::abs(s.states.back()[0] - 1 / std::sqrt(3.0));
  };
  for (const Method& method : iterated) {
    const int steps = method.order > 3 ? 8 : 32;  // above rounding
    EXPECT_NEAR(std::log2(errorOf(method, steps) / errorOf(method, 2 * steps)), method.order, 0.5) << method.name;
  }
}

TEST(FixedIterations, OneIsEnoughForALinearProblem) {
  Problem p{.size = 2, .rhs = [](double, ConstView y, View f) {
              f[0] = -1000 * y[0] + 999 * y[1];
              f[1] = y[0] - 2 * y[1];
            }};
  p.jacobian = Jacobian{{}, [](double, ConstView, View j) { j[0] = -1000, j[1] = 1, j[2] = 999, j[3] = -2; }};
  p.autonomous = true;
  for (const Method& method : iterated) {
    Options converged = fixedIterations(method.name, 0.1, 0);
    converged.tolerances.relative = 1e-12;
    const Solution wanted = solve(p, 0, 1, {1.0, 2.0}, converged);
    const Solution s = solve(p, 0, 1, {1.0, 2.0}, fixedIterations(method.name, 0.1, 1));
    ASSERT_TRUE(s.ok() && wanted.ok()) << method.name;
    EXPECT_NEAR(s.states.back()[1], wanted.states.back()[1], 1e-9 * std::abs(wanted.states.back()[1])) << method.name;
  }
}

TEST(FixedIterations, SolveTheAlgebraicUnknownsOfExplicitMethods) {
  for (const std::string method : {"rk4", "ode23", "dopri5"}) {
    const Solution s = solve(withSquare(), 0, 1, {1.0, 1.0}, fixedIterations(method, 0.02, 3));
    ASSERT_TRUE(s.ok()) << method << " " << s.failure.message;
    EXPECT_NEAR(s.states.back()[0], 0.5, 1e-6) << method;
    EXPECT_NEAR(s.states.back()[1], 0.25, 1e-6) << method;
  }
}

TEST(FixedIterations, GoWithAFixedStepOnly) {
  Options options;
  options.method = "radau5";
  options.newtonIterations = 2;
  EXPECT_THAT(solve(cubic(), 0, 1, {1.0}, options).failure.message, HasSubstr("needs a fixed step"));
  options.step = 0.1;
  options.newtonIterations = -1;
  EXPECT_THAT(solve(cubic(), 0, 1, {1.0}, options).failure.message, HasSubstr("must not be negative"));
}

TEST(RealTimeFailure, HasItsTextWhenItIsAskedFor) {
  Problem p{.size = 1};
  p.rhs = [](double t, ConstView, View f) {
    f[0] = 1;
    return t > 0.5 ? Evaluation::recoverable : Evaluation::ok;
  };
  for (const std::string method : {"rodas3", "rk4", "radau5", "ab2"}) {
    Options options;
    options.method = method;
    options.step = 0.1;
    options.realTime = true;
    Integrator run(p, options);
    run.start(0, Vector{0}, 1);
    EXPECT_EQ(run.run(), RunStatus::failed) << method;
    EXPECT_EQ(run.failure().kind, FailureKind::evaluation) << method;
    EXPECT_THAT(run.failure().message, HasSubstr("The step of 0.1 from t = 0.")) << method;
  }
}

}  // namespace
}  // namespace dashpot::testing
