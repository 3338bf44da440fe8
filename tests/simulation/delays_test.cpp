// Delayed expressions against closed forms: the method of steps, shifted functions, manufactured solutions.
#include "models/simulated.hpp"
#include "simulation/delay_history.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <functional>
#include <random>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;
using ::testing::HasSubstr;
using Function = std::function<double(double)>;

constexpr double toleranceFactor = 20;

Settings runTo(double stop, double tolerance = 1e-6, std::string method = defaultMethod) {
  return {.stop = stop, .tolerance = tolerance, .method = std::move(method)};
}

/// The largest difference from a function of time beside the function's size, in units of the tolerance.
double scaledError(const Simulated& run, std::string_view name, const Function& exact, double tolerance) {
  double error = 0, size = 0;
  for (std::size_t k = 0; k < run.table->times().size(); ++k) {
    const double value = exact(run.table->times()[k]);
    error = std::max(error, std::fabs((*run.table)[name][k] - value));
    size = std::max(size, std::fabs(value));
  }
  return error / (tolerance * size);
}

double factorial(int n) { return std::tgamma(n + 1.0); }

/// What a function that begins at 0 and was constant before is some time ago.
Function shifted(Function f, double by) {
  return [f = std::move(f), by](double t) { return f(std::max(t - by, 0.0)); };
}

/// x' = sum of a_i x(t - T_i), x = 1 before 0. By Laplace transform x = 1 + sum of a_i times the sum over all n_i of
/// multinomial(n) prod a_i^n_i (t - sum n_i T_i)^(N + 1)/(N + 1)! where the bracket is positive, N = sum n_i.
Function linearWithDelays(std::vector<double> a, std::vector<double> times) {
  return [a = std::move(a), times = std::move(times)](double t) {
    double rate = 0;
    for (const double factor : a) rate += factor;
    const std::function<double(std::size_t, double, int, double)> sum = [&](std::size_t i, double rest, int n,
                                                                            double weight) -> double {
      if (i == a.size()) return weight * std::pow(rest, n + 1) * factorial(n) / factorial(n + 1);
      double total = 0;
      for (int k = 0; rest - k * times[i] > 0; ++k)
        total += sum(i + 1, rest - k * times[i], n + k, weight * std::pow(a[i], k) / factorial(k));
      return total;
    };
    return t > 0 ? 1 + rate * sum(0, t, 0, 1.0) : 1.0;
  };
}

/// Methods of every family at several tolerances.
struct Accuracy {
  std::string method;
  double tolerance;
};

class DelayAccuracy : public ::testing::TestWithParam<Accuracy> {
 protected:
  [[nodiscard]] Settings settings(double stop) const { return runTo(stop, GetParam().tolerance, GetParam().method); }
  void expectExact(const Simulated& run, std::string_view name, const Function& exact) const {
    ASSERT_TRUE(run.finished()) << run.messages();
    ASSERT_DOUBLE_EQ(run.table->times().back(), run.outcome.experiment.stop);
    EXPECT_LT(scaledError(run, name, exact, GetParam().tolerance), toleranceFactor) << name << " of\n" << text_;
  }
  Simulated simulate(std::string text, double stop) {
    text_ = text;
    return Simulated(std::move(text), settings(stop));
  }
  /// Two decimals: sums of such delays coincide again and again, but for rounding.
  double someTime() { return 0.01 * static_cast<double>(std::uniform_int_distribution(7, 120)(random_)); }
  double uniform(double from, double to) { return std::uniform_real_distribution(from, to)(random_); }

  std::mt19937 random_{17};
  std::string text_;
};

TEST_P(DelayAccuracy, OfSeveralDelaysOfOneState) {
  for (const std::size_t count : {2, 2, 3, 3}) {
    std::string delays;
    std::vector<double> times;
    for (std::size_t i = 0; i < count; ++i) {
      times.push_back(someTime());
      delays += fmt::format("Real y{} = delay(x, {}); ", i, times.back());
    }
    const double w = uniform(1, 4);
    const Simulated run = simulate(
        fmt::format("model M Real x(start = 0, fixed = true); {}equation der(x) = {}*cos({}*time) + sin({}*time) - x; "
                    "end M;",
                    delays, w, w, w),
        4);
    for (std::size_t i = 0; i < count; ++i)
      expectExact(run, fmt::format("y{}", i), shifted([w](double t) { return std::sin(w * t); }, times[i]));
  }
}

