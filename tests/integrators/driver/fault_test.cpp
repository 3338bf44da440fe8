// Failures are reported in words, with time, step and component, and results up to there are kept.
#include "integrators/measure.hpp"
#include "integrators/variable_step.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace dashpot::testing {
namespace {

using ::testing::HasSubstr;

Problem decay() {
  Problem p{.size = 1};
  p.rhs = [](double, ConstView y, View f) { f[0] = -y[0]; };
  p.names = {"tank.level"};
  return p;
}

Solution run(const Problem& p, Options options, double end = 1) {
  options.maxSteps = 100000;
  return solve(p, 0, end, Vector(static_cast<std::size_t>(p.size), 1.0), options);
}

Options by(const std::string& method) {
  Options options;
  options.method = method;
  return options;
}

TEST(Fault, NotANumberShrinksTheStepAndIsReportedWithTheLastGoodState) {
  Problem p = decay();
  p.rhs = [](double t, ConstView y, View f) { f[0] = t > 0.5 ? std::numeric_limits<double>::quiet_NaN() : -y[0]; };
  for (const std::string& name : variableStepMethods()) {
    const Solution s = run(p, by(name));
    EXPECT_EQ(s.status, RunStatus::failed) << name;
    EXPECT_NE(s.failure.kind, FailureKind::none) << name;
    EXPECT_GT(s.times.back(), 0.3) << name;
    EXPECT_LE(s.times.back(), 0.503) << name;  // where no stage has seen it yet
    EXPECT_NEAR(s.states.back()[0], std::exp(-s.times.back()), 1e-2) << name;
    EXPECT_FALSE(s.failure.message.empty()) << name;
  }
}

TEST(Fault, ARecoverableReturnIsOvercomeWhereTheSolutionItselfIsDefined) {
  // sqrt of a number that only trial stages make negative.
  Problem p{.size = 1};
  p.rhs = [](double, ConstView y, View f) {
    if (y[0] < 0) return Evaluation::recoverable;
    f[0] = -100 * std::sqrt(y[0]) + 1;
    return Evaluation::ok;
  };
  for (const std::string& name : variableStepMethods()) {
    const Solution s = run(p, by(name));
    ASSERT_TRUE(s.ok()) << name << " " << s.failure.message;
    EXPECT_NEAR(s.states.back()[0], 1e-4, 2e-5) << name;
  }
}

TEST(Fault, ARecoverableReturnThatPersistsEndsTheRunWithItsTime) {
  Problem p = decay();
  p.rhs = [](double t, ConstView y, View f) {
    f[0] = -y[0];
    return t > 0.5 ? Evaluation::recoverable : Evaluation::ok;
  };
  for (const std::string& name : variableStepMethods()) {
    const Solution s = run(p, by(name));
    EXPECT_EQ(s.status, RunStatus::failed) << name;
    EXPECT_NEAR(s.failure.time, 0.5, 3e-3) << name;
    EXPECT_FALSE(s.times.empty()) << name;
  }
}

TEST(Fault, AFatalReturnEndsTheRunAtOnce) {
  Problem p = decay();
  p.rhs = [](double t, ConstView y, View f) {
    f[0] = -y[0];
    return t > 0.5 ? Evaluation::fatal : Evaluation::ok;
  };
  for (const std::string& name : variableStepMethods()) {
    const Solution s = run(p, by(name));
    EXPECT_EQ(s.status, RunStatus::failed) << name;
    EXPECT_EQ(s.failure.kind, FailureKind::fatalEvaluation) << name;
  }
}

TEST(Fault, AThrowingFunctionIsCaughtAndQuoted) {
  Problem p = decay();
  p.rhs = [](double t, ConstView y, View f) {
    if (t > 0.5) throw std::runtime_error("the table has no entry for this pressure");
    f[0] = -y[0];
  };
  for (const std::string& name : variableStepMethods()) {
    const Solution s = run(p, by(name));
    EXPECT_EQ(s.failure.kind, FailureKind::exception) << name;
    EXPECT_THAT(s.failure.message, HasSubstr("the table has no entry for this pressure")) << name;
    EXPECT_GT(s.times.size(), 1U) << name;
  }
}

TEST(Fault, AThrowingEventFunctionIsCaughtToo) {
  Problem p = decay();
  p.events.evaluate = [](double t, ConstView, View g) {
    if (t > 0.5) throw std::runtime_error("no such mode");
    g[0] = 1;
  };
  p.events.crossings = {Crossing::either};
  const Solution s = run(p, by("rodas4"));
  EXPECT_EQ(s.failure.kind, FailureKind::exception);
  EXPECT_THAT(s.failure.message, HasSubstr("no such mode"));
}

TEST(Fault, ASolutionThatBlowsUpNamesTheComponent) {
  Problem p{.size = 2};
  p.rhs = [](double, ConstView y, View f) {
    f[0] = -y[0];
    f[1] = y[1] * y[1];
  };
  p.names = {"oil.temperature", "line.pressure"};
  for (const std::string name : {"dopri5", "rodas4", "cvode", "ida"}) {
    const Solution s = run(p, by(name), 2);
    EXPECT_EQ(s.status, RunStatus::failed) << name;
    EXPECT_NEAR(s.failure.time, 1, 1e-3) << name;
    EXPECT_THAT(s.failure.message, HasSubstr("line.pressure")) << name;
  }
}

TEST(Fault, ASingularMatrixIsNamed) {
  // 0 = y0 + y1 twice: alpha M - J is singular for every step.
  Problem p{.size = 2};
  p.rhs = [](double, ConstView y, View f) { f[0] = f[1] = y[0] + y[1] - 2; };
  p.mass = {MassMatrix::Kind::diagonal, {0, 0}, {}};
  p.jacobian = Jacobian{{}, [](double, ConstView, View j) { std::ranges::fill(j, 1.0); }};
  for (const std::string name : {"rodas4", "ros2", "backward-euler"}) {
    const Solution s = run(p, by(name));
    EXPECT_EQ(s.failure.kind, FailureKind::singularMatrix) << name;
    EXPECT_THAT(s.failure.message, HasSubstr("singular")) << name;
  }
}

TEST(Fault, AnEventStormEndsTheRun) {
  Problem p = decay();
  p.rhs = [](double, ConstView, View f) { f[0] = -1; };
  p.events.evaluate = [](double, ConstView y, View g) { g[0] = y[0] - 0.5; };
  p.events.crossings = {Crossing::falling};
  // Each crossing throws the state back across the threshold by one part in 1e14.
  const Solution s = solve(p, 0, 1, {1.0}, by("rodas4"), [](const Event&, View y) {
    y[0] = 0.5 + 1e-14;
    return true;
  });
  EXPECT_EQ(s.failure.kind, FailureKind::eventStorm);
  EXPECT_THAT(s.failure.message, HasSubstr("Event storm"));
  EXPECT_NEAR(s.failure.time, 0.5, 1e-6);
}

TEST(Fault, TooManyStepsStopTheRun) {
  Options options = by("rk4");
  options.step = 1e-6;
  options.maxSteps = 100;
  const Solution s = solve(decay(), 0, 1, {1.0}, options);
  EXPECT_EQ(s.failure.kind, FailureKind::tooManySteps);
  EXPECT_EQ(s.statistics.steps, 100);
}

TEST(Fault, AStepBelowTheGivenMinimumFails) {
  Options options = by("dopri5");
  options.minStep = 0.1;
  Problem p = decay();
  p.rhs = [](double, ConstView y, View f) { f[0] = -1e5 * y[0]; };
  const Solution s = solve(p, 0, 1, {1.0}, options);
  EXPECT_EQ(s.failure.kind, FailureKind::stepTooSmall);
  EXPECT_THAT(s.failure.message, HasSubstr("tank.level"));
}

struct BadInput {
  std::string what;
  std::string expected;  // part of the message
  std::function<void(Problem&, Options&)> spoil;
};

TEST(Fault, BadInputIsRefusedWithASentence) {
  const std::vector<BadInput> cases{
      {"unknown method", "did you mean 'rodas4'?", [](Problem&, Options& o) { o.method = "rodass4"; }},
      {"zero tolerance", "tolerance", [](Problem&, Options& o) { o.tolerances.relative = o.tolerances.absolute = 0; }},
      {"negative tolerance", "relative tolerance -1", [](Problem&, Options& o) { o.tolerances.relative = -1; }},
      {"NaN tolerance", "relative tolerance nan", [](Problem&, Options& o) { o.tolerances.relative = NAN; }},
      {"wrong count", "2 components",
       [](Problem&, Options& o) {
         o.tolerances.absoluteOf = {1e-6, 1e-6};
       }},
      {"negative step", "step -0.1", [](Problem&, Options& o) { o.step = -0.1; }},
      {"no unknowns", "no unknowns", [](Problem& p, Options&) { p.size = 0; }},
      {"no F", "no right-hand side", [](Problem& p, Options&) { p.rhs = {}; }},
      {"fixed step with cvode", "fixed step",
       [](Problem&, Options& o) {
         o.method = "cvode";
         o.step = 0.1;
       }},
      {"no estimate", "fixed step", [](Problem&, Options& o) { o.method = "rk4"; }},
      {"DAE with an explicit method", "use rodas4 or ida",
       [](Problem& p, Options& o) {
         p.mass = {MassMatrix::Kind::sparse, {0}, {{0, 1}, {0}}};
         o.method = "dopri5";
       }},
      {"bad pattern", "pattern",
       [](Problem& p, Options&) {
         p.jacobian = Jacobian{{{0, 2}, {0, 0}}, {}};
       }},
      {"bad mass", "entries",
       [](Problem& p, Options&) {
         p.mass = {MassMatrix::Kind::diagonal, {1, 1}, {}};
       }},
      {"names", "names",
       [](Problem& p, Options&) {
         p.names = {"a", "b"};
       }},
      {"real time", "fixed step", [](Problem&, Options& o) { o.realTime = true; }},
      {"hold", "holdInputs", [](Problem&, Options& o) { o.holdInputs = true; }},
  };
  for (const BadInput& bad : cases) {
    Problem p = decay();
    Options options;
    bad.spoil(p, options);
    const Solution s = solve(p, 0, 1, {1.0}, options);
    EXPECT_EQ(s.failure.kind, FailureKind::invalidInput) << bad.what;
    EXPECT_THAT(s.failure.message, HasSubstr(bad.expected)) << bad.what;
    EXPECT_EQ(s.statistics.rhsEvals, 0) << bad.what;
  }
}

TEST(Fault, BadStartsAreRefused) {
  EXPECT_THAT(solve(decay(), 0, 1, {1.0, 2.0}).failure.message, HasSubstr("2 components"));
  EXPECT_THAT(solve(decay(), 0, 1, {NAN}).failure.message, HasSubstr("not finite"));
  EXPECT_THAT(solve(decay(), 0, INFINITY, {1.0}).failure.message, HasSubstr("finite"));
}

TEST(Fault, ADamagedOrForeignCheckpointIsRefused) {
  Integrator a(decay(), by("rodas4"));
  a.start(0, Vector{1.0}, 1);
  a.step();
  Checkpoint saved = a.checkpoint();
  Integrator b(decay(), by("rodas3"));
  EXPECT_EQ(b.resume(saved), RunStatus::failed);
  EXPECT_THAT(b.failure().message, HasSubstr("made with 'rodas4'"));
  saved.memory.resize(3);
  Integrator c(decay(), by("rodas4"));
  EXPECT_EQ(c.resume(saved), RunStatus::failed);
  EXPECT_THAT(c.failure().message, HasSubstr("damaged"));
}

}  // namespace
}  // namespace dashpot::testing
