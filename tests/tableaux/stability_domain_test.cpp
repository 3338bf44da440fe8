// Borders of stability regions and damping of the implicit methods that Treeaporn 2005 compares, and of their error
// methods. The numbers were recomputed independently of this library from the published coefficients.
#include "tableaux/stability_function.hpp"
#include "tableaux/two_step_error.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace dashpot::tableaux {
namespace {

/// Where the amplification passes 1 between an unstable and a stable point of the real axis.
double crossing(const std::function<double(double)>& amplification, double unstable, double stable) {
  EXPECT_GT(amplification(unstable), 1);
  EXPECT_LT(amplification(stable), 1);
  for (int i = 0; i < 60; ++i) {
    const double middle = (unstable + stable) / 2;
    (amplification(middle) > 1 ? unstable : stable) = middle;
  }
  return stable;
}

StabilityFunction functionOf(std::string_view method) { return stabilityFunction(formulaOf(*findImplicit(method))); }

TEST(StabilityDomain, EndsOnTheRealAxisWhereVerified) {
  const std::pair<const char*, double> verified[] = {
      {"radau3", 6.000}, {"radau5", 11.842}, {"lobatto4", 5.420}, {"lobatto6", 9.649}, {"hw-sdirk", 23.869}};
  for (const auto& [name, expected] : verified) {
    const StabilityFunction r = functionOf(name);
    EXPECT_NEAR(crossing([&](double x) { return std::abs(r(x)); }, 0.8 * expected, 40), expected, 6e-4) << name;
  }
}

TEST(StabilityDomain, OfTheEmbeddedFormulaOfTheSdirkMethodIsBounded) {
  const auto r = *embeddedStabilityFunction(formulaOf(*findImplicit("hw-sdirk")));
  EXPECT_NEAR(crossing([&](double x) { return std::abs(r(x)); }, -40, -1), -10.674, 6e-4);
  EXPECT_NEAR(std::abs(r(-1e9)), 10.0 / 3, 1e-6);
}

TEST(StabilityDomain, OfTwoStepErrorMethodsEndsOnTheRealAxisWhereVerified) {
  const std::pair<const char*, double> verified[] = {
      {"radau3", 5.250}, {"radau5", 11.289}, {"lobatto4", 5.406}, {"lobatto6", 9.321}, {"hw-sdirk", 13.733}};
  for (const auto& [name, expected] : verified) {
    const TwoStepErrorMethod& error = *findTwoStepError(name);
    const auto radius = [&](double x) { return stabilityAt(error, x).radius(); };
    EXPECT_NEAR(crossing(radius, 0.9 * expected, 40), expected, 6e-4) << name;
  }
}

TEST(StabilityDomain, OfTheTwoStepErrorMethodOfTheSdirkMethodLeavesTheImaginaryAxis) {
  const TwoStepErrorMethod& error = *findTwoStepError("hw-sdirk");
  const auto radius = [&](double y) { return stabilityAt(error, {0, y}).radius(); };
  EXPECT_NEAR(crossing(radius, 3.4, 20), 5.728, 6e-4);
  EXPECT_NEAR(radius(3.4), 1.155, 6e-4);
}

TEST(StabilityDomain, HasTheVerifiedLimitsAtInfinity) {
  const std::pair<const char*, double> verified[] = {
      {"radau3", 0.2774}, {"radau5", 0.1581}, {"lobatto4", 0.0819}, {"hw-sdirk", 0.2900}, {"lobatto6", 0.1291}};
  for (const auto& [name, expected] : verified)
    EXPECT_NEAR(stabilityAt(*findTwoStepError(name), -1e9).radius(), expected, 6e-5) << name;
}

TEST(Damping, OfTheErrorMethodOfLobattoSixHasItsKinkWhereVerified) {
  const TwoStepErrorMethod& error = *findTwoStepError("lobatto6");
  EXPECT_GT(stabilityAt(error, -3.4305).q.real() * stabilityAt(error, -3.40).q.real(), 0);
  EXPECT_LT(stabilityAt(error, -3.4320).q.real() * stabilityAt(error, -3.40).q.real(), 0);
}

TEST(Damping, IsTheVerifiedOne) {
  constexpr double infinite = INFINITY;
  const double sigma[] = {0.5, 1, 2, 3, 3.4, 4, 5, 10, 20, 100, 1e3, 1e6};
  const std::pair<const char*, std::vector<double>> verified[] = {
      {"backward-euler",
       {0.4055, 0.6931, 1.0986, 1.3863, 1.4816, 1.6094, 1.7918, 2.3979, 3.0445, 4.6151, 6.9088, 13.8155}},
      {"radau3", {0.5008, 1.0116, 2.1972, infinite, 3.6623, 2.9444, 2.5455, 2.3445, 2.6598, 3.9823, 6.2216, 13.1224}},
      {"radau5", {0.5000, 0.9999, 1.9924, 2.9124, 3.2150, 3.5361, 3.6721, 2.9618, 2.7645, 3.6773, 5.8262, 12.7169}},
      {"lobatto4",
       {0.5001, 1.0014, 2.0369, 3.2771, 3.9862, infinite, 4.1718, 3.9142, 4.7215, 7.5194, 12.0338, 25.8393}},
      {"lobatto6", {0.5000, 1.0000, 1.9989, 2.9832, 3.3607, 3.8827, 4.5154, 4.4861, 4.6545, 6.9474, 11.3526, 25.1461}},
      {"hw-sdirk", {0.5000, 0.9991, 1.9667, 2.7192, 2.8823, 2.9549, 2.7963, 1.9909, 1.7651, 2.5805, 4.6953, 11.5819}}};
  for (const auto& [name, damping] : verified) {
    const StabilityFunction r = functionOf(name);
    for (std::size_t k = 0; k < damping.size(); ++k) {
      const double found = -std::log(std::abs(r(-sigma[k])));
      if (damping[k] == infinite)
        EXPECT_GT(found, 30) << name << " at " << sigma[k];
      else
        EXPECT_NEAR(found, damping[k], 6e-5) << name << " at " << sigma[k];
    }
  }
  const double embedded[] = {0.4994, 0.9881, 1.7554,  1.8382,  1.7122,  1.4733,
                             1.0900, 0.0727, -0.5296, -1.0620, -1.1896, -1.2040};
  const auto r = *embeddedStabilityFunction(formulaOf(*findImplicit("hw-sdirk")));
  for (std::size_t k = 0; k < 12; ++k)
    EXPECT_NEAR(-std::log(std::abs(r(-sigma[k]))), embedded[k], 6e-5) << "embedded, at " << sigma[k];
}

}  // namespace
}  // namespace dashpot::tableaux
