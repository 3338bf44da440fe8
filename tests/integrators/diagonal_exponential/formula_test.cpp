// Single steps, error estimates and correctors of the diagonal exponential methods. Expected values are theory, or
// those of an independent prototype of the formulas (Prototype...).
#include "integrators/diagonal_exponential/splitting.hpp"
#include "integrators/measure.hpp"
#include "integrators/one_step_method.hpp"
#include "integrators/registry.hpp"
#include "linalg/scalar_phi.hpp"
#include "problems/actuators.hpp"
#include "problems/detest.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace dashpot::testing {
namespace {

using integrators::OneStepMethod;
using integrators::System;
using integrators::Trial;

/// y' = y^2 + 3 t with a = y, b = 3 t, as the thesis splits it.
TestProblem growingRiccati() {
  TestProblem p;
  p.problem.size = 1;
  p.problem.rhs = [](double t, ConstView y, View f) { f[0] = y[0] * y[0] + 3 * t; };
  p.problem.jacobian = Jacobian{{}, [](double, ConstView y, View j) { j[0] = 2 * y[0]; }};
  p.problem.diagonalSplitting = [](double t, ConstView y, View c) { c[0] = y[0], c[1] = 3 * t; };
  p.initial = {1};
  p.end = 0.5;
  p.absoluteScale = {1};
  return p;
}

/// One step of a method, made by hand.
struct Step {
  Step(const std::string& name, const TestProblem& p, double h, Options options = {}) : system(p.problem, statistics) {
    method = integrators::makeFormula(name, system, options);
    y1 = p.initial;
    method->begin();
    trial = method->attempt(p.start, p.initial, h, y1);
  }
  Statistics statistics;
  System system;
  std::unique_ptr<OneStepMethod> method;
  Vector y1;
  Trial trial;
};

Options tight() {
  Options options;
  options.tolerances.relative = options.tolerances.absolute = 1e-14;
  return options;
}

Vector stepOf(const std::string& name, const TestProblem& p, double h) { return Step(name, p, h, tight()).y1; }

TEST(DiagonalFormula, PrototypeStepsOfAScalarEquation) {
  const TestProblem p = growingRiccati();
  EXPECT_NEAR(stepOf("diag-exp-e", p, 0.1)[0], 1.105170918075648, 1e-14);
  EXPECT_NEAR(stepOf("diag-exp-i1", p, 0.1)[0], 1.154137481467019, 1e-13);
  EXPECT_NEAR(stepOf("diag-exp-i1-published", p, 0.1)[0], 1.154137481467019, 1e-11);
  EXPECT_NEAR(stepOf("diag-exp-pc-published", p, 0.1)[0], 1.154137481467019, 1e-11);
  EXPECT_NEAR(stepOf("diag-exp-i2-published", p, 0.1)[0], 1.120683672302591, 1e-13);
  EXPECT_NEAR(stepOf("diag-exp-i2-end-published", p, 0.1)[0], 1.135874265925016, 1e-11);
  EXPECT_NEAR(stepOf("diag-exp-i2", p, 0.1)[0], 1.127802093599616, 1e-13);
}

TEST(DiagonalFormula, PrototypeStepsOfReducedRobertson) {
  const TestProblem p = problems::robertsonReduced();
  struct Row {
    double h, e1, e2, i1, i2;
  };
  for (const Row& row : {Row{1e-4, 0.9999960000080000, 2.528482235e-06, 0.9999959999762947, 6.718862572e-06},
                         Row{1e-2, 0.9996000799893344, 4.0e-06, 0.9996006752818395, 3.644711630e-05}}) {
    const Vector e = stepOf("diag-exp-e", p, row.h), i = stepOf("diag-exp-i1", p, row.h);
    EXPECT_NEAR(e[0], row.e1, 1e-15);
    EXPECT_NEAR(e[1], row.e2, 1e-15);
    EXPECT_NEAR(i[0], row.i1, 1e-13);
    EXPECT_NEAR(i[1], row.i2, 1e-14);
  }
}

TEST(DiagonalFormula, PrototypeStepsOfTheReliefValveActuator) {
  const TestProblem p = problems::reliefValveActuator();
  struct Row {
    double h, e[2], i1[2], i2[2];
  };
  for (const Row& row : {Row{0.05, {1.0e7, 0.450986799}, {10041366.4779, 0.454028054}, {10042327.7663, 0.452553136}},
                         Row{0.5, {1.0e7, 0.087900058}, {10238279.2335, 0.235192345}, {10285801.0855, 0.182107302}}})
    for (int i = 0; i < 2; ++i) {
      EXPECT_NEAR(stepOf("diag-exp-e", p, row.h)[i] / row.e[i], 1, 6e-9);
      EXPECT_NEAR(stepOf("diag-exp-i1", p, row.h)[i] / row.i1[i], 1, 6e-9);
      EXPECT_NEAR(stepOf("diag-exp-i2", p, row.h)[i] / row.i2[i], 1, 6e-9);
      EXPECT_NEAR(stepOf("diag-exp-i2-published", p, row.h)[i] / row.i2[i], 1, 6e-9);
    }
}

TEST(DiagonalFormula, IsExactForUncoupledLinearEquationsInOneStep) {
  const TestProblem p = problems::findDetest("a1")->test;
  for (const std::string name : {"diag-exp-e", "diag-exp-i1", "diag-exp-i2", "diag-exp-pc", "diag-exp-pc-published"}) {
    for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
      Options options = toleranceFor(p, name, tolerance);
      options.tolerances.absoluteOf = {};
      options.tolerances.absolute = tolerance;
      options.initialStep = 20;
      const Solution s = solve(p.problem, p.start, p.end, p.initial, options);
      ASSERT_TRUE(s.ok()) << name << s.summary();
      EXPECT_EQ(s.statistics.steps, 1) << name;
      EXPECT_EQ(s.statistics.rejected, 0) << name;
      EXPECT_LT(largestDifference(s.states.back(), p.reference), 1e-14) << name;
    }
  }
}

