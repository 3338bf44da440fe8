#include "tableaux/stability_function.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::tableaux {
namespace {

StabilityFunction mainFunction(std::string_view name) { return stabilityFunction(*findFormula(name)); }
StabilityFunction embeddedFunction(std::string_view name) { return *embeddedStabilityFunction(*findFormula(name)); }

const std::vector<Complex> samples{{-1, 0}, {-30, 4}, {0, 2.5}, {-1e6, 0}, {-0.01, 0.02}, {2, -3}, {-5, 1000}};

void expectSame(const StabilityFunction& r, auto&& exact) {
  for (const Complex z : samples) EXPECT_LT(std::abs(r(z) - exact(z)), 1e-12 * std::max(1.0, std::abs(exact(z)))) << z;
}

TEST(StabilityFunction, OfTheSimpleMethodsIsThatOfTheTextbook) {
  expectSame(mainFunction("euler"), [](Complex z) { return 1.0 + z; });
  expectSame(mainFunction("backward-euler"), [](Complex z) { return 1.0 / (1.0 - z); });
  expectSame(mainFunction("trapezoidal"), [](Complex z) { return (1.0 + z / 2.0) / (1.0 - z / 2.0); });
  expectSame(mainFunction("rosenbrock-euler"), [](Complex z) { return 1.0 / (1.0 - z); });
  expectSame(mainFunction("rk4"),
             [](Complex z) { return 1.0 + z + z * z / 2.0 + z * z * z / 6.0 + z * z * z * z / 24.0; });
}

TEST(StabilityFunction, OfTwoStagesAndOrderTwoDependsOnGammaOnly) {
  for (const char* name : {"ros2", "ros2p"}) {
    const double g = findRosenbrock(name)->gamma;
    expectSame(mainFunction(name), [g](Complex z) {
      return (1.0 + (1 - 2 * g) * z + (0.5 - 2 * g + g * g) * z * z) / ((1.0 - g * z) * (1.0 - g * z));
    });
  }
}

TEST(StabilityFunction, OfRodas3AndItsEmbeddedFormulaIsThePublishedOne) {
  const auto pole = [](Complex z) { return std::pow(1.0 - z / 2.0, 4); };
  expectSame(mainFunction("rodas3"), [&](Complex z) { return (1.0 - z + z * z * z / 6.0) / pole(z); });
  expectSame(embeddedFunction("rodas3"),
             [&](Complex z) { return (1.0 - z / 2.0) * (1.0 - z / 2.0 - z * z / 4.0) / pole(z); });
}

TEST(StabilityFunction, OfRadauIIAWithThreeStagesIsAPadeApproximation) {
  // A dense matrix: (2,3) Pade approximation of e^z (Hairer and Wanner II, table IV.5.6 and IV.3.12).
  const double r = std::sqrt(6.0);
  const Eigen::MatrixXd a{{(88 - 7 * r) / 360, (296 - 169 * r) / 1800, (-2 + 3 * r) / 225},
                          {(296 + 169 * r) / 1800, (88 + 7 * r) / 360, (-2 - 3 * r) / 225},
                          {(16 - r) / 36, (16 + r) / 36, 1.0 / 9}};
  const StabilityFunction radau(a, a.row(2).transpose());
  expectSame(radau, [](Complex z) {
    return (1.0 + 2.0 / 5 * z + z * z / 20.0) / (1.0 - 3.0 / 5 * z + 3.0 / 20 * z * z - z * z * z / 60.0);
  });
  EXPECT_EQ(radau.atInfinity(), 0);
  EXPECT_EQ(radau.order(), 5);
}

TEST(StabilityFunction, IsTheSameByStagesAndByPolynomials) {
  for (const Formula& formula : allFormulas()) {
    const StabilityFunction r = stabilityFunction(formula);
    for (const Complex z : samples)
      EXPECT_LT(std::abs(r(z) - r.rational()(z)), 1e-12 * std::max(1.0, std::abs(r(z)))) << formula.name << " at " << z;
  }
}

TEST(StabilityFunction, AgreesWithTheExponentialUpToTheOrder) {
  for (const Formula& formula : allFormulas()) {
    const StabilityFunction r = stabilityFunction(formula);
    EXPECT_GE(r.order(), formula.order) << formula.name;
    const double z = -0.01;
    const double leading = r.errorConstant() * std::pow(z, r.order() + 1);
    EXPECT_NEAR(r(z).real(), std::exp(z) + leading, 0.3 * std::abs(leading) + 1e-14) << formula.name;
  }
}

TEST(StabilityFunction, HasTheKnownErrorConstants) {
  EXPECT_NEAR(mainFunction("euler").errorConstant(), -1.0 / 2, 1e-15);
  EXPECT_NEAR(mainFunction("backward-euler").errorConstant(), 1.0 / 2, 1e-15);
  EXPECT_NEAR(mainFunction("trapezoidal").errorConstant(), 1.0 / 12, 1e-15);
  EXPECT_NEAR(mainFunction("rk4").errorConstant(), -1.0 / 120, 1e-15);
  EXPECT_NEAR(mainFunction("dopri5").errorConstant(), 1.0 / 600 - 1.0 / 720, 1e-15);
}

TEST(StabilityFunction, HasThePublishedLimitsAtInfinity) {
  const double r3p = 1 - std::sqrt(3.0);
  const std::tuple<const char*, double, double> published[] = {
      {"rosenbrock-euler", 0, 1e-15}, {"ros2", 0, 1e-15},        {"ros2p", 0, 1e-15},        {"ode23s", 0, 1e-15},
      {"ros3p", r3p, 1e-14},          {"rodas3", 0, 1e-15},      {"ros4", -1.5e-5, 0.05e-5}, {"grk4t", 0.4536, 0.5e-4},
      {"grk4a", 0.995, 0.5e-3},       {"rodas4", 0, 1e-10},      {"rodas4p", 0, 1e-10},      {"rodas5p", 0, 1e-9},
      {"backward-euler", 0, 1e-15},   {"trapezoidal", -1, 1e-15}};
  for (const auto& [name, value, tolerance] : published)
    EXPECT_NEAR(mainFunction(name).atInfinity(), value, tolerance) << name;
  EXPECT_NEAR(embeddedFunction("ode23s").atInfinity(), 1.609, 0.5e-3);
  EXPECT_NEAR(embeddedFunction("ros4").atInfinity(), -0.5525, 0.5e-4);
  EXPECT_NEAR(embeddedFunction("rodas3").atInfinity(), 0, 1e-15);
  EXPECT_NEAR(embeddedFunction("rodas4").atInfinity(), 0, 1e-10);
  EXPECT_TRUE(std::isinf(mainFunction("dopri5").atInfinity()));
}

TEST(StabilityFunction, OfTheEmbeddedFormulaDiffersFromThatOfTheMethod) {
  // Otherwise the error estimate vanishes on linear problems, as that of the published pair ROS3P does.
  for (const Formula& formula : allFormulas()) {
    if (!formula.hasEmbedded()) continue;
    const double estimate = std::abs(stabilityFunction(formula)(-0.7) - (*embeddedStabilityFunction(formula))(-0.7));
    EXPECT_GT(estimate, formula.order > 9 ? 1e-10 : 1e-7) << formula.name;
  }
}

TEST(StabilityFunction, OfAMatrixIsAppliedToEachEigenvalue) {
  const StabilityFunction r = mainFunction("rodas4");
  const Eigen::MatrixXd diagonal{{-0.1, 0}, {0, -50}};
  const Eigen::MatrixXd v{{1, 2}, {1, 3}};
  const Eigen::MatrixXd amplification = r(Eigen::MatrixXd(v * diagonal * v.inverse()));
  const Eigen::MatrixXd expected = v * Eigen::MatrixXd{{r(-0.1).real(), 0}, {0, r(-50.0).real()}} * v.inverse();
  EXPECT_LT((amplification - expected).cwiseAbs().maxCoeff(), 1e-12);
  // A rotation: R of its complex eigenvalues.
  const Complex z = r(Complex(-1, 2));
  const Eigen::MatrixXd turned = r(Eigen::MatrixXd{{-1, -2}, {2, -1}});
  EXPECT_LT((turned - Eigen::MatrixXd{{z.real(), -z.imag()}, {z.imag(), z.real()}}).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(StabilityFunction, HasThePublishedStageLimits) {
  const std::pair<const char*, std::vector<double>> published[] = {{"ros2p", {1, 0.293}},
                                                                   {"ros2", {1, 0.414}},
                                                                   {"ode23s", {1, -0.707, 0}},
                                                                   {"ros3p", {1, -0.268}},
                                                                   {"rodas3", {1, 1, -1, 0}},
                                                                   {"ros4", {1, -1, -0.634, -0.634}},
                                                                   {"rodas4", {1, -0.544, 0.192, -0.932, 0, 0}}};
  for (const auto& [name, limits] : published) {
    const Eigen::VectorXd found = stageLimits(*findFormula(name));
    for (std::size_t i = 0; i < limits.size(); ++i)
      EXPECT_NEAR(found(static_cast<Eigen::Index>(i)), limits[i], 0.6e-3) << name << ", stage " << i;
  }
  EXPECT_EQ(stageLimits(*findFormula("dopri5")).size(), 0);
}

// ---- one real pole --------------------------------------------------------------------------------------------------

TEST(OnePoleFunction, HasLaguerrePolynomialsAsCoefficients) {
  EXPECT_NEAR(static_cast<double>(laguerre(2, 0, 1.5L)), 1 - 2 * 1.5 + 1.5 * 1.5 / 2, 1e-16);
  EXPECT_NEAR(static_cast<double>(laguerre(1, 2, 0.7L)), 3 - 0.7, 1e-16);
  // The coefficient of z^k in P is also sum_i C(s,i) (-gamma)^i / (k-i)!: P = Q e^z up to z^s.
  for (int s = 1; s <= 8; ++s)
    for (const double gamma : {0.2, 0.5, 1.3}) {
      const auto r = onePoleFunction(OnePoleFamily::orderIsStages, s, gamma);
      ASSERT_EQ(r.numerator.size(), static_cast<std::size_t>(s) + 1);
      for (int k = 0; k <= s; ++k) {
        double sum = 0, size = 0;
        for (int i = 0; i <= k; ++i) {
          const double binomial = std::tgamma(s + 1) / (std::tgamma(i + 1) * std::tgamma(s - i + 1));
          sum += binomial * std::pow(-gamma, i) / std::tgamma(k - i + 1);
          size += binomial * std::pow(gamma, i) / std::tgamma(k - i + 1);
        }
        EXPECT_NEAR(static_cast<double>(r.numerator[static_cast<std::size_t>(k)]), sum, 1e-14 * size) << s << " " << k;
      }
    }
}

TEST(OnePoleFunction, IsTheFunctionOfRosenbrockMethodsWhoseOrderIsTheirNumberOfStages) {
  for (const char* name : {"ros2", "ros2p", "ros3p", "ros4", "grk4t", "grk4a"}) {
    const RosenbrockTable& table = *findRosenbrock(name);
    // Order p, and p stages enter the solution; a further one may serve the error estimate.
    const auto laguerreForm = onePoleFunction(OnePoleFamily::orderIsStages, table.order, table.gamma);
    expectSame(mainFunction(name), laguerreForm);
  }
}

TEST(OnePoleFunction, IsTheFunctionOfStifflyAccurateFormulasOfOrderOneLess) {
  expectSame(mainFunction("rodas3"), onePoleFunction(OnePoleFamily::stifflyAccurate, 4, 0.5L));
}

// ---- polynomials ----------------------------------------------------------------------------------------------------

TEST(Polynomial, RootsOfWilkinsonsPolynomialAreFound) {
  Polynomial p{1};
  for (int k = 1; k <= 12; ++k) p = product(p, {-static_cast<Extended>(k), 1});
  auto found = roots(p);
  std::ranges::sort(found, {}, [](const auto& z) { return z.real(); });
  ASSERT_EQ(found.size(), 12u);
  for (int k = 1; k <= 12; ++k) EXPECT_NEAR(static_cast<double>(std::abs(found[k - 1] - Extended(k))), 0, 1e-9) << k;
}

TEST(Polynomial, RootsOfVeryDifferentSizeAreFound) {
  const auto found = roots(product(product({-1e-6L, 1}, {-1e6L, 1}), {1, 0, 1}));
  ASSERT_EQ(found.size(), 4u);
  for (const ExtendedComplex expected : {ExtendedComplex{1e-6L, 0}, {1e6L, 0}, {0, 1}, {0, -1}})
    EXPECT_TRUE(std::ranges::any_of(found, [&](const auto& z) {
      return std::abs(z - expected) < 1e-12L * std::abs(expected);
    })) << static_cast<double>(expected.real());
}

TEST(Polynomial, MultipleRootsAndZerosDoNotStopTheSearch) {
  const auto found = roots(product(product({-2, 1}, {-2, 1}), {0, 0, -2, 1, 0}));
  ASSERT_EQ(found.size(), 5u);
  for (const auto& z : found) EXPECT_LT(std::min(std::abs(z), std::abs(z - 2.0L)), 1e-4L);
  EXPECT_TRUE(roots({3}).empty());
  EXPECT_TRUE(roots({}).empty());
}

}  // namespace
}  // namespace dashpot::tableaux
