// cvode-switching, and the estimate of stiffness from corrector iterates that it goes by.
#include "integrators/measure.hpp"
#include "integrators/switching/corrector_watch.hpp"
#include "problems/problems.hpp"

#include <gtest/gtest.h>

namespace dashpot::testing {
namespace {

using integrators::CorrectorWatch;

/// F(y) = A y at a few points of one time, differences measured by the Euclidean norm.
double watched(const Vector& a, const std::vector<Vector>& iterates) {
  const std::size_t n = iterates[0].size();
  const integrators::ErrorMeasure measure(static_cast<int>(n), {.scale = ErrorScale::absolute});
  CorrectorWatch watch(measure);
  watch.beginStep();
  for (const Vector& y : iterates) {
    Vector f(n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) f[i] += a[i * n + j] * y[j];
    watch.observe(0.5, y, f);
  }
  return watch.estimate();
}

TEST(StiffnessEstimate, FromCorrectorIteratesIsALowerBoundAndExactInOneDimension) {
  EXPECT_NEAR(watched({-7}, {{1}, {1.1}}), 7, 1e-9);
  EXPECT_EQ(watched({-7}, {{1}}), 0) << "one evaluation tells nothing";
  const Vector matrix{-100, 3, 0, -1};  // eigenvalues -100 and -1, norm 100.05
  EXPECT_NEAR(watched(matrix, {{1, 1}, {1.1, 1}}), 100, 1e-9);
  EXPECT_NEAR(watched(matrix, {{1, 1}, {1, 1.1}}), std::hypot(3, 1), 1e-9);
  EXPECT_NEAR(watched(matrix, {{1, 1}, {1, 1.1}, {1.1, 1.1}}), 100, 1e-9) << "the largest of a step counts";
}

Statistics statisticsOf(const TestProblem& p, const std::string& method, double tolerance) {
  const Solution s = solve(p.problem, p.start, p.end, p.initial, toleranceFor(p, method, tolerance));
  EXPECT_EQ(s.status, RunStatus::finished) << p.name << ", " << method << ": " << s.failure.message;
  return s.statistics;
}

TEST(AdamsBdf, StaysWithAdamsWhereNothingIsStiff) {
  const TestProblem p = breathingRotation();
  const Statistics both = statisticsOf(p, "cvode-switching", 1e-6), adams = statisticsOf(p, "cvode-adams", 1e-6);
  EXPECT_EQ(both.switches, 0);
  EXPECT_EQ(both.stiffSteps, 0);
  EXPECT_EQ(both.steps, adams.steps);
  EXPECT_EQ(both.rhsEvals, adams.rhsEvals);
}

TEST(AdamsBdf, UsesBdfWhereTheProblemIsStiff) {
  const Statistics robertson = statisticsOf(problems::robertson(), "cvode-switching", 1e-5);
  EXPECT_GE(robertson.switches, 1);
  EXPECT_GT(robertson.stiffSteps, robertson.steps / 2);
  const Statistics oscillator = statisticsOf(problems::vanDerPol(), "cvode-switching", 1e-5);
  EXPECT_GE(oscillator.switches, 1);
  EXPECT_GT(oscillator.stiffSteps, 0);
}

TEST(AdamsBdf, CostsLittleMoreThanTheBetterFormula) {
  for (const TestProblem& p : {problems::robertson(), problems::vanDerPol()}) {
    const Statistics both = statisticsOf(p, "cvode-switching", 1e-5), bdf = statisticsOf(p, "cvode", 1e-5);
    EXPECT_LT(static_cast<double>(both.steps), 1.5 * static_cast<double>(bdf.steps)) << p.name;
  }
}

TEST(AdamsBdf, RefusesUnderItsOwnName) {
  const TestProblem p = problems::vanDerPol();
  Options options = toleranceFor(p, "cvode-switching", 1e-4);
  options.step = 1e-3;
  const Solution s = solve(p.problem, p.start, p.end, p.initial, options);
  EXPECT_NE(s.failure.message.find("cvode-switching"), std::string::npos) << s.failure.message;
}

}  // namespace
}  // namespace dashpot::testing
