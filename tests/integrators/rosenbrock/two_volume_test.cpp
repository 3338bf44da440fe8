// The two-volume circuit of Esque (2008), real-time and offline tests, with and without dF/dt. The thesis prints charts
// only; the numbers are those of an independent prototype with the same assumptions on fluid and mean flow
// (problems.hpp).
#include "integrators/measure.hpp"

#include <gtest/gtest.h>

namespace dashpot::testing {
namespace {

using problems::TwoVolumeParameters;

/// Euclidean norm over the components of their relative RMS errors over the grid (Esque 2008, eq. 5.1).
double relativeRms(const Solution& s, const Solution& reference) {
  double norm = 0;
  for (std::size_t i = 0; i < s.states[0].size(); ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < s.times.size(); ++k) {
      const double e = s.states[k][i] / reference.states[k][i] - 1;
      sum += e * e;
    }
    norm += sum / static_cast<double>(s.times.size());
  }
  return std::sqrt(norm);
}

/// The reference at given times, steps restarted where the flow jumps.
Solution referenceAt(const TestProblem& p, const Vector& times) {
  Options tight = toleranceFor(p, "rodas5p", 1e-11);
  tight.outputTimes = times;
  return solve(p.problem, p.start, p.end, p.initial, tight);
}

constexpr double steps[] = {0.25e-3, 0.5e-3, 1e-3, 2e-3, 4e-3, 10e-3};

/// Error with a fixed step; infinite when the run fails.
double realTimeError(const TwoVolumeParameters& parameters, const std::string& method, double step,
                     bool timeDerivative) {
  const TestProblem p = problems::twoVolume(parameters);
  Options options;
  options.method = method;
  options.step = step;
  options.realTime = true;
  options.omitTimeDerivative = !timeDerivative;
  const Solution s = solve(p.problem, p.start, p.end, p.initial, options);
  return s.ok() ? relativeRms(s, referenceAt(p, s.times)) : INFINITY;
}

struct Row {
  std::string method;
  bool timeDerivative;
  double errors[6];  // infinite: fails, or is worse than 100 %
};

void expectRealTimeTable(const TwoVolumeParameters& parameters, const std::vector<Row>& rows) {
  for (const Row& row : rows)
    for (int k = 0; k < 6; ++k) {
      const double error = realTimeError(parameters, row.method, steps[k], row.timeDerivative);
      if (std::isinf(row.errors[k]))
        EXPECT_FALSE(error < 1) << row.method << " " << steps[k];
      else
        EXPECT_NEAR(error / row.errors[k], 1, 0.12) << row.method << " " << steps[k] << " " << row.timeDerivative;
    }
}

constexpr double fails = INFINITY;

TEST(TwoVolumes, RealTimeTestOneHasTheErrorsOfThePrototype) {
  expectRealTimeTable(problems::twoVolumeRealTime1(),
                      {{"ode23", true, {9.0e-7, 9.5e-6, 1.3e-4, fails, fails, fails}},
                       {"dopri5", true, {2.9e-9, 1.7e-7, 1.5e-5, fails, fails, fails}},
                       {"ros2", false, {5.7e-4, 1.4e-3, 3.2e-3, 6.9e-3, 1.4e-2, 3.6e-2}},
                       {"ros2p", false, {5.1e-4, 1.0e-3, 2.0e-3, 4.1e-3, 8.1e-3, 2.2e-2}},
                       {"ode23s", false, {4.2e-5, 1.6e-4, 5.9e-4, 2.0e-3, 6.5e-3, 2.6e-2}},
                       {"ros3p", false, {2.2e-4, 3.9e-4, 7.0e-4, 1.3e-3, 2.4e-3, 5.9e-3}},
                       {"rodas3", false, {2.9e-4, 5.6e-4, 1.1e-3, 2.0e-3, 3.5e-3, 7.9e-3}},
                       {"ros2", true, {1.2e-5, 3.1e-5, 1.2e-4, 5.4e-4, 2.3e-3, 1.3e-2}},
                       {"ros2p", true, {5.0e-6, 2.1e-5, 8.9e-5, 3.9e-4, 1.8e-3, 1.3e-2}},
                       {"ode23s", true, {2.0e-6, 8.2e-6, 3.3e-5, 1.3e-4, 4.8e-4, 3.0e-3}},
                       {"ros3p", true, {5.5e-7, 3.3e-6, 1.8e-5, 7.0e-5, 1.8e-4, 8.3e-4}},
                       {"rodas3", true, {2.5e-7, 1.6e-6, 8.8e-6, 3.5e-5, 9.7e-5, 4.3e-4}}});
}

TEST(TwoVolumes, RealTimeTestTwoHasTheErrorsOfThePrototype) {
  expectRealTimeTable(problems::twoVolumeRealTime2(),
                      {{"ode23", true, {fails, fails, fails, fails, fails, fails}},
                       {"dopri5", true, {fails, fails, fails, fails, fails, fails}},
                       {"ros2", false, {1.3e-3, 2.6e-3, 5.2e-3, 1.1e-2, 2.2e-2, 6.0e-2}},
                       {"ros2p", false, {1.5e-3, 3.0e-3, 6.1e-3, 1.2e-2, 2.5e-2, 6.7e-2}},
                       {"ode23s", false, {6.9e-4, 1.8e-3, 4.5e-3, 1.2e-2, fails, fails}},
                       {"ros3p", false, {7.5e-4, 1.5e-3, 2.9e-3, 5.8e-3, 1.1e-2, 2.9e-2}},
                       {"rodas3", false, {7.9e-4, 1.6e-3, 3.1e-3, 6.1e-3, 1.2e-2, 3.4e-2}},
                       {"ros2", true, {4.0e-5, 1.6e-4, 6.0e-4, 2.2e-3, 7.5e-3, 3.3e-2}},
                       {"ros2p", true, {1.8e-5, 7.7e-5, 3.2e-4, 1.3e-3, 5.5e-3, 3.6e-2}},
                       {"ode23s", true, {5.3e-6, 2.1e-5, 8.3e-5, 3.3e-4, 1.4e-3, 9.3e-3}},
                       {"ros3p", true, {3.8e-6, 6.9e-6, 1.2e-5, 4.6e-5, 3.7e-4, 5.6e-2}},
                       {"rodas3", true, {7.9e-7, 1.3e-6, 3.0e-6, 1.3e-5, 1.2e-4, 3.6e-3}}});
}

/// The step control of the offline runs.
Options offlineControl(const std::string& method, double relative) {
  Options options;
  options.method = method;
  options.tolerances.relative = relative;
  options.tolerances.absolute = relative;  // 1 Pa
  options.tolerances.scaleAtStart = true;
  options.controller = {Controller::i, 0.9, 0.1, 10};
  options.initialStep = 1e-6;
  options.minStep = 1e-8;
  options.maxStep = 0.1;
  return options;
}

TEST(TwoVolumes, FlowStepsWithDeclaredTimesTakeTheStepsOfThePrototype) {
  struct Counts {
    std::string method;
    int steps[4];
  };
  const std::vector<Counts> rows{{"ode23s", {57, 69, 101, 175}},
                                 {"rodas3", {54, 63, 96, 168}},
                                 {"ros4", {58, 70, 95, 145}},
                                 {"rodas4", {56, 64, 80, 110}}};
  const TestProblem p = problems::twoVolume(problems::twoVolumeOffline1());
  for (const Counts& row : rows)
    for (int k = 0; k < 4; ++k) {
      const Solution s = solve(p.problem, p.start, p.end, p.initial, offlineControl(row.method, std::pow(10, -1 - k)));
      ASSERT_TRUE(s.ok()) << row.method << s.failure.message;
      EXPECT_NEAR(static_cast<double>(s.statistics.steps) / row.steps[k], 1, 0.3) << row.method << " 1e-" << k + 1;
      EXPECT_LE(s.statistics.rejected, 7) << row.method << " 1e-" << k + 1;
    }
}

TEST(TwoVolumes, ASineFlowTakesTheStepsOfThePrototype) {
  struct Counts {
    std::string method;
    int steps[4];
    double errors[4];
  };
  const std::vector<Counts> rows{{"ode23s", {42, 98, 266, 761}, {4.0e-2, 5.1e-3, 5.5e-4, 6.6e-5}},
                                 {"rodas3", {41, 77, 160, 338}, {2.4e-2, 2.2e-3, 2.4e-4, 2.9e-5}},
                                 {"rodas4", {36, 59, 98, 165}, {1.4e-2, 9.1e-4, 5.8e-5, 5.0e-6}}};
  const TestProblem p = problems::twoVolume(problems::twoVolumeOffline2());
  for (const Counts& row : rows)
    for (int k = 0; k < 4; ++k) {
      const Solution s = solve(p.problem, p.start, p.end, p.initial, offlineControl(row.method, std::pow(10, -1 - k)));
      ASSERT_TRUE(s.ok()) << row.method << s.failure.message;
      EXPECT_NEAR(static_cast<double>(s.statistics.steps) / row.steps[k], 1, 0.3) << row.method << " 1e-" << k + 1;
      EXPECT_NEAR(relativeRms(s, referenceAt(p, s.times)) / row.errors[k], 1, 0.3) << row.method << " 1e-" << k + 1;
    }
}

}  // namespace
}  // namespace dashpot::testing
