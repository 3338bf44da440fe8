// auto: which methods it takes, that it changes where a problem is stiff in parts, and that nothing is lost by that.
#include "integrators/measure.hpp"
#include "problems/detest.hpp"
#include "problems/problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

namespace dashpot::testing {
namespace {

/// y' = y^2 - y^3, y(0) = delta: not stiff until the flame has grown to 1, and stiff from there on (Shampine, Gladwell
/// and Thompson 2003, 1.4). To t = 2/delta, where 1 - y is far below any tolerance.
TestProblem flame(double delta) {
  TestProblem p{.name = "flame", .end = 2 / delta, .initial = {delta}, .absoluteScale = {1}};
  p.problem.size = 1;
  p.problem.autonomous = true;
  p.problem.rhs = [](double, ConstView y, View f) { f[0] = y[0] * y[0] * (1 - y[0]); };
  p.problem.jacobian = Jacobian{{}, [](double, ConstView y, View j) { j[0] = y[0] * (2 - 3 * y[0]); }};
  p.reference = {1};
  p.referenceDigits = 15;
  return p;
}

/// Two revolutions on an ellipse; it ends where it began.
TestProblem orbit(double e) {
  TestProblem p{.name = "orbit", .end = 4 * std::numbers::pi, .initial = {1 - e, 0, 0, std::sqrt((1 + e) / (1 - e))}};
  p.problem.size = 4;
  p.problem.autonomous = true;
  p.problem.rhs = [](double, ConstView y, View f) {
    const double r = std::hypot(y[0], y[1]), k = 1 / (r * r * r);
    f[0] = y[2], f[1] = y[3], f[2] = -k * y[0], f[3] = -k * y[1];
  };
  p.absoluteScale.assign(4, 1);
  p.reference = p.initial;
  p.referenceDigits = 14;
  return p;
}

struct AutomaticRun {
  Solution solution;
  MethodTrail trail;
  std::vector<std::string> methods;  // in their order
};

AutomaticRun automaticRun(const TestProblem& p, double tolerance) {
  Integrator integrator(p.problem, toleranceFor(p, "auto", tolerance));
  AutomaticRun result;
  integrator.start(p.start, p.initial, p.end);
  result.solution.status = integrator.run();
  result.solution.failure = integrator.failure();
  result.solution.statistics = integrator.statistics();
  result.solution.states = {Vector(integrator.state().begin(), integrator.state().end())};
  result.trail = integrator.trail();
  for (const auto& choice : result.trail.choices) result.methods.push_back(choice.method);
  return result;
}

double order(const std::string& method) { return findMethod(method)->order; }
bool isExplicit(const std::string& method) { return findMethod(method)->family == Family::explicitRungeKutta; }

TEST(Automatic, StaysExplicitOnOrbits) {
  for (const double eccentricity : {0.1, 0.5, 0.7})
    for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
      const AutomaticRun run = automaticRun(orbit(eccentricity), tolerance);
      EXPECT_TRUE(run.solution.ok());
      EXPECT_EQ(run.solution.statistics.switches, 0) << eccentricity << " at " << tolerance;
      EXPECT_TRUE(isExplicit(run.methods.front()));
      EXPECT_EQ(run.solution.statistics.lu, 0);
    }
}

TEST(Automatic, IsImplicitWhereAlmostEverythingIsStiff) {
  for (const TestProblem& p : {problems::hires(), problems::robertson()}) {
    const AutomaticRun run = automaticRun(p, 1e-5);
    EXPECT_TRUE(run.solution.ok());
    EXPECT_GT(run.solution.statistics.stiffSteps, run.solution.statistics.steps * 8 / 10) << p.name;
    EXPECT_FALSE(isExplicit(run.methods.front()));
  }
}

TEST(Automatic, ChangesToAnImplicitMethodWhereTheFlameBecomesStiff) {
  const AutomaticRun run = automaticRun(flame(1e-4), 1e-6);
  EXPECT_TRUE(run.solution.ok());
  ASSERT_GE(run.methods.size(), 2u);
  EXPECT_TRUE(isExplicit(run.methods.front()));
  EXPECT_FALSE(isExplicit(run.methods.back()));
  EXPECT_THAT(run.trail.choices.back().rules, ::testing::ElementsAre(::testing::StartsWith("stability-limits")));
  EXPECT_GT(run.trail.choices.back().time, 1e4 * 0.9) << "the flame has not grown before";
  EXPECT_LT(run.solution.statistics.steps, 500) << "an explicit method would take some thousand";
}

TEST(Automatic, BuildsUpAHighOrderWhereTheWayIsLongAndNotWhereItIsOverSoon) {
  const AutomaticRun relaxation = automaticRun(*problems::make("van-der-pol"), 1e-7);
  EXPECT_TRUE(relaxation.solution.ok());
  EXPECT_THAT(relaxation.methods, ::testing::ElementsAre("rodas5p", "radau"));
  EXPECT_THAT(relaxation.trail.choices.back().rules, ::testing::ElementsAre("long-way"));
  const AutomaticRun toSixDigits = automaticRun(*problems::make("van-der-pol"), 1e-6);
  EXPECT_THAT(toSixDigits.methods, ::testing::ElementsAre("rodas5p", "radau"));
  EXPECT_THAT(toSixDigits.trail.choices.back().rules, ::testing::ElementsAre("long-way-of-few"));
  EXPECT_THAT(automaticRun(*problems::make("brusselator:n=50"), 1e-6).methods, ::testing::ElementsAre("rodas5p"));
  const AutomaticRun decay = automaticRun(*problems::make("heat:n=50"), 1e-7);
  EXPECT_TRUE(decay.solution.ok());
  EXPECT_THAT(decay.methods, ::testing::ElementsAre("rodas5p"));
}

TEST(Automatic, ComesBackToAnExplicitMethodWhereAProblemIsNoLongerStiff) {
  // A fast mode that is switched off at t = 1, beside an oscillation that goes on.
  TestProblem p{.name = "released", .end = 600, .initial = {1, 0, 1}, .absoluteScale = {1, 1, 1}};
  p.problem.size = 3;
  p.problem.discontinuities = {1};
  p.problem.rhs = [](double t, ConstView y, View f) {
    f[0] = y[1], f[1] = -y[0], f[2] = (t <= 1 ? -1e5 : -1) * (y[2] - y[0]);
  };
  p.problem.jacobian = Jacobian{{}, [](double t, ConstView, View j) {
                                  const double rate = t <= 1 ? -1e5 : -1;
                                  const double byColumns[9] = {0, -1, -rate, 1, 0, 0, 0, 0, rate};
                                  std::ranges::copy(byColumns, j.begin());
                                }};
  p.problem.timeDerivative = [](double, ConstView, View ft) { std::ranges::fill(ft, 0.0); };
  const AutomaticRun run = automaticRun(p, 1e-6);
  EXPECT_TRUE(run.solution.ok());
  EXPECT_FALSE(isExplicit(run.methods.front()));
  EXPECT_TRUE(isExplicit(run.methods.back()));
  EXPECT_EQ(run.solution.statistics.switches, 1);
  EXPECT_NEAR(run.solution.states.back()[0], std::cos(600), 1e-3);
}

/// An oscillation, y1 = cos t and y2 = -sin t, and a third component that follows it, by turns as fast as it is and very
/// much faster.
TestProblem followedByTurns() {
  TestProblem p{.name = "followed by turns", .end = 300, .initial = {1, 0, 1}, .absoluteScale = {1, 1, 1}};
  const auto rate = [](double t) { return static_cast<int>(std::floor(t / 50)) % 2 == 0 ? 1.0 : 1e5; };
  p.problem.size = 3;
  p.problem.discontinuities = {50, 100, 150, 200, 250};
  p.problem.rhs = [rate](double t, ConstView y, View f) { f[0] = y[1], f[1] = -y[0], f[2] = -rate(t) * (y[2] - y[0]); };
  p.problem.jacobian = Jacobian{{}, [rate](double t, ConstView, View j) {
                                  const double k = rate(t);
                                  const double byColumns[9] = {0, -1, k, 1, 0, 0, 0, 0, -k};
                                  std::ranges::copy(byColumns, j.begin());
                                }};
  p.problem.timeDerivative = [](double, ConstView, View ft) { std::ranges::fill(ft, 0.0); };
  return p;
}

// A rotation neither damps nor amplifies: the error of (y1, y2) at the end is at most the sum of the local errors. That
// of an accepted step is at most 1 in the norm sqrt(1/3 sum (e_i / (a + r |y_i|))^2), so at most sqrt(3) (a + r) in
// (y1, y2), and that of N steps at most N times as large, wherever the method was changed.
TEST(Automatic, LosesNoAccuracyAtChanges) {
  const TestProblem p = followedByTurns();
  std::int64_t changes = 0;
  for (const double tolerance : {1e-3, 1e-5, 1e-7, 1e-9}) {
    const AutomaticRun run = automaticRun(p, tolerance);
    ASSERT_TRUE(run.solution.ok());
    changes += run.solution.statistics.switches;
    const Vector& end = run.solution.states.back();
    const double error = std::hypot(end[0] - std::cos(p.end), end[1] + std::sin(p.end));
    const Tolerances t = toleranceFor(p, "auto", tolerance).tolerances;
    const double perStep = std::sqrt(3) * (t.absoluteOf[0] + t.relative);
    EXPECT_LT(error, static_cast<double>(run.solution.statistics.steps) * perStep) << tolerance;
  }
  EXPECT_GE(changes, 6);
}

/// The digits of the least accurate of the methods that were used, each alone.
double digitsWithoutChanges(const TestProblem& p, const std::vector<std::string>& methods, double tolerance) {
  double least = 16;
  for (const std::string& method : methods) {
    Options options = toleranceFor(p, method, tolerance);
    options.maxSteps = 100'000;
    const Solution s = solve(p.problem, p.start, p.end, p.initial, options);
    if (s.ok()) least = std::min(least, problems::correctDigits(p, s.states.back()));
  }
  return least;
}

TEST(Automatic, HandsTheJacobianOfTheStartOver) {
  const TestProblem p = problems::hires();
  const AutomaticRun run = automaticRun(p, 1e-4);
  ASSERT_EQ(run.solution.statistics.switches, 0);
  const Solution alone = solve(p.problem, p.start, p.end, p.initial, toleranceFor(p, run.methods.front(), 1e-4));
  EXPECT_EQ(run.solution.statistics.jacEvals, alone.statistics.jacEvals);
  EXPECT_EQ(run.solution.statistics.steps, alone.statistics.steps);
}

// The modes of a line that is at rest are not in the stages: J shows them.
TEST(Automatic, SeesStiffnessThatIsAtRest) {
  TestProblem p{.name = "at rest", .end = 2000, .initial = {1, 0, 0}, .absoluteScale = {1, 1, 1}};
  p.problem.size = 3;
  const auto rate = [](double t) { return t < 20 ? 0.0 : 300.0; };  // of an oscillator that nothing moves
  p.problem.discontinuities = {20};
  p.problem.rhs = [rate](double t, ConstView y, View f) {
    f[0] = -0.001 * y[0], f[1] = rate(t) * y[2], f[2] = -rate(t) * (y[1] + 0.01 * y[2]);
  };
  p.problem.jacobian = Jacobian{{}, [rate](double t, ConstView, View j) {
                                  const double k = rate(t);
                                  const double byColumns[9] = {-0.001, 0, 0, 0, 0, -k, 0, k, -0.01 * k};
                                  std::ranges::copy(byColumns, j.begin());
                                }};
  const AutomaticRun run = automaticRun(p, 1e-4);
  ASSERT_TRUE(run.solution.ok());
  EXPECT_TRUE(isExplicit(run.methods.front()));
  EXPECT_LT(run.solution.statistics.steps, 5000) << "an explicit method alone takes 2e5 steps";
  EXPECT_NEAR(run.solution.states.back()[0], std::exp(-2.0), 1e-3);
}

// Robertson's products are not there at the start: nothing is stiff until the first of them is.
TEST(Automatic, LooksALittleWayAheadForStiffnessThatIsNotThereYet) {
  for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
    const AutomaticRun run = automaticRun(*problems::make("robertson-reduced"), tolerance);
    ASSERT_TRUE(run.solution.ok());
    EXPECT_FALSE(isExplicit(run.methods.front())) << tolerance;
    EXPECT_EQ(run.solution.statistics.switches, 0) << tolerance;
  }
}

