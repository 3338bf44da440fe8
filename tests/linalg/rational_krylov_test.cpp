// Rational Krylov actions of phi functions agree with dense ones, and do not care how stiff the matrix is.
#include "linalg/rational_krylov.hpp"

#include "linalg/dense_reference.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace dashpot::linalg {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd randomColumns(int rows, int columns) { return randomMatrix(rows, columns, 5); }

/// diffusion u'' - velocity u' on n inner points of (0, 1), by central differences.
MatrixXd line(int n, double diffusion, double velocity) {
  const double d = diffusion * (n + 1) * (n + 1), v = velocity * (n + 1) / 2;
  MatrixXd a = MatrixXd::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    a(i, i) = -2 * d;
    if (i > 0) a(i, i - 1) = d + v;
    if (i + 1 < n) a(i, i + 1) = d - v;
  }
  return a;
}

struct Outcome {
  bool ok;
  long solves;
  MatrixXd results;
};

Outcome apply(const MatrixXd& a, const MatrixXd& b, std::span<const double> times, double tolerance) {
  const auto n = static_cast<int>(a.rows());
  const double gamma = RationalPhi::gammaFor(times.back());
  const Eigen::PartialPivLU<MatrixXd> lu(MatrixXd::Identity(n, n) - gamma * a);
  RationalPhi phi(n, static_cast<int>(b.cols()) - 1);
  Outcome outcome{false, 0, MatrixXd(n, static_cast<Eigen::Index>(times.size()))};
  const auto solve = [&](std::span<double> x) {
    Eigen::Map<VectorXd> view(x.data(), n);
    view = lu.solve(VectorXd(view));
  };
  outcome.ok = phi(solve, gamma, b, times, rms, tolerance, outcome.results);
  outcome.solves = phi.solves();
  return outcome;
}

TEST(RationalKrylov, AgreesWithDenseFunctionsOnDiffusionAndAdvection) {
  const MatrixXd matrices[] = {line(120, 1, 0), line(120, 0.05, 3), line(40, 1, 5)};
  for (const MatrixXd& a : matrices) {
    const MatrixXd b = randomColumns(static_cast<int>(a.rows()), 4);
    for (const double tau : {1e-3, 0.1, 1.0}) {
      const double times[] = {0.5 * tau, 0.9 * tau, tau};
      for (const double tolerance : {1e-4, 1e-7}) {
        const Outcome outcome = apply(a, b, times, tolerance);
        ASSERT_TRUE(outcome.ok) << tau;
        for (int i = 0; i < 3; ++i) {
          const VectorXd difference = outcome.results.col(i) - dense(a, b, times[i]);
          EXPECT_LT(rms({difference.data(), static_cast<std::size_t>(difference.size())}), 2 * tolerance)
              << tau << " " << tolerance << " " << i;
        }
      }
    }
  }
}

TEST(RationalKrylov, NeedsNoMoreVectorsOnFinerGrids) {
  long coarse = 0;
  for (const int n : {50, 200, 800}) {
    MatrixXd b = MatrixXd::Zero(n, 2);
    for (int i = 0; i < n; ++i) b(i, 1) = (i + 1.0) * (n - i) / ((n + 1.0) * (n + 1.0));
    const double times[] = {0.1};
    const Outcome outcome = apply(line(n, 1, 0), b, times, 1e-6);
    ASSERT_TRUE(outcome.ok) << n;
    if (coarse == 0) coarse = outcome.solves;
    EXPECT_LE(outcome.solves, 1.5 * static_cast<double>(coarse)) << n;
  }
}

TEST(RationalKrylov, RefusesWhatIsNotFinite) {
  MatrixXd b = randomColumns(20, 2);
  b(3, 1) = NAN;
  const double times[] = {0.1};
  EXPECT_FALSE(apply(line(20, 1, 0), b, times, 1e-6).ok);
}

}  // namespace
}  // namespace dashpot::linalg
