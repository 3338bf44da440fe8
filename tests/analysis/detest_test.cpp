// The DETEST harness: what it measures, and what it says when a method fails.
#include "analysis/detest.hpp"

#include <gtest/gtest.h>

namespace dashpot::analysis {
namespace {

using problems::findDetest;

TEST(DetestHarness, DiagonalMethodSolvesA1InOneStepWithoutError) {
  for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
    const DetestRun run = runDetest(*findDetest("a1"), {.method = "diag-exp-pc-published",
                                                        .tolerance = tolerance,
                                                        .scaled = false,
                                                        .firstStep = 20,
                                                        .timingSeconds = 0});
    ASSERT_EQ(run.outcome, DetestRun::Outcome::finished) << run.message;
    EXPECT_EQ(run.statistics.steps, 1);
    EXPECT_EQ(run.statistics.lu, 0);
    EXPECT_LT(run.endError, 2e-5);  // the end of the corrector's iteration
    EXPECT_LT(run.maxError, 2e-5);
  }
}

TEST(DetestHarness, BdfHasItsGapNearTheImaginaryAxisOnB5) {
  // Published for Gear's code: 2387, 2337 and 2577 steps; a prototype with another BDF code: 2081, 2166, 2393.
  for (const auto& [tolerance, published] : {std::pair{1e-2, 2387.0}, {1e-4, 2337.0}, {1e-6, 2577.0}}) {
    const DetestRun run = runDetest(*findDetest("b5"), {.method = "cvode", .tolerance = tolerance, .scaled = false});
    ASSERT_EQ(run.outcome, DetestRun::Outcome::finished) << run.message;
    EXPECT_NEAR(static_cast<double>(run.statistics.steps) / published, 1, 0.2) << tolerance;
    if (tolerance < 1e-4) continue;  // a formula of order 4 takes more steps there
    const DetestRun stable =
        runDetest(*findDetest("b5"), {.method = "rodas4", .tolerance = tolerance, .scaled = false});
    EXPECT_LT(10 * stable.statistics.steps, run.statistics.steps);
  }
}

TEST(DetestHarness, ErrorsAreThoseAgainstTheReference) {
  const auto problem = *findDetest("d2");
  const DetestRun run = runDetest(problem, {.method = "rodas3", .tolerance = 1e-4, .localErrors = true});
  ASSERT_EQ(run.outcome, DetestRun::Outcome::finished) << run.message;
  EXPECT_GT(run.maxError, 0);
  EXPECT_GE(run.maxError, run.endError);
  EXPECT_LT(run.maxError, 100);
  EXPECT_GT(run.localError, 0);
  EXPECT_LE(run.deceived, 1);
  EXPECT_NEAR(run.errorPerStep, run.maxError / static_cast<double>(run.statistics.steps), 1e-12);
  EXPECT_GT(run.seconds, 0);
  EXPECT_LE(run.overhead, run.seconds);
  EXPECT_GT(run.firstStep, 0);
  // The same run by hand.
  Options options;
  options.method = "rodas3";
  options.tolerances.scale = ErrorScale::absolute;
  options.tolerances.norm = ErrorNorm::maximum;
  for (const double scale : problem.test.absoluteScale) options.tolerances.absoluteOf.push_back(1e-4 * scale);
  options.initialStep = run.firstStep;
  const Solution s = solve(problem.test.problem, 0, problem.test.end, problem.test.initial, options);
  double error = 0;
  for (std::size_t i = 0; i < 3; ++i)
    error = std::max(error,
                     std::abs(s.states.back()[i] - problem.test.reference[i]) / (1e-4 * problem.test.absoluteScale[i]));
  EXPECT_NEAR(run.endError, error, 0.02 * error + 1e-3);
}

TEST(DetestHarness, ScaledComponentsReachOne) {
  for (const std::string_view name : {"f3", "e5", "a2"}) {
    const auto problem = *findDetest(name);
    Options options;
    options.method = "rodas4";
    options.tolerances.relative = 1e-8;
    options.tolerances.absolute = 1e-16;
    const Solution s = solve(problem.test.problem, 0, problem.test.end, problem.test.initial, options);
    for (std::size_t i = 0; i < problem.test.initial.size(); ++i) {
      double largest = 0;
      for (const Vector& y : s.states) largest = std::max(largest, std::abs(y[i]) / problem.test.absoluteScale[i]);
      if (problem.test.absoluteScale[i] != 1) {
        EXPECT_NEAR(largest, 1, 0.02) << name << i;
      }
    }
  }
}

TEST(DetestHarness, AMethodThatGivesUpKeepsItsFigures) {
  const DetestRun run = runDetest(*findDetest("a3"), {.method = "dopri5", .tolerance = 1e-4, .maxSteps = 200});
  EXPECT_EQ(run.outcome, DetestRun::Outcome::endNotReached);
  EXPECT_NE(run.message.find("failed to reach the end"), std::string::npos) << run.message;
  EXPECT_EQ(run.statistics.steps, 200);
  EXPECT_GT(run.reached, 0);
  EXPECT_LT(run.reached, 20);
  EXPECT_GT(run.maxError, 0);
}

TEST(DetestHarness, AMethodThatCannotStartSaysSo) {
  auto problem = *findDetest("a1");
  problem.test.problem.rhs = [](double, ConstView, View) { return Evaluation::fatal; };
  const DetestRun run = runDetest(problem, {.method = "rodas4", .tolerance = 1e-4});
  EXPECT_EQ(run.outcome, DetestRun::Outcome::notStarted);
  EXPECT_NE(run.message.find("failed to start"), std::string::npos) << run.message;
}

TEST(DetestHarness, AFailureOfTheTrueSolutionIsNotTakenForOneOfTheMethod) {
  auto problem = *findDetest("a1");
  // A state that only a code at a tight tolerance asks for does not exist; here: F refuses after many calls.
  auto calls = std::make_shared<int>(0);
  problem.test.problem.rhs = [f = problem.test.problem.rhs, calls](double t, ConstView y, View out) {
    return ++*calls > 400 ? Evaluation::fatal : f(t, y, out);
  };
  const DetestRun run = runDetest(problem, {.method = "rodas3", .tolerance = 1e-2, .timingSeconds = 0});
  EXPECT_EQ(run.outcome, DetestRun::Outcome::noTrueSolution) << run.message;
}

TEST(DetestHarness, SmoothnessFitRecoversMadeUpErrors) {
  const std::vector<double> tolerances{1e-2, 1e-4, 1e-6};
  std::vector<double> errors;
  for (const double t : tolerances) errors.push_back(0.3 * std::pow(t, 0.8) / t);
  const auto fit = fitSmoothness(tolerances, errors);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->constant, 0.3, 1e-10);
  EXPECT_NEAR(fit->exponent, 0.8, 1e-10);
  EXPECT_FALSE(fitSmoothness({}, {}));
  EXPECT_FALSE(fitSmoothness(tolerances, std::vector<double>{1, 0, 0}));
}

}  // namespace
}  // namespace dashpot::analysis