/// A standing wave on a string of n points between fixed ends: of the first mode of the string as it is divided, so that
/// y_j = sin(pi j / (n+1)) cos(omega t) with omega = 2 (n+1) sin(pi / (2 (n+1))) exactly. Its shortest waves neither
/// decay nor are excited.
TestProblem standingWave(int n, double end) {
  const auto size = static_cast<std::size_t>(n);
  TestProblem p{.name = "standing wave", .end = end, .initial = Vector(2 * size), .absoluteScale = Vector(2 * size, 1)};
  const double stiffness = (n + 1.0) * (n + 1.0), omega = 2 * (n + 1) * std::sin(std::numbers::pi / (2 * (n + 1)));
  p.reference.resize(2 * size);
  p.referenceDigits = 15;
  SparsityPattern pattern{.columnStart = {0}};
  Vector values;
  const auto add = [&](int row, double value) { pattern.rows.push_back(row), values.push_back(value); };
  for (int j = 0; j < n; ++j) {
    p.initial[j] = std::sin(std::numbers::pi * (j + 1) / (n + 1));
    p.reference[j] = p.initial[j] * std::cos(omega * end);
    p.reference[n + j] = -omega * p.initial[j] * std::sin(omega * end);
    if (j > 0) add(n + j - 1, stiffness);
    add(n + j, -2 * stiffness);
    if (j + 1 < n) add(n + j + 1, stiffness);
    pattern.columnStart.push_back(static_cast<int>(pattern.rows.size()));
  }
  for (int j = 0; j < n; ++j) add(j, 1), pattern.columnStart.push_back(static_cast<int>(pattern.rows.size()));
  p.problem.size = 2 * n;
  p.problem.autonomous = true;
  p.problem.jacobian = Jacobian{pattern, [values](double, ConstView, View j) { std::ranges::copy(values, j.begin()); }};
  p.problem.rhs = [n, stiffness](double, ConstView y, View f) {
    for (int j = 0; j < n; ++j) {
      f[j] = y[n + j];
      f[n + j] = stiffness * ((j > 0 ? y[j - 1] : 0) - 2 * y[j] + (j + 1 < n ? y[j + 1] : 0));
    }
  };
  return p;
}

