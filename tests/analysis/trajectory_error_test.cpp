// Measures of the error of a trajectory, on series whose values are known.
#include "analysis/trajectory_error.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace dashpot::analysis {
namespace {

TEST(TrajectoryError, OfAConstantShareIsThatShareInEveryMeasure) {
  const Samples reference{{0, 1, 3, 4}, {{2, -4, 8, 1}}};
  Samples solution = reference;
  for (double& y : solution.values[0]) y *= 1.25;
  const TrajectoryError error = trajectoryError(solution, reference, 0);
  for (const ErrorMeasure measure : allErrorMeasures) EXPECT_DOUBLE_EQ(error[measure], 0.25) << nameOf(measure);
}

TEST(TrajectoryError, RelativeRmsIsEquation51) {
  // Component RMS sqrt((0.3^2 + 0.4^2)/2) and sqrt((0 + 1^2)/2); squared and added: 0.125 + 0.5.
  const Samples reference{{0, 1}, {{10, -10}, {2, 2}}}, solution{{0, 1}, {{13, -6}, {2, 4}}};
  EXPECT_NEAR(trajectoryError(solution, reference, 0)[ErrorMeasure::rms], std::sqrt(0.625), 1e-15);
}

TEST(TrajectoryError, RmsOfASineIsItsAmplitudeOverTheRootOfTwo) {
  Samples reference, solution;
  reference.values.emplace_back(), solution.values.emplace_back();
  constexpr int n = 1000;
  for (int j = 0; j < n; ++j) {
    const double t = static_cast<double>(j) / n;
    reference.times.push_back(t), reference.values[0].push_back(5);
    solution.times.push_back(t), solution.values[0].push_back(5 * (1 + 0.01 * std::sin(2 * std::numbers::pi * t)));
  }
  const TrajectoryError error = trajectoryError(solution, reference, 0);
  EXPECT_NEAR(error[ErrorMeasure::rms], 0.01 / std::numbers::sqrt2, 1e-12);
  EXPECT_NEAR(error[ErrorMeasure::maximum], 0.01, 1e-12);
  EXPECT_NEAR(error[ErrorMeasure::mean], 0.02 / std::numbers::pi, 1e-6);
}

TEST(TrajectoryError, MaximumSaysWhereAndFinalIsTheLastPoint) {
  const Samples reference{{0, 2, 5, 7}, {{1, 1, 1, 1}, {4, 4, 4, 4}}};
  const Samples solution{{0, 2, 5, 7}, {{1, 1.1, 1, 1.02}, {4, 4, 5, 4.04}}};
  const TrajectoryError error = trajectoryError(solution, reference, 0);
  EXPECT_DOUBLE_EQ(error[ErrorMeasure::maximum], 0.25);
  EXPECT_EQ(error.worstVariable, 1u);
  EXPECT_EQ(error.worstTime, 5);
  EXPECT_NEAR(error[ErrorMeasure::final], 0.02, 1e-15);
}

TEST(TrajectoryError, MeanCountsPointsAndTimeWeightedMeanCountsTime) {
  // Errors 0, 1, 1, 1, 0 at 0, 1, 1.1, 1.2, 10: mean 3/5; integral 0.5 + 0.2 + 4.4 = 5.1 over 10.
  const Samples reference{{0, 1, 1.1, 1.2, 10}, {{1, 1, 1, 1, 1}}};
  const Samples solution{{0, 1, 1.1, 1.2, 10}, {{1, 2, 2, 0, 1}}};
  const TrajectoryError error = trajectoryError(solution, reference, 0);
  EXPECT_DOUBLE_EQ(error[ErrorMeasure::mean], 0.6);
  EXPECT_NEAR(error[ErrorMeasure::timeWeighted], 0.51, 1e-15);
}

TEST(TrajectoryError, TheFloorBoundsErrorsWhereAReferenceCrossesZero) {
  const Samples reference{{0, 1, 2}, {{10, 0, -10}}}, solution{{0, 1, 2}, {{10, 0.1, -10}}};
  EXPECT_TRUE(std::isinf(trajectoryError(solution, reference, 0)[ErrorMeasure::maximum]));
  EXPECT_DOUBLE_EQ(trajectoryError(solution, reference, 0.1)[ErrorMeasure::maximum], 0.1);
  EXPECT_DOUBLE_EQ(trajectoryError(solution, reference, 1)[ErrorMeasure::maximum], 0.01);
}

TEST(TrajectoryError, AReferenceOfZeroIsMeasuredAbsolutely) {
  const Samples reference{{0, 1}, {{0, 0}}}, solution{{0, 1}, {{0, 1e-3}}};
  EXPECT_DOUBLE_EQ(trajectoryError(solution, reference, 1e-3)[ErrorMeasure::final], 1e-3);
}

TEST(TrajectoryError, ASolutionThatIsNotFiniteIsInfinitelyFar) {
  const Samples reference{{0, 1}, {{1, 1}}}, solution{{0, 1}, {{1, std::numeric_limits<double>::quiet_NaN()}}};
  for (const ErrorMeasure measure : allErrorMeasures)
    EXPECT_TRUE(std::isinf(trajectoryError(solution, reference, 0)[measure])) << nameOf(measure);
}

TEST(TrajectoryError, OtherTimesCannotBeCompared) {
  EXPECT_THROW((void)trajectoryError({{0, 1}, {{1, 1}}}, {{0, 2}, {{1, 1}}}, 0), std::invalid_argument);
}

TEST(TrajectoryError, MeasuresAreFoundByTheirNames) {
  for (const ErrorMeasure measure : allErrorMeasures) EXPECT_EQ(errorMeasureNamed(nameOf(measure)), measure);
  EXPECT_FALSE(errorMeasureNamed("median"));
}

}  // namespace
}  // namespace dashpot::analysis
