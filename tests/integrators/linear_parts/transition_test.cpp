// Linear parts by transition matrix beside RK4. The figures for the loop with stiff blocks are those of an independent
// prototype; the loop is a substitute for the example of Smith (1974, ch. V), whose data are lost.
#include "integrators/allocations.hpp"
#include "integrators/linear_parts/linear_block.hpp"
#include "integrators/linear_parts/transition_matrix.hpp"
#include "integrators/measure.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::testing {
namespace {

using Input = TransitionOptions::Input;
using Interface = TransitionOptions::Interface;
using Ordering = TransitionOptions::Ordering;

Options transition(double h, Input input = Input::automatic) {
  Options options;
  options.method = "transition";
  options.step = h;
  options.transition.input = input;
  return options;
}

// ---- the substitute loop --------------------------------------------------------------------------------------------

/// y of the loop on the grid of 1 ms.
const std::vector<double>& loopReference() {
  static const std::vector<double> values = [] {
    const TestProblem p = problems::stiffLoop();
    Options options = toleranceFor(p, "rodas5p", 1e-11);
    options.outputTimes.clear();
    for (int i = 1; i <= 6000; ++i) options.outputTimes.push_back(i * 1e-3);
    std::vector<double> y;
    for (const Vector& state : solve(p.problem, 0, p.end, p.initial, options).states) y.push_back(state[0]);
    return y;
  }();
  return values;
}

struct LoopError {
  double mean = NAN;  // of |y - reference|, in per cent of 0.707
  double largest = NAN;
};

LoopError loopError(Options options, double from = 0) {
  const TestProblem p = problems::stiffLoop();
  const double spacing = std::max(options.step, 1e-3);
  const int points = static_cast<int>(std::lround(p.end / spacing));
  for (int i = 1; i <= points; ++i) options.outputTimes.push_back(i * spacing);
  const Solution s = solve(p.problem, 0, p.end, p.initial, options);
  if (!s.ok()) return {};
  const int stride = 6000 / points;
  LoopError error{0, 0};
  int counted = 0;
  for (int i = 0; i < points; ++i) {
    if (s.times[i] <= from) continue;
    const double e = 100 / 0.707 * std::abs(s.states[i][0] - loopReference()[(i + 1) * stride - 1]);
    error.mean += e;
    error.largest = std::max(error.largest, e);
    ++counted;
  }
  error.mean /= counted;
  return error;
}

TEST(StiffLoop, ReferenceIsThatOfThePrototype) {
  EXPECT_NEAR(loopReference()[49], 1.0428042888, 2e-10);
  EXPECT_NEAR(loopReference()[999], 0.5043957753, 2e-10);
  EXPECT_NEAR(loopReference()[5999], 0.9405800626, 2e-10);
}

struct Variant {
  std::string name;
  TransitionOptions options;
  double means[6];  // for 4, 2, 1, 0.5, 0.25 and 0.125 ms; 0: wrong or unstable there
};

std::vector<Variant> variants() {
  const TransitionOptions step{.input = Input::step};
  TransitionOptions gaussSeidel = step, extrapolated = step, corrected = step, thrice, whole = step, grouped = step;
  gaussSeidel.ordering = Ordering::gaussSeidel;
  extrapolated.input = Input::rampExtrapolated;
  corrected.input = Input::rampCorrected;
  thrice = corrected;
  thrice.corrections = 3;
  whole.interface = Interface::wholeStep;
  grouped.group = true;
  TransitionOptions groupedRamp = extrapolated;
  groupedRamp.group = true;
  return {
      {"step, Jacobi", step, {0, 0.153, 0.041, 0.0171, 8.1e-3, 3.9e-3}},
      {"step, Gauss-Seidel", gaussSeidel, {0.031, 0.0217, 0.0118, 6.6e-3, 3.5e-3, 1.8e-3}},
      {"ramp extrapolated", extrapolated, {0, 0, 7.6e-3, 1.2e-3, 2.6e-4, 6.1e-5}},
      {"ramp corrected once", corrected, {0.144, 0.035, 0.0123, 4.8e-3, 2.0e-3, 9.1e-4}},
      {"ramp corrected thrice", thrice, {0.0196, 5.8e-3, 1.25e-3, 2.8e-4, 7.2e-5, 1.8e-5}},
      {"whole step", whole, {0, 0, 0.237, 0.051, 0.021, 9.8e-3}},
      {"grouped, step", grouped, {0.129, 0.0285, 0.0107, 5.1e-3, 2.5e-3, 1.2e-3}},
      {"grouped, ramp extrapolated", groupedRamp, {0, 8.1e-3, 1.2e-3, 3.0e-4, 7.4e-5, 1.8e-5}},
  };
}

TEST(StiffLoop, EveryVariantErrsAsInThePrototype) {
  for (const Variant& variant : variants()) {
    double h = 4e-3;
    for (const double mean : variant.means) {
      Options options = transition(h);
      options.transition = variant.options;
      const LoopError error = loopError(options);
      if (mean > 0)
        EXPECT_NEAR(error.mean / mean, 1, 0.05) << variant.name << " h = " << h;  // two printed digits
      else
        EXPECT_FALSE(error.mean < 10) << variant.name << " h = " << h;
      h /= 2;
    }
  }
}

TEST(StiffLoop, ThePublishedVariantIsAccurateOnAverageAndPeaksInTheStartUpTransient) {
  const LoopError all = loopError(transition(1e-3));
  EXPECT_NEAR(all.mean, 0.041, 0.0005);
  EXPECT_NEAR(all.largest, 21.7, 0.05);
  EXPECT_NEAR(loopError(transition(1e-3), 0.1).mean, 0.0033, 0.00005);
}

TEST(StiffLoop, ALargerStepFiltersTheFastTransientsAndKeepsTheSlowResponse) {
  TransitionOptions inOrder{.input = Input::step, .ordering = Ordering::gaussSeidel};
  Options options = transition(8e-3);
  options.transition = inOrder;
  EXPECT_NEAR(loopError(options).mean, 0.093, 0.0005);  // 13 time constants of the slowest block per step
  EXPECT_LT(loopError(options, 0.1).mean, 0.05);
}

TEST(StiffLoop, AllByRungeKuttaNeedsStepsAHundredThousandTimesShorter) {
  const TestProblem p = problems::stiffLoop();
  Options options;
  options.method = "rk4";
  options.step = 1.15e-8;  // the limit is 2.785 / 2.4e8 = 1.16e-8
  EXPECT_TRUE(solve(p.problem, 0, 5000 * options.step, p.initial, options).ok());
  options.step = 1.17e-8;
  options.outputTimes = {1415 * options.step};
  const Solution s = solve(p.problem, 0, 1415 * options.step, p.initial, options);
  EXPECT_TRUE(!s.ok() || std::abs(s.states.back()[5]) > 1e3) << "blows up within 1415 steps";
}

TEST(StiffLoop, GroupingMergesTheBlocksBehindTheTangent) {
  const TestProblem p = problems::stiffLoop();
  const auto groups = integrators::groupConnectedParts(p.problem.linearParts, 0, p.initial);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].states.size(), 1u);
  EXPECT_EQ(groups[1].states.size(), 4u);
}