TEST(DiagonalFormula, IsTheExactSolutionForConstantAAndLinearB) {
  // y' = -3 y + 2 + 5 t
  TestProblem p;
  p.problem.size = 1;
  p.problem.rhs = [](double t, ConstView y, View f) { f[0] = -3 * y[0] + 2 + 5 * t; };
  p.problem.jacobian = Jacobian{{}, [](double, ConstView, View j) { j[0] = -3; }};
  p.initial = {0.7};
  const double exact = 1.0 / 9 + 5.0 / 3 * 0.8 + (0.7 - 1.0 / 9) * std::exp(-3 * 0.8);
  EXPECT_NEAR(stepOf("diag-exp-i2", p, 0.8)[0], exact, 1e-14);
  EXPECT_NEAR(stepOf("diag-exp-pc", p, 0.8)[0], exact, 1e-14);  // the same for a scalar equation with constant a
  EXPECT_NEAR(stepOf("diag-exp-i2-published", p, 0.8)[0], exact, 1e-14);
}

TEST(DiagonalFormula, PhiFunctionsJoinTheirSeries) {
  using linalg::phi1, linalg::phi2, linalg::phi3;
  for (const double z : {-1.0, 1.0, -0.999999, 0.999999}) {
    EXPECT_NEAR(phi2(z), (std::expm1(z) / z - 1) / z, 1e-15);
    EXPECT_NEAR(phi3(z), (phi2(z) - 0.5) / z, 2e-15);
  }
  EXPECT_EQ(phi1(0), 1);
  EXPECT_EQ(phi2(0), 0.5);
  EXPECT_NEAR(phi3(0), 1.0 / 6, 1e-16);
  EXPECT_NEAR(phi2(1e-5), 0.5 + 1e-5 / 6 + 1e-10 / 24, 1e-16);
  EXPECT_NEAR(phi2(-1e6), 1e-6 - 1e-12, 1e-20);
  EXPECT_NEAR(linalg::phis(-700).third, phi3(-700), 1e-18);
}

// ---- components without a term in their own state
// --------------------------------------------------------------------

/// x' = u, u' = -2 u:  x = 2 - e^{-2t}, u = 2 e^{-2t}
TestProblem drift() { return problems::linear({0, 0, 1, -2}, {1, 2}); }

