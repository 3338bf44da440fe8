// Every solver gives the solution of W x = b, W = alpha M - J, for real and complex alpha, and says when W is singular.
#include "linalg/solvers.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <numeric>
#include <random>

namespace dashpot::linalg {
namespace {

using Complex = std::complex<double>;

struct System {
  int n;
  SparsityPattern pattern;
  std::vector<double> jacobian;
  MassMatrix mass;

  /// W as a dense matrix.
  template <class Scalar>
  Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic> matrix(Scalar alpha) const {
    Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic> w(n, n);
    w.setZero();
    const auto where = places(n, pattern);
    for (std::size_t k = 0; k < where.size(); ++k) w(where[k].row, where[k].column) -= jacobian[k];
    for (int i = 0; i < n; ++i)
      if (mass.kind != MassMatrix::Kind::sparse) w(i, i) += alpha * (mass.values.empty() ? 1.0 : mass.values[i]);
    if (mass.kind == MassMatrix::Kind::sparse) {
      const auto at = places(n, mass.pattern);
      for (std::size_t k = 0; k < at.size(); ++k) w(at[k].row, at[k].column) += alpha * mass.values[k];
    }
    return w;
  }
};

/// Random band (or everything, for lower = upper = n), well conditioned by chance only: pivoting is needed.
System randomSystem(int n, int lower, int upper, bool dense, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> value(-1, 1);
  System s{.n = n, .pattern = {}, .jacobian = {}, .mass = {}};
  if (!dense) {
    s.pattern.columnStart.push_back(0);
    for (int j = 0; j < n; ++j) {
      for (int i = std::max(0, j - upper); i <= std::min(n - 1, j + lower); ++i) s.pattern.rows.push_back(i);
      s.pattern.columnStart.push_back(static_cast<int>(s.pattern.rows.size()));
    }
  }
  s.jacobian.resize(static_cast<std::size_t>(s.pattern.nonZeros(n)));
  for (double& v : s.jacobian) v = value(random);
  return s;
}

void expectSolves(LinearSolver& solver, const System& s) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> value(-1, 1);
  for (const double alpha : {0.3, 5.0, 1e6}) {
    ASSERT_TRUE(solver.factor(alpha, s.jacobian));
    Eigen::VectorXd b = Eigen::VectorXd::NullaryExpr(s.n, [&] { return value(random); });
    const Eigen::VectorXd expected = s.matrix(alpha).fullPivLu().solve(b);
    solver.solve(std::span(b.data(), static_cast<std::size_t>(s.n)));
    EXPECT_LT((b - expected).norm(), 1e-9 * expected.norm()) << "n = " << s.n << ", alpha = " << alpha;
  }
  const Complex alpha(2, 3);
  ASSERT_TRUE(solver.factor(alpha, s.jacobian));
  Eigen::VectorXcd b = Eigen::VectorXcd::NullaryExpr(s.n, [&] { return Complex(value(random), value(random)); });
  const Eigen::VectorXcd expected = s.matrix(alpha).fullPivLu().solve(b);
  solver.solve(std::span(b.data(), static_cast<std::size_t>(s.n)));
  EXPECT_LT((b - expected).norm(), 1e-9 * expected.norm()) << "n = " << s.n << ", complex";
}

TEST(Solvers, DenseSystemsOfEverySizeClassAreSolved) {
  for (const int n : {1, 2, 3, 4, 5, 8, 9, 20, 63, 64, 100}) {
    const System s = randomSystem(n, n, n, true, 1);
    expectSolves(*makeSolver(SolverKind::dense, n, s.pattern, s.mass), s);
  }
}

/// What rounding may do to a solution by elimination without growth is some units in the last place of |W^-1| |b| and
/// |W^-1| |W| |x| (Higham 2002, theorem 7.4), whatever units the unknowns have.
template <int n>
void expectSolvesToRounding() {
  using Exact = Eigen::Matrix<long double, n, n>;
  using ExactVector = Eigen::Matrix<long double, n, 1>;
  constexpr double some = 32 * std::numeric_limits<double>::epsilon();
  std::mt19937 random(11);
  std::uniform_real_distribution<double> value(-1, 1), exponent(-8, 8);
  for (unsigned k = 0; k < 200; ++k) {
    System s = randomSystem(n, n, n, true, 100 + k);
    Exact w;
    for (int j = 0; j < n; ++j) {
      const double unit = std::pow(10.0, exponent(random));
      for (int i = 0; i < n; ++i) w(i, j) = -(s.jacobian[static_cast<std::size_t>(j * n + i)] *= unit);
    }
    const auto solver = makeSolver(SolverKind::dense, n, s.pattern, s.mass);
    ASSERT_TRUE(solver->factor(0.0, s.jacobian));
    std::array<double, n> x;
    ExactVector b;
    for (int i = 0; i < n; ++i) b(i) = x[static_cast<std::size_t>(i)] = value(random);
    solver->solve(x);
    const Exact inverse = w.inverse();
    const ExactVector expected = inverse * b;
    const ExactVector allowed = inverse.cwiseAbs() * (b.cwiseAbs() + w.cwiseAbs() * expected.cwiseAbs());
    for (int i = 0; i < n; ++i)
      EXPECT_LE(std::fabs(x[static_cast<std::size_t>(i)] - expected(i)), some * allowed(i)) << "n = " << n << ", " << k;
  }
}

TEST(Solvers, SmallSystemsAreSolvedToRoundingWhateverTheUnitsOfTheUnknowns) {
  expectSolvesToRounding<2>();
  expectSolvesToRounding<3>();
  expectSolvesToRounding<4>();
}

TEST(Solvers, FewEquationsMayHaveADeterminantThatIsOutOfRange) {
  for (const int n : {2, 3, 4})
    for (const double size : {1e-200, 1e200}) {
      System s = randomSystem(n, n, n, true, 12);
      const Eigen::VectorXd expected = s.matrix(0.0).fullPivLu().solve(Eigen::VectorXd::Ones(n));
      for (double& entry : s.jacobian) entry *= size;
      const auto solver = makeSolver(SolverKind::dense, n, s.pattern, s.mass);
      ASSERT_TRUE(solver->factor(0.0, s.jacobian));
      Eigen::VectorXd x = Eigen::VectorXd::Constant(n, size);
      solver->solve(std::span(x.data(), static_cast<std::size_t>(n)));
      EXPECT_LT((x - expected).norm(), 1e-13 * expected.norm()) << n << " equations in units of " << size;
    }
}

TEST(Solvers, FewEquationsMayStandInAnyOrder) {
  for (const int n : {2, 3, 4}) {
    std::vector<int> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    do {
      System s{
          .n = n, .pattern = {}, .jacobian = std::vector<double>(static_cast<std::size_t>(n * n), 0.0), .mass = {}};
      for (int i = 0; i < n; ++i) s.jacobian[static_cast<std::size_t>(order[i] * n + i)] = -(i + 1.0);
      const auto solver = makeSolver(SolverKind::dense, n, s.pattern, s.mass);
      ASSERT_TRUE(solver->factor(0.0, s.jacobian));
      std::vector<double> x(static_cast<std::size_t>(n), 12.0);
      solver->solve(x);
      for (int i = 0; i < n; ++i) EXPECT_DOUBLE_EQ(x[static_cast<std::size_t>(order[i])], 12.0 / (i + 1.0));
    } while (std::ranges::next_permutation(order).found);
  }
}

TEST(Solvers, BandedSystemsAreSolvedWithPivoting) {
  for (const auto& [lower, upper] : {std::pair{0, 0}, {1, 1}, {2, 2}, {3, 1}, {0, 4}, {5, 0}}) {
    const System s = randomSystem(40, lower, upper, false, 2);
    expectSolves(*makeSolver(SolverKind::banded, s.n, s.pattern, s.mass), s);
  }
}

/// With large alpha from both ends, with small alpha with rows exchanged; and back.
TEST(Solvers, TridiagonalSystemsOfEverySizeAreSolvedWithAndWithoutPivoting) {
  for (const int n : {1, 2, 3, 4, 5, 40, 41})
    for (const auto& [lower, upper] : {std::pair{1, 1}, {1, 0}, {0, 1}}) {
      const System s = randomSystem(n, std::min(lower, n - 1), std::min(upper, n - 1), false, 6);
      const auto solver = makeSolver(SolverKind::banded, s.n, s.pattern, s.mass);
      expectSolves(*solver, s);
      expectSolves(*solver, s);
    }
}

TEST(Solvers, SparseSystemsAreSolvedAndRefactored) {
  const System s = randomSystem(60, 3, 2, false, 3);
  const auto solver = makeSolver(SolverKind::sparse, s.n, s.pattern, s.mass);
  expectSolves(*solver, s);
  expectSolves(*solver, s);
}

TEST(Solvers, EveryKindTakesEveryMassMatrix) {
  System s = randomSystem(30, 2, 2, false, 4);
  for (const MassMatrix::Kind kind : {MassMatrix::Kind::diagonal, MassMatrix::Kind::sparse}) {
    s.mass = {kind, std::vector<double>(30, 0.5), {}};
    s.mass.values[3] = s.mass.values[17] = 0;
    if (kind == MassMatrix::Kind::sparse) {
      // Pairs of neighbours are coupled: entries (j, j) and (j - 1, j).
      s.mass.values.clear();
      s.mass.pattern.columnStart = {0};
      for (int j = 0; j < 30; ++j) {
        if (j > 0) s.mass.pattern.rows.push_back(j - 1);
        s.mass.pattern.rows.push_back(j);
        s.mass.pattern.columnStart.push_back(static_cast<int>(s.mass.pattern.rows.size()));
      }
      s.mass.values.assign(s.mass.pattern.rows.size(), 0.25);
    }
    for (const SolverKind solver : {SolverKind::dense, SolverKind::banded, SolverKind::sparse})
      expectSolves(*makeSolver(solver, s.n, s.pattern, s.mass), s);
  }
}

TEST(Solvers, AJacobianWithoutNonZerosIsNotTakenForADenseOne) {
  System s{.n = 3, .pattern = {{0, 0, 0, 0}, {}}, .jacobian = {}, .mass = {}};
  expectSolves(*makeSolver(s.n, s.pattern, s.mass), s);
}

TEST(Solvers, ASingularMatrixIsReported) {
  for (const int n : {1, 2, 3, 4, 8}) {
    System s = randomSystem(n, n, n, true, 6);
    for (int i = 0; i < n; ++i) s.jacobian[static_cast<std::size_t>(i)] = 0;
    EXPECT_FALSE(makeSolver(SolverKind::dense, n, s.pattern, s.mass)->factor(0.0, s.jacobian)) << n;
    s.jacobian[0] = NAN;
    EXPECT_FALSE(makeSolver(SolverKind::dense, n, s.pattern, s.mass)->factor(1.0, s.jacobian)) << n;
  }
  for (const SolverKind kind : {SolverKind::dense, SolverKind::banded, SolverKind::sparse}) {
    System s = randomSystem(30, 1, 1, false, 5);
    std::ranges::fill(s.jacobian, 0.0);
    s.mass = {MassMatrix::Kind::diagonal, std::vector<double>(30, 1.0), {}};
    s.mass.values[11] = 0;
    EXPECT_FALSE(makeSolver(kind, s.n, s.pattern, s.mass)->factor(1.0, s.jacobian));
    s.jacobian[0] = NAN;
    EXPECT_FALSE(makeSolver(kind, s.n, s.pattern, s.mass)->factor(1.0, s.jacobian));
  }
}

TEST(Solvers, TheChoiceFollowsSizeAndDensity) {
  EXPECT_EQ(chooseSolver(5, {}), SolverKind::dense);
  EXPECT_EQ(chooseSolver(300, {}), SolverKind::dense);
  EXPECT_EQ(chooseSolver(8, randomSystem(8, 1, 1, false, 1).pattern), SolverKind::dense);
  EXPECT_EQ(chooseSolver(1000, randomSystem(1000, 2, 2, false, 1).pattern), SolverKind::banded);
  // An arrow: a full band, but few non-zeros.
  SparsityPattern arrow;
  arrow.columnStart = {0};
  for (int j = 0; j < 100; ++j) {
    if (j == 0)
      for (int i = 0; i < 100; ++i) arrow.rows.push_back(i);
    else
      arrow.rows.insert(arrow.rows.end(), {0, j});
    arrow.columnStart.push_back(static_cast<int>(arrow.rows.size()));
  }
  EXPECT_EQ(chooseSolver(100, arrow), SolverKind::sparse);
}

TEST(Sparsity, ColumnsOfOneColourShareNoRow) {
  for (const auto& [lower, upper] : {std::pair{1, 1}, {2, 3}, {0, 7}}) {
    const System s = randomSystem(50, lower, upper, false, 1);
    const Colouring c = colour(s.n, s.pattern);
    EXPECT_EQ(c.colours, lower + upper + 1);  // the optimum for a band
    std::vector<std::vector<bool>> seen(static_cast<std::size_t>(c.colours), std::vector<bool>(50));
    for (const Place p : places(s.n, s.pattern)) {
      auto taken = seen[static_cast<std::size_t>(c.colourOf[static_cast<std::size_t>(p.column)])].begin() + p.row;
      EXPECT_FALSE(*taken);
      *taken = true;
    }
  }
}

TEST(Sparsity, MalformedPatternsAreRecognised) {
  EXPECT_TRUE(valid(2, {}));
  EXPECT_TRUE(valid(2, {{0, 1, 2}, {1, 0}}));
  EXPECT_FALSE(valid(2, {{0, 1}, {0}}));
  EXPECT_FALSE(valid(2, {{0, 1, 2}, {2, 0}}));
  EXPECT_FALSE(valid(2, {{0, 2, 2}, {1, 0}}));
  EXPECT_FALSE(valid(2, {{0, 2, 1}, {0, 1}}));
}

}  // namespace
}  // namespace dashpot::linalg