// ---- properties -----------------------------------------------------------------------------------------------------

/// A stiff block (poles about -1000) that follows a nonlinear pair, with a closed solution:
/// x = breathingRotation, T z' = x_0^2 - z + T (x_0^2)'.
TestProblem followedRotation() {
  const TestProblem inner = breathingRotation();
  TestProblem p = inner;
  constexpr double T = 1e-3;
  const auto drive = [inner](ConstView v) {
    Vector f(4);
    inner.problem.rhs(0, v.first(4), f);
    return v[0] * v[0] + T * 2 * v[0] * f[0];
  };
  p.problem.size = 5;
  p.problem.jacobian.reset();
  p.problem.rhs = [inner, drive](double t, ConstView v, View f) {
    inner.problem.rhs(t, v.first(4), f.first(4));
    f[4] = (drive(v) - v[4]) / T;
  };
  p.problem.linearParts = {integrators::partOf(integrators::firstOrderBlock(T), {4},
                                               [drive](double, ConstView v, View u) { u[0] = drive(v); })};
  p.exact = [inner](double t, View v) {
    inner.exact(t, v.first(4));
    v[4] = v[0] * v[0];
  };
  p.initial = p.reference = Vector(5);
  p.exact(p.start, p.initial);
  p.exact(p.end, p.reference);
  p.absoluteScale = Vector(5, 1.0);
  return p;
}

