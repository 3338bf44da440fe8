// The registry lists every method of the design, each can be made, and evaluations per step are as it says.
#include "integrators/measure.hpp"

#include <gtest/gtest.h>

#include <set>

namespace dashpot::testing {
namespace {

TEST(Registry, HasEveryMethodOfTheFirstFamilies) {
  for (const char* name : {"euler",       "heun",
                           "rk4",         "ode23",
                           "dopri5",      "tsit5",
                           "dop853",      "backward-euler",
                           "trapezoidal", "rosenbrock-euler",
                           "ros2",        "ros2p",
                           "ode23s",      "ros3p",
                           "rodas3",      "ros4",
                           "grk4t",       "grk4a",
                           "rodas4",      "rodas4p",
                           "rodas5p",     "cvode",
                           "cvode-adams", "cvode-switching",
                           "ida",         "arkode",
                           "rkf45",       "merson",
                           "diag-exp-e",  "diag-exp-i1",
                           "diag-exp-i2", "diag-exp-pc"})
    EXPECT_NE(findMethod(name), nullptr) << name;
  EXPECT_EQ(findMethod("rodas"), nullptr);
}

TEST(Registry, NamesAreUniqueAndSourcesGiven) {
  std::set<std::string> seen;
  for (const MethodTraits& m : methods()) {
    EXPECT_TRUE(seen.insert(m.name).second) << m.name;
    EXPECT_FALSE(m.source.empty()) << m.name;
    EXPECT_TRUE(m.fixedStep || m.variableStep) << m.name;
  }
}

TEST(Registry, EvaluationsPerAcceptedStepAreAsStated) {
  const TestProblem p = breathingRotation();
  for (const MethodTraits& m : methods()) {
    if (m.rhsPerStep == 0 || m.family == Family::secondOrder)
      continue;  // those need positions: see second_order_properties
    Options options = fixedStep(m.name, 0.01);
    options.outputTimes = {p.end};
    const Solution s = solve(p.problem, p.start, p.end, p.initial, options);
    const double perStep = static_cast<double>(s.statistics.rhsEvals) / static_cast<double>(s.statistics.steps);
    EXPECT_NEAR(perStep, m.rhsPerStep, 0.02) << m.name;
  }
}

TEST(Registry, TheStatedRhsPerStepHoldsUnderErrorControlToo) {
  const TestProblem p = breathingRotation();
  for (const MethodTraits& m : methods()) {
    if (m.rhsPerStep == 0 || !m.variableStep || m.family == Family::secondOrder) continue;
    Options options = toleranceFor(p, m.name, 1e-6);
    const Solution s = solve(p.problem, p.start, p.end, p.initial, options);
    const double attempts = static_cast<double>(s.statistics.steps + s.statistics.rejected);
    EXPECT_NEAR(static_cast<double>(s.statistics.rhsEvals) / attempts, m.rhsPerStep, 0.35) << m.name;
  }
}

}  // namespace
}  // namespace dashpot::testing
