// Difference Jacobians: as good as differences can be, and as cheap as the colouring allows.
#include "integrators/system/jacobian.hpp"

#include "integrators/measure.hpp"

#include <gtest/gtest.h>

namespace dashpot::integrators {
namespace {

using testing::TestProblem;

double largestRelativeError(const TestProblem& p, ConstView y, Options options) {
  Statistics statistics;
  System system(p.problem, statistics);
  options.tolerances = testing::toleranceFor(p, "rodas4", 1e-6).tolerances;
  JacobianEvaluator exact(system, options);
  options.jacobian.source = JacobianOptions::Source::differences;
  JacobianEvaluator differences(system, options);
  Vector f(y.begin(), y.end());
  system.rhs(p.start, y, f);
  exact.evaluate(p.start, y, f);
  differences.evaluate(p.start, y, f);
  double size = 0, error = 0;
  for (std::size_t k = 0; k < exact.values().size(); ++k) {
    size = std::max(size, std::abs(exact.values()[k]));
    error = std::max(error, std::abs(exact.values()[k] - differences.values()[k]));
  }
  return error / size;
}

TEST(Differences, AgreeWithExactJacobians) {
  for (const std::string_view name : {"hires", "oregonator", "pollution", "brusselator", "medical-akzo-nobel"}) {
    const TestProblem p = *problems::find(name);
    EXPECT_LT(largestRelativeError(p, p.initial, {}), 1e-5) << name;
  }
}

TEST(Differences, CostOneEvaluationPerColour) {
  const TestProblem p = problems::brusselator();
  Statistics statistics;
  System system(p.problem, statistics);
  Options options;
  options.jacobian.source = JacobianOptions::Source::differences;
  JacobianEvaluator differences(system, options);
  Vector f(p.initial);
  differences.evaluate(0, p.initial, f);
  EXPECT_LE(statistics.rhsEvalsForJacobian, 6);
  EXPECT_EQ(statistics.rhsEvals, 0);
  EXPECT_EQ(statistics.jacEvals, 1);
}

TEST(Differences, ARunWithoutJacobianReachesTheSameDigits) {
  for (const std::string_view name : {"hires", "van-der-pol", "oregonator", "pollution"}) {
    TestProblem p = *problems::find(name);
    Options options = testing::toleranceFor(p, "rodas4", 1e-5);
    options.jacobian.source = JacobianOptions::Source::differences;
    const Solution s = solve(p.problem, p.start, p.end, p.initial, options);
    ASSERT_TRUE(s.ok()) << name << s.failure.message;
    EXPECT_GT(testing::correctDigits(p, s.states.back()), 3.4) << name;
  }
}

TEST(Differences, TheTimeDerivativeAgreesWithTheExactOne) {
  const TestProblem p = testing::periodicRiccati();
  Statistics statistics;
  System system(p.problem, statistics);
  TestProblem without = p;
  without.problem.timeDerivative = {};
  System bare(without.problem, statistics);
  TimeDerivative exact(system, {}), difference(bare, {});
  Vector f(1);
  system.rhs(1.0, p.initial, f);
  exact.evaluate(1.0, 0.1, p.initial, f);
  difference.evaluate(1.0, 0.1, p.initial, f);
  EXPECT_NEAR(exact.value()[0], difference.value()[0], 1e-7);
}

}  // namespace
}  // namespace dashpot::integrators
