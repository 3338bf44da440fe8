#include "tableaux/order_conditions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <set>

namespace dashpot::tableaux {

void PrintTo(const Formula& formula, std::ostream* out) { *out << formula.name; }

namespace {

// Coefficients are stored to 16 digits, some of them large; published Kaps-Rentrop sets have 12 to 16 digits.
constexpr double satisfied = 1e-13;
// Interpolants: polynomials in theta with coefficients up to 1e3 (dop853) that cancel.
constexpr double satisfiedInside = 1e-12;
// The smallest principal error here, that of dop853, has residuals of 3e-5.
constexpr double violated = 1e-6;

// ---- the trees ------------------------------------------------------------------------------------------------------

TEST(RootedTrees, AreAsManyAsCayleyCounted) {
  const std::size_t upTo[] = {0, 1, 2, 4, 8, 17, 37, 85, 200, 486, 1205};
  for (int order = 0; order <= maxTreeOrder; ++order) EXPECT_EQ(rootedTrees(order).size(), upTo[order]) << order;
}

TEST(RootedTrees, HaveFactorialManyMonotonicLabellings) {
  // alpha(t) = n! / (sigma(t) gamma(t)) sums to (n-1)! over the trees with n vertices.
  for (int order = 1; order <= maxTreeOrder; ++order) {
    double sum = 0;
    for (const RootedTree& tree : rootedTrees(order))
      if (tree.order == order)
        sum += std::tgamma(order + 1) / (static_cast<double>(tree.symmetry) * static_cast<double>(tree.density));
    EXPECT_NEAR(sum / std::tgamma(order), 1, 1e-12) << order;
  }
}

TEST(RootedTrees, OfOrderFourHaveTheDensitiesOfTheLiterature) {
  std::multiset<std::pair<std::string, std::int64_t>> found;
  for (const RootedTree& tree : rootedTrees(4))
    if (tree.order == 4) found.emplace(tree.text(), tree.density);
  const std::multiset<std::pair<std::string, std::int64_t>> expected{
      {"[t,t,t]", 4}, {"[[t],t]", 8}, {"[[t,t]]", 12}, {"[[[t]]]", 24}};
  EXPECT_EQ(found, expected);
}

// ---- every table ----------------------------------------------------------------------------------------------------

class EveryTable : public ::testing::TestWithParam<Formula> {
 protected:
  const Formula& formula = GetParam();

