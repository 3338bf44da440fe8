#include "analysis/stability.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace dashpot::analysis {
namespace {

using tableaux::Extended;
using tableaux::findFormula;
using tableaux::OnePoleFamily;
using tableaux::StabilityFunction;
using ::testing::HasSubstr;

StabilityFunction mainFunction(std::string_view name) { return tableaux::stabilityFunction(*findFormula(name)); }

// ---- limits ---------------------------------------------------------------------------------------------------------

TEST(RealLimit, OfExplicitMethodsIsThePublishedOne) {
  const std::pair<const char*, double> published[] = {
      {"euler", 2.000}, {"heun", 2.000}, {"ode23", 2.513}, {"rk4", 2.785}, {"dopri5", 3.307}};
  for (const auto& [name, limit] : published)
    EXPECT_NEAR(realLimit(mainFunction(name).rational()), limit, 0.5e-3) << name;
}

TEST(RealLimit, OfFehlbergsFourthOrderFormulaIsThePublishedOne) {
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(6, 6);
  a.row(1) << 1.0 / 4, 0, 0, 0, 0, 0;
  a.row(2) << 3.0 / 32, 9.0 / 32, 0, 0, 0, 0;
  a.row(3) << 1932.0 / 2197, -7200.0 / 2197, 7296.0 / 2197, 0, 0, 0;
  a.row(4) << 439.0 / 216, -8, 3680.0 / 513, -845.0 / 4104, 0, 0;
  a.row(5) << -8.0 / 27, 2, -3544.0 / 2565, 1859.0 / 4104, -11.0 / 40, 0;
  const Eigen::VectorXd b{{25.0 / 216, 0, 1408.0 / 2565, 2197.0 / 4104, -1.0 / 5, 0}};
  EXPECT_NEAR(realLimit(StabilityFunction(a, b).rational()), 3.02, 0.5e-2);
}

TEST(RealLimit, IsWhereTheFunctionLeavesTheUnitDisc) {
  for (const auto& table : tableaux::explicitTables()) {
    const StabilityFunction r = mainFunction(table.name);
    const double limit = realLimit(r.rational());
    for (int k = 1; k < 1000; ++k) EXPECT_LE(std::abs(r(-limit * k / 1000)), 1 + 1e-12) << table.name;
    EXPECT_GT(std::abs(r(-limit * 1.0001)), 1) << table.name;
  }
}

TEST(ImaginaryLimit, OfTheClassicalMethodsIsThatOfTheLiterature) {
  EXPECT_EQ(imaginaryLimit(mainFunction("euler").rational()), 0);
  EXPECT_EQ(imaginaryLimit(mainFunction("heun").rational()), 0);
  EXPECT_NEAR(imaginaryLimit(mainFunction("ode23").rational()), std::sqrt(3.0), 1e-12);
  EXPECT_NEAR(imaginaryLimit(mainFunction("rk4").rational()), 2 * std::sqrt(2.0), 1e-12);
  EXPECT_TRUE(std::isinf(imaginaryLimit(mainFunction("trapezoidal").rational())));
}

// ---- A, A(alpha), L -------------------------------------------------------------------------------------------------

TEST(AStability, IsDecidedAsInTheLiterature) {
  for (const char* name : {"backward-euler", "trapezoidal", "rosenbrock-euler", "ros2", "ros2p", "ode23s", "ros3p",
                           "rodas3", "ros4", "grk4a", "rodas4", "rodas4p", "rodas5p"})
    EXPECT_TRUE(isAStable(mainFunction(name).rational())) << name;
  for (const char* name : {"euler", "heun", "rk4", "ode23", "dopri5", "tsit5", "dop853", "grk4t"})
    EXPECT_FALSE(isAStable(mainFunction(name).rational())) << name;
}

TEST(LStability, IsDecidedAsInTheLiterature) {
  for (const char* name : {"backward-euler", "rosenbrock-euler", "ros2", "ros2p", "ode23s", "rodas3", "ros4", "rodas4",
                           "rodas4p", "rodas5p"})
    EXPECT_TRUE(isLStable(mainFunction(name).rational())) << name;
  for (const char* name : {"trapezoidal", "ros3p", "grk4t", "grk4a", "dopri5"})
    EXPECT_FALSE(isLStable(mainFunction(name).rational())) << name;
}

TEST(LStability, OfEmbeddedFormulasIsDecidedAsInTheLiterature) {
  for (const char* name : {"rodas3", "rodas4"})
    EXPECT_TRUE(embeddedStabilityReport(*findFormula(name))->lStable) << name;
  EXPECT_TRUE(embeddedStabilityReport(*findFormula("ros4"))->aStable);
  EXPECT_FALSE(embeddedStabilityReport(*findFormula("ode23s"))->aStable);
  EXPECT_FALSE(embeddedStabilityReport(*findFormula("rk4")).has_value());
}

TEST(AStability, OfTheSdirkMethodsOfTheLiteratureIsConfirmed) {
  // Alexander 1977, order 3, and Hairer and Wanner II, table IV.6.5, order 4.
  const double g = 0.4358665215084590;
  const double b1 = -1.5 * g * g + 4 * g - 0.25;
  const double b2 = 1.5 * g * g - 5 * g + 1.25;
  const Eigen::MatrixXd alexander{{g, 0, 0}, {(1 - g) / 2, g, 0}, {b1, b2, g}};
  EXPECT_TRUE(isLStable(StabilityFunction(alexander, alexander.row(2).transpose()).rational()));
  const Eigen::MatrixXd sdirk4{{1.0 / 4, 0, 0, 0, 0},
                               {1.0 / 2, 1.0 / 4, 0, 0, 0},
                               {17.0 / 50, -1.0 / 25, 1.0 / 4, 0, 0},
                               {371.0 / 1360, -137.0 / 2720, 15.0 / 544, 1.0 / 4, 0},
                               {25.0 / 24, -49.0 / 48, 125.0 / 16, -85.0 / 12, 1.0 / 4}};
  EXPECT_TRUE(isLStable(StabilityFunction(sdirk4, sdirk4.row(4).transpose()).rational()));
}

TEST(AStability, NeedsPolesInTheRightHalfPlane) {
  // |R(iy)| = 1 everywhere, but the pole is at -2: the trapezoidal rule turned round.
  const StabilityFunction r(Eigen::MatrixXd{{-0.5}}, Eigen::VectorXd{{-1}});
  EXPECT_FALSE(isAStable(r.rational()));
  EXPECT_EQ(stabilityAngle(r.rational()), 0);
}

TEST(AStability, OfFullyImplicitMethodsIsConfirmed) {
  const double r = std::sqrt(6.0);
  const Eigen::MatrixXd radau{{(88 - 7 * r) / 360, (296 - 169 * r) / 1800, (-2 + 3 * r) / 225},
                              {(296 + 169 * r) / 1800, (88 + 7 * r) / 360, (-2 - 3 * r) / 225},
                              {(16 - r) / 36, (16 + r) / 36, 1.0 / 9}};
  EXPECT_TRUE(isLStable(StabilityFunction(radau, radau.row(2).transpose()).rational()));
  const double root = std::sqrt(3.0) / 6;  // Gauss: |R| = 1 on the whole imaginary axis
  const StabilityFunction gauss(Eigen::MatrixXd{{1.0 / 4, 1.0 / 4 - root}, {1.0 / 4 + root, 1.0 / 4}},
                                Eigen::VectorXd{{0.5, 0.5}});
  EXPECT_TRUE(isAStable(gauss.rational()));
  EXPECT_FALSE(isLStable(gauss.rational()));
  EXPECT_NEAR(gauss.atInfinity(), 1, 1e-12);
}

/// The largest |R| on the rays at this angle from the negative axis.
double largestOnRay(const tableaux::RationalFunction& r, double degrees) {
  const double angle = (180 - degrees) * std::numbers::pi / 180;
  double largest = 0;
  for (int k = -4000; k <= 4000; ++k)
    largest = std::max(largest, std::abs(r(std::polar(std::pow(10, k / 1000.0), angle))));
  return largest;
}

TEST(StabilityAngle, OfGrk4tIsThePublishedOne) {
  EXPECT_NEAR(stabilityAngle(mainFunction("grk4t").rational()), 89.3, 0.06);  // Kaps and Rentrop 1979
}

TEST(StabilityAngle, SeparatesStableRaysFromUnstableOnes) {
  // Functions with one pole that are A(alpha)-stable only, and the (0,3) Pade approximation.
  std::vector<tableaux::RationalFunction> functions{mainFunction("grk4t").rational(),
                                                    onePoleFunction(OnePoleFamily::stifflyAccurate, 4, 0.2L),
                                                    onePoleFunction(OnePoleFamily::stifflyAccurate, 3, 2.3L)};
  const tableaux::Polynomial pade{1, -1, 0.5L, -1.0L / 6};
  functions.push_back(
      {.numerator = {1}, .denominator = pade, .poles = tableaux::roots(pade), .order = 3, .precision = 1e-18L});
  for (const auto& r : functions) {
    const double angle = stabilityAngle(r);
    ASSERT_GT(angle, 45);
    ASSERT_LT(angle, 90);
    EXPECT_LE(largestOnRay(r, angle - 0.01), 1 + 1e-12) << angle;
    EXPECT_GT(largestOnRay(r, angle + 0.01), 1 + 1e-12) << angle;
  }
}

TEST(StabilityAngle, OfThePadeApproximationWithoutNumeratorIsKnown) {
  // (0,3): 88.23 degrees (Ehle 1969).
  const tableaux::Polynomial pade{1, -1, 0.5L, -1.0L / 6};
  EXPECT_NEAR(stabilityAngle({.numerator = {1}, .denominator = pade, .poles = tableaux::roots(pade), .order = 3}),
              88.23, 0.01);
}

TEST(AStability, OfGrk4tFailsByThePublishedMargin) {
  const StabilityFunction r = mainFunction("grk4t");
  double largest = 0;
  for (int k = -3000; k <= 4000; ++k) largest = std::max(largest, std::abs(r(Complex(0, std::pow(10, k / 1000.0)))));
  EXPECT_NEAR(largest, 1.028, 0.5e-3);
}

// ---- gamma of formulas with one real pole (Hairer and Wanner II, tables IV.6.3 and IV.6.4)
// ----------------------------

constexpr double eightDigits = 0.5e-8;

void expectIntervals(const std::vector<Interval>& found, const std::vector<Interval>& published) {
  ASSERT_EQ(found.size(), published.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i].from, published[i].from, 1.01 * eightDigits);
    if (std::isinf(published[i].to))
      EXPECT_TRUE(std::isinf(found[i].to));
    else
      EXPECT_NEAR(found[i].to, published[i].to, 1.01 * eightDigits);
  }
}