TEST_P(DelayAccuracy, OfDelaysOfDelays) {
  for (int trial = 0; trial < 3; ++trial) {
    const double t1 = someTime(), t2 = someTime(), t3 = someTime();
    const Simulated run =
        simulate(fmt::format("model M Real x(start = 1, fixed = true), a = delay(x, {}), b = delay(a, {}), c = delay(b "
                             "+ x, {}); equation der(x) = cos(2*time) - x; end M;",
                             t1, t2, t3),
                 4);
    const Function x = [](double t) { return (std::cos(2 * t) + 2 * std::sin(2 * t)) / 5 + 0.8 * std::exp(-t); };
    expectExact(run, "b", shifted(x, t1 + t2));
    expectExact(run, "c", shifted([&](double t) { return x(t) + shifted(x, t1 + t2)(t); }, t3));
  }
}

TEST_P(DelayAccuracy, OfLoopsByTheMethodOfSteps) {
  const Simulated one = simulate("model M Real x(start = 1, fixed = true); equation der(x) = -delay(x, 1); end M;", 6);
  expectExact(one, "x", linearWithDelays({-1}, {1}));
  for (const std::size_t count : {1, 2, 2, 3}) {
    std::string sum;
    std::vector<double> a, times;
    for (std::size_t i = 0; i < count; ++i) {
      a.push_back(uniform(-1.5, 0.5)), times.push_back(someTime() + 0.2);
      sum += fmt::format(" + ({})*delay(x, {})", a.back(), times.back());
    }
    const Simulated run =
        simulate(fmt::format("model M Real x(start = 1, fixed = true); equation der(x) = 0{}; end M;", sum), 3);
    expectExact(run, "x", linearWithDelays(a, times));
  }
}

TEST_P(DelayAccuracy, OfAlgebraicLoops) {
  for (const double gain : {0.5, -0.7}) {
    const double time = someTime();
    const Simulated run = simulate(
        fmt::format("model M Real x(start = 0, fixed = true), y; equation der(x) = 3*cos(3*time) + sin(3*time) - x; y "
                    "= 1 + x + ({})*delay(y, {}); end M;",
                    gain, time),
        3);
    expectExact(run, "y", [&](double t) {
      double sum = 0, weight = 1, at = t;
      for (; at >= 0; at -= time, weight *= gain) sum += weight * (1 + std::sin(3 * at));
      return sum + weight / (1 - gain);
    });
  }
}

TEST_P(DelayAccuracy, OfADelayThatVaries) {
  for (const auto& [mean, amplitude, frequency] : {std::tuple{1.0, 0.9, 3.0}, {0.3, 0.25, 7.0}, {0.6, 0.5, 1.0}}) {
    const Simulated run = simulate(
        fmt::format("model M Real x(start = 0, fixed = true), q(start = 0, fixed = true); Real tau = {} + "
                    "{}*sin({}*time); Real z = delay(x, tau, 2); equation der(x) = 3*cos(3*time) + sin(3*time) - x; "
                    "der(q) = z; end M;",
                    mean, amplitude, frequency),
        5);
    const auto z = [=](double t) {
      return std::sin(3 * std::max(t - (mean + amplitude * std::sin(frequency * t)), 0.0));
    };
    expectExact(run, "z", z);
    double integral = 0;
    constexpr int steps = 200000;
    constexpr double h = 5.0 / steps;
    for (int i = 0; i < steps; ++i) integral += h / 6 * (z(i * h) + 4 * z((i + 0.5) * h) + z((i + 1) * h));
    EXPECT_NEAR(run.last("q"), integral, toleranceFactor * GetParam().tolerance);
  }
}

