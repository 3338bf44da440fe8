// Figures for Rosenbrock methods on stiff circuits and classic problems, after Esque (2008). The thesis prints charts
// only; the numbers are those of an independent prototype of the same methods and circuits (dF/dt restored, missing
// data assumed as stated with each problem). Reference solutions of HIRES and Van der Pol agree with the published
// ones.
#include "integrators/measure.hpp"

#include <gtest/gtest.h>

namespace dashpot::testing {
namespace {

/// Errors at t = 2 of y' = -y^2/2 - 2 (y - sin 3t), y(0) = 0.3 with h = 0.2, 0.1, 0.05, 0.025.
struct ConvergenceRow {
  std::string method;
  double with[4];     // with dF/dt
  double without[4];  // as in codes that leave it out
};

TEST(Prototype, ConvergenceWithAndWithoutTheTimeDerivative) {
  const std::vector<ConvergenceRow> rows{
      {"ros2", {2.75e-2, 1.41e-2, 4.81e-3, 1.39e-3}, {5.74e-2, 1.80e-2, 5.26e-3, 1.44e-3}},
      {"ros2p", {3.38e-2, 8.23e-3, 2.03e-3, 5.03e-4}, {2.41e-2, 1.24e-2, 6.22e-3, 3.12e-3}},
      {"ode23s", {1.11e-2, 2.74e-3, 6.85e-4, 1.71e-4}, {1.30e-2, 2.98e-3, 7.15e-4, 1.75e-4}},
      {"ros3p", {2.76e-3, 4.38e-4, 6.20e-5, 8.25e-6}, {5.97e-3, 2.20e-3, 2.36e-3, 1.48e-3}},
      {"rodas3", {1.48e-4, 1.79e-5, 4.98e-6, 8.13e-7}, {5.17e-3, 2.40e-3, 2.39e-3, 1.49e-3}},
      {"ros4", {7.28e-4, 4.97e-5, 3.24e-6, 2.07e-7}, {1.28e-3, 4.02e-4, 4.63e-4, 2.95e-4}},
      {"rodas4", {2.26e-5, 9.09e-7, 4.00e-8, 1.99e-9}, {1.72e-3, 3.84e-4, 4.48e-4, 2.83e-4}},
  };
  const TestProblem p = problems::forcedRiccati();
  Options tight = toleranceFor(p, "rodas5p", 1e-13);
  const double reference = solve(p.problem, 0, 2, p.initial, tight).states.back()[0];
  for (const ConvergenceRow& row : rows)
    for (int k = 0; k < 4; ++k) {
      Options options = fixedStep(row.method, 0.2 / (1 << k));
      const double with = std::abs(solve(p.problem, 0, 2, p.initial, options).states.back()[0] - reference);
      options.omitTimeDerivative = true;
      const double without = std::abs(solve(p.problem, 0, 2, p.initial, options).states.back()[0] - reference);
      // Three printed digits.
      EXPECT_NEAR(with / row.with[k], 1, 0.006) << row.method << " h = 0.2 / " << (1 << k);
      EXPECT_NEAR(without / row.without[k], 1, 0.006) << row.method << " h = 0.2 / " << (1 << k) << ", no dF/dt";
    }
}

/// The step control of those runs: integral control, factors 0.1 to 10, start with 1e-6, errors relative to the
/// start of the step.
Options prototypeControl(const TestProblem& p, const std::string& method, double relative, double absolute) {
  Options options;
  options.method = method;
  options.tolerances.relative = relative;
  options.tolerances.absolute = absolute;
  options.tolerances.scaleAtStart = true;
  options.controller = {Controller::i, 0.9, 0.1, 10};
  options.initialStep = 1e-6;
  options.maxStep = p.end - p.start;
  return options;
}

TEST(Prototype, HiresStepsAndErrors) {
  struct Row {
    std::string method;
    int steps[4];
    double error[4];
  };
  const std::vector<Row> rows{
      {"ode23s", {33, 63, 140, 342}, {7.9e-2, 2.5e-2, 5.1e-3, 1.0e-3}},
      {"rodas3", {28, 50, 101, 212}, {9.3e-2, 1.5e-2, 1.2e-3, 1.0e-4}},
      {"ros4", {29, 48, 98, 220}, {3.4e-2, 6.6e-3, 7.0e-4, 6.6e-5}},
      {"rodas4", {26, 38, 61, 105}, {2.6e-2, 3.6e-3, 3.3e-4, 2.8e-5}},
  };
  TestProblem p = problems::hires();
  p.end = 370;
  for (const Row& row : rows)
    for (int k = 0; k < 4; ++k) {
      const double relative = std::pow(10.0, -(k + 1));
      const Solution s =
          solve(p.problem, p.start, p.end, p.initial, prototypeControl(p, row.method, relative, 1e-4 * relative));
      ASSERT_TRUE(s.ok()) << row.method;
      EXPECT_NEAR(static_cast<double>(s.statistics.steps) / row.steps[k], 1, 0.3) << row.method << " " << relative;

      Options tight = toleranceFor(p, "rodas5p", 1e-11);
      tight.outputTimes = s.times;
      const Solution reference = solve(p.problem, p.start, p.end, p.initial, tight);
      double worst = 0;
      for (std::size_t i = 0; i < s.times.size(); ++i)
        worst = std::max(worst, std::abs(s.states[i][0] / reference.states[i][0] - 1));
      EXPECT_NEAR(worst / row.error[k], 1, 0.3) << row.method << " " << relative;
    }
}

TEST(Prototype, HiresReferenceAtTheEndOfTheThesisInterval) {
  const double known[8] = {6.70311466463e-4, 1.30998040474e-4, 4.68632474397e-5, 1.04468079258e-3,
                           5.95012034282e-4, 1.39990557273e-3, 1.01467470563e-3, 4.68532529437e-3};
  const TestProblem p = problems::hires();
  Options options = toleranceFor(p, "rodas5p", 1e-12);
  options.outputTimes = {370};
  const Solution s = solve(p.problem, p.start, 370, p.initial, options);
  for (int i = 0; i < 8; ++i) EXPECT_NEAR(s.states.back()[i] / known[i], 1, 1e-8);
}

TEST(Prototype, VanDerPolReferencesOverSixOscillations) {
  const double known[12] = {-1.86364625481, 1.70616773217, -1.51060693674, 1.19441467768,
                            1.89042859641,  -1.7377163068, 1.55161464554,  -1.27863198431,
                            -1.91655294948, 1.76816379238, -1.59015054482, 1.34423981483};
  const TestProblem p = problems::vanDerPol();
  Options options = toleranceFor(p, "rodas5p", 1e-10);
  options.outputTimes.clear();
  for (int t = 1; t <= 12; ++t) options.outputTimes.push_back(t);
  const Solution s = solve(p.problem, 0, 12, p.initial, options);
  ASSERT_TRUE(s.ok());
  for (int i = 0; i < 12; ++i) EXPECT_NEAR(s.states[i][0], known[i], 1e-7) << "t = " << i + 1;
}

TEST(Prototype, VanDerPolStepsOfRosenbrockMethods) {
  struct Row {
    std::string method;
    int steps[3];  // at 1e-2, 1e-3, 1e-4
  };
  const std::vector<Row> rows{{"ode23s", {1081, 2460, 6112}},
                              {"rodas3", {1248, 1948, 4086}},
                              {"ros4", {1091, 1738, 3533}},
                              {"rodas4", {796, 1248, 2111}}};
  const TestProblem p = problems::vanDerPol();
  for (const Row& row : rows)
    for (int k = 0; k < 3; ++k) {
      const double tolerance = std::pow(10.0, -(k + 2));
      Options options = prototypeControl(p, row.method, tolerance, tolerance);
      options.maxStep = 12;
      const Solution s = solve(p.problem, 0, 12, p.initial, options);
      ASSERT_TRUE(s.ok()) << row.method << s.failure.message;
      EXPECT_NEAR(static_cast<double>(s.statistics.steps) / row.steps[k], 1, 0.3) << row.method << " " << tolerance;
    }
}

TEST(Prototype, ExplicitMethodsNeedTheirStabilityLimitOnHires) {
  TestProblem p = problems::hires();
  p.end = 370;
  const auto steps = [&](const std::string& method) {
    Options options = prototypeControl(p, method, 1e-2, 1e-6);
    options.outputTimes = {p.end};
    return static_cast<double>(solve(p.problem, p.start, p.end, p.initial, options).statistics.steps);
  };
  EXPECT_NEAR(steps("dopri5") / 10557, 1, 0.05);
  EXPECT_NEAR(steps("ode23") / 13901, 1, 0.05);
}

TEST(Prototype, BackwardEulerIsSmoothWhereTheTrapezoidalRuleRings) {
  const double trapezoidal[8] = {195.1, 84.2, 159.1, 108.9, 146.2, 123.8, 142.4, 132.6};
  const double backwardEuler[6] = {113.8, 122.3, 125.7, 128.5, 130.9, 133.1};
  const TestProblem p = problems::twoVolume(problems::twoVolumeStability());
  const auto pressures = [&](const std::string& method) {
    const Solution s = solve(p.problem, 0, 0.08, p.initial, fixedStep(method, 0.01));
    Vector bar;
    for (const Vector& y : s.states) bar.push_back(y[0] / 1e5);
    return bar;
  };
  const Vector ringing = pressures("trapezoidal");
  const Vector smooth = pressures("backward-euler");
  ASSERT_EQ(ringing.size(), 9U);
  for (int k = 0; k < 8; ++k) EXPECT_NEAR(ringing[k + 1], trapezoidal[k], 0.06) << k;
  for (int k = 0; k < 6; ++k) EXPECT_NEAR(smooth[k + 1], backwardEuler[k], 0.06) << k;
}

/// Largest errors over the run: relative of the piston position x, of the pressure p_A in bar.
struct CircuitError {
  bool finished;
  double position;
  double pressure;
};

/// The cylinder circuit in real time: fixed steps, none of them split where the command switches, as in the published
/// runs.
class CylinderCircuit : public ::testing::Test {
 protected:
  static constexpr double finestGrid = 0.25e-3;

