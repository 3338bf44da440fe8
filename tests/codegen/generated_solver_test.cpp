// Straight-line elimination against dense elimination with partial pivoting, for real and complex alpha.
#include "codegen/generated_solver.hpp"

#include "linalg/solvers.hpp"

#include <gtest/gtest.h>

#include <random>

namespace dashpot::codegen {
namespace {

using Complex = std::complex<double>;

struct MatrixCase {
  int n = 0;
  SparsityPattern pattern;
  Vector values;
  MassMatrix mass;
};

/// About `perColumn` entries in each column, and the diagonal.
MatrixCase randomCase(int n, int perColumn, std::mt19937& random) {
  MatrixCase result{.n = n};
  result.pattern.columnStart.push_back(0);
  std::normal_distribution<double> normal;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i)
      if (i == j || static_cast<int>(random() % static_cast<unsigned>(n)) < perColumn) {
        result.pattern.rows.push_back(i);
        result.values.push_back(normal(random) * std::pow(10.0, static_cast<int>(random() % 7) - 3));
      }
    result.pattern.columnStart.push_back(static_cast<int>(result.pattern.rows.size()));
  }
  return result;
}

std::unique_ptr<GeneratedSolver> solverFor(const MatrixCase& c,
                                           CodeOptions options = {.backend = Backend::interpreter}) {
  const auto eliminations = std::make_shared<Eliminations>(structureOf(c.n, c.pattern, c.mass), options);
  return makeGeneratedSolver(eliminations, {}, [c] { return linalg::makeSolver(c.n, c.pattern, c.mass); });
}

template <class Scalar>
double error(const MatrixCase& c, LinearSolver& solver, Scalar alpha, std::mt19937& random) {
  const auto n = static_cast<std::size_t>(c.n);
  std::normal_distribution<double> normal;
  std::vector<Scalar> x(n), b(n, Scalar(0));
  for (Scalar& value : x) value = Scalar(normal(random));
  for (std::size_t j = 0; j < n; ++j)
    for (int k = c.pattern.columnStart[j]; k < c.pattern.columnStart[j + 1]; ++k)
      b[static_cast<std::size_t>(c.pattern.rows[static_cast<std::size_t>(k)])] -=
          c.values[static_cast<std::size_t>(k)] * x[j];
  for (std::size_t i = 0; i < n; ++i)
    b[i] += alpha * (c.mass.kind == MassMatrix::Kind::identity ? 1.0 : c.mass.values[i]) * x[i];
  std::vector<Scalar> general = b;
  EXPECT_TRUE(solver.factor(alpha, c.values));
  solver.solve(b);
  const auto reference = linalg::makeSolver(linalg::SolverKind::dense, c.n, c.pattern, c.mass);
  EXPECT_TRUE(reference->factor(alpha, c.values));
  reference->solve(general);
  double ours = 0.0, theirs = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    ours = std::max(ours, std::abs(b[i] - x[i]));
    theirs = std::max(theirs, std::abs(general[i] - x[i]));
  }
  return ours / (theirs + 1e-14);
}

TEST(GeneratedSolver, IsAsAccurateAsDenseEliminationForRealAndComplexAlpha) {
  std::mt19937 random(11);
  for (const int n : {1, 2, 3, 8, 20, 45})
    for (int trial = 0; trial < 5; ++trial) {
      const MatrixCase c = randomCase(n, 2, random);
      const auto solver = solverFor(c);
      EXPECT_LT(error(c, *solver, 17.0, random), 1e3) << n;
      EXPECT_LT(error(c, *solver, Complex(5.0, 9.0), random), 1e3) << n;
      EXPECT_FALSE(solver->counts().isGeneral);
    }
}

TEST(GeneratedSolver, TakesASingularMassMatrix) {
  std::mt19937 random(12);
  MatrixCase c = randomCase(6, 3, random);
  c.mass.kind = MassMatrix::Kind::diagonal;
  c.mass.values = {1, 0, 2, 0, 1, 0};
  EXPECT_LT(error(c, *solverFor(c), 3.0, random), 1e3);
  EXPECT_LT(error(c, *solverFor(c), Complex(1.0, -2.0), random), 1e3);
}

/// How many operations of a function wait for one another.
std::size_t longestWay(const Function& function) {
  std::vector<std::size_t> after(function.code.size(), 0);
  std::size_t longest = 0;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const Instruction& at = function.code[i];
    if (at.code == Code::operation) after[i] = 1 + std::max(after[at.a], after[at.b]);
    longest = std::max(longest, after[i]);
  }
  return longest;
}

