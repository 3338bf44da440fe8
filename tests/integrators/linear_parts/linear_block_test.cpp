// Linear blocks: how they are made and connected, and that their transition matrices are exact for the inputs assumed
// (Smith 1974, chapters III and IV).
#include "integrators/linear_parts/linear_block.hpp"

#include "integrators/linear_parts/transition_matrix.hpp"
#include "integrators/measure.hpp"
#include "linalg/expm.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace dashpot::integrators {
namespace {

using Complex = std::complex<double>;
using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd randomMatrix(int rows, int columns, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> value;
  return MatrixXd::NullaryExpr(rows, columns, [&] { return value(random); });
}

/// The block's states at the end, by an integrator at its tightest.
VectorXd tightSolution(const MatrixXd& A, const MatrixXd& B, const std::function<VectorXd(double)>& u, double end) {
  Problem p{.size = static_cast<int>(A.rows())};
  p.rhs = [&](double t, ConstView y, View f) {
    const VectorXd slope = A * Eigen::Map<const VectorXd>(y.data(), A.rows()) + B * u(t);
    std::ranges::copy(slope, f.begin());
  };
  Options options;
  options.method = "dop853";
  options.tolerances.relative = options.tolerances.absolute = 1e-14;
  const Solution s = solve(p, 0, end, Vector(static_cast<std::size_t>(A.rows()), 0.0), options);
  return Eigen::Map<const VectorXd>(s.states.back().data(), A.rows());
}

// ---- blocks ---------------------------------------------------------------------------------------------------------

TEST(LinearBlock, TransferFunctionsAreThoseOfTheirCoefficients) {
  const Complex s{0.3, 2};
  EXPECT_LT(std::abs(firstOrderBlock(0.25).transferFunction(s)(0, 0) - 1.0 / (1.0 + 0.25 * s)), 1e-15);
  EXPECT_LT(std::abs(secondOrderBlock(0.4, 3).transferFunction(s)(0, 0) - 9.0 / (s * s + 2.4 * s + 9.0)), 1e-15);
  const double numerator[] = {2, -1, 5, 7}, denominator[] = {2, 3, 4, 5};
  const auto block = transferFunctionBlock(numerator, denominator);
  ASSERT_TRUE(block);
  const Complex expected = (2.0 * s * s * s - s * s + 5.0 * s + 7.0) / (2.0 * s * s * s + 3.0 * s * s + 4.0 * s + 5.0);
  EXPECT_LT(std::abs(block->transferFunction(s)(0, 0) - expected), 1e-14);
  const double ranked[] = {0, 0, 3}, integrator[] = {0, 1, 0};
  EXPECT_LT(std::abs(transferFunctionBlock(ranked, integrator)->transferFunction(s)(0, 0) - 3.0 / s), 1e-15);
}

TEST(LinearBlock, RefusesWhatIsNoBlock) {
  const double zeros[] = {1, 0, 0}, pole[] = {1, 1}, constant[] = {0, 4};
  EXPECT_NE(transferFunctionBlock(zeros, pole).error().find("differentiates"), std::string::npos);
  EXPECT_FALSE(transferFunctionBlock(pole, constant));
  EXPECT_FALSE(
      closedLoopBlock(MatrixXd::Identity(2, 2), VectorXd::Ones(3), 1, VectorXd::Ones(2), MatrixXd::Ones(1, 2)));
  LinearBlock block = firstOrderBlock(1);
  EXPECT_EQ(block.complaint(), "");
  block.B = MatrixXd::Ones(2, 1);
  EXPECT_EQ(block.complaint(), "B has 2 rows for 1 states");
  EXPECT_NE(firstOrderBlock(0).complaint(), "");
}

TEST(LinearBlock, ClosesALoopAsTheOpenFormSays) {
  const MatrixXd A = randomMatrix(3, 3, 1), C = randomMatrix(1, 3, 2);
  const VectorXd b = randomMatrix(3, 1, 3), k = randomMatrix(3, 1, 4);
  const double K = 2.5;
  const auto loop = closedLoopBlock(A, b, K, k, C);
  ASSERT_TRUE(loop);
  const auto r = [](double t) { return VectorXd::Constant(1, std::cos(t)); };
  // x' = A x + b K (r - k' x), integrated as it stands.
  Problem p{.size = 3};
  p.rhs = [&](double t, ConstView y, View f) {
    const Eigen::Map<const VectorXd> x(y.data(), 3);
    const VectorXd slope = A * x + b * K * (r(t)(0) - k.dot(x));
    std::ranges::copy(slope, f.begin());
  };
  Options options;
  options.method = "dop853";
  options.tolerances.relative = options.tolerances.absolute = 1e-14;
  const Vector direct = solve(p, 0, 1, {0.0, 0.0, 0.0}, options).states.back();
  TransitionMatrix transition(loop->A, loop->B, sinusoidGenerator(1));
  const VectorXd x = transition.at(1).Theta * Eigen::Vector2d(1, 0);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(x(i), direct[static_cast<std::size_t>(i)], 2e-13);
}

TEST(LinearBlock, ConnectsBlocksInSeriesAndInLoops) {
  const Complex s{0.1, 1.5};
  const LinearBlock blocks[] = {firstOrderBlock(0.5), secondOrderBlock(0.7, 4)};
  MatrixXd series = MatrixXd::Zero(2, 2);
  series(1, 0) = 1;
  const Complex g1 = 1.0 / (1.0 + 0.5 * s), g2 = 16.0 / (s * s + 5.6 * s + 16.0);
  EXPECT_LT(std::abs(connect(blocks, series)->transferFunction(s)(1, 0) - g1 * g2), 1e-15);
  MatrixXd loop = series;
  loop(0, 1) = -3;
  EXPECT_LT(std::abs(connect(blocks, loop)->transferFunction(s)(1, 0) - g1 * g2 / (1.0 + 3.0 * g1 * g2)), 1e-15);
  // A loop through feedthroughs alone: u = u + v has no solution.
  LinearBlock direct = firstOrderBlock(1);
  direct.D(0, 0) = 1;
  EXPECT_FALSE(connect(std::span(&direct, 1), MatrixXd::Ones(1, 1)));
  EXPECT_FALSE(connect(std::span(&direct, 1), MatrixXd::Ones(2, 1)));
}

// ---- transition matrices --------------------------------------------------------------------------------------------

TEST(TransitionMatrix, HasTheBlocksOfThePolynomialAugmentation) {
  const Generator g = polynomialGenerator(2, 2);
  ASSERT_EQ(g.F.rows(), 6);
  MatrixXd F = MatrixXd::Zero(6, 6);
  F.block(0, 2, 4, 4).setIdentity();
  EXPECT_EQ(g.F, F);
  EXPECT_EQ(g.H.leftCols(2), MatrixXd::Identity(2, 2));
  EXPECT_TRUE(g.H.rightCols(4).isZero(0));
}

TEST(TransitionMatrix, OfTheDoubleIntegratorHasPowersOfTheStepOverFactorials) {
  MatrixXd A(2, 2), B(2, 1);
  A << 0, 1, 0, 0;
  B << 0, 1;
  const double h = 0.7;
  TransitionMatrix transition(A, B, 3);
  const auto& step = transition.at(h);
  for (int j = 0; j <= 3; ++j) {
    EXPECT_NEAR(step.Theta(0, j), std::pow(h, j + 2) / std::tgamma(j + 3.0), 1e-16);
    EXPECT_NEAR(step.Theta(1, j), std::pow(h, j + 1) / std::tgamma(j + 2.0), 1e-16);
  }
}

TEST(TransitionMatrix, IsExactForPolynomialInputsUpToItsDegree) {
  const MatrixXd A = randomMatrix(4, 4, 8), B = randomMatrix(4, 2, 9);
  for (int degree = 0; degree <= 3; ++degree) {
    const MatrixXd coefficients = randomMatrix(2, degree + 1, 10);
    const auto u = [&](double t) {
      VectorXd value = VectorXd::Zero(2);
      for (int j = degree; j >= 0; --j) value = value * t + coefficients.col(j);
      return value;
    };
    VectorXd w(2 * (degree + 1));
    for (int j = 0; j <= degree; ++j) w.segment(2 * j, 2) = std::tgamma(j + 1.0) * coefficients.col(j);
    TransitionMatrix transition(A, B, degree);
    const VectorXd x = transition.at(1.3).Theta * w;
    EXPECT_LT((x - tightSolution(A, B, u, 1.3)).cwiseAbs().maxCoeff(), 1e-11) << degree;
  }
}

TEST(TransitionMatrix, FollowsExponentialsAndSinusoidsExactlyAtAnyStep) {
  const MatrixXd A = randomMatrix(3, 3, 11), B = randomMatrix(3, 1, 12);
  TransitionMatrix grows(A, B, exponentialGenerator(0.4));
  EXPECT_LT((grows.at(2).Theta * VectorXd::Constant(1, 1.5) -
             tightSolution(
                 A, B, [](double t) { return VectorXd::Constant(1, 1.5 * std::exp(0.4 * t)); }, 2))
                .cwiseAbs()
                .maxCoeff(),
            1e-11);
  TransitionMatrix turns(A, B, sinusoidGenerator(5));
  VectorXd x = VectorXd::Zero(3);
  for (int i = 0; i < 4; ++i) {
    const auto& step = turns.at(0.5);
    x = step.Phi * x + step.Theta * Eigen::Vector2d(std::cos(2.5 * i), std::sin(2.5 * i));
  }
  EXPECT_LT((x - tightSolution(
                     A, B, [](double t) { return VectorXd::Constant(1, std::cos(5 * t)); }, 2))
                .cwiseAbs()
                .maxCoeff(),
            1e-11);
}

// y'' + 1001 y' + 1000 y = 1000: poles -1 and -1000, one step of 1 s.
TEST(TransitionMatrix, TakesAStiffBlockOverManyTimeConstantsInOneExactStep) {
  MatrixXd A(2, 2), B(2, 1);
  A << 0, 1, -1000, -1001;
  B << 0, 1;
  TransitionMatrix transition(A, B, 0);
  EXPECT_NEAR(transition.at(1).Theta(0, 0) * 1000, 0.6317523111396973, 1e-14);
}

TEST(TransitionMatrix, ClosedFormsEqualTheGeneralOne) {
  const LinearBlock blocks[] = {firstOrderBlock(0.02), secondOrderBlock(0.3, 40), secondOrderBlock(12, 40)};
  for (const LinearBlock& block : blocks)
    for (const double h : {1e-4, 0.05, 1.0}) {
      TransitionMatrix byForm(block.A, block.B, 1), byExponential(block.A, block.B, polynomialGenerator(1, 1));
      const auto& closed = byForm.at(h);
      const auto& general = byExponential.at(h);
      const double size = std::max(1.0, block.A.cwiseAbs().maxCoeff() * std::max(1.0, h));
      EXPECT_LT((closed.Phi - general.Phi).cwiseAbs().maxCoeff(), 1e-14 * size) << h;
      EXPECT_LT((closed.Theta - general.Theta).cwiseAbs().maxCoeff(), 1e-14 * size) << h;
    }
}

TEST(TransitionMatrix, KeepsTheLastStepSizes) {
  TransitionMatrix transition(randomMatrix(3, 3, 1), randomMatrix(3, 1, 2), 1);
  const double* const first = transition.at(0.5).Phi.data();
  EXPECT_EQ(transition.at(0.5).Phi.data(), first);
  for (const double h : {0.1, 0.2, 0.3, 0.4}) transition.at(h);
  EXPECT_EQ(transition.at(0.5).Phi.data(), first);
}

TEST(InputModel, DerivativesFromSamplesAreExactForPolynomials) {
  const double h = 0.2;
  const auto u = [](double t) { return 3 + 2 * t - t * t + 0.5 * t * t * t; };
  for (const auto fit : {InputModel::Fit::extrapolate, InputModel::Fit::interpolate}) {
    const InputModel model{fit, 3};
    const MatrixXd weights = derivativeWeights(model);
    VectorXd samples(4);
    for (int i = 0; i < 4; ++i) samples(i) = u(h * sampleNode(model, i));
    const VectorXd derivatives = weights * samples;
    const double expected[] = {3, 2, -2, 3};
    for (int j = 0; j < 4; ++j) EXPECT_NEAR(derivatives(j) / std::pow(h, j), expected[j], 1e-11) << j;
  }
  EXPECT_EQ(derivativeWeights(InputModel::step())(0, 0), 1);
}

// ---- grouping -------------------------------------------------------------------------------------------------------

TEST(Grouping, MergesPartsThatAreConnectedByConstantFactorsAndNoOthers) {
  // part 0 -> tanh -> part 1 -> part 2 (factor 3, and the outside state y[3] with factor -1).
  const LinearPart part0 = partOf(firstOrderBlock(1), {0}, [](double, ConstView y, View u) { u[0] = y[3] * y[3]; });
  const LinearPart part1 = partOf(firstOrderBlock(2), {1}, [](double, ConstView y, View u) { u[0] = std::tanh(y[0]); });
  const LinearPart part2 = partOf(firstOrderBlock(4), {2}, [](double, ConstView y, View u) { u[0] = 3 * y[1] - y[3]; });
  const Vector y{0.1, 0.2, 0.3, 0.4};
  const auto groups = groupConnectedParts({part0, part1, part2}, 0, y);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].states, std::vector<int>({0}));
  EXPECT_EQ(groups[1].states, std::vector<int>({1, 2}));
  const Vector expected{-0.5, 0.75, 0, -0.25};
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(groups[1].a[i], expected[i], 1e-12);
  Vector u(2);
  groups[1].inputs(0, y, u);
  EXPECT_NEAR(u[0], std::tanh(0.1), 1e-12);
  EXPECT_NEAR(u[1], -0.4, 1e-9);
}

TEST(Grouping, PartsThatDoNotFitTheProblemAreNamed) {
  const LinearPart good = partOf(firstOrderBlock(1), {0}, [](double, ConstView, View u) { u[0] = 0; });
  EXPECT_EQ(complaintAboutParts({good}, 1), "");
  LinearPart bad = good;
  bad.states = {1};
  EXPECT_NE(complaintAboutParts({bad}, 1), "");
  EXPECT_NE(complaintAboutParts({good, good}, 1), "");
  bad = good;
  bad.a = {1, 2};
  EXPECT_NE(complaintAboutParts({bad}, 1), "");
  bad = good;
  bad.inputs = {};
  EXPECT_NE(complaintAboutParts({bad}, 1), "");
}

}  // namespace
}  // namespace dashpot::integrators