  static const Solution& reference() {
    static const Solution solution = [] {
      const TestProblem p = problems::cylinderCircuit();
      Options tight = toleranceFor(p, "rodas5p", 1e-9);
      tight.outputTimes.clear();
      for (int k = 0; k <= std::lround(p.end / finestGrid); ++k) tight.outputTimes.push_back(k * finestGrid);
      return solve(p.problem, p.start, p.end, p.initial, tight);
    }();
    return solution;
  }

  CircuitError errorOf(const std::string& method, double step, const JacobianOptions& jacobian = {},
                       bool hold = false) const {
    Options options;
    options.method = method;
    options.step = step;
    options.realTime = true;
    options.holdInputs = hold;
    options.jacobian = jacobian;
    const Solution s = solve(p.problem, p.start, p.end, p.initial, options);
    if (!s.ok()) return {false, 0, 0};
    const std::size_t x = indexOf("x"), pA = indexOf("pA");
    const auto stride = static_cast<std::size_t>(std::lround(step / finestGrid));
    CircuitError error{true, 0, 0};
    for (std::size_t k = 0; k < s.times.size(); ++k) {
      const Vector& exact = reference().states[k * stride];
      error.position = std::max(error.position, std::abs(s.states[k][x] / exact[x] - 1));
      error.pressure = std::max(error.pressure, std::abs(s.states[k][pA] - exact[pA]) / 1e5);
    }
    return error;
  }

