// Amplification matrices, step limits and stability domains against Beamis 1990 and closed forms.
#include "analysis/amplification.hpp"

#include "problems/beamis.hpp"
#include "problems/method_of_lines.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace dashpot::analysis {
namespace {

using problems::bodyModel;
using problems::LadderForm;
using problems::rlcLadder;
using problems::smallCircuit;
using std::numbers::pi;

LinearProblem linearOf(const problems::LinearSecondOrder& system) {
  const Eigen::MatrixXd a = system.split().a;
  LinearProblem result{a, {}};
  for (int k = 0; k < system.positions(); ++k) result.pairs.push_back({k, system.positions() + k});
  return result;
}

Eigen::MatrixXd matrixOf(const std::string& method, const LinearProblem& problem, double h) {
  const auto matrix = amplificationMatrix(method, problem, h);
  EXPECT_TRUE(matrix) << (matrix ? "" : matrix.error());
  return matrix ? *matrix : Eigen::MatrixXd::Zero(1, 1);
}

double limitOf(const std::string& method, const LinearProblem& problem) {
  const auto limit = largestStableStep(method, problem);
  EXPECT_TRUE(limit) << (limit ? "" : limit.error());
  return limit ? limit->step : NAN;
}

const std::string hybrid = "godunov-hybrid-published";

TEST(Amplification, IsTheCompanionMatrixOfTheTestEquation) {
  const double zeta = 0.3, h = 0.4;
  const auto expectBlocks = [&](const Eigen::MatrixXd& m, const Eigen::Matrix2d& a, const Eigen::Matrix2d& b,
                                const Eigen::Matrix2d& c) {
    ASSERT_EQ(m.rows(), 6);
    EXPECT_LT((m.block(0, 0, 2, 2) - a).norm() + (m.block(0, 2, 2, 2) - b).norm() + (m.block(0, 4, 2, 2) - c).norm(),
              1e-14);
    EXPECT_EQ(m.block(2, 0, 4, 4), Eigen::MatrixXd::Identity(4, 4));
  };
  Eigen::Matrix2d a, b, c;
  a << 2 - h * h, -2 * h * h * zeta, -23 * h / 12, 1 - 23 * h * zeta / 6;
  b << -1, 0, 4 * h / 3, 8 * h * zeta / 3;
  c << 0, 0, -5 * h / 12, -5 * h * zeta / 6;
  expectBlocks(matrixOf(hybrid, dampedOscillator(zeta), h), a, b, c);
  a << 1, 23 * h / 12, -23 * h / 12, 1 - 23 * h * zeta / 6;
  b << 0, -4 * h / 3, 4 * h / 3, 8 * h * zeta / 3;
  c << 0, 5 * h / 12, -5 * h / 12, -5 * h * zeta / 6;
  expectBlocks(matrixOf("ab3", dampedOscillator(zeta), h), a, b, c);
}

TEST(Amplification, OfTheHybridHasTheCharacteristicPolynomial) {
  // (r - 1) Q(r), Q = r^4 + (h^2 w^2 + 23/12 hc - 2) r^3 + (1 - 39/12 hc) r^2 + 21/12 hc r - 5/12 hc, here w = 1.
  for (const double h : {0.1, 0.7})
    for (const double zeta : {0.05, 0.8}) {
      const double hc = h * 2 * zeta;
      for (const auto& r : eigenvaluesOf(matrixOf(hybrid, dampedOscillator(zeta), h))) {
        if (std::abs(r) < 1e-9) continue;  // one of the six slots is not used
        const auto q = std::pow(r, 4) + (h * h + 23. / 12 * hc - 2) * std::pow(r, 3) + (1 - 39. / 12 * hc) * r * r +
                       21. / 12 * hc * r - 5. / 12 * hc;
        EXPECT_LT(std::abs((r - 1.0) * q), 1e-7) << r;
      }
      // The corrected form shares Q without the root at 1.
      for (const auto& r : eigenvaluesOf(matrixOf("godunov-hybrid", dampedOscillator(zeta), h)))
        EXPECT_GT(std::abs(r - 1.0), 1e-4) << r;
    }
}

TEST(BodyModelTable, SpectralRadiiAreThePublishedOnes) {
  const LinearProblem body = linearOf(bodyModel().secondOrder);
  ASSERT_EQ(matrixOf(hybrid, body, .1).rows(), 24);
  for (const double h : {.01, .1, .11, .12, .13}) EXPECT_NEAR(spectralRadius(matrixOf(hybrid, body, h)), 1, 1e-6) << h;
  EXPECT_NEAR(spectralRadius(matrixOf(hybrid, body, .14)), 1.059315692193165, 1e-12);
  EXPECT_NEAR(spectralRadius(matrixOf(hybrid, body, .15)), 1.132070446910590, 1e-12);
  EXPECT_NEAR(spectralRadius(matrixOf("ab3", body, .18)), 1.01959, 6e-6);
}

TEST(LadderTable, SpectralRadiiAreThePublishedOnes) {
  const LinearProblem ladder = linearOf(rlcLadder().secondOrder);
  for (const double h : {.001, .005, .01, .011}) EXPECT_NEAR(spectralRadius(matrixOf(hybrid, ladder, h)), 1, 1e-6) << h;
  EXPECT_NEAR(spectralRadius(matrixOf(hybrid, ladder, .012)), 1.052082324279839, 1e-12);
  EXPECT_NEAR(spectralRadius(matrixOf(hybrid, ladder, .013)), 1.133711220949893, 1e-12);
}

void expectEigenvalues(const Eigen::MatrixXd& matrix, const std::vector<std::complex<double>>& expected,
                       double accuracy) {
  const auto actual = eigenvaluesOf(matrix);
  ASSERT_EQ(actual.size(), expected.size());
  for (const auto& value : expected)
    EXPECT_TRUE(std::ranges::any_of(actual, [&](const auto& z) { return std::abs(z - value) < accuracy; })) << value;
}

TEST(SmallCircuitTable, EigenvaluesOfTheFourthCircuitAreThePublishedOnes) {
  const LinearProblem circuit = linearOf(smallCircuit(4).secondOrder);
  expectEigenvalues(matrixOf(hybrid, circuit, .05),
                    {0, .092395, -.115594, .126274, -.173447, {.962061, .046615}, {.962061, -.046615}, 1, 1}, 2e-6);
  expectEigenvalues(matrixOf("ab3", circuit, .05),
                    {0,
                     0,
                     {.127845, .054548},
                     {.127845, -.054548},
                     {-.161790, .100728},
                     {-.161790, -.100728},
                     {.962071, .046610},
                     {.962071, -.046610},
                     1},
                    2e-6);
}

TEST(UnitRoots, HaveTheKnownMultiplicities) {
  const auto nullities = [](const std::string& method, const LinearProblem& problem, double h) {
    return unitRoots(matrixOf(method, problem, h)).nullities;
  };
  using Three = std::array<int, 3>;
  EXPECT_EQ(nullities(hybrid, dampedOscillator(.3), .1), (Three{1, 1, 1}));
  EXPECT_EQ(nullities(hybrid, linearOf(bodyModel().secondOrder), .1), (Three{5, 6, 6}));
  EXPECT_EQ(nullities(hybrid, linearOf(rlcLadder().secondOrder), .01), (Three{4, 6, 6}));
  EXPECT_EQ(nullities(hybrid, linearOf(rlcLadder(LadderForm::shorted).secondOrder), .01), (Three{4, 5, 5}));
  for (const int number : {1, 2, 3})
    EXPECT_EQ(nullities(hybrid, linearOf(smallCircuit(number).secondOrder), .05), (Three{1, 1, 1})) << number;
  EXPECT_EQ(nullities(hybrid, linearOf(smallCircuit(4).secondOrder), .05), (Three{1, 2, 2}));
  EXPECT_EQ(nullities("ab3", linearOf(smallCircuit(4).secondOrder), .05), (Three{1, 1, 1}));
  EXPECT_EQ(nullities("ab3", linearOf(rlcLadder().secondOrder), .01), (Three{2, 2, 2}));
  EXPECT_EQ(nullities("ab3", linearOf(bodyModel().secondOrder), .1), (Three{1, 2, 2}));
  EXPECT_EQ(unitRoots(matrixOf(hybrid, linearOf(smallCircuit(4).secondOrder), .05)).meaning(),
            "2 roots at 1 with 1 eigenvector: a ramp grows");
  EXPECT_EQ(unitRoots(matrixOf("ab3", linearOf(smallCircuit(4).secondOrder), .05)).meaning(),
            "1 root at 1: an offset stays");
  EXPECT_EQ(unitRoots(matrixOf("godunov-hybrid", dampedOscillator(.3), .1)).meaning(), "no root at 1");
}

TEST(StepLimits, AreTheKnownOnes) {
  const LinearProblem body = linearOf(bodyModel().secondOrder), ladder = linearOf(rlcLadder().secondOrder);
  EXPECT_NEAR(limitOf(hybrid, body), 0.13175, 5e-6);
  EXPECT_NEAR(limitOf("ab3", body), 6. / 11 / 3.094990471592311, 1e-6);
  EXPECT_NEAR(limitOf("ab3", body), 0.17624, 5e-6);
  EXPECT_NEAR(limitOf(hybrid, ladder), 0.011357, 6e-7);
  EXPECT_NEAR(limitOf("ab3", ladder), 0.011450, 6e-7);
  // Of the first and third circuit the limit of the hybrid follows from h^2 w^2 + (22/3) h c = 4.
  const auto closed = [](double w2, double c) {
    return (-22.0 / 3 * c + std::sqrt(std::pow(22.0 / 3 * c, 2) + 16 * w2)) / (2 * w2);
  };
  EXPECT_NEAR(limitOf(hybrid, linearOf(smallCircuit(1).secondOrder)), closed(3, 1), 1e-6);
  EXPECT_NEAR(limitOf(hybrid, linearOf(smallCircuit(3).secondOrder)), closed(1, 1), 1e-6);
  const double circuits[4][2] = {{.4587, .3732}, {.2553, .3070}, {.5100, .6080}, {.4866, .4826}};
  for (int number = 1; number <= 4; ++number) {
    const LinearProblem circuit = linearOf(smallCircuit(number).secondOrder);
    EXPECT_NEAR(limitOf(hybrid, circuit), circuits[number - 1][0], 6e-4) << number;  // three digits were computed
    EXPECT_NEAR(limitOf("godunov-hybrid", circuit), limitOf(hybrid, circuit), 1e-6) << number;
    EXPECT_NEAR(limitOf("ab3", circuit), circuits[number - 1][1], 6e-4) << number;
  }
}

TEST(StepLimits, OnTheWaveEquationAreTheKnownOnes) {
  const problems::TestProblem wave = problems::waveEquation(problems::wavePublished()).test;
  const auto linear = linearise(wave.problem, 0, wave.initial);
  ASSERT_TRUE(linear);
  EXPECT_NEAR(limitOf("godunov", *linear), 2 / (20 * std::sin(19 * pi / 40)), 1e-6);
  EXPECT_NEAR(limitOf("verlet", *linear), 0.1003092, 1e-6);
  EXPECT_NEAR(limitOf("ab3", *linear), 0.036293, 6e-7);
  EXPECT_NEAR(limitOf("rk4", *linear), 0.14186, 6e-6);
  EXPECT_EQ(limitOf("rk4-published", *linear), 0);
  EXPECT_EQ(limitOf("newmark", *linear), INFINITY);
}

TEST(StepLimits, OfSineGordonFollowFromItsHighestMode) {
  const auto lines = problems::sineGordonEquation(problems::sineGordonSoliton());
  Vector rest(398, 0.0);
  const auto linear = linearise(lines.test.problem, 0, rest);
  ASSERT_TRUE(linear);
  const Eigen::MatrixXd stiffness = -linear->jacobian.block(199, 0, 199, 199);
  const double omega = std::sqrt(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(stiffness).eigenvalues().maxCoeff());
  const double unit = limitOf("godunov", dampedOscillator(0)), adams = limitOf("ab3", dampedOscillator(0));
  EXPECT_NEAR(unit / omega, 0.0998783, 6e-8);
  EXPECT_NEAR(adams / omega, 0.036137, 6e-7);
  EXPECT_NEAR(unit / std::sqrt(4 / .01 + 1), .1 / std::sqrt(1 + .01 / 4), 1e-8);
  // At dt = dx the growth per step is acosh(1.005) = 0.0999.
  const double radius = spectralRadius(
      matrixOf("godunov", {LinearProblem{(Eigen::Matrix2d() << 0, 1, -401, 0).finished(), {{0, 1}}}}, .1));
  EXPECT_NEAR(std::log(radius), std::acosh(1.005), 1e-9);
}

TEST(StabilityDomain, OfHybridAndAdamsBashforthAreTheTabulatedOnes) {
  const double table[][3] = {{0.0, 2.000000, 0.723627}, {0.1, 1.396873, 0.692563}, {0.2, 1.013477, 0.666667},
                             {0.3, 0.773214, 0.644574}, {0.4, 0.616941, 0.625368}, {0.5, 0.509988, 0.608421},
                             {0.6, 0.433218, 0.593289}, {0.7, 0.375851, 0.579647}, {0.8, 0.331541, 0.567248},
                             {0.9, 0.296376, 0.555901}, {1.0, 0.267836, 0.545455}};
  for (const auto& [zeta, ofHybrid, ofAdams] : table) {
    const double closed = (-22 * zeta + std::sqrt(484 * zeta * zeta + 36)) / 3;
    EXPECT_NEAR(limitOf(hybrid, dampedOscillator(zeta)), ofHybrid, 1e-6) << zeta;
    EXPECT_NEAR(limitOf(hybrid, dampedOscillator(zeta)), closed, 1e-6) << zeta;
    EXPECT_NEAR(limitOf("godunov-hybrid", dampedOscillator(zeta)), closed, 1e-6) << zeta;
    EXPECT_NEAR(limitOf("ab3", dampedOscillator(zeta)), ofAdams, 2e-6) << zeta;
  }
  const auto crossing = largestStableStep(hybrid, dampedOscillator(0.5));
  EXPECT_NEAR(std::abs(crossing->crossing - std::complex<double>(-1)), 0, 1e-5);
  EXPECT_EQ(limitOf(hybrid, dampedOscillator(-0.2)), 0);
  EXPECT_EQ(limitOf("ab3", dampedOscillator(-0.2)), 0);
  const auto difference = [](double zeta) {
    return limitOf(hybrid, dampedOscillator(zeta)) - limitOf("ab3", dampedOscillator(zeta));
  };
  EXPECT_GT(difference(0.3923), 0);
  EXPECT_LT(difference(0.3925), 0);
}

TEST(CentredVelocity, HasTheClosedRootsAndTheUndampedLimit) {
  for (const double zeta : {0.0, 0.25, 1.0})
    for (const double h : {0.1, 0.5}) {
      const double c = 2 * zeta;
      const auto roots = eigenvaluesOf(matrixOf("godunov-centred", dampedOscillator(zeta), h));
      ASSERT_EQ(roots.size(), 2u);
      EXPECT_NEAR(std::abs(roots[0] * roots[1]), (2 - c * h) / (2 + c * h), 1e-13);
    }
  for (const double zeta : {0.0, 0.25, 0.9})
    EXPECT_NEAR(limitOf("godunov-centred", dampedOscillator(zeta)), 2, 1e-5) << zeta;
}

TEST(Amplification, OfTheCentredFormulaAgreesWithRuns) {
  // Powers of the matrix against the integrator, with a first-order unknown.
  const LinearProblem circuit = linearOf(smallCircuit(2).secondOrder);
  const double h = .05;
  const Eigen::MatrixXd m = matrixOf("godunov-centred", circuit, h);
  ASSERT_EQ(m.rows(), 5);
  Problem problem = problems::problemOf(smallCircuit(2).secondOrder, {0, 0, 1});
  Options options;
  options.method = "godunov-centred";
  options.step = h;
  const Solution s = solve(problem, 0, 60 * h, {1.0, 0.2, -0.5}, options);
  // From n = 3 on the recursion is the same: fit the history at n = 40 and go on for 20 steps.
  const auto slopeOfW = [&](int n) { return 2 * s.states[n][0] - 2 * s.states[n][2]; };
  Eigen::VectorXd history(5);
  history << s.states[40][0], s.states[39][0], s.states[40][2], slopeOfW(39), slopeOfW(38);
  for (int n = 0; n < 20; ++n) history = m * history;
  EXPECT_NEAR(history[0], s.states[60][0], 1e-12);
  EXPECT_NEAR(history[2], s.states[60][2], 1e-12);
}

TEST(GeneralizedAlpha, HasItsSpectralRadiusAtInfinity) {
  for (const double rho : {0.0, 0.3, 0.8, 1.0}) {
    const auto matrix = amplificationMatrix("generalized-alpha", dampedOscillator(0), 1e7, {.rhoInfinity = rho});
    ASSERT_TRUE(matrix);
    EXPECT_NEAR(spectralRadius(*matrix), rho, 2e-3 + (rho == 0 ? 1e-2 : 0)) << rho;
    const auto limit = largestStableStep("generalized-alpha", dampedOscillator(0.1), {.rhoInfinity = rho});
    EXPECT_EQ(limit->step, INFINITY) << rho;
  }
}

TEST(Amplification, OfOneStepMethodsIsTheirStabilityFunction) {
  const LinearProblem system{(Eigen::Matrix2d() << -1, 100, 0, -50).finished(), {}};
  const double h = 0.02, z1 = -h, z2 = -50 * h;
  const auto r = [](double z) { return 1 + z + z * z / 3 + z * z * z / 12; };
  const Eigen::MatrixXd m = matrixOf("rk4-published", system, h);
  EXPECT_NEAR(m(0, 0), r(z1), 1e-15);
  EXPECT_NEAR(m(1, 1), r(z2), 1e-15);
  EXPECT_NEAR(matrixOf("backward-euler", system, h)(1, 1), 1 / (1 - z2), 1e-12);
  EXPECT_NEAR(limitOf("euler", {Eigen::MatrixXd::Constant(1, 1, -4), {}}), 0.5, 1e-7);
  EXPECT_NEAR(limitOf("ab3", {Eigen::MatrixXd::Constant(1, 1, -1), {}}), 6. / 11, 1e-6);
  EXPECT_EQ(limitOf("rodas4", {Eigen::MatrixXd::Constant(1, 1, -1), {}}), INFINITY);
}

TEST(Leapfrog, IsStableWithoutDampingOnly) {
  EXPECT_NEAR(limitOf("leapfrog", dampedOscillator(0)), 1, 1e-5);
  EXPECT_EQ(limitOf("leapfrog", dampedOscillator(0.01)), 0);
}

TEST(Amplification, RefusesWhatMakesNoSense) {
  EXPECT_EQ(amplificationMatrix("cvode", dampedOscillator(0), .1).error(), "'cvode' chooses its own steps and orders");
  EXPECT_EQ(amplificationMatrix("verlet", {Eigen::MatrixXd::Identity(2, 2), {}}, .1).error(),
            "'verlet' works on positions, but no row of the system reads x' = v");
  EXPECT_EQ(amplificationMatrix("godunov", dampedOscillator(.1), .1).error(),
            "'godunov' is for x'' = f(t, x), but here velocities matter");
  EXPECT_EQ(pairsIn(dampedOscillator(.1).jacobian).size(), 1u);
}

}  // namespace
}  // namespace dashpot::analysis
