// The DETEST problems: well formed, with exact derivatives, and references that our own codes reach.
#include "problems/detest.hpp"

#include "dashpot/integrate.hpp"
#include "problems/accuracy.hpp"
#include "trajectory.hpp"

#include <gtest/gtest.h>

namespace dashpot::problems {
namespace {

class Detest : public ::testing::TestWithParam<std::string_view> {
 protected:
  const DetestProblem detest = *findDetest(GetParam());
  const TestProblem& test = detest.test;
  Options options(const std::string& method, double tolerance) const {
    Options options;
    options.method = method;
    options.tolerances = tolerancesFor(test, tolerance);
    options.outputTimes = {test.end};
    return options;
  }
};

TEST_P(Detest, IsWellFormed) {
  const std::size_t n = test.initial.size();
  EXPECT_EQ(test.problem.size, static_cast<int>(n));
  EXPECT_EQ(test.name, "detest-" + std::string(GetParam()));
  ASSERT_EQ(test.reference.size(), n);
  ASSERT_EQ(test.absoluteScale.size(), n);
  for (const double scale : test.absoluteScale) EXPECT_GT(scale, 0);
  EXPECT_GE(test.referenceDigits, 6);
  EXPECT_EQ(detest.firstStep > 0, GetParam()[0] != 'g');
  EXPECT_TRUE(find(test.name));
}

TEST_P(Detest, HasTheJacobianOfItsRightHandSide) {
  for (const auto& point : testing::pointsAlong(test)) {
    const std::size_t n = test.initial.size();
    const auto jacobian = testing::jacobianAt(test.problem, point.t, point.y);
    Vector plus(n), minus(n);
    for (std::size_t j = 0; j < n; ++j) {
      const double step = 1e-6 * std::max(std::abs(point.y[j]), test.absoluteScale[j]);
      Vector y = point.y;
      y[j] = point.y[j] + step;
      test.problem.rhs(point.t, y, plus);
      y[j] = point.y[j] - step;
      test.problem.rhs(point.t, y, minus);
      for (std::size_t i = 0; i < n; ++i) {
        const double difference = (plus[i] - minus[i]) / (2 * step);
        const double noise = 1e-9 * (std::abs(plus[i]) + std::abs(minus[i])) / step;
        EXPECT_NEAR(jacobian.coeff(static_cast<int>(i), static_cast<int>(j)), difference,
                    1e-4 * std::abs(difference) + noise + 1e-9)
            << i << j << " at " << point.t;
      }
    }
  }
}

// The references come from codes that are not ours; a wrong right-hand side here would have given another one there,
// so this checks that both were asked the same, and that the digits hold.
TEST_P(Detest, ReferenceIsReachedByTwoFamilies) {
  for (const std::string method : {"rodas5p", "cvode"}) {
    const Solution s = solve(test.problem, test.start, test.end, test.initial, options(method, 1e-9));
    ASSERT_TRUE(s.ok()) << method << s.summary();
    EXPECT_GT(correctDigits(test, s.states.back()), method == "cvode" ? 4.5 : 5.5) << method;
  }
}

INSTANTIATE_TEST_SUITE_P(Problems, Detest, ::testing::ValuesIn(detestNames()),
                         [](const auto& instance) { return std::string(instance.param); });

TEST(DetestSet, IsComplete) {
  EXPECT_EQ(detestNames().size(), 34U);
  EXPECT_TRUE(findDetest("B5"));
  EXPECT_FALSE(findDetest("b6"));
  EXPECT_FALSE(findDetest("b"));
  EXPECT_FALSE(findDetest(""));
}

TEST(DetestSet, DiscontinuousProblemsDeclareTheirJumps) {
  for (const std::string_view name : {"g1", "g2", "g3", "g5"})
    EXPECT_EQ(findDetest(name)->test.problem.discontinuities.size(), 19U) << name;
  EXPECT_EQ(findDetest("g4")->test.problem.discontinuities, Vector{10});
}

// y' = 55 - 1.5 y and 55 - 0.5 y in turn: piecewise exponentials.
TEST(DetestSet, G2HasItsClosedSolution) {
  double y = 110;
  for (int k = 0; k < 20; ++k) {
    const double rate = k % 2 == 0 ? 1.5 : 0.5;
    y = 55 / rate + (y - 55 / rate) * std::exp(-rate);
  }
  EXPECT_NEAR(findDetest("g2")->test.reference[0], y, 1e-9);
}

}  // namespace
}  // namespace dashpot::problems
