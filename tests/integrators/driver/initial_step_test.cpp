// The first step, of which no step before it tells.
#include "dashpot/integrate.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace dashpot {
namespace {

/// x'' = u^2 (1 - x) - u x'/5 from rest, as two states of different size: what happens takes a few 1/u.
Problem swing(double u) {
  Problem problem;
  problem.size = 2;
  problem.autonomous = true;
  problem.rhs = [u](double, ConstView y, View f) {
    f[0] = 1e-3 * u * y[1], f[1] = 1e3 * u * (1 - y[0]) - u / 5 * y[1];
  };
  return problem;
}

Solution solved(const char* method, double u, double end) {
  const Options options{.method = method, .tolerances = {.relative = 1e-3, .absoluteOf = {1e-3, 1}}};
  return solve(swing(u), 0, end / u, {0.5, 0}, options);
}

class InitialStep : public ::testing::TestWithParam<const char*> {};

TEST_P(InitialStep, DoesNotDependOnTheUnitOfTime) {
  const Solution inSeconds = solved(GetParam(), 1, 30);
  for (const double u : {1e-6, 1e-3, 1e3, 1e6}) {
    const Solution solution = solved(GetParam(), u, 30);
    ASSERT_TRUE(solution.ok()) << solution.summary();
    EXPECT_NEAR(u * solution.times[1], inSeconds.times[1], 1e-4 * inSeconds.times[1]) << u;
    EXPECT_EQ(solution.statistics.steps, inSeconds.statistics.steps) << u;
    EXPECT_EQ(solution.statistics.rejected, inSeconds.statistics.rejected) << u;
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, InitialStep,
                         ::testing::Values("ode23", "tsit5", "dop853", "rodas3", "rodas4", "rodas5p", "radau5",
                                           "radau"),
                         [](const ::testing::TestParamInfo<const char*>& test) { return std::string(test.param); });

// y = 1/(c - t): from here 1e-15 to its pole, which is beside 1 less than five units in the last place.
TEST(FirstStep, IsNoneThatTimeDoesNotNotice) {
  Problem problem;
  problem.size = 1;
  problem.rhs = [](double, ConstView y, View f) { f[0] = y[0] * y[0]; };
  for (const char* method : {"ode23", "tsit5", "dop853"}) {
    const Solution solution = solve(problem, 1, 2, {1e15}, {.method = method});
    EXPECT_FALSE(solution.ok()) << method;
    EXPECT_LT(solution.statistics.rhsEvals, 10'000) << solution.summary();
  }
}

}  // namespace
}  // namespace dashpot
