// Implicit Runge-Kutta tables in extended precision: order conditions, simplifying assumptions, stability functions,
// error constants; and their error methods over two steps.
#include "tableaux/implicit_rk.hpp"
#include "tableaux/order_conditions.hpp"
#include "tableaux/stability_function.hpp"
#include "tableaux/two_step_error.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace dashpot::tableaux {
namespace {

long double treeResidual(const ExtendedMatrix& a, const ExtendedVector& b, int order) {
  const auto trees = rootedTrees(order);
  const ExtendedMatrix phi = stageWeights(a, a, order);
  long double largest = 0;
  for (std::size_t t = 0; t < trees.size(); ++t)
    if (trees[t].order == order)
      largest = std::max(largest, std::abs(b.dot(phi.col(static_cast<Eigen::Index>(t))) -
                                           1 / static_cast<long double>(trees[t].density)));
  return largest;
}

int treeOrder(const ExtendedMatrix& a, const ExtendedVector& b, long double tolerance) {
  int order = 0;
  while (order < maxTreeOrder && treeResidual(a, b, order + 1) < tolerance) ++order;
  return order;
}

ExtendedVector powers(const ExtendedVector& c, int k) { return c.array().pow(k); }

/// B(p): quadrature;  C(q): stages integrate t^(k-1);  D(r) (Hairer and Wanner II, IV.5). The largest number that
/// holds.
int largestB(const ImplicitTable& t) {
  int k = 0;
  while (k < 20 && std::abs(t.b.dot(powers(t.c, k)) - 1.0L / (k + 1)) < 1e-16L) ++k;
  return k;
}
int largestC(const ImplicitTable& t) {
  int k = 0;
  while (k < 20 && (t.a * powers(t.c, k) - powers(t.c, k + 1) / (k + 1)).norm() < 1e-16L) ++k;
  return k;
}
int largestD(const ImplicitTable& t) {
  int k = 0;
  const auto residual = [&](int power) {
    const ExtendedVector left = t.a.transpose() * t.b.cwiseProduct(powers(t.c, power));
    const ExtendedVector right =
        t.b.cwiseProduct(ExtendedVector::Ones(t.stages()) - powers(t.c, power + 1)) / (power + 1);
    return (left - right).norm();
  };
  while (k < 20 && residual(k) < 1e-16L) ++k;
  return k;
}

TEST(ImplicitTables, HaveTheirOrderToEighteenDigits) {
  for (const ImplicitTable& table : implicitTables()) {
    // Fractions of 25 digits approximate the algebraic coefficients of kencarp5.
    const long double tolerance = table.name == "kencarp5" ? 1e-15L : 1e-17L;
    for (int order = 1; order <= std::min(table.order, 9); ++order)
      EXPECT_LT(treeResidual(table.a, table.b, order), tolerance) << table.name << " " << order;
    if (table.order < maxTreeOrder) {
      EXPECT_GT(treeResidual(table.a, table.b, table.order + 1), 1e-7L) << table.name;
    }
  }
}

TEST(ImplicitTables, OfRadauMeetBOfOrderCOfStagesAndDOfStagesMinusOne) {
  for (const auto& [name, s] : {std::pair{"radau3", 2}, {"radau5", 3}, {"radau9", 5}, {"radau13", 7}}) {
    const ImplicitTable& table = *findImplicit(name);
    EXPECT_EQ(largestB(table), 2 * s - 1) << name;
    EXPECT_EQ(largestC(table), s) << name;
    EXPECT_EQ(largestD(table), s - 1) << name;
  }
}

TEST(ImplicitTables, OfLobattoMeetBOfOrderAndCAndDOfStagesMinusOne) {
  for (const auto& [name, s] : {std::pair{"lobatto4", 3}, {"lobatto6", 4}}) {
    const ImplicitTable& table = *findImplicit(name);
    EXPECT_EQ(largestB(table), 2 * s - 2) << name;
    EXPECT_EQ(largestC(table), s - 1) << name;
    EXPECT_EQ(largestD(table), s - 1) << name;
  }
}

TEST(ImplicitTables, OfRadauWithThreeStagesIsTheClosedFormOfTheLiterature) {
  const long double q = std::sqrt(6.0L);
  const ExtendedMatrix a{{(88 - 7 * q) / 360, (296 - 169 * q) / 1800, (-2 + 3 * q) / 225},
                         {(296 + 169 * q) / 1800, (88 + 7 * q) / 360, (-2 - 3 * q) / 225},
                         {(16 - q) / 36, (16 + q) / 36, 1.0L / 9}};
  EXPECT_LT((findImplicit("radau5")->a - a).norm(), 1e-17L);
  const ExtendedMatrix two{{5.0L / 12, -1.0L / 12}, {3.0L / 4, 1.0L / 4}};
  EXPECT_LT((findImplicit("radau3")->a - two).norm(), 1e-17L);
}

/// Numerator and denominator of the (j, k) Pade approximation of e^z.
std::complex<double> pade(int j, int k, std::complex<double> z) {
  std::complex<double> p = 0, q = 0;
  double c = 1;
  for (int i = 0; i <= j; ++i) {
    p += c * std::pow(z, i);
    c *= static_cast<double>(j - i) / (j + k - i) / (i + 1);
  }
  c = 1;
  for (int i = 0; i <= k; ++i) {
    q += c * std::pow(-z, i);
    c *= static_cast<double>(k - i) / (j + k - i) / (i + 1);
  }
  return p / q;
}

TEST(ImplicitTables, HaveThePadeApproximationsAsStabilityFunctions) {
  const std::tuple<const char*, int, int> forms[] = {{"radau3", 1, 2},  {"radau5", 2, 3},   {"radau9", 4, 5},
                                                     {"radau13", 6, 7}, {"lobatto4", 1, 3}, {"lobatto6", 2, 4}};
  for (const auto& [name, j, k] : forms) {
    const StabilityFunction r = stabilityFunction(*findFormula(name));
    for (const std::complex<double> z : {std::complex<double>{-0.2, 0}, {-3, 1}, {0, 5}, {-40, 10}, {2, -1}})
      EXPECT_LT(std::abs(r(z) - pade(j, k, z)), 1e-13 * std::max(1.0, std::abs(r(z)))) << name << " at " << z;
  }
}

// Values recomputed independently of the thesis and of this code.
TEST(ImplicitTables, HaveTheVerifiedErrorConstantsAndOneStepValues) {
  const std::tuple<const char*, double, double> values[] = {{"radau3", -1.0 / 72, 0.818713450292398},
                                                            {"radau5", 1.0 / 7200, 0.818730760123135},
                                                            {"lobatto4", 1.0 / 480, 0.818730249928182},
                                                            {"lobatto6", -1.0 / 75600, 0.818730753208934},
                                                            {"hw-sdirk", -13.0 / 15360, 0.818730976535595}};
  for (const auto& [name, constant, value] : values) {
    const StabilityFunction r = stabilityFunction(*findFormula(name));
    EXPECT_NEAR(r.errorConstant() / constant, 1, 1e-7) << name;
    EXPECT_NEAR(r(-0.2).real(), value, 1e-15) << name;
  }
  const StabilityFunction embedded = *embeddedStabilityFunction(*findFormula("hw-sdirk"));
  EXPECT_NEAR(embedded.errorConstant(), 7.0 / 768, 1e-15);
  EXPECT_NEAR(embedded(-0.2).real(), 0.818743219131946, 1e-14);
  EXPECT_NEAR(embedded.atInfinity(), 10.0 / 3, 1e-12);
}

TEST(ImplicitTables, HaveTheVerifiedStabilityPolynomials) {
  const auto expect = [](const char* name, const std::vector<double>& numerator,
                         const std::vector<double>& denominator) {
    const RationalFunction r = stabilityFunction(*findFormula(name)).rational();
    ASSERT_EQ(r.numerator.size(), numerator.size()) << name;
    ASSERT_EQ(r.denominator.size(), denominator.size()) << name;
    for (std::size_t k = 0; k < numerator.size(); ++k)
      EXPECT_NEAR(static_cast<double>(r.numerator[k]), numerator[k], 1e-14) << name << " z^" << k;
    for (std::size_t k = 0; k < denominator.size(); ++k)
      EXPECT_NEAR(static_cast<double>(r.denominator[k]), denominator[k], 1e-14) << name << " z^" << k;
  };
  expect("radau3", {1, 1.0 / 3}, {1, -2.0 / 3, 1.0 / 6});
  expect("radau5", {1, 2.0 / 5, 1.0 / 20}, {1, -3.0 / 5, 3.0 / 20, -1.0 / 60});
  expect("lobatto4", {1, 1.0 / 4}, {1, -3.0 / 4, 1.0 / 4, -1.0 / 24});
  expect("lobatto6", {1, 1.0 / 3, 1.0 / 30}, {1, -2.0 / 3, 1.0 / 5, -1.0 / 30, 1.0 / 360});
  expect("hw-sdirk", {1, -1.0 / 4, -1.0 / 8, 1.0 / 96, 7.0 / 768},
         {1, -5.0 / 4, 5.0 / 8, -5.0 / 32, 5.0 / 256, -1.0 / 1024});
}

// ---- error methods over two steps -----------------------------------------------------------------------------------

TEST(TwoStepErrorMethods, HaveTheVerifiedOrdersOnAllAndOnLinearProblems) {
  for (const TwoStepErrorMethod& error : twoStepErrorMethods()) {
    const TwoStepFormula formula = twoStepFormula(error);
    EXPECT_EQ(treeOrder(formula.a, formula.bHat, 1e-15L), error.order) << error.method;
    ExtendedVector power = ExtendedVector::Ones(formula.b.size());
    int linear = 0;
    long double factorial = 1;
    while (std::abs(formula.bHat.dot(power) - 1 / (factorial *= linear + 1)) < 1e-15L) {
      power = (formula.a * power).eval();
      ++linear;
    }
    EXPECT_EQ(linear, error.linearOrder) << error.method;
  }
}

TEST(TwoStepErrorMethods, KeepTheirOrderWhenTheStepChanges) {
  for (const TwoStepErrorMethod& error : twoStepErrorMethods())
    for (const long double ratio : {0.4L, 0.8L, 1.3L, 2.5L}) {
      const TwoStepFormula formula = twoStepFormula(error, ratio);
      EXPECT_GE(treeOrder(formula.a, formula.bHat, 1e-15L), error.order) << error.method << " " << ratio;
    }
}

TEST(TwoStepErrorMethods, OfLobattoFourLosesItsOrderWithThePrintedDatum) {
  TwoStepErrorMethod printed = *findTwoStepError("lobatto4");
  printed.data[0] = {StepDatum::Kind::start, true, 0};
  const TwoStepFormula formula = twoStepFormula(printed);
  EXPECT_EQ(treeOrder(formula.a, formula.bHat, 1e-15L), 2);
}

TEST(TwoStepErrorMethods, HaveTheVerifiedLeadingTerms) {
  const std::map<std::string_view, std::pair<int, double>> verified{{"radau3", {4, -1.0 / 468}},
                                                                    {"radau5", {6, -6.940e-6}},
                                                                    {"lobatto4", {5, -7.272e-5}},
                                                                    {"lobatto6", {6, -1.029e-5}},
                                                                    {"hw-sdirk", {4, 1.0388e-2}}};
  for (const auto& [name, expected] : verified) {
    const LeadingTerm term = leadingEstimate(*findTwoStepError(name));
    EXPECT_EQ(term.power, expected.first) << name;
    EXPECT_NEAR(term.constant / expected.second, 1, 5e-4) << name;
  }
}

TEST(TwoStepErrorMethods, GiveTheVerifiedEstimatesOnTheLinearProblem) {
  const std::pair<const char*, double> verified[] = {
      {"radau3", -2.6306582e-6}, {"lobatto4", 1.7833544e-8}, {"lobatto6", -5.0305e-10}, {"hw-sdirk", 1.18258e-5}};
  for (const auto& [name, estimate] : verified) {
    const TwoStepStability s = stabilityAt(*findTwoStepError(name), -0.2);
    const double r = stabilityFunction(*findFormula(name))(-0.2).real();
    EXPECT_NEAR((s.p.real() + s.q.real() * r - r * r) / estimate, 1, 2e-4) << name;
  }
}

TEST(TwoStepErrorMethods, DampAsVerified) {
  const double sigma[] = {0.5, 1, 2, 3, 3.4, 4, 5, 10, 20, 100, 1e3, 1e6};
  const std::pair<const char*, std::vector<double>> verified[] = {
      {"radau3", {0.5009, 1.0154, 2.3811, 2.3811, 2.1442, 1.9500, 1.7762, 1.5026, 1.3874, 1.3027, 1.2845, 1.2825}},
      {"radau5", {0.5000, 0.9999, 1.9971, 2.8565, 2.9643, 3.0367, 2.9674, 2.4162, 2.1110, 1.8936, 1.8495, 1.8448}},
      {"lobatto4", {0.5001, 1.0013, 2.0256, 3.0306, 3.3145, 3.3156, 2.9890, 2.6600, 2.5937, 2.5318, 2.5060, 2.5028}},
      {"hw-sdirk", {0.4993, 0.9860, 1.7677, 1.7697, 1.7219, 1.6966, 1.7303, 2.1663, 1.6996, 1.2923, 1.2418, 1.2380}},
      {"lobatto6", {0.5000, 1.0000, 2.0013, 3.0321, 3.4880, 3.5353, 3.6015, 3.0069, 2.4981, 2.1214, 2.0541, 2.0474}}};
  for (const auto& [name, damping] : verified)
    for (std::size_t k = 0; k < damping.size(); ++k)
      EXPECT_NEAR(-std::log(stabilityAt(*findTwoStepError(name), -sigma[k]).radius()), damping[k], 6e-5)
          << name << " at " << sigma[k];
}

TEST(TwoStepErrorMethods, FollowFromThePrintedDigitsAndTheOrderConditions) {
  // Treeaporn 2005, eq. 2.162, as printed.
  const ExtendedVector printed{{-0.00517140382204L, -0.00094714677404L, -0.04060469717694L, -0.01364429384901L,
                                1.41786808325433L, -0.17475783086782L, 0.48299282769491L, -0.19733415138754L,
                                0.55942205973218L, 0.10695524944855L}};
  const TwoStepErrorMethod& radau5 = *findTwoStepError("radau5");
  // Nearest coefficients that meet the conditions of linear problems exactly.
  const ExtendedVector found = solveOrderConditions(*findImplicit("radau5"), radau5.data, 0, 5, 1, printed);
  ASSERT_EQ(found.size(), 10);
  EXPECT_LT((found - radau5.coefficients).cwiseAbs().maxCoeff(), 1e-17L);
}

}  // namespace
}  // namespace dashpot::tableaux