TEST(DiagonalFormula, TakesZeroAByTheLimitOrByAShift) {
  for (const std::string name : {"diag-exp-e", "diag-exp-i1", "diag-exp-i2", "diag-exp-pc", "diag-exp-pc-published"})
    for (const bool shift : {false, true}) {
      Options options = tight();
      options.diagonal.shiftZeroA = shift;
      const Step step(name, drift(), 0.1, options);
      const double z = shift ? -0.1 : 0;
      const double u1 = 2 * std::exp(-0.2);
      const double e = 1 + 0.1 * linalg::phi1(z) * 2;
      if (name == "diag-exp-e") {
        EXPECT_NEAR(step.y1[0], e, 1e-15);
      }
      // With a = -1 the forcing is u + x, and the corrector's own x is part of it.
      if (name == "diag-exp-i1") {
        const double expected = shift ? 1 + u1 * std::expm1(0.1) : 1 + 0.1 * u1;
        EXPECT_NEAR(step.y1[0], expected, 1e-12);
      }
      EXPECT_NEAR(step.y1[1], u1, 1e-12) << name;
    }
  for (const bool shift : {false, true})
    for (const std::string name : {"diag-exp-e", "diag-exp-i2"}) {
      const TestProblem p = drift();
      const double order = observedOrder(
          [&](int steps) {
            Options options = fixedStep(name, 1.0 / steps);
            options.diagonal.shiftZeroA = shift;
            const Solution s = solve(p.problem, 0, 1, p.initial, options);
            return std::abs(s.states.back()[0] - (2 - std::exp(-2.0)));
          },
          16, 1e-11);
      EXPECT_NEAR(order, findMethod(name)->order, 0.1) << name << shift;
    }
}

// ---- error estimates
// -------------------------------------------------------------------------------------------------

Options measured(double tolerance = 1) {
  Options options;
  options.tolerances.absolute = tolerance;
  options.tolerances.relative = 1e-13;
  options.tolerances.scale = ErrorScale::absolute;
  options.tolerances.norm = ErrorNorm::maximum;
  return options;
}

TEST(DiagonalEstimate, PrototypeMilneEstimateOfThePublishedPair) {
  const TestProblem p = growingRiccati();
  const Step pc("diag-exp-pc-published", p, 1e-3, measured(1e-12));
  const double estimate = pc.method->errorVector()[0];
  EXPECT_NEAR(estimate / 2.0035e-6, 1, 2e-3);  // at the first iterate, with a matrix from 1 % perturbations
  const double exact = 1.00100250200225;       // Taylor: 1 + h + 5/2 h^2 + 2 h^3 + 9/4 h^4
  EXPECT_NEAR(exact - stepOf("diag-exp-e", p, 1e-3)[0], 2.0018e-6, 3e-10);
  EXPECT_NEAR(exact - pc.y1[0], -2.0052e-6, 3e-10);
}

// On the slow solution of y' = -L (y - sin t) the true error of the corrector falls with L; the published estimate
// does not, the refined one does.
TEST(DiagonalEstimate, PrototypeStiffLimitOfPublishedAndRefinedEstimates) {
  struct Row {
    double stiffness, published, refined;
  };
  for (const Row& row :
       {Row{1, 6.3e-4, 6.3e-4}, Row{1e2, 1.29e-2, 5.0e-3}, Row{1e4, 1.30e-2, 5.2e-5}, Row{1e6, 1.30e-2, 5.2e-7}}) {
    const double l = row.stiffness;
    TestProblem p;
    p.problem.size = 1;
    p.problem.rhs = [l](double t, ConstView y, View f) { f[0] = -l * (y[0] - std::sin(t)); };
    p.problem.jacobian = Jacobian{{}, [l](double, ConstView, View j) { j[0] = -l; }};
    p.start = 1;
    const double t = 1;  // the slow solution, (L^2 sin t - L cos t)/(L^2 + 1)
    p.initial = {(l * l * std::sin(t) - l * std::cos(t)) / (l * l + 1)};
    const Step published("diag-exp-pc-published", p, 0.05, measured(1e-9));
    const Step refined("diag-exp-i1", p, 0.05, measured(1e-9));
    EXPECT_NEAR(std::abs(published.method->errorVector()[0]) / row.published, 1, 0.02) << l;
    EXPECT_NEAR(std::abs(refined.method->errorVector()[0]) / row.refined, 1, 0.03) << l;
  }
}

