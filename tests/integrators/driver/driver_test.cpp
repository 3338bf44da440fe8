// The driver, which adds to every method ends, outputs, events, discontinuities, checkpoints, cancellation.
#include "integrators/allocations.hpp"
#include "integrators/measure.hpp"
#include "integrators/variable_step.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace dashpot::testing {
namespace {

Options with(const std::string& method, double tolerance = 1e-6) {
  Options options;
  options.method = method;
  options.tolerances.relative = options.tolerances.absolute = tolerance;
  return options;
}

/// Height and velocity of a ball in free fall; the event is the ground.
Problem fallingBall() {
  Problem p{.size = 2};
  p.rhs = [](double, ConstView y, View f) {
    f[0] = y[1];
    f[1] = -9.81;
  };
  p.autonomous = true;
  p.events.evaluate = [](double, ConstView y, View g) { g[0] = y[0]; };
  p.events.crossings = {Crossing::falling};
  return p;
}

TEST(Driver, EveryMethodIntegratesForwardsAndBackAgain) {
  const TestProblem p = breathingRotation();
  for (const std::string& name : variableStepMethods()) {
    const Solution there = solve(p.problem, p.start, p.end, p.initial, with(name, 1e-7));
    ASSERT_TRUE(there.ok()) << name << there.failure.message;
    const Solution back = solve(p.problem, p.end, p.start, there.states.back(), with(name, 1e-7));
    ASSERT_TRUE(back.ok()) << name << back.failure.message;
    EXPECT_EQ(back.times.back(), p.start) << name;
    EXPECT_LT(largestDifference(back.states.back(), p.initial), 1e-2) << name;
  }
}

TEST(Driver, AZeroLengthIntervalReturnsTheInitialState) {
  const TestProblem p = breathingRotation();
  for (const std::string& name : variableStepMethods()) {
    const Solution s = solve(p.problem, 1, 1, p.initial, with(name));
    EXPECT_TRUE(s.ok()) << name;
    EXPECT_EQ(s.statistics.steps, 0) << name;
    ASSERT_EQ(s.states.size(), 1U) << name;
    EXPECT_EQ(s.states[0], p.initial) << name;
  }
}

TEST(Driver, RequestedOutputIsInterpolatedToTheMethodsAccuracy) {
  const TestProblem p = periodicRiccati();
  for (const std::string& name : variableStepMethods()) {
    Options options = with(name, 1e-8);
    for (double t = 0.5; t <= 9.5; t += 0.25) options.outputTimes.push_back(t);
    const Solution s = solve(p.problem, p.start, p.end, p.initial, options);
    ASSERT_EQ(s.times, options.outputTimes) << name;
    const int order = findMethod(name)->order;
    const double tolerated = order == 1 ? 1e-3 : order == 2 ? 3e-5 : 1e-5;
    Vector exact(1);
    for (std::size_t i = 0; i < s.times.size(); ++i) {
      p.exact(s.times[i], exact);
      EXPECT_NEAR(s.states[i][0], exact[0], tolerated) << name << " at " << s.times[i];
    }
  }
}

TEST(Driver, AnEventIsLocatedByEveryMethod) {
  const double impact = std::sqrt(2 * 10 / 9.81);
  for (const std::string& name : variableStepMethods()) {
    const Solution s =
        solve(fallingBall(), 0, 5, {10.0, 0.0}, with(name, 1e-9), [](const Event&, View) { return false; });
    ASSERT_EQ(s.events.size(), 1U) << name << s.failure.message;
    EXPECT_NEAR(s.events[0].time, impact, findMethod(name)->order == 1 ? 1e-4 : 1e-6) << name;
    EXPECT_EQ(s.events[0].functions, std::vector<int>{0}) << name;
    EXPECT_EQ(s.times.back(), s.events[0].time) << name;
    EXPECT_LE(s.states.back()[0], 0) << name;
  }
}

TEST(Driver, ABouncingBallFollowsItsClosedForm) {
  // Restitution 1/2 from height h: impacts at t1, then every 2 v_k / g with v_k = v_1 / 2^k.
  const double g = 9.81, t1 = std::sqrt(2 / g), v1 = g * t1;
  for (const std::string name : {"dopri5", "rodas4", "cvode", "ida", "arkode"}) {
    const Solution s = solve(fallingBall(), 0, 1.3, {1.0, 0.0}, with(name, 1e-10), [](const Event&, View y) {
      y[0] = 0;
      y[1] = -y[1] / 2;
      return true;
    });
    ASSERT_TRUE(s.ok()) << name << s.failure.message;
    ASSERT_GE(s.events.size(), 5U) << name;
    double t = t1, v = v1;
    for (int k = 0; k < 5; ++k) {
      EXPECT_NEAR(s.events[k].time, t, 1e-7) << name << " impact " << k;
      v /= 2;
      t += 2 * v / g;
    }
  }
}

TEST(Driver, OnlyCrossingsInTheWantedDirectionAreEvents) {
  Problem p{.size = 1};
  p.rhs = [](double t, ConstView, View f) { f[0] = std::cos(t); };
  p.events.evaluate = [](double, ConstView y, View g) { g[0] = g[1] = g[2] = y[0] - 0.5; };
  p.events.crossings = {Crossing::rising, Crossing::falling, Crossing::either};
  const Solution s = solve(p, 0, 4 * std::numbers::pi, {0.0}, with("dopri5", 1e-9));
  ASSERT_EQ(s.events.size(), 4U);
  EXPECT_EQ(s.events[0].functions, (std::vector<int>{0, 2}));
  EXPECT_EQ(s.events[1].functions, (std::vector<int>{1, 2}));
  EXPECT_NEAR(s.events[0].time, std::numbers::pi / 6, 1e-7);
  EXPECT_NEAR(s.events[3].time, 2 * std::numbers::pi + 5 * std::numbers::pi / 6, 1e-7);
}

TEST(Driver, EventsOfOneStepComeInTheOrderOfTime) {
  Problem p{.size = 1};
  p.rhs = [](double, ConstView, View f) { f[0] = 1; };
  p.events.evaluate = [](double, ConstView y, View g) {
    g[0] = y[0] - 0.7;
    g[1] = y[0] - 0.2;
    g[2] = 0.4 - y[0];
  };
  p.events.crossings = {Crossing::either, Crossing::either, Crossing::either};
  const Solution s = solve(p, 0, 1, {0.0}, with("rodas4", 1e-3));
  ASSERT_EQ(s.events.size(), 3U);
  EXPECT_NEAR(s.events[0].time, 0.2, 1e-12);
  EXPECT_NEAR(s.events[1].time, 0.4, 1e-12);
  EXPECT_NEAR(s.events[2].time, 0.7, 1e-12);
}

TEST(Driver, AFunctionThatTouchesZeroIsNoEvent) {
  Problem p{.size = 1};
  p.rhs = [](double, ConstView, View f) { f[0] = 1; };
  p.events.evaluate = [](double, ConstView y, View g) { g[0] = (y[0] - 0.5) * (y[0] - 0.5); };
  p.events.crossings = {Crossing::either};
  Options options = with("rodas4");
  options.maxStep = 0.125;
  EXPECT_TRUE(solve(p, 0, 1, {0.0}, options).events.empty());
}

TEST(Driver, DeclaredDiscontinuitiesAreHitAndKeepTheOrder) {
  // y' = -y + (t < 1 ? 0 : 1): without the declared time the kink costs rejections; with it each piece is smooth.
  Problem p{.size = 1};
  p.rhs = [](double t, ConstView y, View f) { f[0] = -y[0] + (t < 1 ? 0.0 : 1.0); };
  p.discontinuities = {1.0};
  const double exact = 1 + (std::exp(-1.0) - 1) * std::exp(-1.0);
  for (const std::string& name : variableStepMethods()) {
    const Solution s = solve(p, 0, 2, {1.0}, with(name, 1e-7));
    ASSERT_TRUE(s.ok()) << name << s.failure.message;
    EXPECT_EQ(std::ranges::count(s.times, 1.0), 1) << name;
    EXPECT_NEAR(s.states.back()[0], exact, 1e-4) << name;
  }
  p.discontinuities.clear();
  const Solution undeclared = solve(p, 0, 2, {1.0}, with("rodas4", 1e-7));
  p.discontinuities = {1.0};
  const Solution declared = solve(p, 0, 2, {1.0}, with("rodas4", 1e-7));
  EXPECT_LT(declared.statistics.rejected, undeclared.statistics.rejected);
}

TEST(Driver, NoStageLooksPastADeclaredDiscontinuity) {
  // ros4 has a stage at t + 1.15 h. F is not even defined before and after the pieces.
  for (const std::string name : {"ros4", "rodas4", "dopri5", "cvode"}) {
    double latest = 0;
    bool past = false;
    Problem p{.size = 1};
    p.rhs = [&](double t, ConstView y, View f) {
      if (!past) latest = std::max(latest, t);
      f[0] = t < 1 ? -y[0] : 5 - y[0];
    };
    p.discontinuities = {1.0};
    Integrator run(p, with(name, 1e-5));
    run.start(0, Vector{1.0}, 2);
    while (run.time() < 1) ASSERT_EQ(run.step(), RunStatus::running) << name;
    past = true;
    EXPECT_LT(latest, 1) << name;
    EXPECT_LT(run.statistics().rejected, 5) << name;
    EXPECT_EQ(run.run(), RunStatus::finished) << name;
  }
}

TEST(Driver, AJumpOfAnEventFunctionAtADiscontinuityIsAnEvent) {
  Problem p{.size = 1};
  p.rhs = [](double, ConstView, View f) { f[0] = 0; };
  p.discontinuities = {0.5};
  p.events.evaluate = [](double t, ConstView, View g) { g[0] = t < 0.5 ? -1 : 1; };
  p.events.crossings = {Crossing::rising};
  const Solution s = solve(p, 0, 1, {0.0}, with("rodas4"));
  ASSERT_EQ(s.events.size(), 1U);
  EXPECT_EQ(s.events[0].time, 0.5);
}

TEST(Driver, ARunResumedFromACheckpointIsBitIdentical) {
  const TestProblem p = problems::vanDerPol();
  for (const std::string& name : variableStepMethods()) {
    const Family family = findMethod(name)->family;
    if (family == Family::explicitRungeKutta || family == Family::doubling || family == Family::multistep ||
        family == Family::sdirk)
      continue;
    const Options options = toleranceFor(p, name, 1e-4);
    Integrator whole(p.problem, options);
    whole.start(p.start, p.initial, p.end);
    ASSERT_EQ(whole.run(), RunStatus::finished) << name;

    Integrator first(p.problem, options);
    first.start(p.start, p.initial, p.end);
    for (int i = 0; i < 60; ++i) ASSERT_EQ(first.step(), RunStatus::running) << name;
    const Checkpoint saved = first.checkpoint();
    Integrator second(p.problem, options);
    ASSERT_EQ(second.resume(saved), RunStatus::running) << name;
    ASSERT_EQ(second.run(), RunStatus::finished) << name;
    EXPECT_TRUE(std::ranges::equal(whole.state(), second.state())) << name;
    EXPECT_EQ(whole.statistics().steps, second.statistics().steps) << name;
    EXPECT_EQ(whole.statistics().rejected, second.statistics().rejected) << name;
  }
}

TEST(Driver, ARunWithADifferenceJacobianIsResumedBitIdentically) {
  const TestProblem p = problems::hires();
  for (const std::string name : {"radau5", "radau9", "radau", "lobatto4", "sdirk2", "kencarp4"}) {
    Options options = toleranceFor(p, name, 1e-5);
    options.jacobian.source = JacobianOptions::Source::differences;
    Integrator whole(p.problem, options);
    whole.start(p.start, p.initial, p.end);
    ASSERT_EQ(whole.run(), RunStatus::finished) << name;

    Integrator paused(p.problem, options);
    RunStatus status = paused.start(p.start, p.initial, p.end);
    while (status == RunStatus::running) {
      const Checkpoint saved = paused.checkpoint();
      paused = Integrator(p.problem, options);
      paused.resume(saved);
      status = paused.step();
    }
    EXPECT_EQ(status, RunStatus::finished) << name;
    EXPECT_TRUE(std::ranges::equal(whole.state(), paused.state())) << name;
    EXPECT_EQ(whole.statistics().steps, paused.statistics().steps) << name;
  }
}

TEST(Driver, ARestartNeedsNoMoreEvaluationsThanAStart) {
  const TestProblem p = breathingRotation();
  for (const std::string name : {"radau3", "radau5", "lobatto6", "sdirk2", "rodas4", "trapezoidal"}) {
    Options options = with(name);
    options.step = 0.1;
    options.jacobian.source = JacobianOptions::Source::differences;
    Integrator restarted(p.problem, options), started(p.problem, options);
    restarted.start(p.start, p.initial, p.end);
    for (int i = 0; i < 5; ++i) restarted.step();
    const Vector y(restarted.state().begin(), restarted.state().end());
    const std::int64_t before = restarted.statistics().rhsEvals;
    restarted.restart(y);
    restarted.step();
    started.start(restarted.previousTime(), y, p.end);
    started.step();
    EXPECT_EQ(restarted.statistics().rhsEvals - before, started.statistics().rhsEvals) << name;
  }
}

TEST(Driver, StepsWithSlopesAtTheirEndsCanBeInterpolatedAfterResuming) {
  const TestProblem p = breathingRotation();
  for (const std::string name : {"rk4-doubling", "ab3"}) {
    Options options = with(name);
    options.step = 0.05;
    Integrator first(p.problem, options), second(p.problem, options);
    first.start(p.start, p.initial, p.end);
    for (int i = 0; i < 5; ++i) first.step();
    second.resume(first.checkpoint());
    const double middle = (first.previousTime() + first.time()) / 2;
    Vector expected(p.initial), found(p.initial);
    first.interpolate(middle, expected);
    second.interpolate(middle, found);
    EXPECT_EQ(found, expected) << name;
  }
}

TEST(Driver, PausingAtIntermediateTimesChangesNothing) {
  const TestProblem p = problems::hires();
  for (const std::string name : {"rodas4", "dopri5", "cvode", "ida"}) {
    const Options options = toleranceFor(p, name, name == "dopri5" ? 1e-2 : 1e-5);
    Integrator whole(p.problem, options);
    whole.start(p.start, p.initial, 100);
    whole.run();
    Integrator paused(p.problem, options);
    paused.start(p.start, p.initial, 100);
    Vector y(p.initial);
    for (double t = 5; t <= 100; t += 5) {
      paused.advanceTo(t);
      paused.interpolate(t, y);
    }
    EXPECT_TRUE(std::ranges::equal(whole.state(), paused.state())) << name;
    EXPECT_TRUE(std::ranges::equal(whole.state(), y)) << name;
  }
}

TEST(Driver, AnExplicitCheckpointCarriesTheLastSlope) {
  const TestProblem p = breathingRotation();
  for (const std::string name : {"ode23", "dopri5", "tsit5", "dop853"}) {
    Integrator whole(p.problem, with(name)), first(p.problem, with(name)), second(p.problem, with(name));
    whole.start(p.start, p.initial, p.end);
    whole.run();
    first.start(p.start, p.initial, p.end);
    for (int i = 0; i < 3; ++i) first.step();
    second.resume(first.checkpoint());
    second.run();
    EXPECT_TRUE(std::ranges::equal(whole.state(), second.state())) << name;
    EXPECT_EQ(whole.statistics().rhsEvals, second.statistics().rhsEvals) << name;
  }
}

TEST(Driver, CancellationKeepsWhatWasComputedAndCanBeContinued) {
  const TestProblem p = problems::vanDerPol();
  std::stop_source source;
  Options options = toleranceFor(p, "rodas4", 1e-4);
  options.stop = source.get_token();
  Integrator run(p.problem, options);
  run.start(p.start, p.initial, p.end);
  run.step();
  source.request_stop();
  EXPECT_EQ(run.run(), RunStatus::cancelled);
  EXPECT_GT(run.time(), p.start);
  EXPECT_LT(run.time(), p.end);
  EXPECT_EQ(run.step(), RunStatus::cancelled);  // goes on, one step at a time, while the request stands
  EXPECT_EQ(run.statistics().steps, 3);
}

TEST(Driver, ProgressIsReportedOnLongRunsAndRisesTowardsTheEnd) {
  Problem p{.size = 1};
  p.rhs = [](double t, ConstView, View f) { f[0] = std::cos(1000 * t); };
  Options options = with("rk4");
  options.step = 1e-6;
  double last = -1;
  int calls = 0;
  options.outputTimes = {4};
  options.progress = [&](const Progress& progress) {
    EXPECT_GT(progress.time, last);
    EXPECT_LE(progress.time, progress.end);
    last = progress.time;
    ++calls;
  };
  solve(p, 0, 4, {0.0}, options);
  EXPECT_GE(calls, 1);
}

TEST(Driver, AFixedStepAllocatesNothingAfterTheStart) {
  const TestProblem p = problems::cylinderCircuit();
  for (const std::string name : {"euler", "rk4", "ros2p", "rodas3", "rodas4", "rodas5p", "backward-euler"}) {
    Options options;
    options.method = name;
    options.step = 1e-6;
    options.realTime = true;
    Integrator run(p.problem, options);
    run.start(p.start, p.initial, p.end);
    run.step();
    const long before = allocations();
    for (int i = 0; i < 20; ++i) ASSERT_EQ(run.step(), RunStatus::running) << name;
    EXPECT_EQ(allocations() - before, 0) << name;
  }
}

TEST(Driver, AVariableStepAllocatesNothingAfterTheStart) {
  const TestProblem p = problems::hires();
  for (const std::string name : {"dopri5", "rodas4", "rodas5p", "trapezoidal"}) {
    Integrator run(p.problem, toleranceFor(p, name, 1e-4));
    run.start(p.start, p.initial, p.end);
    run.step();
    const long before = allocations();
    for (int i = 0; i < 40; ++i) ASSERT_EQ(run.step(), RunStatus::running) << name;
    EXPECT_EQ(allocations() - before, 0) << name;
  }
}

TEST(Driver, FixedStepsCostTheSameEachTime) {
  const TestProblem p = problems::hires();
  Options options;
  options.method = "rodas3";
  options.step = 0.01;
  Integrator run(p.problem, options);
  run.start(p.start, p.initial, 1);
  for (int k = 1; k <= 100; ++k) {
    run.step();
    EXPECT_EQ(run.statistics().rhsEvals, 3 * k);
    EXPECT_EQ(run.statistics().jacEvals, k);
    EXPECT_EQ(run.statistics().lu, k);
    EXPECT_EQ(run.statistics().solves, 4 * k);
    EXPECT_EQ(run.statistics().rejected, 0);
  }
  EXPECT_EQ(run.time(), 1.0);
}

TEST(Driver, InRealTimeEventsTakeEffectAtStepEnds) {
  Options options;
  options.method = "rk4";
  options.step = 0.01;
  options.realTime = true;
  Integrator run(fallingBall(), options);
  run.start(0, Vector{1.0, 0.0}, 1);
  ASSERT_EQ(run.run(), RunStatus::event);
  EXPECT_DOUBLE_EQ(run.time(), 0.46);  // the ground is reached at 0.4515
}

TEST(Driver, HeldInputsAreSampledAtTheStartOfEachStep) {
  // y' = u(t) with u held: y(1) is the left Riemann sum of u.
  std::optional<double> held;
  Problem p{.size = 1};
  p.rhs = [&](double t, ConstView, View f) { f[0] = held.value_or(t); };
  p.holdInputs = [&](std::optional<double> t) { held = t; };
  for (const std::string name : {"rk4", "ode23", "rodas4", "ode23s", "backward-euler"}) {
    Options options = fixedStep(name, 0.25);
    options.holdInputs = true;
    const Solution s = solve(p, 0, 1, {0.0}, options);
    ASSERT_TRUE(s.ok()) << name;
    EXPECT_NEAR(s.states.back()[0], 0.25 * (0 + 0.25 + 0.5 + 0.75), 1e-12) << name;
    EXPECT_FALSE(held) << name << ": released after the run";
  }
}

TEST(Driver, ASuppliedLinearSolverReplacesTheOwnOne) {
  /// W = alpha + 50 for y' = -50 y, whatever J says.
  struct Scalar final : LinearSolver {
    explicit Scalar(int& calls) : calls_(calls) {}
    bool factor(double alpha, std::span<const double>) override {
      ++calls_;
      w_ = alpha + 50;
      return true;
    }
    void solve(std::span<double> b) override { b[0] /= w_; }
    bool factor(std::complex<double>, std::span<const double>) override { return false; }
    void solve(std::span<std::complex<double>>) override {}
    int& calls_;
    double w_ = 0;
  };
  Problem p{.size = 1};
  p.rhs = [](double, ConstView y, View f) { f[0] = -50 * y[0]; };
  for (const std::string name : {"rodas4", "rosenbrock-euler", "backward-euler", "cvode", "ida", "arkode"}) {
    int calls = 0;
    p.linearSolver = [&] { return std::make_unique<Scalar>(calls); };
    Options options = with(name, 1e-6);
    if (!findMethod(name)->variableStep) options.step = 1e-4;
    const Solution s = solve(p, 0, 0.1, {1.0}, options);
    ASSERT_TRUE(s.ok()) << name << s.failure.message;
    EXPECT_GT(calls, 0) << name;
    EXPECT_NEAR(s.states.back()[0], std::exp(-5.0), 1e-3) << name;
  }
}

TEST(Driver, ErrorNormsAndScalesAreRespected) {
  // Component 1 is tiny: relative control must follow it, absolute control must not care.
  Problem p{.size = 2};
  p.rhs = [](double, ConstView y, View f) {
    f[0] = -y[0];
    f[1] = -3 * y[1];
  };
  const auto relativeError = [&](ErrorScale scale, ErrorNorm norm) {
    Options options = with("rodas4", 1e-6);
    options.tolerances.scale = scale;
    options.tolerances.norm = norm;
    const Solution s = solve(p, 0, 1, {1.0, 1e-9}, options);
    return std::abs(s.states.back()[1] / (1e-9 * std::exp(-3.0)) - 1);
  };
  EXPECT_LT(relativeError(ErrorScale::relative, ErrorNorm::maximum), 1e-5);
  EXPECT_LT(relativeError(ErrorScale::relative, ErrorNorm::rms), 1e-5);
  EXPECT_GT(relativeError(ErrorScale::absolute, ErrorNorm::maximum),
            relativeError(ErrorScale::relative, ErrorNorm::maximum));
}

TEST(Driver, EveryControllerReachesTheEndWithinTolerance) {
  const TestProblem p = problems::hires();
  for (const Controller kind :
       {Controller::i, Controller::pi, Controller::pid, Controller::h211b, Controller::predictive}) {
    Options options = toleranceFor(p, "rodas4", 1e-5);
    options.controller.kind = kind;
    const Solution s = solve(p.problem, p.start, p.end, p.initial, options);
    ASSERT_TRUE(s.ok());
    EXPECT_GT(correctDigits(p, s.states.back()), 3.5) << static_cast<int>(kind);
  }
}

}  // namespace
}  // namespace dashpot::testing
