// Exponential integrators: order, dense output, error estimates, exactness on linear problems, Krylov against dense.
#include "tableaux/exponential.hpp"

#include "integrators/exponential/phi_operator.hpp"
#include "integrators/linear_parts/linear_block.hpp"
#include "integrators/measure.hpp"
#include "integrators/registry.hpp"
#include "linalg/expm.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::testing {
namespace {

std::vector<std::string> exponentialMethods() {
  std::vector<std::string> names;
  for (const auto& table : tableaux::exponentialTables()) names.emplace_back(table.name);
  return names;
}

class Exponential : public ::testing::TestWithParam<std::string> {
 protected:
  const MethodTraits& method = *findMethod(GetParam());
};

double roundingOf(const MethodTraits& method) { return method.order > 4 ? 5e-14 : 2e-13; }

TEST_P(Exponential, OrderIsNominalOnNonlinearProblems) {
  for (const TestProblem& p : {periodicRiccati(), breathingRotation()}) {
    const double order = observedOrder([&](int steps) { return globalError(method.name, p, steps); },
                                       method.order > 4 ? 12 : 24, roundingOf(method));
    EXPECT_NEAR(order, method.order, 0.25) << p.problem.size;
  }
}

TEST_P(Exponential, InterpolantHasTheOrderOfTheRegistry) {
  const TestProblem p = periodicRiccati();
  const double order =
      observedOrder([&](int steps) { return interpolationError(method.name, p, steps); }, 24, roundingOf(method));
  EXPECT_GT(order, method.denseOrder - 0.2);
}

TEST_P(Exponential, EstimateShrinksWithTheOrderThatTheControllerAssumes) {
  const TestProblem p = breathingRotation();
  Options options;
  options.tolerances.relative = options.tolerances.absolute = 1e-6;
  // A linear part that is not the Jacobian, at which the remainder would be smaller than usual.
  options.transition.parts = {
      integrators::partOf(integrators::firstOrderBlock(0.5), {0}, [](double, ConstView, View u) { u[0] = 0; })};
  Statistics statistics;
  integrators::System system(p.problem, statistics);
  const auto stepper = integrators::makeFormula(method.name, system, options);
  Vector y0(4), y1(4);
  p.exact(1.3, y0);
  const auto estimate = [&](double h) {
    stepper->begin();
    return stepper->attempt(1.3, y0, h, y1).error;
  };
  EXPECT_NEAR(std::log2(estimate(0.02) / estimate(0.01)), stepper->errorOrder(), 0.3);
}

TEST_P(Exponential, OneStepOfALinearProblemIsExactHoweverStiff) {
  for (const std::complex<double> z : {std::complex{-1.0, 0.0}, {-30.0, 4.0}, {0.0, 2.5}, {-1e6, 0.0}, {0.5, 1.0}}) {
    const TestProblem p = problems::linear(z);
    const Solution s = solve(p.problem, 0, 1, p.initial, fixedStep(method.name, 1));
    ASSERT_TRUE(s.ok()) << s.failure.message;
    const std::complex<double> found(s.states.back()[0], s.states.back()[1]);
    EXPECT_LT(std::abs(found - std::exp(z)), 1e-13) << z;
  }
}

TEST_P(Exponential, ErrorsFollowTheToleranceOnStiffProblems) {
  if (!method.lStable) return;  // a fixed L suits semilinear problems only
  for (const char* name :
       {"hires", "kaps", "prothero-robinson", "pollution", "van-der-pol", "robertson", "oregonator"}) {
    const TestProblem p = *problems::find(name);
    for (const double tolerance : {1e-3, 1e-4}) {
      const Solution s = solve(p.problem, p.start, p.end, p.initial, toleranceFor(p, method.name, tolerance));
      ASSERT_TRUE(s.ok()) << name << " " << s.failure.message;
      EXPECT_GE(correctDigits(p, s.states.back()), -std::log10(tolerance) - 1.5) << name << " at " << tolerance;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EveryTable, Exponential, ::testing::ValuesIn(exponentialMethods()), nameOf);

/// u_t = u_xx / 100 + u (1 - u) on n inner points, u = 1 at both ends: Fisher's equation, semilinear.
TestProblem fisher(int n, bool sparse) {
  const double d = 0.01 * (n + 1) * (n + 1);
  TestProblem p;
  p.problem.size = n;
  p.problem.autonomous = true;
  p.problem.rhs = [n, d](double, ConstView u, View f) {
    for (int i = 0; i < n; ++i) {
      const double left = i > 0 ? u[i - 1] : 1, right = i + 1 < n ? u[i + 1] : 1;
      f[i] = d * (left - 2 * u[i] + right) + u[i] * (1 - u[i]);
    }
  };
  Jacobian jacobian;
  if (sparse) {
    jacobian.pattern.columnStart = {0};
    for (int j = 0; j < n; ++j) {
      for (int i = std::max(0, j - 1); i <= std::min(n - 1, j + 1); ++i) jacobian.pattern.rows.push_back(i);
      jacobian.pattern.columnStart.push_back(static_cast<int>(jacobian.pattern.rows.size()));
    }
    jacobian.values = [n, d](double, ConstView u, View v) {
      std::size_t k = 0;
      for (int j = 0; j < n; ++j)
        for (int i = std::max(0, j - 1); i <= std::min(n - 1, j + 1); ++i) v[k++] = i == j ? 1 - 2 * u[j] - 2 * d : d;
    };
  } else {
    jacobian.values = [n, d](double, ConstView u, View v) {
      std::ranges::fill(v, 0.0);
      for (int j = 0; j < n; ++j)
        for (int i = std::max(0, j - 1); i <= std::min(n - 1, j + 1); ++i)
          v[static_cast<std::size_t>(j * n + i)] = i == j ? 1 - 2 * u[j] - 2 * d : d;
    };
  }
  p.problem.jacobian = jacobian;
  p.initial = Vector(static_cast<std::size_t>(n), 0.0);
  p.end = 2;
  return p;
}

TEST(ExponentialKrylov, SumsAgreeWithTheDenseOnesWhereBothCanBeHad) {
  const TestProblem small = fisher(60, true);
  Vector values(small.problem.jacobian->pattern.rows.size());
  small.problem.jacobian->values(0, small.initial, values);
  integrators::PhiOperator dense(60, 3, small.problem.jacobian->pattern);
  dense.setMatrix(values);
  dense.setStep(0.3);
  Tolerances tolerances;
  tolerances.relative = tolerances.absolute = 1e-11;
  const integrators::ErrorMeasure measure(60, tolerances);
  const Eigen::MatrixXd b = Eigen::MatrixXd::NullaryExpr(60, 3, [](int i, int j) { return std::sin(1 + i * (j + 1)); });
  const double times[] = {0.5, 0.9, 1};
  Eigen::MatrixXd all, once;
  ASSERT_TRUE(dense.apply(b, times, measure, small.initial, all));
  linalg::KrylovPhi krylov(60, 3);
  Eigen::MatrixXd augmented(60, 4), found(60, 3);
  augmented << Eigen::VectorXd::Zero(60), b;
  const double scaled[] = {0.15, 0.27, 0.3};
  ASSERT_TRUE(krylov([&](auto x, auto y) { dense.product(x, y); }, augmented, scaled,
                     [&](auto e) { return measure(e, small.initial); }, 0.1, found));
  EXPECT_LT((found - all).cwiseAbs().maxCoeff(), 1e-10);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(dense.applyOnce(b, times[i], measure, small.initial, once));
    EXPECT_LT((once.col(0) - all.col(i)).cwiseAbs().maxCoeff(), 1e-11);
  }
}

TEST(ExponentialKrylov, LargeSemilinearProblemsReachTheDigitsAskedFor) {
  const TestProblem p = fisher(300, true);
  Options reference = toleranceFor(p, "rodas5p", 1e-10);
  reference.tolerances.relative = reference.tolerances.absolute = 1e-11;
  const Vector exact = solve(p.problem, 0, p.end, p.initial, reference).states.back();
  for (const std::string& name : exponentialMethods())
    for (const double tolerance : {1e-4, 1e-6}) {
      Options options;
      options.method = name;
      options.tolerances.relative = options.tolerances.absolute = tolerance;
      options.outputTimes = {p.end / 3, p.end};
      const Solution s = solve(p.problem, 0, p.end, p.initial, options);
      ASSERT_TRUE(s.ok()) << name << " " << s.failure.message;
      EXPECT_LT(largestDifference(s.states.back(), exact), 30 * tolerance) << name << " " << tolerance;
      EXPECT_GT(s.statistics.solves, 0) << name << ": products with L";
    }
}

TEST(ExponentialKrylov, ResumesFromACheckpointBitForBit) {
  const TestProblem p = fisher(100, true);
  for (const std::string& name : exponentialMethods()) {
    Options options;
    options.method = name;
    Integrator whole(p.problem, options), first(p.problem, options), second(p.problem, options);
    whole.start(0, p.initial, p.end);
    first.start(0, p.initial, p.end);
    for (int i = 0; i < 5; ++i) first.step();
    second.resume(first.checkpoint());
    whole.run();
    second.run();
    EXPECT_TRUE(std::ranges::equal(whole.state(), second.state())) << name;
  }
}

// Errors of etdrk4 on the loop with stiff blocks, L from the grouped blocks: figures of an independent prototype.
TEST(StiffLoopExponential, Etdrk4ErrsAsInThePrototype) {
  const TestProblem p = problems::stiffLoop();
  std::vector<double> grid;
  for (int i = 1; i <= 6000; ++i) grid.push_back(i * 1e-3);
  Options tight = toleranceFor(p, "rodas5p", 1e-11);
  tight.outputTimes = grid;
  const Solution reference = solve(p.problem, 0, p.end, p.initial, tight);
  const struct {
    double h, mean;
    bool grouped;
  } rows[] = {{4e-3, 9.2e-3, true},  {2e-3, 7.4e-3, true},   {1e-3, 7.1e-4, true},
              {5e-4, 4.0e-5, true},  {2.5e-4, 6.4e-6, true}, {1.25e-4, 1.1e-6, true},
              {1e-3, 5.8e-3, false}, {5e-4, 2.4e-3, false},  {2.5e-4, 1.1e-3, false}};
  for (const auto& row : rows) {
    Options options;
    options.method = "etdrk4";
    options.step = row.h;
    options.transition.group = row.grouped;
    const int stride = static_cast<int>(std::lround(std::max(row.h, 1e-3) / 1e-3));
    for (int i = stride; i <= 6000; i += stride) options.outputTimes.push_back(i * 1e-3);
    const Solution s = solve(p.problem, 0, p.end, p.initial, options);
    ASSERT_TRUE(s.ok()) << s.failure.message;
    double sum = 0;
    for (std::size_t i = 0; i < s.states.size(); ++i)
      sum += std::abs(s.states[i][0] - reference.states[(i + 1) * static_cast<std::size_t>(stride) - 1][0]);
    const double mean = 100 / 0.707 * sum / static_cast<double>(s.states.size());
    EXPECT_NEAR(mean / row.mean, 1, 0.06) << row.h << (row.grouped ? " grouped" : "");
  }
}

TEST(ExponentialTables, SatisfyTheOrderConditionsOfTheirMethods) {
  // sum_i weight_i(phi) c_i^2 = 2 phi_3 and sum_i weight_i(phi) c_i^3 = 6 phi_4 for methods of order 4 and more
  // (Hochbruck and Ostermann 2010, table 2.3).
  for (const auto& table : tableaux::exponentialTables()) {
    if (!table.rosenbrock) continue;
    for (const int power : {2, 3}) {
      if (power == 3 && table.order < 4) continue;
      double weights[5] = {};
      for (const auto& term : table.result)
        weights[term.phi] += term.weight * std::pow(table.stages[static_cast<std::size_t>(term.stage)].c, power);
      for (int k = 1; k <= 4; ++k)
        EXPECT_NEAR(weights[k], k == power + 1 ? std::tgamma(power + 1.0) : 0.0, 1e-13) << table.name << " phi_" << k;
    }
  }
  EXPECT_EQ(tableaux::findExponential("exprb99"), nullptr);
}

}  // namespace
}  // namespace dashpot::testing
