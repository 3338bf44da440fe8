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

/// x' = a (s - x), s' = -s: x = a/(a - 1) (exp(-t) - exp(-a t)). At the limit of stability an explicit method has a component
/// that is fast, too.
double errorAtTheLimitOfStability(const char* method, bool accurateBetween, double tolerance) {
  constexpr double a = 40;
  Problem problem;
  problem.size = 2;
  problem.rhs = [](double, ConstView y, View f) { f[0] = a * (y[1] - y[0]), f[1] = -y[1]; };
  Options options{.method = method, .tolerances = {.relative = tolerance, .absolute = tolerance}};
  options.accurateBetween = accurateBetween;
  for (int i = 0; i <= 3000; ++i) options.outputTimes.push_back(i / 500.0);
  const Solution solution = solve(problem, 0, 6, {0, 1}, options);
  EXPECT_TRUE(solution.ok()) << solution.summary();
  double largest = 0;
  for (std::size_t i = 0; i < solution.times.size(); ++i) {
    const double t = solution.times[i], expected = a / (a - 1) * (std::exp(-t) - std::exp(-a * t));
    largest = std::max(largest, std::abs(solution.states[i][0] - expected));
  }
  return largest;
}

TEST(AccurateBetween, ExplicitMethodsAreRightWithinStepsAtTheLimitOfStability) {
  for (const char* method : {"ode23", "dopri5", "tsit5", "dop853"})
    for (const double tolerance : {1e-4, 1e-6, 1e-8})
      EXPECT_LT(errorAtTheLimitOfStability(method, true, tolerance), 20 * tolerance) << method << " " << tolerance;
}

TEST(AccurateBetween, OfTheEndsOfStepsNobodyCouldTellThat) {
  EXPECT_GT(errorAtTheLimitOfStability("dop853", false, 1e-8), 50e-8);
}

std::string methodOf(const ::testing::TestParamInfo<const char*>& test) { return test.param; }

INSTANTIATE_TEST_SUITE_P(Methods, AccurateBetween, ::testing::Values("rodas4", "rodas5p", "radau5"), methodOf);

}  // namespace
}  // namespace dashpot
