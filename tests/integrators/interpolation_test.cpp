// Interpolants of Radau methods of high order join the steps, and cost nothing where they are not asked for.
#include <gtest/gtest.h>

#include "integrators/measure.hpp"

namespace dashpot {
namespace {

using namespace test;

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
}  // namespace dashpot
