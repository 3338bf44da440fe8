// Krylov actions of phi functions agree with dense ones, and deliver the accuracy asked for.
#include "linalg/krylov.hpp"

#include "linalg/dense_reference.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

namespace dashpot::linalg {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

double rmsDifference(const VectorXd& a, const VectorXd& b) {
  const VectorXd difference = a - b;
  return rms({difference.data(), static_cast<std::size_t>(difference.size())});
}

/// diffusion u'' - velocity u' on n inner points of (0, 1), by central differences.
struct Line {
  int n;
  double diffusion = 1;
  double velocity = 0;

  double left() const { return diffusion * (n + 1) * (n + 1) + velocity * (n + 1) / 2; }
  double right() const { return diffusion * (n + 1) * (n + 1) - velocity * (n + 1) / 2; }
  double middle() const { return -2 * diffusion * (n + 1) * (n + 1); }

  void product(std::span<const double> x, std::span<double> y) const {
    const auto last = static_cast<std::size_t>(n) - 1;
    for (std::size_t i = 0; i <= last; ++i)
      y[i] = (i > 0 ? left() * x[i - 1] : 0.0) + middle() * x[i] + (i < last ? right() * x[i + 1] : 0.0);
  }
  MatrixXd matrix() const {
    MatrixXd a = MatrixXd::Zero(n, n);
    for (int i = 0; i < n; ++i) {
      a(i, i) = middle();
      if (i > 0) a(i, i - 1) = left();
      if (i + 1 < n) a(i, i + 1) = right();
    }
    return a;
  }
  KrylovPhi::Product asProduct() const {
    return [line = *this](std::span<const double> x, std::span<double> y) { line.product(x, y); };
  }
};

TEST(Krylov, AgreesWithDenseFunctionsOnDiffusionAndAdvection) {
  for (const Line line : {Line{120}, Line{120, 0.01, 3}, Line{30, 1, 5}}) {
    const MatrixXd b = randomMatrix(line.n, 5, 1);
    KrylovPhi phi(line.n, 4);
    for (const double tau : {1e-5, 1e-3, 0.1}) {
      const double times[] = {tau};
      MatrixXd result(line.n, 1);
      ASSERT_TRUE(phi(line.asProduct(), b, times, rms, 1e-11, result)) << line.velocity << " " << tau;
      EXPECT_LT(rmsDifference(result.col(0), dense(line.matrix(), b, tau)), 1e-10) << line.velocity << " " << tau;
    }
  }
}

TEST(Krylov, GivesSeveralTimesAtOnceAndBackwards) {
  const Line line{60, 0.02, 1};
  const MatrixXd b = randomMatrix(60, 3, 2);
  KrylovPhi phi(60, 2);
  const double times[] = {0, 0.01, 0.05, 0.09, 0.1};
  MatrixXd results(60, 5);
  ASSERT_TRUE(phi(line.asProduct(), b, times, rms, 1e-11, results));
  EXPECT_EQ(results.col(0), b.col(0));
  for (int i = 1; i < 5; ++i)
    EXPECT_LT(rmsDifference(results.col(i), dense(line.matrix(), b, times[i])), 1e-10) << times[i];

  const MatrixXd a = randomMatrix(40, 40, 3);
  const double back[] = {-0.3, -0.7};
  MatrixXd earlier(40, 2);
  KrylovPhi smaller(40, 2);
  const auto product = [&](std::span<const double> x, std::span<double> y) {
    Eigen::Map<VectorXd>(y.data(), 40) = a * Eigen::Map<const VectorXd>(x.data(), 40);
  };
  ASSERT_TRUE(smaller(product, randomMatrix(40, 3, 4), back, rms, 1e-10, earlier));
  for (int i = 0; i < 2; ++i)
    EXPECT_LT(rmsDifference(earlier.col(i), dense(a, randomMatrix(40, 3, 4), back[i])), 1e-9) << back[i];
}

TEST(Krylov, ErrorsFollowTheTolerance) {
  const Line line{400};
  const MatrixXd b = randomMatrix(400, 3, 9);
  const double times[] = {1e-3};
  const VectorXd exact = dense(line.matrix(), b, times[0]);
  long cheaper = 0;
  for (const double tolerance : {1e-3, 1e-5, 1e-7, 1e-9}) {
    KrylovPhi phi(400, 2);
    MatrixXd result(400, 1);
    ASSERT_TRUE(phi(line.asProduct(), b, times, rms, tolerance, result));
    EXPECT_LT(rmsDifference(result.col(0), exact), 2 * tolerance);
    EXPECT_GT(phi.counts().products, cheaper);
    cheaper = phi.counts().products;
  }
}

TEST(Krylov, NeedsFarFewerProductsThanStabilityOfExplicitStepsWould) {
  // ||A|| = 3.6e5 for n = 300: by Euler's method a time of 1 takes 1.8e5 products.
  const Line line{300};
  MatrixXd b(300, 2);
  b.col(0).setZero();
  b.col(1).setOnes();
  const double times[] = {1};
  MatrixXd result(300, 1);
  KrylovPhi phi(300, 1);
  ASSERT_TRUE(phi(line.asProduct(), b, times, rms, 1e-6, result));
  EXPECT_LT(phi.counts().products, 18000);
  // u'' = -1: the parabola x (1 - x) / 2, but for the slowest mode.
  const double pi = std::numbers::pi;
  for (const int i : {29, 149, 239}) {
    const double x = (i + 1) / 301.0;
    const double slowest = -4 / (pi * pi * pi) * std::exp(-pi * pi) * std::sin(pi * x);
    EXPECT_NEAR(result(i, 0), x * (1 - x) / 2 + slowest, 2e-6) << i;
  }
}

TEST(Krylov, IsExactInAnInvariantSubspace) {
  const Line line{200};
  VectorXd mode(200);
  for (int i = 0; i < 200; ++i) mode(i) = std::sin(std::numbers::pi * (i + 1) / 201);
  const double eigenvalue = -4 * std::pow(201 * std::sin(std::numbers::pi / 402), 2);
  const double times[] = {0.1};
  MatrixXd result(200, 1);
  KrylovPhi phi(200, 1);
  ASSERT_TRUE(phi(line.asProduct(), mode, times, rms, 1e-12, result));
  EXPECT_LT(rmsDifference(result.col(0), std::exp(0.1 * eigenvalue) * mode), 1e-11);
}

TEST(Krylov, SaysSoWhenTheMatrixIsNotFinite) {
  const auto product = [](std::span<const double>, std::span<double> y) {
    std::ranges::fill(y, std::numeric_limits<double>::quiet_NaN());
  };
  const double times[] = {1};
  MatrixXd result(20, 1);
  EXPECT_FALSE(KrylovPhi(20, 1)(product, MatrixXd::Ones(20, 2), times, rms, 1e-6, result));
}

TEST(Krylov, RepeatsItselfFromItsHint) {
  const Line line{300};
  const MatrixXd b = randomMatrix(300, 2, 4);
  const double times[] = {0.01};
  MatrixXd warmUp(300, 1), first(300, 1), second(300, 1);
  KrylovPhi phi(300, 1);
  ASSERT_TRUE(phi(line.asProduct(), b, times, rms, 1e-6, warmUp));
  KrylovPhi copy(300, 1);
  copy.setHint(phi.hint());
  ASSERT_TRUE(phi(line.asProduct(), b, times, rms, 1e-6, first));
  ASSERT_TRUE(copy(line.asProduct(), b, times, rms, 1e-6, second));
  EXPECT_EQ(first, second);
}

}  // namespace
}  // namespace dashpot::linalg