TEST(OnePoleGammas, OfAStableFormulasOfOrderEqualToTheStagesAreThePublishedOnes) {
  const auto found = [](int stages) { return aStableGammas(OnePoleFamily::orderIsStages, stages); };
  expectIntervals(found(2), {{0.25, INFINITY}});
  expectIntervals(found(3), {{1.0 / 3, 1.06857902}});
  expectIntervals(found(4), {{0.39433757, 1.28057976}});
  expectIntervals(found(5), {{0.24650519, 0.36180340}, {0.42078251, 0.47326839}});
  expectIntervals(found(6), {{0.28406464, 0.54090688}});
}

TEST(OnePoleGammas, OfLStableFormulasOfOrderEqualToTheStagesAreThePublishedOnes) {
  const auto expectGammas = [](int stages, const std::vector<double>& published) {
    const auto found = lStableGammas(stages);
    ASSERT_EQ(found.size(), published.size()) << stages;
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], published[i], 1.01 * eightDigits) << stages;
  };
  expectGammas(2, {1 - std::sqrt(0.5), 1 + std::sqrt(0.5)});
  expectGammas(3, {0.43586652});
  expectGammas(4, {0.57281606});
  expectGammas(5, {0.27805384});
  expectGammas(6, {0.33414237});
}

TEST(OnePoleGammas, OfStifflyAccurateFormulasOfOneOrderLessAreThePublishedOnes) {
  const auto found = [](int stages) { return aStableGammas(OnePoleFamily::stifflyAccurate, stages); };
  expectIntervals(found(2), {{1 - std::sqrt(0.5), 1 + std::sqrt(0.5)}});
  expectIntervals(found(3), {{0.18042531, 2.18560010}});
  expectIntervals(found(4), {{0.22364780, 0.57281606}});
  expectIntervals(found(5), {{0.24799464, 0.67604239}});
  expectIntervals(found(6), {{0.18391465, 0.33414237}});
}