  void expectExactly(int order, const Eigen::VectorXd& weights) const {
    // Beyond the trees at hand (radau13) the simplifying assumptions decide; see implicit_tables_test.cpp.
    for (int p = 1; p <= std::min(order, maxTreeOrder); ++p)
      EXPECT_LT(largestResidual(formula, weights, p), satisfied) << "order " << p;
    if (order < maxTreeOrder) {
      EXPECT_GT(largestResidual(formula, weights, order + 1), violated);
    }
  }
};

TEST_P(EveryTable, HasItsOrderAndNoHigherOne) { expectExactly(formula.order, formula.b); }

TEST_P(EveryTable, HasTheEmbeddedOrderAndNoHigherOne) {
  ASSERT_EQ(formula.hasEmbedded(), formula.embeddedOrder > 0);
  if (formula.hasEmbedded()) expectExactly(formula.embeddedOrder, formula.bHat);
}

TEST_P(EveryTable, HasTheDenseOrderThroughoutTheStep) {
  ASSERT_GT(formula.denseOrder, 0);
  for (const double theta : {0.1, 0.25, 0.4, 0.65, 0.8, 0.95}) {
    const Eigen::VectorXd weights = formula.weightsAt(theta);
    for (int p = 1; p <= formula.denseOrder; ++p)
      EXPECT_LT(largestResidual(formula, weights, p, theta), satisfiedInside) << "order " << p << ", theta " << theta;
  }
  const double middle = 0.37;  // no zero of any error polynomial here
  EXPECT_GT(largestResidual(formula, formula.weightsAt(middle), formula.denseOrder + 1, middle), violated);
}

TEST_P(EveryTable, InterpolatesBothEndsOfTheStep) {
  EXPECT_LT(formula.weightsAt(0).norm(), 1e-15);
  EXPECT_LT((formula.weightsAt(1) - formula.b).cwiseAbs().maxCoeff(), satisfiedInside);
}

TEST_P(EveryTable, HasAbscissaeThatAreRowSums) {
  EXPECT_LT((formula.alpha.rowwise().sum() - formula.c).cwiseAbs().maxCoeff(), 5e-14);
}

INSTANTIATE_TEST_SUITE_P(Tableaux, EveryTable, ::testing::ValuesIn(allFormulas()), [](const auto& tested) {
  std::string name = tested.param.name;
  std::ranges::replace(name, '-', '_');
  return name;
});

// ---- single facts ---------------------------------------------------------------------------------------------------

TEST(OrderConditions, GiveThePublishedPrincipalErrors) {
  // Dormand and Prince 1980, table 1; the classical method's is a sum over nine trees of known residuals.
  const Formula dopri5 = *findFormula("dopri5");
  EXPECT_NEAR(principalErrorNorm(dopri5, dopri5.b, 5), 3.99e-4, 0.005e-4);
  const Formula rk4 = *findFormula("rk4");
  EXPECT_NEAR(principalErrorNorm(rk4, rk4.b, 4), 1.45e-2, 0.005e-2);
}

TEST(OrderConditions, OfRosenbrockMethodsAreThoseOfKapsAndWanner) {
  // With strictly lower beta the conditions read as in the literature; here the full beta has gamma on its diagonal.
  const Formula ros4 = *findFormula("ros4");
  const double gamma = ros4.beta(0, 0);
  const Eigen::MatrixXd lower = ros4.beta - gamma * Eigen::MatrixXd::Identity(4, 4);
  const Eigen::VectorXd one = Eigen::VectorXd::Ones(4);
  const Eigen::VectorXd alpha = ros4.alpha * one;
  const auto sum = [&](const Eigen::VectorXd& phi) { return ros4.b.dot(phi); };
  EXPECT_NEAR(sum(lower * one), 1.0 / 2 - gamma, satisfied);
  EXPECT_NEAR(sum(alpha.cwiseAbs2()), 1.0 / 3, satisfied);
  EXPECT_NEAR(sum(lower * (lower * one)), 1.0 / 6 - gamma + gamma * gamma, satisfied);
  EXPECT_NEAR(sum(lower * alpha.cwiseAbs2()), 1.0 / 12 - gamma / 3, satisfied);
  EXPECT_NEAR(sum(alpha.cwiseProduct(ros4.alpha * (lower * one))), 1.0 / 8 - gamma / 3, satisfied);
  EXPECT_NEAR(sum(lower * (lower * (lower * one))), 1.0 / 24 - gamma / 2 + 1.5 * gamma * gamma - std::pow(gamma, 3),
              satisfied);
}

TEST(OrderConditions, FindTheOrderOfAFormulaThatIsNotInTheRegistry) {
  // Gauss, two stages: order 4 (Hairer, Norsett, Wanner I, II.7).
  const double root = std::sqrt(3.0) / 6;
  Formula gauss;
  gauss.alpha = Eigen::MatrixXd{{1.0 / 4, 1.0 / 4 - root}, {1.0 / 4 + root, 1.0 / 4}};
  gauss.beta = gauss.alpha;
  gauss.b = Eigen::VectorXd{{1.0 / 2, 1.0 / 2}};
  EXPECT_EQ(satisfiedOrder(gauss, gauss.b, 1e-12), 4);
}

TEST(OrderConditions, SecondErrorEstimateOfDop853IsOfOrderThree) {
  const ExplicitTable& table = *findExplicit("dop853");
  const Formula formula = formulaOf(table);
  const Eigen::VectorXd third = Eigen::Map<const Eigen::VectorXd>(table.errorThird.data(), formula.stages());
  EXPECT_EQ(satisfiedOrder(formula, formula.b - third, 1e-12), 3);
}

}  // namespace
}  // namespace dashpot::tableaux
