// Steps that would lead out of the bounds of an unknown.
#include "dashpot/integrate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace dashpot {
namespace {

/// y' = -50 y: e^(-50 t), which explicit steps at their limit of stability swing about.
Problem decay() {
  Problem problem;
  problem.size = 1;
  problem.rhs = [](double, ConstView y, View f) { f[0] = -50 * y[0]; };
  problem.autonomous = true;
  return problem;
}

struct Ended {
  RunStatus status;
  double least, last;
  Statistics statistics;
};

Ended run(const Problem& problem, const Vector& start, double end, const Options& options) {
  Integrator integrator(problem, options);
  double least = start[0];
  RunStatus status = integrator.start(0, start, end);
  while (status == RunStatus::running) {
    status = integrator.step();
    least = std::min(least, integrator.state()[0]);
  }
  return {status, least, integrator.state()[0], integrator.statistics()};
}

const Options coarse{.method = "ode23", .tolerances = {.relative = 0.1, .absolute = 0.1}};

TEST(Bounds, AreNotLeftByStepsThatTheToleranceWouldAllow) {
  Problem problem = decay();
  ASSERT_LT(run(problem, {1}, 1, coarse).least, -0.015) << "else nothing is tested";
  problem.bounds = {{.component = 0, .lowest = 0}};
  const Ended bounded = run(problem, {1}, 1, coarse);
  EXPECT_EQ(bounded.status, RunStatus::finished);
  EXPECT_GE(bounded.least, -0.1 * 0.11) << "a tenth of the tolerance";
}

TEST(Bounds, AreLeftByASolutionThatDoesSo) {
  Problem problem;
  problem.size = 1;
  problem.rhs = [](double t, ConstView, View f) { f[0] = -2 * t; };  // y = 1 - t^2
  const Options options{.method = "tsit5", .tolerances = {.relative = 1e-6, .absolute = 1e-6}};
  const Ended free = run(problem, {1}, 2, options);
  problem.bounds = {{.component = 0, .lowest = 0}};
  const Ended bounded = run(problem, {1}, 2, options);
  EXPECT_EQ(bounded.status, RunStatus::finished);
  EXPECT_NEAR(bounded.last, -3, 1e-5);
  EXPECT_LE(bounded.statistics.rejected, free.statistics.rejected + 20) << "a few times, where it leaves them";
}

TEST(Bounds, HoldForStatesOfAProblemThatIsReduced) {
  // A state behind an algebraic unknown: y0' = y1, 0 = y1 + 50 y0.
  Problem problem;
  problem.size = 2;
  problem.rhs = [](double, ConstView y, View f) { f[0] = y[1], f[1] = y[1] + 50 * y[0]; };
  problem.autonomous = true;
  problem.mass = {.kind = MassMatrix::Kind::diagonal, .values = {1, 0}};
  problem.bounds = {{.component = 0, .lowest = 0}};
  const Ended bounded = run(problem, {1, -50}, 1, coarse);
  EXPECT_EQ(bounded.status, RunStatus::finished);
  EXPECT_GE(bounded.least, -0.1 * 0.11);
}

}  // namespace
}  // namespace dashpot
