// The solution between the ends of steps is as good as the tolerance, also in components that follow their
// surroundings much faster than the steps.
#include "dashpot/integrate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

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

TEST(AccurateBetween, ToFewDigitsAsWellWhateverPartOfAWaveAStepCovers) {
  for (const char* method : {"rodas4", "rodas5p"})
    for (const double tolerance : {1e-2, 1e-3})
      for (double w = 5; w < 60; w += 0.5) {
        Options options{.method = method, .tolerances = {.relative = tolerance, .absolute = tolerance}};
        options.accurateBetween = true;
        for (int i = 0; i <= 500; ++i) options.outputTimes.push_back(i / 500.0);
        const Solution solution = solve(follower(-1e6, w), 0, 1, {0.0}, options);
        ASSERT_TRUE(solution.ok()) << solution.summary();
        EXPECT_LT(largestError(solution, w), 10 * tolerance) << method << " " << w << " " << tolerance;
      }
}

/// A swing that begins all at once, as behind a valve that closes: y1 = 100 + e cos(w t + phase)/2,
/// y2 = amplitude e sin(w t + phase) with e = exp(-damping w t). Both tolerances are about 1, so that the swing lies within
/// that of y1, and far outside that of y2. The largest error in tolerances.
double errorOfSwing(double amplitude, double damping, double firstPeriods, double phase) {
  constexpr double w = 600, first = 0.5;
  Problem problem;
  problem.size = 2;
  problem.autonomous = true;
  problem.rhs = [=](double, ConstView y, View f) {
    f[0] = -damping * w * (y[0] - 100) - w * first / amplitude * y[1];
    f[1] = -damping * w * y[1] + w * amplitude / first * (y[0] - 100);
  };
  Options options{.method = "rodas5p",
                  .tolerances = {.relative = 1e-2, .absoluteOf = {1e-9, 1}, .norm = ErrorNorm::maximum}};
  options.initialStep = firstPeriods * 2 * std::numbers::pi / w;
  options.accurateBetween = true;
  for (int i = 0; i <= 400; ++i) options.outputTimes.push_back(i * 0.2 / w);
  const Vector start{100 + first * std::cos(phase), amplitude * std::sin(phase)};
  const Solution solution = solve(problem, 0, 80 / w, start, options);
  EXPECT_TRUE(solution.ok()) << solution.summary();
  double largest = 0;
  for (std::size_t i = 0; i < solution.times.size(); ++i) {
    const double t = solution.times[i], e = std::exp(-damping * w * t);
    largest = std::max({largest, std::abs(solution.states[i][0] - 100 - first * e * std::cos(w * t + phase)),
                        std::abs(solution.states[i][1] - amplitude * e * std::sin(w * t + phase))});
  }
  return largest;
}

TEST(AccurateBetween, ASwingIsNotSteppedOverWhereTheErrorHidesInAWideTolerance) {
  for (const double amplitude : {10.0, 20.0})
    for (const double damping : {0.05, 0.1})
      for (double periods = 0.5; periods < 2.6; periods += 0.1)
        for (double phase = 0; phase < 6.2; phase += 0.2)
          EXPECT_LT(errorOfSwing(amplitude, damping, periods, phase), 5)
              << amplitude << " " << damping << " " << periods << " " << phase;
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
