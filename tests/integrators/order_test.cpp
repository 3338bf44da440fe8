// Every method has the order that the registry claims: at the end, between the steps, of its error estimate, on a DAE.
#include "integrators/measure.hpp"
#include "integrators/one_step_method.hpp"
#include "integrators/registry.hpp"
#include "tableaux/stability_function.hpp"

#include <gtest/gtest.h>

namespace dashpot::testing {
namespace {

using integrators::OneStepMethod;
using integrators::System;

/// Coarse enough that the errors of high orders stay above rounding.
int coarsestGrid(int order) { return order <= 2 ? 128 : order <= 5 ? 48 : 12; }
/// Orders beyond 8 reach rounding before they are asymptotic.
double slackOf(int order) { return order > 8 ? 0.1 * order : 0.2; }
/// Errors below this are rounding; for arkode, whose iteration is not driven that far, the nonlinear solver's.
double roundingOf(const MethodTraits& method) {
  if (method.name == "arkode") return 5e-9;
  if (method.family == Family::implicitRungeKutta && method.order > 2) return method.order > 8 ? 5e-14 : 2e-12;
  if (method.family == Family::sdirk && method.order > 2) return 1e-11;
  return method.order > 5 ? 2e-14 : 2e-13;
}

class Order : public ::testing::TestWithParam<std::string> {
 protected:
  const MethodTraits& method = *findMethod(GetParam());
};

TEST_P(Order, IsNominalOnANonlinearNonAutonomousProblem) {
  if (method.order > 9) return;  // at rounding before Newton's iteration is safe: see below
  const TestProblem p = periodicRiccati();
  const double order = observedOrder([&](int steps) { return globalError(method.name, p, steps); },
                                     coarsestGrid(method.order), roundingOf(method));
  EXPECT_NEAR(order, method.order, slackOf(method.order));
}

TEST_P(Order, IsNominalOnANonlinearSystem) {
  if (method.order > 9) return;
  const TestProblem p = breathingRotation();
  const double order = observedOrder([&](int steps) { return globalError(method.name, p, steps); },
                                     coarsestGrid(method.order), roundingOf(method));
  EXPECT_NEAR(order, method.order, slackOf(method.order));
}

TEST_P(Order, OfTheInterpolantIsAtLeastWhatTheRegistrySays) {
  if (method.denseOrder > 9) return;  // see below
  const TestProblem p = periodicRiccati();
  const double order = observedOrder([&](int steps) { return interpolationError(method.name, p, steps); },
                                     coarsestGrid(method.denseOrder), std::max(roundingOf(method), 2e-13));
  EXPECT_GT(order, method.denseOrder - 0.2);
}

INSTANTIATE_TEST_SUITE_P(EveryOneStepMethod, Order, ::testing::ValuesIn(oneStepMethods()), nameOf);
INSTANTIATE_TEST_SUITE_P(Arkode, Order, ::testing::Values("arkode"), nameOf);

TEST(HighOrder, OfRadauWithSevenStagesShowsOnTheFewGridsAboveRounding) {
  const TestProblem p = breathingRotation();
  const double coarse = globalError("radau13", p, 5), fine = globalError("radau13", p, 8);
  EXPECT_NEAR(std::log(coarse / fine) / std::log(8.0 / 5), 13, 1.3);
}

TEST(HighOrder, OfTheInterpolantOfRadauWithSevenStagesShowsToo) {
  const TestProblem p = breathingRotation();
  const double coarse = interpolationError("radau13", p, 4), fine = interpolationError("radau13", p, 7);
  EXPECT_GT(std::log(coarse / fine) / std::log(7.0 / 4), 12 - 0.6);
}

/// At most one order is lost between the steps, whatever the family.
TEST(DenseOutput, OfEveryOneStepMethodIsOfOrderPLessOneAtLeast) {
  for (const std::string& name : oneStepMethods())
    EXPECT_GE(findMethod(name)->denseOrder, findMethod(name)->order - 1) << name;
}

/// A method on a problem, for single steps.
struct Bench {
  Bench(const std::string& name, const TestProblem& p, const Options& options)
      : system(p.problem, statistics), method(integrators::makeFormula(name, system, options)), y1(p.initial) {}
  Statistics statistics;
  System system;
  std::unique_ptr<OneStepMethod> method;
  Vector y1;
};

class Estimate : public ::testing::TestWithParam<std::string> {};

TEST_P(Estimate, ShrinksWithTheOrderThatTheControllerAssumes) {
  const TestProblem p = breathingRotation();
  Options options;
  options.tolerances.relative = options.tolerances.absolute = 1e-13;  // iterations must not show
  Bench bench(GetParam(), p, options);
  if (bench.method->errorOrder() == 0) {
    EXPECT_FALSE(findMethod(GetParam())->variableStep);
    return;
  }
  const auto estimate = [&](double h) {
    // Two steps, so that estimates from history have one; the state of the first is exact enough to start from.
    bench.method->begin();
    Vector y(p.initial);
    bench.method->attempt(p.start, y, h, bench.y1);
    bench.method->accept();
    y = bench.y1;
    return bench.method->attempt(p.start + h, y, h, bench.y1).error;
  };
  const int k = bench.method->errorOrder();
  const bool isExplicit = findMethod(GetParam())->family == Family::explicitRungeKutta;
  const double h = k > 6 ? (isExplicit ? 0.05 : 0.16) : k > 5 ? 0.1 : 0.02;
  const double slope = std::log2(estimate(h) / estimate(h / 2));
  // The two-step estimate of hw-sdirk-alt has one order more on linear problems, and this one is weakly nonlinear.
  if (GetParam() == "hw-sdirk-alt")
    EXPECT_NEAR(slope, k + 1, 0.25);
  else
    EXPECT_NEAR(slope, k, 0.25);
}

INSTANTIATE_TEST_SUITE_P(EveryOneStepMethod, Estimate, ::testing::ValuesIn(oneStepMethods()), nameOf);

class LinearStep : public ::testing::TestWithParam<std::string> {};

TEST_P(LinearStep, EqualsTheStabilityFunctionOfTheCoefficients) {
  using Complex = std::complex<double>;
  const auto formula = tableaux::findFormula(GetParam());
  ASSERT_TRUE(formula);
  const auto r = tableaux::stabilityFunction(*formula);
  const bool isExplicit = findMethod(GetParam())->family == Family::explicitRungeKutta;
  const std::vector<Complex> bounded{{-1, 0}, {-0.3, 0.4}, {0, 2.5}, {0.5, 1}};
  const std::vector<Complex> far{{-30, 4}, {-1e3, 1e3}, {-1e6, 0}, {0, -40}};
  std::vector<Complex> points = bounded;
  if (!isExplicit) points.insert(points.end(), far.begin(), far.end());
  for (const Complex z : points) {
    const TestProblem p = problems::linear(z);
    Bench bench(GetParam(), p, fixedStep(GetParam(), 1));
    bench.method->begin();
    ASSERT_EQ(bench.method->attempt(0, p.initial, 1, bench.y1).outcome, integrators::Trial::Outcome::computed);
    EXPECT_LT(std::abs(Complex(bench.y1[0], bench.y1[1]) - r(z)), 1e-12) << z;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryOneStepMethod, LinearStep, ::testing::ValuesIn(oneStepMethods()), nameOf);

std::vector<std::string> methodsForAlgebraicUnknowns() {
  std::vector<std::string> names;
  for (const std::string& name : oneStepMethods())
    if (findMethod(name)->daeOrder) names.push_back(name);
  return names;
}

class AlgebraicOrder : public ::testing::TestWithParam<std::string> {};

TEST_P(AlgebraicOrder, IsTheOneOfTheRegistryOnAnIndexOneProblem) {
  const TestProblem p = problems::indexOne();
  const int expected = *findMethod(GetParam())->daeOrder;
  if (expected > 6) {  // exact to rounding on every grid
    EXPECT_LT(globalError(GetParam(), p, 24), 5e-12);
    return;
  }
  const double order =
      observedOrder([&](int steps) { return globalError(GetParam(), p, steps); }, coarsestGrid(expected), 1e-12);
  EXPECT_NEAR(order, expected, 0.25);
}

INSTANTIATE_TEST_SUITE_P(EveryMethod, AlgebraicOrder, ::testing::ValuesIn(methodsForAlgebraicUnknowns()), nameOf);

// Variable-order codes have no order to measure with equal steps; what counts is that the error follows the tolerance.
TEST(Multistep, ErrorsFollowTheTolerance) {
  for (const std::string name : {"cvode", "cvode-adams", "ida"}) {
    const TestProblem p = periodicRiccati();
    double previous = 1;
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
      const Solution s = solve(p.problem, p.start, p.end, p.initial, toleranceFor(p, name, tolerance));
      ASSERT_TRUE(s.ok()) << name << s.failure.message;
      const double error = largestDifference(s.states.back(), p.reference);
      EXPECT_LT(error, 0.3 * previous) << name << " " << tolerance;
      EXPECT_LT(error, 300 * tolerance) << name << " " << tolerance;
      previous = error;
    }
  }
}

// Effective order of a variable-order code: the slope of the error against the number of steps at tight tolerances.
TEST(Multistep, IdaWorksWithTheOrderOfTheRegistryOnAnIndexOneProblem) {
  const TestProblem p = problems::indexOne();
  const auto run = [&](double tolerance) {
    return solve(p.problem, p.start, p.end, p.initial, toleranceFor(p, "ida", tolerance));
  };
  const Solution loose = run(1e-8), tight = run(1e-11);
  const double gained =
      largestDifference(loose.states.back(), p.reference) / largestDifference(tight.states.back(), p.reference);
  const double paid = static_cast<double>(tight.statistics.steps) / static_cast<double>(loose.statistics.steps);
  EXPECT_NEAR(std::log(gained) / std::log(paid), *findMethod("ida")->daeOrder, 1.0);
}

}  // namespace
}  // namespace dashpot::testing