// Steps beyond the limit of stability let the shortest waves grow out of rounding until the error shows.
TEST(Automatic, KeepsStepsOfAnExplicitMethodStableWhereAModeOscillatesForEver) {
  const TestProblem p = standingWave(15, 20);
  for (const double tolerance : {1e-5, 1e-6}) {
    const AutomaticRun run = automaticRun(p, tolerance);
    ASSERT_TRUE(run.solution.ok());
    ASSERT_EQ(run.methods.size(), 1u);
    ASSERT_TRUE(isExplicit(run.methods.front()));
    EXPECT_GT(problems::correctDigits(p, run.solution.states.back()), -std::log10(tolerance));
    EXPECT_EQ(run.solution.statistics.rejected, 0) << tolerance;
    const Options alone = toleranceFor(p, run.methods.front(), tolerance);
    EXPECT_GT(solve(p.problem, p.start, p.end, p.initial, alone).statistics.rejected, 0) << "left to its error control";
  }
}

// On a fine grid the longest stable steps are far more accurate than asked for: the high order is of no use.
TEST(Automatic, GivesUpAnOrderThatIsOfNoUseBesideTheLimitOfStability) {
  const TestProblem p = standingWave(60, 1);
  const double tolerance = 1e-4;
  const AutomaticRun run = automaticRun(p, tolerance);
  ASSERT_TRUE(run.solution.ok());
  ASSERT_EQ(run.methods.size(), 2u);
  EXPECT_LT(order(run.methods.back()), order(run.methods.front()));
  EXPECT_THAT(run.trail.choices.back().rules, ::testing::ElementsAre("order-is-idle"));
  EXPECT_GT(problems::correctDigits(p, run.solution.states.back()), -std::log10(tolerance) - 1);
  EXPECT_EQ(run.solution.statistics.rejected, 0) << "its steps are kept stable, too";
  const Options alone = toleranceFor(p, run.methods.front(), tolerance);
  EXPECT_LT(run.solution.statistics.rhsEvals,
            solve(p.problem, p.start, p.end, p.initial, alone).statistics.rhsEvals * 9 / 10);
}