// ---- region ---------------------------------------------------------------------------------------------------------

TEST(StabilityRegion, OfEulersMethodsIsACircle) {
  const Box box{-3, 3, -2, 2};
  for (const auto& [name, centre] : {std::pair("euler", -1.0), std::pair("backward-euler", 1.0)}) {
    const auto curves = contour(sampleRegion(mainFunction(name), box, 301, 201));
    ASSERT_EQ(curves.size(), 1u) << name;
    EXPECT_EQ(curves.front().front(), curves.front().back()) << name << ": a closed curve";
    for (const auto& [x, y] : curves.front()) EXPECT_NEAR(std::hypot(x - centre, y), 1, 1e-3) << name;
  }
}

TEST(StabilityRegion, OfTheTrapezoidalRuleEndsAtTheImaginaryAxis) {
  const auto curves = contour(sampleRegion(mainFunction("trapezoidal"), {-3.1, 3, -2, 2}, 101, 101));
  ASSERT_EQ(curves.size(), 1u);
  EXPECT_NE(curves.front().front(), curves.front().back());
  for (const auto& [x, y] : curves.front()) EXPECT_NEAR(x, 0, 1e-3);
}

TEST(StabilityRegion, FitsIntoTheBoxThatIsShown) {
  for (const auto& formula : tableaux::allFormulas()) {
    const StabilityFunction r = tableaux::stabilityFunction(formula);
    const Box box = interestingBox({r});
    EXPECT_EQ(box.bottom, -box.top);
    EXPECT_LT(box.left, 0);
    EXPECT_GT(box.right, 0);
    const double limit = realLimit(r.rational());
    if (std::isfinite(limit)) {
      EXPECT_LT(box.left, -limit) << formula.name;
      EXPECT_GT(box.left, -2 * limit) << formula.name;
    }
  }
}

TEST(StabilityRegion, SamplesLieWhereTheySay) {
  const auto samples = sampleRegion(mainFunction("euler"), {-2, 0, -1, 1}, 3, 3);
  EXPECT_EQ(samples.point(0, 0), Complex(-2, -1));
  EXPECT_EQ(samples.point(2, 1), Complex(-1, 1));
  EXPECT_EQ(samples.at(1, 1), 0);  // 1 + z at z = -1
}

// ---- report ---------------------------------------------------------------------------------------------------------

TEST(StabilityReport, SaysWhatWasFound) {
  const std::string text = toText(stabilityReport(*findFormula("rodas3")));
  EXPECT_THAT(text, HasSubstr("1 - z + 0.166667 z^3"));
  EXPECT_THAT(text, HasSubstr("1 - 2 z + 1.5 z^2 - 0.5 z^3 + 0.0625 z^4"));
  EXPECT_THAT(text, ::testing::ContainsRegex("L-stable +yes"));
  EXPECT_THAT(text, ::testing::ContainsRegex("real axis limit +unlimited"));
  EXPECT_THAT(toText(stabilityReport(*findFormula("euler"))), ::testing::ContainsRegex("real axis limit +2\n"));
}

}  // namespace
}  // namespace dashpot::analysis