/// der(x) = f(t) - x(t - tau) with f such that x = 1 - cos(t): the delay may be shorter than a step, touch zero, or
/// depend on x itself.
TEST_P(DelayAccuracy, OfLoopsWithADelayThatVaries) {
  struct Case {
    const char* tau;  // in terms of time and x
    Function exact;
  };
  const Function x = [](double t) { return t > 0 ? 1 - std::cos(t) : 0.0; };
  const Case cases[] = {
      {"0.5 + 0.2*x", [&](double t) { return 0.5 + 0.2 * x(t); }},
      {"0.1*(1 - cos(3*time))", [](double t) { return 0.1 * (1 - std::cos(3 * t)); }},
      {"0.001*(1.5 + sin(time))", [](double t) { return 0.001 * (1.5 + std::sin(t)); }},
      {"0*time", [](double) { return 0.0; }},
      {"0.3*x/(1 + x)", [&](double t) { return 0.3 * x(t) / (1 + x(t)); }},
      {"0.25*abs(sin(time))", [](double t) { return 0.25 * std::fabs(std::sin(t)); }},
  };
  for (const Case& each : cases) {
    std::string known = each.tau;  // tau along the solution, for f
    for (std::size_t at = known.find('x'); at != std::string::npos; at = known.find('x', at + 13))
      known.replace(at, 1, "(1 - cos(time))");
    const Simulated run =
        simulate(fmt::format("model M Real x(start = 0, fixed = true); Real tau = {}; Real s = max(0, time - ({})); "
                             "equation der(x) = sin(time) + 1 - cos(s) - delay(x, tau, 1); end M;",
                             each.tau, known),
                 8);
    expectExact(run, "x", x);
  }
}

/// The jump comes back where t - tau(t) passes it, and as often.
TEST_P(DelayAccuracy, OfAJumpThroughADelayThatVaries) {
  for (const double amplitude : {0.2, 0.45}) {
    const Simulated run = simulate(
        fmt::format("model M Real x(start = 0, fixed = true); Real step = if time < 0.5 then 0 else 1; equation der(x) "
                    "= delay(step, 0.5 + {}*sin(4*time), 1); end M;",
                    amplitude),
        3);
    ASSERT_TRUE(run.finished()) << run.messages();
    const auto isBehind = [&](double t) { return t - (0.5 + amplitude * std::sin(4 * t)) > 0.5; };
    double measure = 0;
    constexpr int stretches = 3000;
    for (int i = 0; i < stretches; ++i) {
      double left = 3.0 * i / stretches, right = 3.0 * (i + 1) / stretches;
      if (isBehind(left) == isBehind(right)) {
        measure += isBehind(left) ? right - left : 0;
        continue;
      }
      const double from = left, to = right;
      const bool before = isBehind(left);
      for (int k = 0; k < 60; ++k) (isBehind((left + right) / 2) == before ? left : right) = (left + right) / 2;
      measure += before ? left - from : to - left;
    }
    EXPECT_NEAR(run.last("x"), measure, toleranceFactor * GetParam().tolerance) << amplitude;
  }
}

TEST_P(DelayAccuracy, OfAnOscillationThatIsDelayedByATimeThatVaries) {
  if (GetParam().method == "ida") GTEST_SKIP() << "its formulas damp the oscillation itself by more";
  const Simulated run = simulate(
      "model M Real x(start = 0, fixed = true), v(start = 5, fixed = true); Real tau = 1 + 0.9*sin(3*time); Real z = "
      "delay(x, tau, 2); equation der(x) = v; der(v) = -25*x; end M;",
      5);
  expectExact(run, "z", [](double t) { return std::sin(5 * std::max(t - (1 + 0.9 * std::sin(3 * t)), 0.0)); });
}

std::vector<Accuracy> accuracies() {
  std::vector<Accuracy> all;
  for (const char* method : {"rodas5p", "rodas4", "radau5", "ida", "dopri5"})
    for (const double tolerance : {1e-4, 1e-6, 1e-8}) all.push_back({method, tolerance});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Methods, DelayAccuracy, ::testing::ValuesIn(accuracies()), [](const auto& instance) {
  return fmt::format("{}_1em{}", instance.param.method, std::lround(-std::log10(instance.param.tolerance)));
});