TEST(DiagonalEstimate, OfRichardsonIsTwoThirdsOfTheErrorOfOneStepOfE) {
  const TestProblem p = growingRiccati();
  const double h = 1e-3;
  const Step two("diag-exp-e-published", p, 2 * h, measured());
  const double exact = 1.00100250200225;
  const double trueError = exact - stepOf("diag-exp-e", p, h)[0];
  EXPECT_NEAR(two.method->errorVector()[0] / trueError, 2.0 / 3, 0.01);
}

// y_i' = -2 r y_i + r (y_{i-1} + y_{i+1}): alone, the change of the forcing shows only 1/2r of E's error.
TEST(DiagonalEstimate, CountsWhatTheCouplingMakesOfAnError) {
  const int n = 20;
  for (const double r : {1.0, 20.0}) {
    Vector matrix(n * n, 0.0), start(n);
    for (int i = 0; i < n; ++i) {
      matrix[i + n * i] = -2 * r;
      if (i > 0) matrix[i + n * (i - 1)] = r;
      if (i + 1 < n) matrix[i + n * (i + 1)] = r;
      start[i] = std::sin(std::numbers::pi * (i + 1) / (n + 1));
    }
    const TestProblem p = problems::linear(matrix, start);
    const double rate = -4 * r * std::pow(std::sin(std::numbers::pi / (2 * (n + 1))), 2);
    for (const std::string name : {"diag-exp-e", "diag-exp-i1"}) {
      const Step step(name, p, 1, measured(1e-10));
      const double actual = std::abs(step.y1[n / 2] - std::exp(rate) * start[n / 2]);
      const double estimate = std::abs(step.method->errorVector()[n / 2]);
      EXPECT_GT(estimate / actual, 0.5) << name << " r = " << r;
      if (name == "diag-exp-e") {
        EXPECT_LT(estimate / actual, 2) << " r = " << r;
      }
    }
  }
}

// ---- corrector
// -------------------------------------------------------------------------------------------------------

TEST(DiagonalCorrector, NewtonJacobiConvergesWhereTheOffDiagonalIterationContracts) {
  // Spectral radii of the iteration on the orifice-motor circuit: 0.62, 0.89, 1.10 (prototype).
  Options options;
  options.tolerances = {.relative = 1e-2, .absolute = 1e-2};
  options.diagonal.corrector = DiagonalOptions::Corrector::newtonJacobi;
  const TestProblem p = problems::orificeMotor();
  for (const double h : {0.1, 0.2})
    EXPECT_EQ(Step("diag-exp-i1", p, h, options).trial.outcome, Trial::Outcome::computed) << h;
  for (const double h : {0.3, 1.0})
    EXPECT_EQ(Step("diag-exp-i1", p, h, options).trial.outcome, Trial::Outcome::notConverged) << h;
  options.diagonal.corrector = DiagonalOptions::Corrector::automatic;
  for (const double h : {0.3, 1.0})
    EXPECT_EQ(Step("diag-exp-i1", p, h, options).trial.outcome, Trial::Outcome::computed) << h;
}

/// A corrector equation with no solution for h > 1/2: y1 = h (1 + y1^2), a = 0.
TestProblem escaping() {
  TestProblem p;
  p.problem.size = 1;
  p.problem.rhs = [](double, ConstView y, View f) { f[0] = 1 + y[0] * y[0]; };
  p.problem.jacobian = Jacobian{{}, [](double, ConstView y, View j) { j[0] = 2 * y[0]; }};
  p.problem.diagonalSplitting = [](double, ConstView y, View c) { c[0] = 0, c[1] = 1 + y[0] * y[0]; };
  p.problem.autonomous = true;
  p.initial = {0};
  p.absoluteScale = {1};
  return p;
}