TEST(Automatic, IsAsAccurateAsTheMethodsItTakes) {
  for (const TestProblem& p : {problems::vanDerPol(), flame(1e-3), orbit(0.3), problems::hires()})
    for (const double tolerance : {1e-3, 1e-5, 1e-7, 1e-9}) {
      const AutomaticRun run = automaticRun(p, tolerance);
      ASSERT_TRUE(run.solution.ok());
      EXPECT_GT(problems::correctDigits(p, run.solution.states.back()),
                digitsWithoutChanges(p, run.methods, tolerance) - 0.5)
          << p.name << " at " << tolerance;
    }
}

TEST(Automatic, TakesHigherOrdersForTighterTolerances) {
  for (const TestProblem& p : {problems::hires(), orbit(0.3)}) {
    std::set<std::string> used;
    double before = 0;
    for (const double tolerance : {1e-2, 1e-4, 1e-6, 1e-10}) {
      const std::string first = automaticRun(p, tolerance).methods.front();
      EXPECT_GE(order(first), before) << p.name << " at " << tolerance;
      before = order(first);
      used.insert(first);
    }
    EXPECT_GE(used.size(), 2u) << p.name;
  }
}

TEST(Automatic, GivesTheSameBitsEachTime) {
  for (const TestProblem& p : {flame(1e-4), problems::vanDerPol(), orbit(0.5)}) {
    const AutomaticRun a = automaticRun(p, 1e-6), b = automaticRun(p, 1e-6);
    EXPECT_EQ(a.solution.states, b.solution.states) << p.name;
    EXPECT_EQ(a.methods, b.methods) << p.name;
    EXPECT_EQ(a.solution.statistics.rhsEvals, b.solution.statistics.rhsEvals) << p.name;
  }
}