// ---- what is kept of the past --------------------------------------------------------------------------------------

/// The polynomial that F gets, at a time.
double valueAt(const DelayedNumbers& numbers, double t) {
  const double x = (t - numbers.anchor) * numbers.perLength;
  double value = 0;
  for (std::size_t k = numbers.coefficients.size(); k-- > 0;) value = numbers.coefficients[k] + x * value;
  return value;
}

TEST(DelayHistory, KeepsPolynomialsAndConstantsAndContinuesThemUpToABreak) {
  const auto quartic = [](double t) { return 1 + t * (2 - t * (3 + t * (1 - 2 * t))); };
  DelayHistory history;
  history.start(0, Vector{1.0, 7.0}, {false, true});
  Vector nodes;
  for (const double t : {0.0, 0.125, 0.25, 0.375, 0.5}) nodes.push_back(quartic(t)), nodes.push_back(7.0);
  history.add(0, 0.5, nodes);
  nodes.clear();
  for (int i = 0; i < 5; ++i) nodes.push_back(0.1), nodes.push_back(0.3);
  history.add(0.5, 0.75, nodes);
  for (const double t : {0.0, 0.1, 0.3, 0.5, 0.6})
    EXPECT_NEAR(valueAt(history.stretch(0, t, 0.75, {0.0, 0.5}, false), t), quartic(t), 1e-14) << t;
  EXPECT_EQ(valueAt(history.stretch(0, 0.6, 0.75, {0.5, 9.0}, false), 0.6), 0.1) << "with every bit";
  EXPECT_EQ(valueAt(history.stretch(1, 0.3, 0.75, {0.0, 0.5}, false), 0.3), 7.0);
  EXPECT_EQ(valueAt(history.stretch(0, -3, 0.75, {.until = 0.0}, false), -3), 1.0) << "as at the start";
}

TEST(DelayHistory, TakesThePresentForANodeOnlyWhereTheWantedTimeIsNotKnown) {
  DelayHistory history;
  history.start(0, Vector{0.0}, {false});
  history.add(0, 1, Vector{0.0, 0.25, 0.5, 0.75, 1.0});
  const DelayWindow since0{.since = 0.0};
  EXPECT_EQ(history.stretch(0, 1.1, 1.2, since0, true).isOpen, 1.0);
  EXPECT_EQ(history.stretch(0, 0.6, 0.76, since0, true).isOpen, 0.0) << "recorded within the last step";
  EXPECT_EQ(history.stretch(0, 1.1, 1.2, since0, false).isOpen, 0.0);
  EXPECT_EQ(history.stretch(0, 0.9, 1.2, {0.0, 1.0}, true).isOpen, 0.0) << "a break comes first";
}

TEST(DelayBreaks, ThatDifferByRoundingAreOneAndComeBackOnce) {
  DelayBreaks breaks;
  breaks.start(0, Vector{0.3, 0.4});
  EXPECT_DOUBLE_EQ(breaks.next(), 0.3);
  EXPECT_EQ(breaks.passAt(0.3).size(), 1u);
  breaks.note(0, 0.3, 2), breaks.note(1, 0.3, 2);
  EXPECT_DOUBLE_EQ(breaks.next(), 0.4);
  EXPECT_EQ(breaks.passAt(0.4).size(), 1u);
  breaks.note(0, 0.4, 2), breaks.note(1, 0.4, 2);
  EXPECT_DOUBLE_EQ(breaks.next(), 0.6);
  EXPECT_EQ(breaks.passAt(0.6).size(), 1u);
  EXPECT_EQ(breaks.passAt(0.7).size(), 2u) << "0.3 + 0.4 and 0.4 + 0.3";
  EXPECT_EQ(breaks.passAt(0.7).size(), 0u);
  breaks.note(0, 0.7, 3);
  breaks.note(0, 0.1 + 0.6, 1);  // the last bit differs
  breaks.note(0, 0.9, DelayBreaks::smoothEnough);
  EXPECT_EQ(breaks.passAt(1.0).front().level, 1);
  EXPECT_GT(breaks.next(), 1e300) << "what is smooth is not followed";
}

