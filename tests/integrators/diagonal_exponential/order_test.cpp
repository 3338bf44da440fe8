// Diagonal exponential methods: orders, interpolants, estimates, and that they are exact where theory says so.
#include "integrators/measure.hpp"
#include "integrators/one_step_method.hpp"
#include "integrators/registry.hpp"

#include <gtest/gtest.h>

namespace dashpot::testing {
namespace {

using integrators::OneStepMethod;
using integrators::System;

std::vector<std::string> diagonalMethods() {
  std::vector<std::string> names;
  for (const MethodTraits& m : methods())
    if (m.family == Family::diagonalExponential) names.push_back(m.name);
  return names;
}

std::unique_ptr<OneStepMethod> makeMethod(const std::string& name, System& system, const Options& options) {
  return integrators::makeFormula(name, system, options);
}

double errorOf(const std::string& method, const TestProblem& p, int steps) {
  const Solution s = solve(p.problem, p.start, p.end, p.initial, fixedStep(method, (p.end - p.start) / steps));
  if (!s.ok()) return NAN;
  Vector exact(p.initial);
  double largest = 0;
  for (std::size_t i = 0; i < s.times.size(); ++i) {
    p.exact(s.times[i], exact);
    largest = std::max(largest, largestDifference(s.states[i], exact));
  }
  return largest;
}

class DiagonalOrder : public ::testing::TestWithParam<std::string> {
 protected:
  const MethodTraits& method = *findMethod(GetParam());
};

// A single equation is a special case: Simpson's rule gains an order there.
TEST_P(DiagonalOrder, IsAtLeastNominalOnANonlinearNonAutonomousProblem) {
  const TestProblem p = periodicRiccati();
  EXPECT_GT(observedOrder([&](int steps) { return errorOf(method.name, p, steps); }, 64), method.order - 0.2);
}

TEST_P(DiagonalOrder, IsNominalOnANonlinearSystem) {
  const TestProblem p = breathingRotation();
  EXPECT_NEAR(observedOrder([&](int steps) { return errorOf(method.name, p, steps); }, 64), method.order, 0.2);
}

TEST_P(DiagonalOrder, OfTheInterpolantIsAtLeastWhatTheRegistrySays) {
  const TestProblem p = breathingRotation();
  EXPECT_GT(observedOrder([&](int steps) { return interpolationError(method.name, p, steps); }, 64),
            method.denseOrder - 0.2);
}

TEST_P(DiagonalOrder, OfTheEstimateIsTheOneThatTheControllerAssumes) {
  if (!method.variableStep) return;
  const TestProblem p = breathingRotation();
  Options options;
  options.tolerances.relative = options.tolerances.absolute = 1e-9;
  Statistics statistics;
  System system(p.problem, statistics);
  const auto tried = makeMethod(method.name, system, options);
  Vector y1(p.initial);
  const auto estimate = [&](double h) {
    tried->begin();
    Vector y(p.initial);
    tried->attempt(p.start, y, h, y1);
    tried->accept();
    y = y1;
    return tried->attempt(p.start + h, y, h, y1).error;
  };
  EXPECT_NEAR(std::log2(estimate(0.01) / estimate(0.005)), tried->errorOrder(), 0.25);
}

TEST_P(DiagonalOrder, IsReachedUnderErrorControlToo) {
  if (!method.variableStep) return;
  const TestProblem p = breathingRotation();
  for (const double tolerance : {1e-3, 1e-5}) {
    const Solution s = solve(p.problem, p.start, p.end, p.initial, toleranceFor(p, method.name, tolerance));
    ASSERT_TRUE(s.ok()) << s.summary();
    EXPECT_LT(largestDifference(s.states.back(), p.reference), 300 * tolerance * std::sqrt(1e-3 / tolerance))
        << s.summary();
  }
}

INSTANTIATE_TEST_SUITE_P(EveryDiagonalMethod, DiagonalOrder, ::testing::ValuesIn(diagonalMethods()), nameOf);

}  // namespace
}  // namespace dashpot::testing
