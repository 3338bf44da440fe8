// What the registry claims of a method against what follows from its coefficients and from an actual step.
#include "analysis/stability.hpp"
#include "dashpot/integrate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace dashpot::analysis {
namespace {

/// The traits of all methods that are given by a table.
std::vector<MethodTraits> methodsWithFormula() {
  std::vector<MethodTraits> found;
  for (const MethodTraits& method : methods())
    if (tableaux::findFormula(method.name)) found.push_back(method);
  return found;
}

class MethodWithFormula : public ::testing::TestWithParam<MethodTraits> {
 protected:
  const MethodTraits& method = GetParam();
  const tableaux::Formula formula = *tableaux::findFormula(method.name);
};

TEST_P(MethodWithFormula, IsAsStableAsTheRegistryClaims) {
  const StabilityReport found = stabilityReport(formula);
  EXPECT_EQ(method.aStable, found.aStable);
  EXPECT_EQ(method.lStable, found.lStable);
  EXPECT_NEAR(method.alphaDegrees, found.alphaDegrees, 0.001);
}

TEST_P(MethodWithFormula, HasTheLimitAtInfinityThatTheRegistryClaims) {
  const double found = std::abs(stabilityReport(formula).rInfinity);
  if (std::isinf(found))
    EXPECT_TRUE(std::isinf(method.rInfinity));
  else
    EXPECT_NEAR(method.rInfinity, found, 1e-7);
}

TEST_P(MethodWithFormula, HasTheOrdersOfItsTable) {
  EXPECT_EQ(method.order, formula.order);
  // The global order between steps: the local one of the interpolant, but not more than the method has. The
  // interpolants of radau9 and radau13 come from further stages.
  const bool isRefined = method.name == "radau9" || method.name == "radau13";
  EXPECT_EQ(method.denseOrder, isRefined ? method.order - 1 : std::min(method.order, formula.denseOrder + 1));
  if (!formula.hasEmbedded()) return;  // backward Euler and the trapezoidal rule estimate their error otherwise
  EXPECT_EQ(method.embeddedOrder, formula.embeddedOrder);
}

/// y' = lambda y in real and imaginary part, one step of length 1.
Complex oneStep(const std::string& method, Complex lambda) {
  Problem problem{.size = 2, .rhs = [lambda](double, ConstView y, View f) {
                    f[0] = lambda.real() * y[0] - lambda.imag() * y[1];
                    f[1] = lambda.imag() * y[0] + lambda.real() * y[1];
                  }};
  problem.autonomous = true;
  problem.jacobian = Jacobian{.pattern = {}, .values = [lambda](double, ConstView, View j) {
                                j[0] = j[3] = lambda.real();
                                j[1] = lambda.imag();
                                j[2] = -lambda.imag();
                              }};
  Options options;
  options.method = method;
  options.step = 1;
  const Solution solution = solve(problem, 0, 1, {1.0, 0.0}, options);
  EXPECT_TRUE(solution.ok()) << solution.summary();
  return solution.ok() ? Complex(solution.states.back()[0], solution.states.back()[1]) : Complex(NAN, NAN);
}

TEST_P(MethodWithFormula, StepsByItsStabilityFunction) {
  const auto r = tableaux::stabilityFunction(formula);
  for (const Complex z : {Complex{-1, 0}, {-30, 4}, {0, 2.5}, {-0.1, 0.3}, {-2, -3}, {0.5, 1}, {-200, 100}, {-1e6, 0}})
    EXPECT_LT(std::abs(oneStep(method.name, z) - r(z)), 1e-12 * std::max(1.0, std::abs(r(z)))) << "z = " << z;
}

INSTANTIATE_TEST_SUITE_P(Registry, MethodWithFormula, ::testing::ValuesIn(methodsWithFormula()),
                         [](const auto& tested) {
                           std::string name = tested.param.name;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(Registry, KnowsEveryFormula) {
  for (const tableaux::Formula& formula : tableaux::allFormulas())
    EXPECT_NE(findMethod(formula.name), nullptr) << formula.name;
}

}  // namespace
}  // namespace dashpot::analysis