double observedOrderOf(const TestProblem& p, Input input, Interface interface = Interface::halfStep) {
  const auto error = [&](int steps) {
    Options options = transition((p.end - p.start) / steps, input);
    options.transition.interface = interface;
    options.outputTimes = {p.end};
    return largestDifference(solve(p.problem, p.start, p.end, p.initial, options).states.back(), p.reference);
  };
  return std::log2(error(60000) / error(120000));
}

TEST(Transition, OrderIsOneWithHeldInputsAndTwoWithRamps) {
  const TestProblem p = followedRotation();
  EXPECT_NEAR(observedOrderOf(p, Input::step), 1, 0.1);
  EXPECT_NEAR(observedOrderOf(p, Input::rampExtrapolated), 2, 0.1);
  EXPECT_NEAR(observedOrderOf(p, Input::rampCorrected), 2, 0.1);
  EXPECT_NEAR(observedOrderOf(p, Input::step, Interface::wholeStep), 1, 0.1);
}

TEST(Transition, WithoutLinearPartsIsClassicalRungeKutta) {
  const TestProblem p = periodicRiccati();
  const Solution a = solve(p.problem, p.start, p.end, p.initial, transition(0.1));
  const Solution b = solve(p.problem, p.start, p.end, p.initial, fixedStep("rk4", 0.1));
  ASSERT_EQ(a.states.size(), b.states.size());
  for (std::size_t i = 0; i < a.states.size(); ++i) EXPECT_NEAR(a.states[i][0], b.states[i][0], 1e-14);
}

TEST(Transition, WithLinearPartsAloneIsThePropagatorAtHalfSteps) {
  const auto block = integrators::secondOrderBlock(0.2, 30);
  Problem p{.size = 2};
  p.rhs = [](double t, ConstView y, View f) {
    f[0] = y[1];
    f[1] = 900 * (std::cos(t) - y[0]) - 12 * y[1];
  };
  p.linearParts = {integrators::partOf(block, {0, 1}, [](double t, ConstView, View u) { u[0] = std::cos(t); })};
  const double h = 0.1;
  const Solution s = solve(p, 0, 1, {0.0, 0.0}, transition(h, Input::step));
  integrators::TransitionMatrix matrix(block.A, block.B, 0);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(2);
  for (int i = 0; i < 20; ++i) {
    const auto& step = matrix.at(h / 2);
    x = step.Phi * x + step.Theta * Eigen::VectorXd::Constant(1, std::cos(i * h / 2));
  }
  EXPECT_NEAR(s.states.back()[0], x(0), 1e-14);
  EXPECT_NEAR(s.states.back()[1], x(1), 1e-13);
}

/// T x' + x = u, u piecewise constant with jumps at 0.3 and 0.7.
Problem sampledBlock() {
  const auto u = [](double t) { return t < 0.3 ? 1.0 : t < 0.7 ? -2.0 : 0.5; };
  Problem p{.size = 1};
  p.rhs = [u](double t, ConstView y, View f) { f[0] = (u(t) - y[0]) / 0.01; };
  p.linearParts = {
      integrators::partOf(integrators::firstOrderBlock(0.01), {0}, [u](double t, ConstView, View v) { v[0] = u(t); })};
  p.discontinuities = {0.3, 0.7};
  return p;
}

TEST(Transition, AnInputThatJumpsAtGridPointsIsFollowedExactly) {
  Options options = transition(0.05);
  options.outputTimes = {0.2, 0.31, 0.705, 0.71, 1};
  const Solution s = solve(sampledBlock(), 0, 1, {0.0}, options);
  ASSERT_TRUE(s.ok()) << s.failure.message;
  const auto decay = [](double from, double to, double since) { return to + (from - to) * std::exp(-since / 0.01); };
  EXPECT_NEAR(s.states[0][0], decay(0, 1, 0.2), 1e-14);
  EXPECT_NEAR(s.states[1][0], decay(decay(0, 1, 0.3), -2, 0.01),
              1e-13);  // within a step: the interpolant is exact, too
  EXPECT_NEAR(s.states[2][0], decay(-2, 0.5, 0.005), 1e-13);
  EXPECT_NEAR(s.states[3][0], decay(-2, 0.5, 0.01), 1e-13);
  EXPECT_NEAR(s.states[4][0], 0.5, 1e-12);
}

