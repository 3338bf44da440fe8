// The offline tests of Esque (2008, 5.2) without declared times of discontinuities, as the thesis ran them, and the
// codes that it compares with. It prints charts only; the numbers are those of an independent prototype with the same
// assumptions on what is not stated (problems.hpp).
#include "integrators/measure.hpp"
#include "tableaux/formula.hpp"
#include "tableaux/stability_function.hpp"

#include <gtest/gtest.h>

namespace dashpot::testing {
namespace {

Solution tightAt(const TestProblem& p, const Vector& times) {
  Options tight = toleranceFor(p, "rodas5p", 1e-10);
  tight.outputTimes = times;
  return solve(p.problem, p.start, p.end, p.initial, tight);
}

/// The step control of all offline runs: h0 = 1e-6, hmin = 1e-8, hmax = 0.1.
Options offlineOptions(const std::string& method, const Tolerances& tolerances) {
  Options options;
  options.method = method;
  options.tolerances = tolerances;
  options.tolerances.scaleAtStart = true;
  options.controller = {Controller::i, 0.9, 0.1, 10};
  options.initialStep = 1e-6;
  options.minStep = 1e-8;
  options.maxStep = 0.1;
  return options;
}

/// As the thesis: the solvers are not told when the input jumps.
TestProblem withoutDeclaredTimes(TestProblem p) {
  p.problem.discontinuities.clear();
  return p;
}

double maximumRelativeError(const Solution& s, const Solution& reference, std::size_t component) {
  double largest = 0;
  for (std::size_t k = 0; k < s.times.size(); ++k)
    largest = std::max(largest, std::abs(s.states[k][component] / reference.states[k][component] - 1));
  return largest;
}

/// Steps and an error at the tolerances 1e-1 ... 1e-4.
struct OfflineRow {
  std::string method;
  int steps[4];
  double errors[4];
};

// Test 3. At 1e-1 the outcome hangs on single rejections around the jumps of the valve; from 1e-2 on it does not.
TEST(OfflineTests, TheCylinderCircuitTakesTheStepsOfThePrototypeWithItsErrors) {
  const std::vector<OfflineRow> rows{{"ode23s", {2672, 793, 1898, 4175}, {0.19, 2.0e-3, 2.9e-4, 5.3e-5}},
                                     {"rodas3", {153, 534, 1637, 3894}, {2.0e-2, 3.0e-3, 3.9e-4, 1.9e-5}},
                                     {"ros4", {231, 671, 1655, 3338}, {1.3e-2, 1.9e-3, 1.2e-4, 3.6e-6}},
                                     {"rodas4", {243, 578, 1239, 2328}, {2.3e-2, 3.2e-4, 2.4e-5, 1.3e-6}}};
  constexpr std::size_t position = 2;
  const TestProblem declared = problems::cylinderCircuit(), p = withoutDeclaredTimes(declared);
  for (const OfflineRow& row : rows)
    for (int k = 1; k < 4; ++k) {
      const double relative = std::pow(10, -1 - k);
      Tolerances tolerances{.relative = relative, .absoluteOf = p.absoluteScale};
      for (double& absolute : tolerances.absoluteOf) absolute *= relative;
      const Solution s = solve(p.problem, p.start, p.end, p.initial, offlineOptions(row.method, tolerances));
      ASSERT_TRUE(s.ok()) << row.method << s.failure.message;
      EXPECT_NEAR(static_cast<double>(s.statistics.steps) / row.steps[k], 1, 0.05) << row.method << " " << relative;
      EXPECT_NEAR(maximumRelativeError(s, tightAt(declared, s.times), position) / row.errors[k], 1, 0.4)
          << row.method << " " << relative;
    }
}

// Test 3, claim 23 of the thesis: the BDF code needs several times the steps of the Rosenbrock formulas.
TEST(OfflineTests, BdfNeedsSeveralTimesTheStepsOfRodas4OnTheCylinderCircuit) {
  const TestProblem p = withoutDeclaredTimes(problems::cylinderCircuit());
  for (const double relative : {1e-3, 1e-4}) {
    Tolerances tolerances{.relative = relative, .absoluteOf = p.absoluteScale};
    for (double& absolute : tolerances.absoluteOf) absolute *= relative;
    const auto steps = [&](const std::string& method) {
      return static_cast<double>(
          solve(p.problem, p.start, p.end, p.initial, offlineOptions(method, tolerances)).statistics.steps);
    };
    EXPECT_GT(steps("cvode"), 2 * steps("rodas4")) << relative;
  }
}

// Test 1. What a method makes of a jump that it does not know of at 1e-1 and 1e-2 hangs on where its steps happen to
// end; the steps it takes in all do not.
TEST(OfflineTests, UndeclaredFlowStepsTakeTheStepsOfThePrototype) {
  const std::vector<OfflineRow> rows{{"ode23s", {60, 79, 130, 223}, {}},
                                     {"rodas3", {52, 72, 118, 217}, {}},
                                     {"ros4", {58, 83, 122, 193}, {}},
                                     {"rodas4", {55, 67, 100, 147}, {}}};
  const TestProblem p = withoutDeclaredTimes(problems::twoVolume(problems::twoVolumeOffline1()));
  for (const OfflineRow& row : rows)
    for (int k = 0; k < 3; ++k) {
      const double relative = std::pow(10, -1 - k);
      const Solution s = solve(p.problem, p.start, p.end, p.initial,
                               offlineOptions(row.method, {.relative = relative, .absolute = relative}));
      ASSERT_TRUE(s.ok()) << row.method << s.failure.message;
      EXPECT_NEAR(static_cast<double>(s.statistics.steps) / row.steps[k], 1, 0.2) << row.method << " " << relative;
    }
}

// 5.1.2: RADAU5 at 1e-8, interpolated, is the reference of the thesis.
TEST(ReferenceRuns, Radau5InterpolatedGivesTheReferencePressures) {
  const TestProblem p = problems::twoVolume();
  Options options;
  options.method = "radau5";
  options.tolerances = {.relative = 1e-8, .absolute = 1e-2};
  options.outputTimes = {0.025, 0.1, 0.5, 0.8, 0.9, 1.5};
  const double known[6][2] = {{18720629.21, 8329448.32}, {14580146.93, 7006690.68}, {14481199.92, 6908757.75},
                              {14481172.07, 6908730.19}, {15207905.29, 7556952.85}, {15303719.99, 7651859.77}};
  const Solution s = solve(p.problem, p.start, p.end, p.initial, options);
  ASSERT_TRUE(s.ok());
  for (std::size_t k = 0; k < 6; ++k)
    for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(s.states[k][i] / known[k][i], 1, 1e-8) << s.times[k];
}

// R(z) = (1 + 2/5 z + 1/20 z^2) / (1 - 3/5 z + 3/20 z^2 - 1/60 z^3)
TEST(ReferenceRuns, Radau5HasThePadeApproximantTwoThree) {
  const auto r = tableaux::stabilityFunction(*tableaux::findFormula("radau5"));
  for (const std::complex<double> z : {std::complex<double>(-1, 0), {-3, 2}, {0, 5}, {1, -1}, {-100, 7}}) {
    const auto pade = (1.0 + 0.4 * z + z * z / 20.0) / (1.0 - 0.6 * z + 0.15 * z * z - z * z * z / 60.0);
    EXPECT_NEAR(std::abs(r(z) - pade), 0, 1e-13 * std::abs(pade) + 1e-15) << z;
  }
}

}  // namespace
}  // namespace dashpot::testing
