// The solution between the ends of steps is as good as the tolerance, also in components that follow their
// surroundings much faster than the steps.
#include "dashpot/integrate.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace dashpot {
namespace {

/// y' = lambda (y - sin(w t)) + w cos(w t), y = sin(w t) (Prothero and Robinson 1974).
Problem follower(double lambda, double w) {
  Problem problem;
  problem.size = 1;
  problem.rhs = [=](double t, ConstView y, View f) { f[0] = lambda * (y[0] - std::sin(w * t)) + w * std::cos(w * t); };
  return problem;
}

double largestError(const Solution& solution, double w) {
  double largest = 0;
  for (std::size_t i = 0; i < solution.times.size(); ++i)
    largest = std::max(largest, std::abs(solution.states[i][0] - std::sin(w * solution.times[i])));
  return largest;
}

class AccurateBetween : public ::testing::TestWithParam<const char*> {
 protected:
  static Solution solved(bool accurateBetween, double tolerance) {
    Options options{.method = GetParam(), .tolerances = {.relative = tolerance, .absolute = tolerance}};
    options.accurateBetween = accurateBetween;
    for (int i = 0; i <= 500; ++i) options.outputTimes.push_back(i / 500.0);
    return solve(follower(-1e9, 20), 0, 1, {0.0}, options);
  }
};

TEST_P(AccurateBetween, AFastComponentThatFollowsAWaveIsRightWithinSteps) {
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    const Solution solution = solved(true, tolerance);
    ASSERT_TRUE(solution.ok()) << solution.summary();
    EXPECT_LT(largestError(solution, 20), 20 * tolerance) << tolerance;
  }
}

TEST_P(AccurateBetween, WithoutItStepsAreChosenForTheirEndsAlone) {
  EXPECT_LT(solved(false, 1e-6).statistics.steps, solved(true, 1e-6).statistics.steps);
}

std::string methodOf(const ::testing::TestParamInfo<const char*>& test) { return test.param; }

INSTANTIATE_TEST_SUITE_P(Methods, AccurateBetween, ::testing::Values("rodas4", "rodas5p", "radau5"), methodOf);

}  // namespace
}  // namespace dashpot