TEST(DiagonalCorrector, PublishedRenewsItsMatrixOnceAfterSixIterationsAndThenGivesUp) {
  const Step failed("diag-exp-pc-published", escaping(), 1, measured(1e-3));
  EXPECT_EQ(failed.trial.outcome, Trial::Outcome::notConverged);
  EXPECT_EQ(failed.statistics.newtonIterations, 12);
  EXPECT_EQ(failed.statistics.jacEvals, 2);
  const Step small("diag-exp-pc-published", escaping(), 0.1, measured(1e-3));
  EXPECT_EQ(small.trial.outcome, Trial::Outcome::computed);
  EXPECT_EQ(small.statistics.jacEvals, 1);
}

TEST(DiagonalCorrector, PublishedCutsTheStepToAQuarterWhenItDoesNotConverge) {
  Options options = measured(0.1);
  options.method = "diag-exp-pc-published";
  options.initialStep = 0.8;
  const TestProblem p = escaping();
  Integrator run(p.problem, options);
  run.start(0, p.initial, 10);
  run.step();
  EXPECT_DOUBLE_EQ(run.time(), 0.2);
  EXPECT_EQ(run.statistics().rejected, 1);
}

TEST(DiagonalCorrector, PerturbationMatrixAgreesWithTheAnalyticOne) {
  // Valve up, relief valve open, no cavitation: X of the thesis, with s = sqrt(P1 - P2).
  const TestProblem p = problems::directionalValveActuator();
  const Vector y{8e6, 3e6, 1e6, 0.3, 0.2};
  constexpr double a1 = 2.03e-3, a2 = 1.54e-3, f = 5e3, kE1 = 4.24e-7, kE2 = 4.30e-7, kr = 5e-11;
  const double s = std::sqrt(y[0] - y[1]), s3 = std::sqrt(y[2]), u = y[3];
  const double d = 7e-9 * 3.5e-6 / 6.974e-2 + kr + kE1 / s, n = 157 * 3.5e-6 + kr * 7e6 + kE1 * y[1] / s;
  const double cube = kE1 / (2 * s * s * s);
  double x[5][5] = {};
  x[0][0] = cube * (y[1] * d - n) / (d * d);
  x[0][1] = -((kE1 / s + cube * y[1]) * d - n * cube) / (d * d);
  x[1][0] = -1 + a1 * u / (2 * kE1 * s);
  x[1][1] = -a1 * u / (2 * kE1 * s);
  x[1][3] = a1 * s / kE1;
  x[2][2] = -a2 * u / (2 * kE2 * s3);
  x[2][3] = -a2 * s3 / kE2;
  x[3][1] = -a1 / f;
  x[3][2] = a2 / f;
  x[4][3] = x[4][4] = -1;
  Statistics statistics;
  System system(p.problem, statistics);
  integrators::Splitting splitting(system, {});
  integrators::Coefficients here(5);
  integrators::PerturbationJacobian found(5);
  ASSERT_EQ(splitting.evaluate(0, y, here), Evaluation::ok);
  ASSERT_EQ(found.evaluate(splitting, 0, y, here), Evaluation::ok);
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j) {
      double row = 0;  // in units of what the row adds up to: increments of 1 % give about two digits
      for (int k = 0; k < 5; ++k) row = std::max(row, std::abs(x[i][k] * y[k]));
      EXPECT_NEAR(found(i, j) * y[j] / row, x[i][j] * y[j] / row, 0.02) << i << j;
    }
}

TEST(DiagonalCorrector, PerturbationSurvivesStatesAtAndBelowZero) {
  TestProblem p = problems::linear({-2, 1, 3, -4}, {0, -1});
  Statistics statistics;
  System system(p.problem, statistics);
  integrators::Splitting splitting(system, {});
  integrators::Coefficients here(2);
  integrators::PerturbationJacobian found(2);
  splitting.evaluate(0, p.initial, here);
  ASSERT_EQ(found.evaluate(splitting, 0, p.initial, here), Evaluation::ok);
  EXPECT_NEAR(found(0, 1), 3.0 / -2, 1e-9);
  EXPECT_NEAR(found(1, 0), 1.0 / -4, 1e-9);
  EXPECT_NEAR(found(0, 0), 0, 1e-9);
}

}  // namespace
}  // namespace dashpot::testing