// ---- start ---------------------------------------------------------------------------------------------------------

TEST(Delays, ALoopStartsWhereItWouldStay) {
  // delay(y, T) = y(0) until T, so y(0) = 1 - y(0)/2, and so it stays.
  const Simulated run("model M Real y; equation y = 1 - 0.5*delay(y, 0.25); end M;", runTo(2));
  ASSERT_TRUE(run.finished()) << run.messages();
  for (const double y : (*run.table)["y"]) EXPECT_NEAR(y, 2.0 / 3, 1e-12);
}

TEST(Delays, ALineBetweenResistorsIsSteadyFromTheStart) {
  const Simulated run(
      "model Line parameter Real Z = 60, R1 = 20, R2 = 80, E = 12, T = 0.01; Real v1, i1, v2, i2, a, b; equation a = "
      "v1 + Z*i1; b = v2 + Z*i2; v1 - Z*i1 = delay(b, T); v2 - Z*i2 = delay(a, T); v1 = E - R1*i1; v2 = -R2*i2; end "
      "Line;",
      runTo(0.1));
  ASSERT_TRUE(run.finished()) << run.messages();
  for (const double v : (*run.table)["v1"]) EXPECT_NEAR(v, 12 * 0.8, 1e-9);
  for (const double i : (*run.table)["i2"]) EXPECT_NEAR(i, -0.12, 1e-11);
}

TEST(Delays, AreTheirArgumentsInASteadyState) {
  Settings settings = runTo(1);
  settings.startFrom = StartFrom::steadyState;
  const Simulated run("model M Real x(start = 5), y; equation der(x) = 3 - x - y; y = 0.5*delay(x, 0.2); end M;",
                      settings);
  ASSERT_TRUE(run.finished()) << run.messages();
  for (const double x : (*run.table)["x"]) EXPECT_NEAR(x, 2.0, 1e-6);
}

TEST(Delays, WhatIsSetAtTheStartWasSoBefore) {
  const Simulated run(
      "model M Integer k(start = 0, fixed = true); Integer late = delay(k, 0.25); equation when sample(0, 1) then k = "
      "pre(k) + 3; end when; end M;",
      runTo(1.5));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ((*run.table)["late"].front(), 3.0);
  EXPECT_EQ(run.last("late"), 6.0);
}

// ---- delays of zero ------------------------------------------------------------------------------------------------

TEST(Delays, OfZeroAreTheArgument) {
  for (const char* time : {"0", "T", "0*time"}) {
    const Simulated run(fmt::format("model M parameter Real T = 0; Real x(start = 0, fixed = true), y, z; equation "
                                    "der(x) = 2*time; y = delay(x, {}, 1); z = 1 - 0.5*delay(z, {}, 1); end M;",
                                    time, time),
                        runTo(3));
    ASSERT_TRUE(run.finished()) << time << run.messages();
    for (std::size_t k = 0; k < run.table->times().size(); ++k)
      EXPECT_NEAR((*run.table)["y"][k], (*run.table)["x"][k], 1e-6) << time;
    EXPECT_NEAR(run.last("y"), 9.0, 1e-5);
    EXPECT_NEAR(run.last("z"), 2.0 / 3, 1e-9);
  }
}

TEST(Delays, WhoseParameterIsZeroCanBeSetToAnythingElse) {
  Settings settings = runTo(2);
  settings.parameters = {{"T", "0.5"}};
  const Simulated run(
      "model M parameter Real T = 0; Real x(start = 0, fixed = true); Real y = delay(x, T); equation der(x) = 1; end "
      "M;",
      settings);
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("y"), 1.5, 1e-6);
}

TEST(Delays, OfZeroPassAJumpOnAtOnce) {
  const Simulated run(
      "model M Real x(start = 0, fixed = true); Boolean on = time > 0.5; Boolean late = delay(on, 0*time, 1); equation "
      "der(x) = if late then 1 else 0; end M;",
      runTo(1));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), 0.5, 1e-9);
}

// ---- discrete expressions ------------------------------------------------------------------------------------------

