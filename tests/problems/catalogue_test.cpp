// What holds for every problem of the catalogue, and for factories with other parameters.
#include "problems/problems.hpp"
#include "trajectory.hpp"

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <complex>
#include <set>

namespace dashpot::problems {
namespace {

std::vector<TestProblem> allProblems() {
  std::vector<TestProblem> result;
  for (std::string_view name : names()) result.push_back(*find(name));
  return result;
}

std::vector<TestProblem> otherParameters() {
  return {vanDerPol(1e3),
          brusselator(7),
          volumeChain(5),
          volumeChain(20),
          twoVolume(twoVolumeRealTime2()),
          twoVolume(twoVolumeOffline1()),
          twoVolume(twoVolumeOffline2()),
          twoVolume(twoVolumeStability()),
          cylinderCircuit(Oil{}),
          protheroRobinson(-1),
          linear({-30.0, 4.0}),
          linear({-1, 2, 0, -3}, {1, 1}),
          kaps(1e-2)};
}

void expectWellFormed(const TestProblem& test) {
  const Problem& problem = test.problem;
  const std::size_t n = static_cast<std::size_t>(problem.size);
  SCOPED_TRACE(test.name);
  EXPECT_FALSE(test.title.empty());
  EXPECT_FALSE(test.source.empty());
  EXPECT_LT(test.start, test.end);
  EXPECT_EQ(test.initial.size(), n);
  EXPECT_TRUE(problem.names.empty() || problem.names.size() == n);
  ASSERT_EQ(test.absoluteScale.size(), n);
  for (double scale : test.absoluteScale) EXPECT_GT(scale, 0);
  for (int i : test.compared) EXPECT_TRUE(i >= 0 && i < problem.size);
  for (double value : test.reference) EXPECT_TRUE(std::isfinite(value));
  for (double jump : problem.discontinuities) EXPECT_TRUE(jump > test.start && jump <= test.end);
  EXPECT_TRUE(problem.autonomous || problem.timeDerivative);

  ASSERT_TRUE(problem.jacobian);
  const SparsityPattern& pattern = problem.jacobian->pattern;
  if (!pattern.dense()) {
    ASSERT_EQ(pattern.columnStart.size(), n + 1);
    ASSERT_EQ(pattern.rows.size(), static_cast<std::size_t>(pattern.columnStart.back()));
    for (std::size_t j = 0; j < n; ++j)
      for (int k = pattern.columnStart[j] + 1; k < pattern.columnStart[j + 1]; ++k)
        EXPECT_LT(pattern.rows[k - 1], pattern.rows[k]) << "column " << j;
  }
}

TEST(Problems, AreWellFormed) {
  for (const TestProblem& test : allProblems()) expectWellFormed(test);
  for (const TestProblem& test : otherParameters()) expectWellFormed(test);
}

TEST(Problems, AreFoundByTheirNames) {
  std::set<std::string_view> seen;
  for (std::string_view name : names()) {
    EXPECT_TRUE(seen.insert(name).second) << name << " is listed twice";
    EXPECT_EQ(find(name)->name, name);
  }
  EXPECT_FALSE(find("no-such-problem"));
  EXPECT_FALSE(find(""));
}

// Nonlinear partial differential equations are judged by their own closed solutions, see method_of_lines_test.cpp.
TEST(Problems, OfTheCatalogueHaveAFullReference) {
  const std::set<std::string> withoutReference{"advection-diffusion", "burgers", "sine-gordon", "brusselator-2d"};
  for (const TestProblem& test : allProblems()) {
    if (withoutReference.contains(test.name)) continue;
    EXPECT_EQ(test.reference.size(), test.initial.size()) << test.name;
    EXPECT_GE(test.referenceDigits, 1) << test.name;
  }
}

// For index 1 the rows of F that M does not reach must vanish, and so must any combination u^T F with u^T M = 0.
TEST(Problems, InitialValuesAndReferencesAreConsistent) {
  for (const TestProblem& test : allProblems()) {
    if (test.problem.mass.kind == MassMatrix::Kind::identity) continue;
    const Eigen::MatrixXd mass = testing::massOf(test.problem);
    const Eigen::MatrixXd leftNull = mass.transpose().fullPivLu().kernel();
    const auto residual = [&](double t, const Vector& y) {
      Vector f(test.problem.size);
      EXPECT_EQ(test.problem.rhs(t, y, f), Evaluation::ok);
      // In units of the terms that cancel: |J| times the size of y.
      const Eigen::MatrixXd jacobian = testing::jacobianAt(test.problem, t, y);
      Vector size(test.problem.size);
      for (int i = 0; i < test.problem.size; ++i) size[i] = std::max(std::abs(y[i]), test.absoluteScale[i]);
      const Eigen::VectorXd units = leftNull.transpose().cwiseAbs() * jacobian.cwiseAbs() *
                                    Eigen::Map<const Eigen::VectorXd>(size.data(), test.problem.size);
      const Eigen::Map<const Eigen::VectorXd> rhs(f.data(), test.problem.size);
      const Eigen::VectorXd value = leftNull.transpose() * rhs;
      return value.cwiseQuotient(units).cwiseAbs().maxCoeff();
    };
    EXPECT_LT(residual(test.start, test.initial), 1e-12) << test.name;
    EXPECT_LT(residual(test.end, test.reference), std::pow(10.0, -std::min(test.referenceDigits, 6))) << test.name;
  }
}

TEST(Problems, DifferentialAlgebraicOnesHaveIndexOne) {
  for (const TestProblem& test : allProblems()) {
    if (test.problem.mass.kind == MassMatrix::Kind::identity) continue;
    for (const auto& point : testing::pointsAlong(test)) {
      const Eigen::MatrixXd mass = testing::massOf(test.problem);
      const Eigen::MatrixXd left = mass.transpose().fullPivLu().kernel(), right = mass.fullPivLu().kernel();
      const Eigen::MatrixXd jacobian = testing::jacobianAt(test.problem, point.t, point.y);
      const Eigen::MatrixXd block = left.transpose() * jacobian * right;
      EXPECT_TRUE(block.fullPivLu().isInvertible()) << test.name << " at t = " << point.t;
    }
  }
}

TEST(Problems, ExactSolutionsSatisfyTheirEquations) {
  for (std::vector<TestProblem> list : {allProblems(), otherParameters()})
    for (const TestProblem& test : list) {
      if (!test.exact) continue;
      const int n = test.problem.size;
      const Eigen::MatrixXd mass = testing::massOf(test.problem);
      for (double t : {0.1, 0.7, 1.9}) {
        const double h = 1e-5;
        Vector y(n), f(n);
        Eigen::VectorXd plus(n), minus(n);
        test.exact(t, y);
        test.exact(t + h, {plus.data(), y.size()});
        test.exact(t - h, {minus.data(), y.size()});
        test.problem.rhs(t, y, f);
        const Eigen::VectorXd left = mass * (plus - minus) / (2 * h);
        for (int i = 0; i < n; ++i) EXPECT_NEAR(left[i], f[i], 1e-7) << test.name << " component " << i << " at " << t;
      }
    }
}

TEST(Problems, ALinearProblemHasTheEigenvalueAskedFor) {
  const std::complex<double> lambda(-3, 7);
  const Eigen::MatrixXd a = testing::jacobianAt(linear(lambda).problem, 0, linear(lambda).initial);
  EXPECT_NEAR(a.trace(), 2 * lambda.real(), 1e-14);
  EXPECT_NEAR(a.determinant(), std::norm(lambda), 1e-12);
}

}  // namespace
}  // namespace dashpot::problems