TEST(Automatic, GoesOnFromACheckpointWithTheSameBits) {
  for (const TestProblem& p :
       {flame(1e-3), problems::vanDerPol(), problems::indexOne(), standingWave(15, 2), standingWave(60, 1)})
    for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
      const Options options = toleranceFor(p, "auto", tolerance);
      Integrator whole(p.problem, options);
      whole.start(p.start, p.initial, p.end);
      std::vector<Checkpoint> saved;
      for (int k = 0; whole.step() == RunStatus::running; ++k)
        if (k % 7 == 3) saved.push_back(whole.checkpoint());
      ASSERT_EQ(whole.time(), p.end);
      for (const Checkpoint& checkpoint : saved) {
        Integrator part(p.problem, options);
        ASSERT_EQ(part.resume(checkpoint), RunStatus::running) << part.failure().message;
        ASSERT_EQ(part.run(), RunStatus::finished);
        EXPECT_EQ(Vector(part.state().begin(), part.state().end()), Vector(whole.state().begin(), whole.state().end()))
            << p.name << " at " << tolerance << " from " << checkpoint.time;
        EXPECT_EQ(part.statistics().steps, whole.statistics().steps);
        EXPECT_EQ(part.statistics().switches, whole.statistics().switches);
      }
    }
}

TEST(Automatic, RefusesADamagedCheckpoint) {
  const TestProblem p = problems::vanDerPol();
  Integrator run(p.problem, toleranceFor(p, "auto", 1e-4));
  run.start(p.start, p.initial, p.end);
  for (int k = 0; k < 10; ++k) run.step();
  for (const double index : {-1.0, 0.5, 100.0, std::nan("")}) {
    Checkpoint damaged = run.checkpoint();
    damaged.memory[1] = index;  // the method at work
    EXPECT_EQ(Integrator(p.problem, toleranceFor(p, "auto", 1e-4)).resume(damaged), RunStatus::failed) << index;
  }
}