TEST(Delays, OfDiscreteExpressionsAreExact) {
  const Simulated run(
      "model M Integer n(start = 0, fixed = true); discrete Real r(start = 0.1, fixed = true); Boolean b; Integer late "
      "= delay(n, 0.13); Real lateR = delay(r, 0.29); Boolean lateB = delay(b, 0.07); Real x(start = 0, fixed = true); "
      "equation b = sin(9*time) > 0.3; when sample(0.1, 0.1) then n = pre(n) + 4; r = 0.3*pre(r) + 0.7; end when; "
      "der(x) = cos(20*time); end M;",
      runTo(3));
  ASSERT_TRUE(run.finished()) << run.messages();
  for (const double n : (*run.table)["late"]) EXPECT_EQ(n, std::round(n));
  for (const double b : (*run.table)["lateB"]) EXPECT_TRUE(b == 0.0 || b == 1.0);
  EXPECT_EQ(run.last("late"), 4.0 * 28);
  const auto& values = (*run.table)["r"];
  for (const double late : (*run.table)["lateR"])
    EXPECT_NE(std::ranges::find(values, late), values.end()) << "a value that it never had";
}

TEST(Delays, OfDiscreteExpressionsByATimeThatVariesAreExact) {
  const Simulated run(
      "model M Integer n(start = 0, fixed = true); Integer late = delay(n, 0.2 + 0.1*sin(5*time), 1); Real x(start = "
      "0, "
      "fixed = true); equation when sample(0.25, 0.25) then n = pre(n) + 7; end when; der(x) = late; end M;",
      runTo(2));
  ASSERT_TRUE(run.finished()) << run.messages();
  for (const double n : (*run.table)["late"]) EXPECT_EQ(std::remainder(n, 7.0), 0.0);
  EXPECT_GT(run.last("late"), 40.0);
}

// ---- errors --------------------------------------------------------------------------------------------------------

TEST(Delays, BeyondTheirLargestTimeEndTheRun) {
  const Simulated run(
      "model M Real x(start = 0, fixed = true), y; equation der(x) = 1; y = delay(x, 0.1 + time, 0.5); end M;",
      runTo(2));
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(run.messages(), HasSubstr("the time of delay(x, 0.1 + time) is 0.5"));
  EXPECT_THAT(run.messages(), HasSubstr("at time 0.4"));
  EXPECT_THAT(run.messages(), HasSubstr("beyond its largest value 0.5"));
  EXPECT_THAT(run.messages(), HasSubstr("the third argument says how long the past is kept: delay(x, T, Tmax)"));
  EXPECT_LT(run.outcome.endTime, 0.4);
}

TEST(Delays, ThatAreNegativeEndTheRun) {
  const Simulated run(
      "model M Real x(start = 0, fixed = true); Real y = delay(x, 0.5 - time, 1); equation der(x) = 1; end M;",
      runTo(2));
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(run.messages(), HasSubstr("the time of delay(x, 0.5 - time) is negative: -"));
  EXPECT_THAT(run.messages(), HasSubstr("at time 0.5"));
  EXPECT_THAT(run.messages(), HasSubstr("nothing can be known before it happens: limit the delay time by max(0, ...)"));
  Settings settings = runTo(1);
  settings.parameters = {{"T", "-1"}};
  const Simulated atStart(
      "model M parameter Real T = 1; Real x(start = 0, fixed = true); Real y = delay(x, T); equation der(x) = 1; end "
      "M;",
      settings);
  EXPECT_EQ(atStart.outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(atStart.messages(), HasSubstr("the time of delay(x, T) is negative: -1 at time 0"));
}

TEST(Delays, SetToZeroFromOutsideSayWhatToDo) {
  Settings settings = runTo(1);
  settings.parameters = {{"T", "0"}};
  const Simulated run(
      "model M parameter Real T = 1; Real x(start = 0, fixed = true); Real y = delay(x, T); equation der(x) = 1; end "
      "M;",
      settings);
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(run.messages(),
              HasSubstr("the time of delay(x, T) is zero, but the model was compiled for one that is not"));
  EXPECT_THAT(run.messages(), HasSubstr("give the delay time the value zero in the model itself, by a modification"));
}

TEST(Delays, ShorterThanAFixedStepAreRefused) {
  Settings settings = runTo(2);
  settings.step = 0.1;
  const auto withTime = [&](const char* time) {
    return Simulated(
        fmt::format("model M Real x(start = 1, fixed = true); equation der(x) = -delay(x, {}); end M;", time),
        settings);
  };
  EXPECT_TRUE(withTime("0.1").finished());
  const Simulated run = withTime("0.05");
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(run.messages(), HasSubstr("the fixed step 0.1 is longer than the shortest delay, 0.05"));
  EXPECT_THAT(run.messages(), HasSubstr("take a step that is shorter, or leave it to the error control"));
}

TEST(Delays, ThatHoldTheirTimeAtABreakEnd) {
  // From 0.5 on, where x has a kink, t - T stays there but for rounding.
  const Simulated run(
      "model M Real x(start = 0, fixed = true), y; equation der(x) = if time < 0.5 then 1 else -1; y = delay(x, max(0, "
      "time - 0.5), 10); end M;",
      runTo(7));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("y"), 0.5, 1e-6);
  EXPECT_LT(run.outcome.statistics.steps, 1000);
}