TEST(Transition, ErrorsFollowTheToleranceUnderErrorControl) {
  for (const bool inOrder : {false, true}) {
    const TestProblem p = problems::stiffLoop();
    double previous = 1;
    for (const double tolerance : {1e-3, 1e-4}) {
      Options options = toleranceFor(p, "transition", tolerance);
      options.transition.ordering = inOrder ? Ordering::gaussSeidel : Ordering::jacobi;
      options.transition.group = true;
      const Solution s = solve(p.problem, 0, p.end, p.initial, options);
      ASSERT_TRUE(s.ok()) << s.failure.message;
      const double error = std::abs(s.states.back()[0] - p.reference[0]);
      EXPECT_LT(error, 20 * tolerance);
      EXPECT_LT(error, previous);
      previous = error;
    }
  }
}

TEST(Transition, InterpolatesToTheOrderOfItsSteps) {
  const TestProblem p = followedRotation();
  const auto error = [&](int steps) {
    Integrator run(p.problem, transition(p.end / steps, Input::rampCorrected));
    run.start(p.start, p.initial, p.end);
    Vector y(5), exact(5);
    double largest = 0;
    for (int i = 0; i < steps / 10; ++i) {
      run.step();
      for (const double theta : {0.2, 0.5, 0.8}) {
        const double t = run.previousTime() + theta * (run.time() - run.previousTime());
        run.interpolate(t, y);
        p.exact(t, exact);
        largest = std::max(largest, largestDifference(y, exact));
      }
    }
    return largest;
  };
  EXPECT_NEAR(std::log2(error(20000) / error(40000)), 2, 0.15);
}

TEST(Transition, ResumesFromACheckpointBitForBit) {
  const TestProblem p = problems::stiffLoop();
  Options options = transition(1e-3, Input::rampExtrapolated);
  Integrator whole(p.problem, options), first(p.problem, options), second(p.problem, options);
  whole.start(0, p.initial, 0.1);
  first.start(0, p.initial, 0.1);
  for (int i = 0; i < 37; ++i) first.step();
  second.resume(first.checkpoint());
  whole.run();
  second.run();
  EXPECT_TRUE(std::ranges::equal(whole.state(), second.state()));
}

TEST(Transition, AFixedStepAllocatesNothingAfterTheStart) {
  const TestProblem p = problems::stiffLoop();
  for (const Input input : {Input::step, Input::rampExtrapolated, Input::rampCorrected}) {
    Options options = transition(1e-3, input);
    options.realTime = true;
    Integrator run(p.problem, options);
    run.start(0, p.initial, p.end);
    run.step();
    const long before = allocations();
    for (int i = 0; i < 20; ++i) ASSERT_EQ(run.step(), RunStatus::running);
    EXPECT_EQ(allocations() - before, 0);
  }
}

TEST(Transition, TakesThePartitionOfTheUser) {
  Problem p = sampledBlock();
  Options options = transition(0.05);
  options.transition.parts = p.linearParts;
  p.linearParts.clear();
  options.outputTimes = {1};
  EXPECT_NEAR(solve(p, 0, 1, {0.0}, options).states.back()[0], 0.5, 1e-12);
}

TEST(Transition, SaysWhatIsWrongWithAPartition) {
  Problem p = sampledBlock();
  p.linearParts[0].states = {3};
  const Solution s = solve(p, 0, 1, {0.0}, transition(0.05));
  EXPECT_EQ(s.failure.kind, FailureKind::invalidInput);
  EXPECT_NE(s.failure.message.find("linear part 0"), std::string::npos) << s.failure.message;
  p = sampledBlock();
  p.linearParts[0].inputs = [](double, ConstView, View) { throw std::runtime_error("no signal"); };
  EXPECT_NE(solve(p, 0, 1, {0.0}, transition(0.05)).failure.message.find("no signal"), std::string::npos);
}

}  // namespace
}  // namespace dashpot::testing