TEST(Automatic, TakesAlgebraicUnknownsAndSingularMassMatrices) {
  for (const TestProblem& p : {problems::indexOne(), problems::transistorAmplifier()}) {
    const AutomaticRun run = automaticRun(p, 1e-5);
    EXPECT_TRUE(run.solution.ok()) << p.name << ": " << run.solution.failure.message;
    EXPECT_FALSE(isExplicit(run.methods.front()));
    EXPECT_GT(problems::correctDigits(p, run.solution.states.back()), 3) << p.name;
  }
}

TEST(Automatic, WithAFixedStepIsRodas5p) {
  const TestProblem p = problems::hires();
  Options options{.method = "auto"};
  options.step = 0.5;
  options.outputTimes = {100};
  const Solution automatic = solve(p.problem, 0, 100, p.initial, options);
  options.method = "rodas5p";
  EXPECT_EQ(automatic.states, solve(p.problem, 0, 100, p.initial, options).states);
}

TEST(Automatic, SucceedsWhereverACandidateDoes) {
  for (const std::string_view name : problems::detestNames()) {
    const TestProblem p = problems::findDetest(name)->test;
    for (const double tolerance : {1e-2, 1e-4, 1e-7}) {
      const AutomaticRun run = automaticRun(p, tolerance);
      EXPECT_TRUE(run.solution.ok()) << name << " at " << tolerance << ": " << run.solution.failure.message;
    }
  }
}

TEST(Automatic, FallsBackOnAnotherMethodWhereOneCannotGoOn) {
  // J has a fast mode that F has not, so that the start is implicit; and it can be had only once.
  TestProblem p{.name = "blocked", .end = 1, .initial = {0, 1}, .absoluteScale = {1, 1}};
  p.problem.size = 2;
  p.problem.rhs = [](double, ConstView y, View f) { f[0] = y[1], f[1] = -y[0]; };
  int calls = 0;
  p.problem.jacobian = Jacobian{{}, [&calls](double, ConstView, View j) {
                                  const double byColumns[4] = {-1e6, -1, 1, 0};
                                  std::ranges::copy(byColumns, j.begin());
                                  return ++calls > 1 ? Evaluation::recoverable : Evaluation::ok;
                                }};
  const AutomaticRun run = automaticRun(p, 1e-6);
  EXPECT_TRUE(run.solution.ok()) << run.solution.failure.message;
  ASSERT_EQ(run.methods.size(), 2u);
  EXPECT_FALSE(isExplicit(run.methods[0]));
  EXPECT_TRUE(isExplicit(run.methods[1]));
  EXPECT_THAT(run.trail.choices.back().rules, ::testing::ElementsAre("failed"));
  EXPECT_NEAR(run.solution.states.back()[0], std::sin(1), 1e-5);
}

TEST(Automatic, ReportsTheFailureWhereNoMethodCanGoOn) {
  Problem p{.size = 1, .rhs = [](double t, ConstView, View f) {
              f[0] = 1;
              return t > 0.5 ? Evaluation::recoverable : Evaluation::ok;
            }};
  const Solution s = solve(p, 0, 1, {0.0}, {.method = "auto"});
  EXPECT_EQ(s.status, RunStatus::failed);
  EXPECT_EQ(s.failure.kind, FailureKind::evaluation);
  EXPECT_NEAR(s.failure.time, 0.5, 1e-6);
}

TEST(Automatic, TellsWhatItKnewAndWhatItChose) {
  const AutomaticRun run = automaticRun(problems::hires(), 1e-6);
  const auto& first = run.trail.choices.front();
  EXPECT_EQ(first.time, 0);
  EXPECT_THAT(first.rules, ::testing::Contains("stiff"));
  EXPECT_EQ(first.reasons.size(), first.rules.size());
  EXPECT_EQ(first.alternatives.front().method, first.method);
  const auto digits = std::ranges::find(first.facts, "run.digits", &MethodTrail::Fact::name);
  ASSERT_NE(digits, first.facts.end());
  EXPECT_NEAR(digits->value, 6, 1e-12);
  Integrator other(problems::hires().problem, {.method = "rodas4"});
  EXPECT_TRUE(other.trail().choices.empty());
}

}  // namespace
}  // namespace dashpot::testing