// ---- many breaks ---------------------------------------------------------------------------------------------------

TEST(Delays, OfManyLinesInANetworkEnd) {
  // Eight lines that meet in one node reflect one another's waves for ever: sums of eight delays.
  std::string lines, sum;
  for (int i = 0; i < 8; ++i) {
    lines += fmt::format("Real w{} = delay(v, {}); ", i, 0.1 + 0.0137 * i * i);
    sum += fmt::format(" + w{}", i);
  }
  const Simulated run(fmt::format("model M {}Real v; Real x(start = 0, fixed = true); equation der(x) = 1 - x; v = x - "
                                  "0.1*(0{}); end M;",
                                  lines, sum),
                      runTo(20));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("v"), 1 / 1.8, 1e-3);
  EXPECT_LT(run.outcome.statistics.steps, 200000);
}

TEST(Delays, CanBeInterrupted) {
  Settings settings = runTo(1000);
  int asked = 0;
  settings.cancellation.afterStep = [&] { return ++asked > 50; };
  const Simulated run(
      "model M Real x(start = 1, fixed = true); equation der(x) = -delay(x, 0.3) - delay(x, 0.4); end M;", settings);
  EXPECT_EQ(run.outcome.kind, OutcomeKind::cancelled) << run.messages();
}

// ---- checkpoints ---------------------------------------------------------------------------------------------------

TEST(Delays, GoOnBitForBit) {
  const std::string text =
      "model M Real x(start = 1, fixed = true), v(start = 0, fixed = true); Integer n(start = 0, fixed = true); "
      "Integer "
      "late = delay(n, 0.11); equation der(x) = v; der(v) = -4*delay(x, 0.05*(1 + x^2), 1) - 0.1*delay(v, 0.3) + "
      "0.1*delay(delay(v, 0.2), 0.17) + late; when sample(0.3, 0.41) then n = 1 - pre(n); end when; end M;";
  for (const char* method : {"rodas5p", "rodas4", "radau5", "dopri5"})
    for (const int steps : {7, 40, 90}) {
      const std::string file = std::filesystem::temp_directory_path() / fmt::format("delays-{}-{}.run", method, steps);
      const Settings settings = runTo(3, 1e-6, method);
      const Simulated whole(text, settings);
      ASSERT_TRUE(whole.finished()) << whole.messages();
      Settings first = settings;
      first.checkpoint = file;
      int count = 0;
      first.cancellation.afterStep = [&] { return ++count >= steps; };
      const Simulated begun(text, first);
      ASSERT_EQ(begun.outcome.kind, OutcomeKind::cancelled);
      Settings again = settings;
      again.resume = file;
      const Simulated rest(text, again);
      ASSERT_TRUE(rest.finished()) << rest.messages();
      for (const char* name : {"x", "v"}) EXPECT_EQ(rest.last(name), whole.last(name)) << method << ' ' << steps;
      std::filesystem::remove(file);
    }
}

}  // namespace
}  // namespace dashpot::simulation