/// Each unknown of a chain waits for a product and a difference, on the way forwards and on the way back.
TEST(Elimination, SolvesAChainFromBothOfItsEnds) {
  constexpr int n = 40;
  MatrixCase c{.n = n};
  c.pattern.columnStart.push_back(0);
  for (int j = 0; j < n; ++j) {
    for (int i = std::max(j - 1, 0); i <= std::min(j + 1, n - 1); ++i)
      c.pattern.rows.push_back(i), c.values.push_back(i == j ? -2.0 : 1.0);
    c.pattern.columnStart.push_back(static_cast<int>(c.pattern.rows.size()));
  }
  const MatrixStructure structure = structureOf(n, c.pattern, c.mass);
  const Selection selection = selectPivots(structure, 1.0, c.values, {}, mostEliminationOperations);
  ASSERT_TRUE(selection.pivots);
  const Elimination elimination = eliminate(structure, *selection.pivots, Field::real);
  EXPECT_LE(longestWay(elimination.model[solveEntry]), 2 * (n + 2));
}

/// W = (alpha - a) ...: pivots that suit alpha = 1 are zero for alpha = 0.
TEST(GeneratedSolver, SelectsOtherPivotsWhenThoseAtHandHaveBecomeSmall) {
  MatrixCase c{.n = 2, .pattern = {{0, 1, 2}, {1, 0}}, .values = {1.0, 1.0}};  // J = [0 1; 1 0]
  const auto solver = solverFor(c);
  std::mt19937 random(13);
  EXPECT_LT(error(c, *solver, 1e6, random), 1e3);
  EXPECT_EQ(solver->counts().selections, 1);
  EXPECT_LT(error(c, *solver, 1e-9, random), 1e3);
  EXPECT_EQ(solver->counts().selections, 2);
  EXPECT_LT(error(c, *solver, 2e-9, random), 1e3);
  EXPECT_EQ(solver->counts().selections, 2);
}

TEST(GeneratedSolver, SaysThatASingularMatrixIsOne) {
  MatrixCase c{.n = 2, .pattern = {{0, 2, 4}, {0, 1, 0, 1}}, .values = {1.0, 1.0, 1.0, 1.0}};
  const auto solver = solverFor(c);
  EXPECT_FALSE(solver->factor(0.0, c.values));
  EXPECT_FALSE(solver->factor(Complex(2.0, 0.0), c.values));  // an eigenvalue
  EXPECT_TRUE(solver->factor(1.0, c.values));
}

TEST(GeneratedSolver, LeavesWhatIsTooLargeToAGeneralOne) {
  std::mt19937 random(14);
  const MatrixCase c = randomCase(60, 30, random);
  const auto solver = solverFor(c);
  EXPECT_LT(error(c, *solver, 17.0, random), 1e3);
  EXPECT_TRUE(solver->counts().isGeneral);
  EXPECT_LT(error(c, *solver, Complex(17.0, 1.0), random), 1e3);
}

TEST(GeneratedSolver, HasTheSameBitsInNativeCode) {
  std::mt19937 random(15);
  const MatrixCase c = randomCase(15, 3, random);
  const auto interpreted = solverFor(c), native = solverFor(c, {});
  for (const Tier tier : {Tier::fast, Tier::optimised})
    for (int trial = 0; trial < 3; ++trial) {
      const double alpha = 1.0 + trial;
      const Complex complexAlpha(alpha, -3.0);
      ASSERT_TRUE(interpreted->factor(alpha, c.values) && interpreted->factor(complexAlpha, c.values));
      ASSERT_TRUE(native->factor(alpha, c.values) && native->factor(complexAlpha, c.values));
      ASSERT_TRUE(native->prepare(tier));
      Vector x(15, 1.0), y(15, 1.0);
      std::vector<Complex> z(15, Complex(1.0, 2.0)), w(z);
      interpreted->solve(x), native->solve(y), interpreted->solve(z), native->solve(w);
      EXPECT_EQ(x, y);
      EXPECT_EQ(z, w);
    }
}

TEST(GeneratedSolver, SharesCodeBetweenSolversOfOneModel) {
  std::mt19937 random(16);
  const MatrixCase c = randomCase(10, 2, random);
  const auto eliminations =
      std::make_shared<Eliminations>(structureOf(c.n, c.pattern, c.mass), CodeOptions{.backend = Backend::interpreter});
  for (int k = 0; k < 3; ++k) ASSERT_TRUE(makeGeneratedSolver(eliminations, {}, {})->factor(2.0, c.values));
  EXPECT_EQ(eliminations->count(), 1u);
}

}  // namespace
}  // namespace dashpot::codegen
