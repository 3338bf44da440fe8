// Interpolants of Radau methods of high order are as good as the method, on stiff problems and DAEs, and cost nothing
// where they are not asked for.
#include "integrators/measure.hpp"

#include <gtest/gtest.h>

namespace dashpot::testing {
namespace {

/// States at times between the steps: interpolated, or, to compare with, where steps end.
std::vector<Vector> statesAt(const TestProblem& p, const std::string& method, double tolerance, const Vector& times,
                             bool interpolated) {
  Options options = toleranceFor(p, method, tolerance);
  options.outputTimes = times;
  Problem problem = p.problem;
  if (!interpolated) problem.discontinuities.assign(times.begin(), times.end() - 1);
  const Solution s = solve(problem, p.start, times.back(), p.initial, options);
  EXPECT_TRUE(s.ok()) << s.failure.message;
  return s.states;
}

TEST(RefinedInterpolant, KeepsTheAccuracyOfTheStepsOnStiffProblems) {
  const double tolerance = 1e-9;
  for (const char* const name : {"robertson", "oregonator", "index-one"}) {
    const TestProblem p = *problems::find(name);
    Vector times;
    for (int i = 1; i <= 25; ++i) times.push_back(p.start + (p.end - p.start) * std::pow(0.7, 25 - i));
    const auto exact = statesAt(p, "radau5", 1e-12, times, false);
    const Tolerances scale = problems::tolerancesFor(p, tolerance);
    for (const char* const method : {"radau9", "radau13", "radau"}) {
      const auto found = statesAt(p, method, tolerance, times, true);
      const auto hit = statesAt(p, method, tolerance, times, false);
      double between = 0, atEnds = 0;  // in units of the tolerance
      for (std::size_t i = 0; i < times.size(); ++i)
        for (std::size_t k = 0; k < exact[i].size(); ++k) {
          const double unit = scale.absoluteOf[k] + tolerance * std::abs(exact[i][k]);
          between = std::max(between, std::abs(found[i][k] - exact[i][k]) / unit);
          atEnds = std::max(atEnds, std::abs(hit[i][k] - exact[i][k]) / unit);
        }
      EXPECT_LT(between, 10 * std::max(1.0, atEnds)) << name << " " << method;
    }
  }
}

TEST(RefinedInterpolant, JoinsTheEndsOfTheStep) {
  const TestProblem p = *problems::find("oregonator");
  for (const char* const method : {"radau9", "radau13"}) {
    Integrator run(p.problem, toleranceFor(p, method, 1e-8));
    run.start(p.start, p.initial, p.end);
    for (int i = 0; i < 40; ++i) run.step();
    const Vector before(run.state().begin(), run.state().end());
    ASSERT_EQ(run.step(), RunStatus::running);
    Vector start(3), end(3);
    run.interpolate(run.previousTime(), start);
    run.interpolate(run.time(), end);
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_DOUBLE_EQ(start[k], before[k]) << method;
      EXPECT_NEAR(end[k], run.state()[k], 1e-14 * std::abs(end[k])) << method;
    }
  }
}

TEST(RefinedInterpolant, IsSolvedOncePerStepAndOnlyOnRequest) {
  const TestProblem p = *problems::find("van-der-pol");
  Options options = toleranceFor(p, "radau13", 1e-8);
  Integrator run(p.problem, options), twin(p.problem, options);
  run.start(p.start, p.initial, p.end);
  twin.start(p.start, p.initial, p.end);
  Vector y(2);
  for (int i = 0; i < 20; ++i) {
    run.step();
    twin.step();
    const auto before = run.statistics().rhsEvals;
    run.interpolate(0.3 * run.previousTime() + 0.7 * run.time(), y);
    const auto once = run.statistics().rhsEvals;
    run.interpolate(0.6 * run.previousTime() + 0.4 * run.time(), y);
    EXPECT_GT(once, before);
    EXPECT_EQ(run.statistics().rhsEvals, once);
    ASSERT_TRUE(std::ranges::equal(run.state(), twin.state())) << "asking changes no step";
  }
}

}  // namespace
}  // namespace dashpot::testing
