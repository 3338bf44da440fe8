// The solvers that a model gives for matrices made of parts of its Jacobian.
#include "codegen/generated_solver.hpp"
#include "linalg/solvers.hpp"
#include "models/compiled.hpp"
#include "simulation/bound_model.hpp"
#include "simulation/model_code.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Compiled;

const char* const firstOrderLag = "model M Real x(start = 1, fixed = true); equation der(x) = -x; end M;";

/// A ring: each unknown with its two neighbours.
SparsityPattern ringPattern(int n) {
  SparsityPattern pattern{.columnStart = {0}, .rows = {}};
  for (int column = 0; column < n; ++column) {
    std::vector<int> rows{(column + n - 1) % n, column, (column + 1) % n};
    std::ranges::sort(rows);
    pattern.rows.insert(pattern.rows.end(), rows.begin(), rows.end());
    pattern.columnStart.push_back(static_cast<int>(pattern.rows.size()));
  }
  return pattern;
}

Vector ringEntries(const SparsityPattern& pattern) {
  Vector values(pattern.rows.size());
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = std::sin(3.0 * static_cast<double>(k) + 1);
  return values;
}

TEST(PartSolvers, AreGeneratedAndSolveWhatGeneralOnesSolve) {
  Compiled compiled(firstOrderLag);
  ASSERT_TRUE(compiled.model);
  ModelCode code(*compiled.model, {});
  BoundModel bound(code, {});
  const Problem problem = bound.problem();
  ASSERT_TRUE(problem.partSolver);
  constexpr int n = 9;
  const SparsityPattern pattern = ringPattern(n);
  const auto solver = problem.partSolver(n, pattern);
  EXPECT_NE(dynamic_cast<codegen::GeneratedSolver*>(solver.get()), nullptr);
  const auto general = linalg::makeSolver(linalg::SolverKind::dense, n, pattern, {});
  const Vector values = ringEntries(pattern);
  for (const double alpha : {0.0, 0.3, 1e4}) {  // the algebraic part has alpha = 0
    ASSERT_TRUE(solver->factor(alpha, values));
    ASSERT_TRUE(general->factor(alpha, values));
    Vector x(n), expected(n);
    for (int i = 0; i < n; ++i) x[static_cast<std::size_t>(i)] = expected[static_cast<std::size_t>(i)] = 1.0 + i;
    solver->solve(x);
    general->solve(expected);
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(x[i], expected[i], 1e-12 * (1 + std::fabs(expected[i]))) << alpha;
  }
}

TEST(PartSolvers, OfOnePatternShareTheirCodeAndOfAFullMatrixHaveNone) {
  Compiled compiled(firstOrderLag);
  ASSERT_TRUE(compiled.model);
  ModelCode code(*compiled.model, {});
  const auto eliminations = code.partEliminations(9, ringPattern(9));
  ASSERT_TRUE(eliminations);
  EXPECT_EQ(code.partEliminations(9, ringPattern(9)), eliminations);
  EXPECT_NE(code.partEliminations(10, ringPattern(10)), eliminations);
  SparsityPattern full{.columnStart = {0}, .rows = {}};
  for (int column = 0; column < 9; ++column) {
    for (int row = 0; row < 9; ++row) full.rows.push_back(row);
    full.columnStart.push_back(static_cast<int>(full.rows.size()));
  }
  EXPECT_FALSE(code.partEliminations(9, full));
}

}  // namespace
}  // namespace dashpot::simulation
