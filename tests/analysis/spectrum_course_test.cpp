// Eigenvalues and stiffness followed along a run, and the modes that a method takes for others than they are.
#include "analysis/spectrum_course.hpp"

#include "analysis/linearize.hpp"
#include "problems/accuracy.hpp"
#include "problems/actuators.hpp"
#include "simulation/problem_run.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::analysis {
namespace {

class Unrecorded final : public simulation::Recorder {
 public:
  void begin(ConstView) override {}
  void record(double, ConstView, simulation::Moment) override {}
};

std::vector<SpectrumPoint> followed(const problems::TestProblem& test, double stop,
                                    const std::string& method = "rodas4", std::size_t most = 100) {
  simulation::RecordedProblem problem{
      .name = test.name,
      .problem = test.problem,
      .initial = test.initial,
      .experiment = {.startTime = test.start, .stopTime = stop},
      .tolerances = [&](double relative) { return problems::tolerancesFor(test, relative); }};
  problem.problem.names.resize(test.initial.size());
  SpectrumCourse course([&](double t, ConstView y, simulation::BoundModel*) { return linearize(test, t, y); },
                        test.start, stop, most);
  course.begin(test.start, test.initial, nullptr);
  Unrecorded recorder;
  Diagnostics diagnostics;
  simulation::Settings settings;
  settings.method = method;
  const auto outcome = simulation::simulate(problem, settings, recorder, diagnostics,
                                            [&](const simulation::ObservedStep& step) { course(step); });
  EXPECT_EQ(outcome.kind, simulation::OutcomeKind::finished);
  EXPECT_FALSE(course.fault());
  return course.points();
}

// Eigenvalues as quoted in the University of Bath thesis (3.48, table 3.6), or, where its printed data do not give
// them, those of its equations computed independently.

TEST(SpectrumCourse, ReliefValveActuatorEndsWithTheQuotedStiffness) {
  const auto points = followed(problems::reliefValveActuator(), problems::reliefValveActuator().end);
  const Spectrum& end = points.back().spectrum;
  ASSERT_EQ(end.modes.size(), 2u);
  EXPECT_NEAR(end.modes[0].eigenvalue.real(), -2332.45, 0.5);
  EXPECT_NEAR(end.modes[1].eigenvalue.real(), -2.15098, 1e-3);
  EXPECT_NEAR(end.stiffnessRatio, 1084, 1);
}

TEST(SpectrumCourse, RobertsonsKineticsBecomeStifferAsTheyGo) {
  const problems::TestProblem test = problems::robertsonReduced();
  for (const auto& [time, fast, slow] : {std::tuple{1.0, -2180.0, -0.294}, {100.0, -4197.0, -0.00893}}) {
    const auto points = followed(test, time);
    const Spectrum& end = points.back().spectrum;
    EXPECT_EQ(points.back().time, time);
    EXPECT_NEAR(end.modes[0].eigenvalue.real() / fast, 1, 1e-3) << time;
    EXPECT_NEAR(end.modes[1].eigenvalue.real() / slow, 1, 5e-3) << time;
  }
  const auto course = followed(test, 100);
  EXPECT_GT(course.size(), 10u);
  EXPECT_LT(course[1].spectrum.stiffnessRatio, 1e4);  // after about a second
  EXPECT_NEAR(course.back().spectrum.stiffnessRatio / (4197 / 0.00893), 1, 1e-2);
}

TEST(SpectrumCourse, HasAPointAtTheStartAtTheEndAndNotMoreThanAsked) {
  const problems::TestProblem test = problems::reliefValveActuator();
  const auto points = followed(test, test.end, "rodas4", 5);
  EXPECT_EQ(points.front().time, test.start);
  EXPECT_EQ(points.front().step, 0);
  EXPECT_EQ(points.back().time, test.end);
  EXPECT_LE(points.size(), 7u);
  for (std::size_t i = 1; i < points.size(); ++i) EXPECT_GT(points[i].step, 0);
}

Spectrum spectrumWith(std::complex<double> eigenvalue) {
  Eigenmode mode;
  mode.eigenvalue = eigenvalue;
  mode.states = {{"p", 1.0}};
  Spectrum result;
  result.modes = {mode};
  return result;
}

TEST(ModesUnderMethod, LeaveTheDomainBeyondTheStabilityLimit) {
  // dopri5 is stable on the negative real axis up to 3.307.
  const std::vector<SpectrumPoint> points{{.time = 1, .step = 0.01, .spectrum = spectrumWith(-1000.0)}};
  const auto formula = *tableaux::findFormula("dopri5");
  EXPECT_FALSE(worstOf(modesUnder(formula, points, 0.0033)));
  const auto worst = worstOf(modesUnder(formula, points, 0.0034));
  ASSERT_TRUE(worst);
  EXPECT_EQ(worst->mode.states[0].state, "p");
  EXPECT_NEAR(worst->z.real(), -3.4, 1e-12);
  EXPECT_TRUE(worstOf(modesUnder(formula, points, std::nullopt)));  // with the step of the run
  EXPECT_FALSE(worstOf(modesUnder(*tableaux::findFormula("rodas4"), points, 1.0)));
}

TEST(ModesUnderMethod, OfMethodsThatAreRunLeaveTheDomainWhereTheirPolynomialSays) {
  // Adams-Bashforth 3: -6/11 on the real axis, 12/sqrt(275) on the imaginary one. Godunov's hybrid: 2 on the imaginary
  // axis, and (-22 + sqrt(520))/3 on the real one, where a root passes -1.
  const auto growsInAdams = growthByRunning("ab3"), growsInHybrid = growthByRunning("godunov-hybrid");
  ASSERT_TRUE(growsInAdams && growsInHybrid);
  const double real = 6.0 / 11, imaginary = 12 / std::sqrt(275), realOfHybrid = (-22 + std::sqrt(520)) / 3;
  EXPECT_LE((*growsInAdams)(-0.999 * real), 1);
  EXPECT_GT((*growsInAdams)(-1.001 * real), 1);
  EXPECT_LE((*growsInAdams)({0, 0.999 * imaginary}), 1);
  EXPECT_GT((*growsInAdams)({0, 1.001 * imaginary}), 1);
  EXPECT_LE((*growsInHybrid)({0, 1.999}), 1);
  EXPECT_GT((*growsInHybrid)({0, 2.001}), 1);
  EXPECT_LE((*growsInHybrid)(-0.999 * realOfHybrid), 1);
  EXPECT_GT((*growsInHybrid)(-1.001 * realOfHybrid), 1);
  EXPECT_FALSE(growthByRunning("cvode"));
}

TEST(ModesUnderMethod, AModeThatGrowsByItselfDoesNotLeaveTheDomain) {
  const std::vector<SpectrumPoint> points{{.time = 0, .step = 0.1, .spectrum = spectrumWith(5.0)}};
  EXPECT_FALSE(worstOf(modesUnder(*tableaux::findFormula("dopri5"), points, std::nullopt)));
}

}  // namespace
}  // namespace dashpot::analysis