  std::size_t indexOf(std::string_view name) const {
    return static_cast<std::size_t>(std::ranges::find(p.problem.names, name) - p.problem.names.begin());
  }

  const TestProblem p = problems::cylinderCircuit();
};

constexpr double realTimeSteps[] = {0.25e-3, 0.5e-3, 1e-3, 2e-3, 4e-3, 10e-3};

TEST_F(CylinderCircuit, RealTimeErrorsAreThoseOfThePrototype) {
  struct Row {
    std::string method;
    double position[6];
  };
  const std::vector<Row> rows{
      {"ros2", {3.4e-4, 8.0e-4, 1.9e-3, 5.2e-3, 7.7e-3, 1.5e-2}},
      {"ros2p", {1.1e-5, 6.8e-5, 7.1e-5, 4.2e-4, 1.1e-3, 7.2e-3}},
      {"ros3p", {1.8e-4, 3.5e-4, 7.3e-4, 1.7e-3, 3.6e-3, 8.7e-3}},
      {"rodas3", {1.8e-4, 3.4e-4, 6.6e-4, 1.3e-3, 2.3e-3, 4.5e-3}},
  };
  for (const Row& row : rows)
    for (int k = 0; k < 6; ++k) {
      const CircuitError error = errorOf(row.method, realTimeSteps[k]);
      ASSERT_TRUE(error.finished) << row.method << " " << realTimeSteps[k];
      EXPECT_NEAR(error.position / row.position[k], 1, 0.15) << row.method << " " << realTimeSteps[k];
    }
}

TEST_F(CylinderCircuit, ExplicitMethodsFailWhereRosenbrockMethodsDoNot) {
  for (const double step : {2e-3, 4e-3, 10e-3}) EXPECT_FALSE(errorOf("ode23", step).finished) << step;
  for (const double step : {1e-3, 2e-3, 4e-3, 10e-3}) EXPECT_FALSE(errorOf("dopri5", step).finished) << step;
}

TEST_F(CylinderCircuit, HeldInputsMakeTheStiffMethodsUpToFiftyTimesBetter) {
  const double ros3p[] = {5.8e-6, 3.4e-5, 4.6e-5, 4.4e-4, 2.0e-3, 6.5e-3};
  const double rodas3[] = {3.3e-6, 2.6e-5, 5.2e-5, 3.4e-4, 1.3e-3, 4.1e-3};
  for (int k = 0; k < 6; ++k) {
    EXPECT_NEAR(errorOf("ros3p", realTimeSteps[k], {}, true).position / ros3p[k], 1, 0.15) << realTimeSteps[k];
    EXPECT_NEAR(errorOf("rodas3", realTimeSteps[k], {}, true).position / rodas3[k], 1, 0.15) << realTimeSteps[k];
  }
}

TEST_F(CylinderCircuit, ABadlyScaledDifferenceIncrementSpoilsTheRun) {
  using Source = JacobianOptions::Source;
  const double step = 1e-3;
  const CircuitError exact = errorOf("rodas3", step);
  EXPECT_NEAR(exact.position / 6.6e-4, 1, 0.15);
  EXPECT_NEAR(errorOf("rodas3", step, {Source::differences, {}}).position / exact.position, 1, 0.1);
  for (const double increment : {1e-9, 1e-6, 1e-3}) {
    const CircuitError error = errorOf("rodas3", step, {Source::differences, increment});
    ASSERT_TRUE(error.finished) << increment;
    EXPECT_NEAR(error.position / exact.position, 1, 0.1) << increment;
  }
  const CircuitError coarse = errorOf("rodas3", step, {Source::differences, 0.1});
  ASSERT_TRUE(coarse.finished);
  EXPECT_NEAR(coarse.position / 7.1e-3, 1, 0.3);
  EXPECT_NEAR(coarse.pressure / 27, 1, 0.3);
  EXPECT_FALSE(errorOf("rodas3", step, {Source::differences, 1e-10}).finished) << "the increment is lost in 1e7 Pa";
}

}  // namespace
}  // namespace dashpot::testing
