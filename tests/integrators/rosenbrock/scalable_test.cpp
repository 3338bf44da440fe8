// Esque 2008, section 5.3: circuits of 5, 10, 15 and 20 states, and what a step costs in each. Times are measured by
// `./dev bench realtime`; here is what they follow from.
#include "integrators/measure.hpp"
#include "linalg/solvers.hpp"

#include <gtest/gtest.h>

namespace dashpot::testing {
namespace {

/// Counters of one step of rodas3 in real time, after the first.
Statistics stepCounts(const Problem& problem, const TestProblem& p, const JacobianOptions& jacobian) {
  Options options;
  options.method = "rodas3";
  options.step = 1e-4;
  options.realTime = true;
  options.jacobian = jacobian;
  Integrator run(problem, options);
  run.start(p.start, p.initial, p.end);
  EXPECT_EQ(run.step(), RunStatus::running);
  const Statistics before = run.statistics();
  EXPECT_EQ(run.step(), RunStatus::running);
  Statistics counts = run.statistics();
  counts.rhsEvals -= before.rhsEvals, counts.rhsEvalsForJacobian -= before.rhsEvalsForJacobian;
  counts.jacEvals -= before.jacEvals, counts.lu -= before.lu, counts.solves -= before.solves;
  return counts;
}

constexpr int sizes[] = {5, 10, 15, 20};
constexpr JacobianOptions differences{.source = JacobianOptions::Source::differences};

TEST(ScalableCircuits, CostTheSameEvaluationsWhateverTheirSize) {
  for (const int n : sizes) {
    const TestProblem p = problems::volumeChain(n);
    ASSERT_EQ(p.problem.size, n);
    const Statistics counts = stepCounts(p.problem, p, {});
    EXPECT_EQ(counts.rhsEvals, 3) << n;
    EXPECT_EQ(counts.rhsEvalsForJacobian, 0) << n;
    EXPECT_EQ(counts.jacEvals, 1) << n;
    EXPECT_EQ(counts.lu, 1) << n;
    EXPECT_EQ(counts.solves, 4) << n;
  }
}

TEST(ScalableCircuits, CostOneMoreEvaluationForEachColumnOfADifferenceJacobian) {
  for (const int n : sizes) {
    const TestProblem p = problems::volumeChain(n);
    Problem dense = p.problem;
    dense.jacobian.reset();
    EXPECT_EQ(stepCounts(dense, p, differences).rhsEvalsForJacobian, n);
    EXPECT_EQ(stepCounts(p.problem, p, differences).rhsEvalsForJacobian, 3) << n;  // the colours of three diagonals
  }
}

TEST(ScalableCircuits, HaveMatricesWhoseEntriesGrowWithTheirSizeOnly) {
  for (const int n : sizes) {
    const TestProblem p = problems::volumeChain(n);
    EXPECT_EQ(p.problem.jacobian->pattern.nonZeros(n), 3 * n - 2);
  }
}

}  // namespace
}  // namespace dashpot::testing
