// Estimates of the dominant eigenvalue, and the method that changes its formula by them.
#include "integrators/measure.hpp"
#include "integrators/one_step_method.hpp"
#include "integrators/switching/fastest_mode.hpp"
#include "linalg/dominant_eigenvalue.hpp"
#include "problems/actuators.hpp"
#include "problems/detest.hpp"

#include <gtest/gtest.h>

namespace dashpot::testing {
namespace {

using integrators::System;

TEST(StiffnessEstimate, OfAMatrixIsItsLargestEigenvalue) {
  const Vector real{-3, 0, 0, 1, -50, 0, 2, 5, -1};  // triangular, by columns
  EXPECT_NEAR(linalg::dominantEigenvalue(3, {}, real), 50, 0.5);
  const Vector rotation{-1, 30, -30, -1};
  EXPECT_NEAR(linalg::dominantEigenvalue(2, {}, rotation), std::hypot(1, 30), 1);
  EXPECT_EQ(linalg::dominantEigenvalue(2, {}, Vector{0, 0, 7, 0}), 0);
}

TEST(StiffnessEstimate, OfTwoUnknownsIsExact) {
  const auto of = [](double a, double b, double c, double d) {
    return linalg::dominantMode(2, {}, Vector{a, b, c, d});
  };
  EXPECT_DOUBLE_EQ(of(-3, 0, 5, -40).size, 40);
  EXPECT_DOUBLE_EQ(of(-3, 0, 5, -40).damping, 1);
  EXPECT_DOUBLE_EQ(of(-3, 0, 5, 40).damping, -1) << "it grows";
  EXPECT_DOUBLE_EQ(of(-3, 4, -4, -3).size, 5) << "-3 +- 4i";
  EXPECT_DOUBLE_EQ(of(-3, 4, -4, -3).damping, 0.6);
  const SparsityPattern pattern{.columnStart = {0, 1, 2}, .rows = {1, 0}};
  EXPECT_DOUBLE_EQ(linalg::dominantMode(2, pattern, Vector{9, -4}).size, 6) << "+- 6i";
  EXPECT_DOUBLE_EQ(linalg::dominantMode(1, {}, Vector{-8}).size, 8);
}

TEST(StiffnessEstimate, LiesBetweenItsBounds) {
  const Vector real{-3, 0, 0, 1, -50,
                    0,  2, 5, -1};  // triangular, by columns: trace -54, rows 6, 55, 1, columns 3, 51, 8
  EXPECT_DOUBLE_EQ(linalg::leastSpectralRadius(3, {}, real), 18);
  EXPECT_DOUBLE_EQ(linalg::mostSpectralRadius(3, {}, real), 51);
  const SparsityPattern pattern{.columnStart = {0, 2, 3}, .rows = {0, 1, 1}};
  const Vector sparse{-2, 7, -4};
  EXPECT_DOUBLE_EQ(linalg::leastSpectralRadius(2, pattern, sparse), 3);
  EXPECT_DOUBLE_EQ(linalg::mostSpectralRadius(2, pattern, sparse), 9);
  const double oscillator[4] = {0, -400, 1, 0};  // x' = v, v' = -400 x
  EXPECT_DOUBLE_EQ(linalg::mostSpectralRadius(2, {}, oscillator), 400);
  EXPECT_DOUBLE_EQ(linalg::sharpSpectralRadius(2, {}, oscillator), 20);
}

// A pressure in pascals that a flow in cubic metres per second fills, and that drives it: both eigenvalues are
// imaginary, of size sqrt(1e12 * 1e-6), whatever the units. Beside them something decays slowly.
TEST(StiffnessEstimate, IsNotMisledByUnits) {
  const Vector oscillator{0, -1e-6, 0, 1e12, 0, 0, 0, 0, -1};  // by columns
  Tolerances tolerances{.relative = 1e-6};
  tolerances.absoluteOf = {1, 1e-9, 1e-3};
  integrators::FastestMode fastest(3, tolerances);
  const integrators::KnownMode mode = fastest.exactly({}, oscillator, Vector{1e6, 1e-3, 1});
  EXPECT_GE(mode.atMost, mode.size);
  EXPECT_NEAR(mode.size, 1e3, 1);
  EXPECT_NEAR(mode.damping, 0, 1e-3);
}

// One that decays at the rate 10, beside two pairs -0.1 +- 6i and -0.1 +- 5i: an implicit method has to follow them as
// well as an explicit one. Beside -0.1 +- 0.5i it has not.
TEST(StiffnessEstimate, CountsAModeAmongOscillationsAsOneOfThem) {
  const auto dampingBeside = [](double first, double second) {
    Vector j(25, 0.0);  // by columns
    j[0] = -10;
    int at = 1;
    for (const double speed : {first, second}) {
      j[static_cast<std::size_t>(6 * at)] = j[static_cast<std::size_t>(6 * (at + 1))] = -0.1;
      j[static_cast<std::size_t>(6 * at + 1)] = -speed, j[static_cast<std::size_t>(6 * at + 5)] = speed;
      at += 2;
    }
    Tolerances tolerances{.relative = 1e-6};
    integrators::FastestMode fastest(5, tolerances);
    return fastest.exactly({}, j, Vector(5, 1.0)).damping;
  };
  EXPECT_LT(dampingBeside(6, 5), 0.1);
  EXPECT_GT(dampingBeside(0.5, 0.5), 0.9);
}

// -6 +- 8i and -3 +- 4i: the squares add up to less than nothing, but all of it dies away.
TEST(StiffnessEstimate, CountsPairsThatDieAwayAsDamped) {
  Vector j(16, 0.0);
  j[0] = j[5] = -6, j[1] = -8, j[4] = 8;
  j[10] = j[15] = -3, j[11] = -4, j[14] = 4;
  Tolerances tolerances{.relative = 1e-6};
  integrators::FastestMode fastest(4, tolerances);
  EXPECT_LT(linalg::traceOfSquare(4, {}, j), 0);
  EXPECT_GT(fastest.exactly({}, j, Vector(4, 1.0)).damping, 0.3);
}

TEST(StiffnessEstimate, AddsUpTheSquaresOfEigenvalues) {
  EXPECT_DOUBLE_EQ(linalg::traceOfSquare(2, {}, Vector{-3, 4, -4, -3}), -14) << "twice the real part of (-3 + 4i)^2";
  const SparsityPattern pattern{.columnStart = {0, 2, 3}, .rows = {0, 1, 1}};
  EXPECT_DOUBLE_EQ(linalg::traceOfSquare(2, pattern, Vector{-2, 7, -4}), 20) << "triangular";
}

// Two stages at the same time, or the last stage and the first slope of the next step.
TEST(StiffnessEstimate, FromStagesIsALowerBoundAndExactInOneDimension) {
  for (const std::string name : {"rkf45", "merson", "dopri5", "rk4"}) {
    const TestProblem scalar = problems::linear({-7}, {1});
    Statistics statistics;
    System system(scalar.problem, statistics);
    const auto method = integrators::makeWatchingExplicit(name, system, {});
    method->begin();
    Vector y = scalar.initial, y1(1), slope(1);
    method->attempt(0, y, 0.3, y1);
    method->accept();
    method->initialSlope(0.3, y1, slope);
    EXPECT_NEAR(method->spectralEstimate(y1), 7, 1e-6) << name;
    EXPECT_EQ(statistics.rhsEvals, findMethod(name)->rhsPerStep + 1) << name;  // nothing but the step and its slope

    const TestProblem plane = problems::linear({-100, 3, 0, -1}, {1, 1});
    System two(plane.problem, statistics);
    const auto other = integrators::makeWatchingExplicit(name, two, {});
    other->begin();
    y = plane.initial, y1.resize(2), slope.resize(2);
    other->attempt(0, y, 0.02, y1);
    other->accept();
    other->initialSlope(0.02, y1, slope);
    EXPECT_GT(other->spectralEstimate(y1), 10) << name;
    EXPECT_LT(other->spectralEstimate(y1), 110) << name;
  }
}

// Where no two stages are at one time, F at the embedded solution is the other one, at the cost of an evaluation when asked.
TEST(StiffnessEstimate, FromTheEmbeddedSolutionIsExactInOneDimensionAndOfTheFastModeAtTheLimit) {
  const TestProblem scalar = problems::linear({-7}, {1});
  Statistics statistics;
  System system(scalar.problem, statistics);
  const auto method = integrators::makeWatchingExplicit("ode23", system, {});
  method->begin();
  Vector y = scalar.initial, y1(1);
  method->attempt(0, y, 0.3, y1);
  method->accept();
  const auto before = statistics.rhsEvals;
  EXPECT_NEAR(method->spectralEstimate(y1), 7, 1e-6);
  EXPECT_NEAR(method->spectralEstimate(y1), 7, 1e-6) << "asked once more, it is not evaluated again";
  EXPECT_EQ(statistics.rhsEvals, before + 1);

  const TestProblem plane = problems::linear({-100, 3, 0, -1}, {1, 1});
  System two(plane.problem, statistics);
  const auto other = integrators::makeWatchingExplicit("ode23", two, {});
  other->begin();
  y = plane.initial, y1.resize(2);
  other->attempt(0, y, 0.025, y1);  // its limit is 2.5
  other->accept();
  EXPECT_NEAR(other->spectralEstimate(y1), 100, 10);
}

/// Work of a run in evaluations of F: those made, and for a Jacobian as many as differences would take.
double work(const TestProblem& p, const Statistics& s) {
  return static_cast<double>(s.rhsEvals + s.rhsEvalsForJacobian + s.jacEvals * p.problem.size + s.lu);
}

struct Outcome {
  double work = INFINITY;
  Statistics statistics{};
};

Outcome runWith(const TestProblem& p, const std::string& method, double tolerance) {
  Options options = toleranceFor(p, method, tolerance);
  options.maxSteps = 200'000;
  const Solution s = solve(p.problem, p.start, p.end, p.initial, options);
  return s.ok() ? Outcome{work(p, s.statistics), s.statistics} : Outcome{};
}

void expectCheap(const TestProblem& p, double tolerance) {
  const Outcome pair = runWith(p, "rkf45-dirk", tolerance), explicitOne = runWith(p, "rkf45", tolerance),
                dirk = runWith(p, "cash-dirk", tolerance);
  EXPECT_LE(pair.work, 1.3 * std::min(explicitOne.work, dirk.work))
      << p.name << " " << tolerance << ": rkf45 " << explicitOne.work << ", cash-dirk " << dirk.work << ", "
      << pair.statistics.stiffSteps << " stiff of " << pair.statistics.steps << " steps, " << pair.statistics.switches
      << " changes";
}

TEST(Switching, CostsLittleMoreThanTheBetterMethodOnVanDerPol) {
  for (const double mu : {5.0, 100.0, 1e3, 1e6}) expectCheap(problems::vanDerPol(mu), 1e-5);
}

TEST(Switching, CostsLittleMoreThanTheBetterMethodOnRobertson) {
  expectCheap(problems::robertson(), 1e-5);
  expectCheap(problems::robertsonReduced(), 1e-4);
}

TEST(Switching, CostsLittleMoreThanTheBetterMethodOnTheDirectionalValve) {
  expectCheap(problems::directionalValveActuator(), 1e-4);
}

TEST(Switching, CostsLittleMoreThanTheBetterMethodWhereNothingIsStiff) {
  expectCheap(breathingRotation(), 1e-6);
  expectCheap(problems::findDetest("e2")->test, 1e-6);
}

TEST(Switching, AvoidsTheGapOfBdfOnB5) {
  const TestProblem p = problems::findDetest("b5")->test;
  const Outcome pair = runWith(p, "rkf45-dirk", 1e-4), bdf = runWith(p, "cvode", 1e-4);
  EXPECT_LT(pair.statistics.steps, bdf.statistics.steps / 2);
}

// Relaxation: on the slow branches the eigenvalue is about -3 mu^2 per unit of time, in the jumps accuracy rules.
TEST(Switching, UsesTheStiffFormulaInStiffPhases) {
  const TestProblem p = problems::vanDerPol(1e3);
  Integrator run(p.problem, toleranceFor(p, "rkf45-dirk", 1e-5));
  run.start(p.start, p.initial, p.end);
  double stiffTime = 0, slowTime = 0;
  std::int64_t before = 0;
  while (run.step() == RunStatus::running) {
    const bool stiff = run.statistics().stiffSteps > before;
    before = run.statistics().stiffSteps;
    const double h = run.time() - run.previousTime();
    if (std::abs(run.state()[1]) > 2) continue;  // a jump
    slowTime += h;
    if (stiff) stiffTime += h;
  }
  EXPECT_GT(stiffTime / slowTime, 0.95);
}

TEST(Switching, StaysWithTheExplicitFormulaWhereNothingIsStiff) {
  const TestProblem p = breathingRotation();
  const Solution s = solve(p.problem, p.start, p.end, p.initial, toleranceFor(p, "rkf45-dirk", 1e-6));
  EXPECT_EQ(s.statistics.switches, 0);
  EXPECT_EQ(s.statistics.stiffSteps, 0);
}

}  // namespace
}  // namespace dashpot::testing
