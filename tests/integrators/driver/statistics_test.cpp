// The statistics of a run count what it really did.
#include "integrators/detest_five.hpp"
#include "integrators/measure.hpp"

#include <gtest/gtest.h>

namespace dashpot::testing {
namespace {

TEST(Statistics, CountTheEvaluationsThatTheProblemSees) {
  const TestProblem p = *problems::find("hires");
  for (const char* const name : {"dopri5", "rodas4", "radau5", "radau", "lobatto6", "cash-dirk", "hw-sdirk", "tr-bdf2",
                                 "rkf45-dirk", "diag-exp-i2", "exprb43", "cvode"}) {
    long rhs = 0, jacobians = 0;
    Problem counted = p.problem;
    counted.rhs = [&](double t, ConstView y, View f) {
      ++rhs;
      return p.problem.rhs(t, y, f);
    };
    counted.jacobian->values = [&](double t, ConstView y, View j) {
      ++jacobians;
      return p.problem.jacobian->values(t, y, j);
    };
    const Solution s = solve(counted, p.start, 1, p.initial, toleranceFor(p, name, 1e-4));
    ASSERT_TRUE(s.ok()) << name << ": " << s.failure.message;
    EXPECT_EQ(s.statistics.rhsEvals + s.statistics.rhsEvalsForJacobian, rhs) << name;
    EXPECT_EQ(s.statistics.jacEvals, jacobians) << name;
  }
}

TEST(Statistics, OfFixedStepsAreThoseOfAHandCount) {
  const TestProblem p = breathingRotation();
  const auto tenSteps = [&](const std::string& method) {
    return solve(p.problem, 0, 1, p.initial, fixedStep(method, 0.1)).statistics;
  };
  EXPECT_EQ(tenSteps("rk4").rhsEvals, 40);
  const Statistics rosenbrock = tenSteps("rodas4");  // 6 stages, one J and one LU per step
  EXPECT_EQ(rosenbrock.steps, 10);
  EXPECT_EQ(rosenbrock.rejected, 0);
  EXPECT_EQ(rosenbrock.rhsEvals, 60);
  EXPECT_EQ(rosenbrock.jacEvals, 10);
  EXPECT_EQ(rosenbrock.lu, 10);
  EXPECT_EQ(rosenbrock.solves, 60);
}

TEST(BaselineBdf, TakesAsManyStepsOnTheFiveProblemsAsPublishedForOde15s) {
  // Treeaporn 2005, table 5.1, at unknown tolerances; MATLAB's own are 1e-3 and 1e-6.
  const double published[] = {86, 346, 124, 24, 66};
  const DetestFive problems[] = {detestA2(), detestB1(), detestC1(), detestD4(), detestE1()};
  for (std::size_t k = 0; k < std::size(problems); ++k) {
    Options options;
    options.method = "cvode";
    options.tolerances = {.relative = 1e-3, .absolute = 1e-6};
    const Solution s = solve(problems[k].problem, 0, problems[k].end, problems[k].initial, options);
    ASSERT_TRUE(s.ok()) << problems[k].name;
    const double ratio = static_cast<double>(s.statistics.steps) / published[k];
    EXPECT_GT(ratio, 0.4) << problems[k].name;
    EXPECT_LT(ratio, 2.5) << problems[k].name;
  }
}

}  // namespace
}  // namespace dashpot::testing
