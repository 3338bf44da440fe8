#include "tableaux/formula.hpp"
#include "tableaux/rosenbrock.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::tableaux {
namespace {

RosenbrockStandardForm standard(std::string_view name) { return standardForm(*findRosenbrock(name)); }

TEST(RosenbrockTables, HoldAllMethodsOfTheRegistry) {
  for (const char* name : {"rosenbrock-euler", "ros2", "ros2p", "ode23s", "ros3p", "rodas3", "ros4", "grk4t", "grk4a",
                           "rodas4", "rodas4p", "rodas5p"})
    EXPECT_NE(findRosenbrock(name), nullptr) << name;
}

TEST(RosenbrockTables, SurviveTheWayToTheStandardFormAndBack) {
  for (const RosenbrockTable& table : rosenbrockTables()) {
    const RosenbrockTable back = transformedForm(
        standardForm(table), {.name = table.name, .properties = table.properties, .rhsPerStep = table.rhsPerStep});
    EXPECT_NEAR(back.gamma, table.gamma, 1e-14) << table.name;
    for (int i = 0; i < table.stages; ++i) {
      EXPECT_NEAR(back.m[i], table.m[i], 1e-11) << table.name;
      EXPECT_NEAR(back.error[i], table.error[i], 1e-11) << table.name;
      EXPECT_NEAR(back.alpha[i], table.alpha[i], 1e-12) << table.name;
      EXPECT_NEAR(back.gammaSum[i], table.gammaSum[i], 1e-12) << table.name << ": weight of dF/dt in stage " << i;
      for (int j = 0; j < i; ++j) {
        EXPECT_NEAR(back.a[i][j], table.a[i][j], 1e-11) << table.name;
        EXPECT_NEAR(back.c[i][j], table.c[i][j], 1e-10) << table.name;
      }
    }
  }
}

TEST(RosenbrockTables, Ros3pHasThePublishedStandardForm) {
  // Its first three stages; a further one may serve the error estimate.
  const auto form = standard("ros3p");
  const Eigen::MatrixXd alpha = form.alpha.topLeftCorner(3, 3);
  const double gamma = 0.5 + std::sqrt(3.0) / 6;
  EXPECT_NEAR(form.gamma(0, 0), gamma, 1e-14);
  EXPECT_LT((alpha - Eigen::MatrixXd{{0, 0, 0}, {1, 0, 0}, {1, 0, 0}}).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_NEAR(form.gamma(1, 0), -1, 1e-14);
  EXPECT_NEAR(form.gamma(2, 0), -0.7886751346, 1e-10);
  EXPECT_NEAR(form.gamma(2, 1), -1.0773502692, 1e-10);
  EXPECT_LT((form.b.head(3) - Eigen::VectorXd{{2.0 / 3, 0, 1.0 / 3}}).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_LT(form.b.tail(form.b.size() - 3).norm(), 1e-14);
}

TEST(RosenbrockTables, Rodas3HasThePublishedStandardForm) {
  const auto form = standard("rodas3");
  const Eigen::MatrixXd alpha{{0, 0, 0, 0}, {0, 0, 0, 0}, {1, 0, 0, 0}, {3.0 / 4, -1.0 / 4, 1.0 / 2, 0}};
  const Eigen::MatrixXd gamma{{1.0 / 2, 0, 0, 0},
                              {1, 1.0 / 2, 0, 0},
                              {-1.0 / 4, -1.0 / 4, 1.0 / 2, 0},
                              {1.0 / 12, 1.0 / 12, -2.0 / 3, 1.0 / 2}};
  EXPECT_LT((form.alpha - alpha).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_LT((form.gamma - gamma).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_LT((form.b - Eigen::VectorXd{{5.0 / 6, -1.0 / 6, -1.0 / 6, 1.0 / 2}}).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_LT((form.bHat - Eigen::VectorXd{{3.0 / 4, -1.0 / 4, 1.0 / 2, 0}}).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(RosenbrockTables, Ode23sHasTheStandardFormOfShampineAndReichelt) {
  const auto form = standard("ode23s");
  const double d = 1 / (2 + std::sqrt(2.0));
  const double e32 = 6 + std::sqrt(2.0);
  EXPECT_NEAR(form.gamma(0, 0), d, 1e-14);
  EXPECT_NEAR(form.alpha(1, 0), 0.5, 1e-14);
  EXPECT_NEAR(form.alpha(2, 0), 0, 1e-14);
  EXPECT_NEAR(form.alpha(2, 1), 1, 1e-14);
  EXPECT_NEAR(form.gamma(1, 0), -d, 1e-14);
  EXPECT_NEAR(form.gamma(2, 0), d * (e32 - 2), 1e-14);
  EXPECT_NEAR(form.gamma(2, 1), -d * e32, 1e-14);
  EXPECT_LT((form.b - Eigen::VectorXd{{0, 1, 0}}).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_LT((form.bHat - Eigen::VectorXd{{1.0 / 6, 4.0 / 6, 1.0 / 6}}).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(RosenbrockTables, LoseOrderTwoWithoutTheTimeDerivativeUnlessTheAbscissaeAloneGiveIt) {
  // On y' = g(t) without gamma_i h^2 dg/dt, order 2 needs sum b_i alpha_i = 1/2.
  const std::pair<const char*, double> published[] = {{"ros2p", 0.2071}, {"ros2", 0.5},      {"ode23s", 0.5},
                                                      {"ros3p", 0.3333}, {"rodas3", 0.3333}, {"ros4", 0.4666},
                                                      {"rodas4", 0.4681}};
  for (const auto& [name, value] : published) {
    const auto form = standard(name);
    EXPECT_NEAR(form.b.dot(form.alpha.rowwise().sum()), value, 0.5e-4) << name;
  }
}

TEST(RosenbrockTables, OfTheRodasFamilyAreStifflyAccurate) {
  for (const char* name : {"rodas3", "rodas4", "rodas4p", "rodas5p"}) {
    const auto form = standard(name);
    const auto last = form.b.size() - 1;
    EXPECT_LT(((form.alpha + form.gamma).row(last).transpose() - form.b).cwiseAbs().maxCoeff(), 2e-13) << name;
    EXPECT_NEAR(form.alpha.row(last).sum(), 1, 1e-13) << name;
    // The embedded solution is the argument of the last stage.
    EXPECT_LT((form.alpha.row(last).transpose() - form.bHat).cwiseAbs().maxCoeff(), 2e-13) << name;
  }
}

}  // namespace
}  // namespace dashpot::tableaux
