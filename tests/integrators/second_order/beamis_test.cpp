// Methods for second-order systems and explicit multistep formulas against the examples of Beamis 1990.
//
// Named "Prototype" are values computed once by an independent prototype in double precision that follows the thesis'
// program; closed forms and orders need no such source.
#include "problems/beamis.hpp"

#include "integrators/measure.hpp"
#include "problems/method_of_lines.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace dashpot::testing {
namespace {

using problems::bodyModel;
using problems::LadderForm;
using problems::LinearSystem;
using problems::LinesProblem;
using problems::problemOf;
using problems::ResidueSolution;
using problems::rlcLadder;
using problems::SecondOrderExample;
using problems::sineGordonEquation;
using problems::SineGordonEquation;
using problems::sineGordonFixedEnds;
using problems::sineGordonPeriodic;
using problems::sineGordonSoliton;
using problems::smallCircuit;
using problems::waveEquation;
using problems::WaveEquation;
using problems::wavePublished;
using std::numbers::pi;

struct RunSetup {
  std::string method;
  double h;
  Start start = Start::automatic;
};

/// States at t = 0, h, 2h, ..., count * h.
std::vector<Vector> steps(const Problem& problem, const Vector& initial, const RunSetup& setup, int count) {
  Options options = fixedStep(setup.method, setup.h);
  options.start = setup.start;
  const Solution s = solve(problem, 0, setup.h * count, initial, options);
  EXPECT_TRUE(s.ok()) << setup.method << ": " << s.failure.message;
  return s.states;
}

/// Component or output against n.
template <class Output>
Vector series(const std::vector<Vector>& states, Output&& output) {
  Vector values;
  for (const Vector& y : states) values.push_back(output(y));
  return values;
}

TestProblem publishedWave() { return waveEquation(wavePublished()).test; }

Vector waveEnd(const RunSetup& setup, int count) {
  const TestProblem wave = publishedWave();
  return series(steps(wave.problem, wave.initial, setup, count), [](const Vector& y) { return y[9]; });
}

double largestWaveError(const RunSetup& setup, double end) {
  int count = -1;
  for (double t = 0; t < end; t += setup.h) ++count;  // the prototype adds up its time
  const Vector u = waveEnd(setup, count);
  double largest = 0;
  for (std::size_t n = 0; n < u.size(); ++n)
    largest = std::max(largest, std::abs(u[n] - std::cos(pi / 2 * static_cast<double>(n) * setup.h)));
  return largest;
}

void expectValues(const Vector& actual, std::initializer_list<std::pair<std::size_t, double>> expected,
                  double accuracy) {
  for (const auto& [n, value] : expected) {
    ASSERT_LT(n, actual.size());
    EXPECT_NEAR(actual[n], value, accuracy) << "n = " << n;
  }
}

// ---- wave equation --------------------------------------------------------------------------------------------------

TEST(Godunov, FollowsItsClosedFormOnTheWaveEquation) {
  const double lambda = 20 * std::sin(pi / 40);
  for (const double h : {0.01, 0.05, 0.095, 0.1}) {
    const double theta = std::acos(1 - h * h * lambda * lambda / 2);
    const int count = static_cast<int>(10 / h);
    const Vector taylor = waveEnd({"godunov", h, Start::taylor}, count);
    const Vector euler = waveEnd({"godunov", h, Start::euler}, count);
    for (int n = 1; n <= count; ++n) {
      EXPECT_NEAR(taylor[n], std::cos(n * theta), 1e-12) << "h = " << h << ", n = " << n;
      EXPECT_NEAR(euler[n], std::cos((n - 0.5) * theta) / std::cos(theta / 2), 1e-12) << "h = " << h << ", n = " << n;
    }
  }
}

TEST(Godunov, IsExactOnTheWaveEquationWhenBothStepsAreEqual) {
  WaveEquation equation = wavePublished();
  equation.modes = {{1, 1}, {2, 0.5}, {4, -0.3}};
  const LinesProblem wave = waveEquation(equation);
  const auto states = steps(wave.test.problem, wave.test.initial, {"godunov", 0.1}, 100);
  Vector exact(20);
  for (std::size_t n = 0; n < states.size(); ++n) {
    wave.solution(0.1 * static_cast<double>(n), exact);
    for (std::size_t i = 0; i < 10; ++i) EXPECT_NEAR(states[n][i], exact[i], 2e-13) << n;
  }
}

TEST(Godunov, HasTheStartUpErrorsOfTheFormulas) {
  const auto first = [](double h, Start start) {
    return std::abs(waveEnd({"godunov", h, start}, 1)[1] - std::cos(pi / 2 * h));
  };
  EXPECT_NEAR(first(0.1, Start::euler), 1 - std::cos(pi / 20), 1e-15);
  EXPECT_NEAR(first(0.1, Start::euler), 0.012312, 5e-7);
  for (const auto& [h, error] : {std::pair{0.01, 2.5e-7}, {0.05, 4.75e-6}, {0.095, 2.2e-6}, {0.1005, 2.6e-7}}) {
    const double formula = (std::cos(pi * h / 2) - 1) - std::pow(h / 0.1, 2) * (std::cos(pi / 20) - 1);
    EXPECT_NEAR(first(h, Start::taylor), std::abs(formula), 1e-14) << h;
    EXPECT_NEAR(first(h, Start::taylor), error, 0.03 * error) << h;
  }
  EXPECT_NEAR(first(0.1, Start::taylor), 0, 1e-15);
}

TEST(Godunov, HasTheLocalErrorOfTheWaveEquation) {
  // T = dt^2 (dt^2 - dx^2) / 12 (f'''' + g'''') to leading order; at x = 1, t = 0 with f = g = sin(pi x / 2) / 2.
  const double dt = 0.01, dx = 0.1;
  const double actual = 2 * std::cos(pi / 2 * dt) - 2 + dt * dt / (dx * dx) * 2 * (1 - std::cos(pi / 2 * dx));
  EXPECT_NEAR(std::abs(actual), 5.018e-7, 1e-10);
  EXPECT_NEAR(dt * dt * (dx * dx - dt * dt) / 12 * std::pow(pi / 2, 4), 5.023e-7, 1e-10);
}

TEST(WaveEquationPrototype, LargestErrorsAreThoseOfTheTable) {
  struct Row {
    double h, godunovEuler, godunovTaylor, published, rk4;
  };
  for (const Row& row : {Row{.01, 2.226e-2, 1.443e-2, 4.175e-2, 1.457e-2},
                         {.05, 5.016e-2, 1.094e-2, .223, 1.458e-2},
                         {.095, 7.611e-2, 1.423e-3, .467, 1.462e-2},
                         {.1005, 7.908e-2, 1.464e-4, .496, 1.465e-2}}) {
    // An unstable method amplifies rounding from the highest mode: two digits are left of the published RK4.
    const auto near = [&](const RunSetup& setup, double expected) {
      const double relative = setup.method == "rk4-published" && row.h > 0.01 ? 0.01 : 6e-4;
      EXPECT_NEAR(largestWaveError(setup, 10), expected, relative * expected) << setup.method << row.h;
    };
    near({"godunov", row.h, Start::euler}, row.godunovEuler);
    near({"godunov", row.h, Start::taylor}, row.godunovTaylor);
    near({"rk4-published", row.h}, row.published);
    near({"rk4", row.h}, row.rk4);
  }
  EXPECT_NEAR(largestWaveError({"ab3", .01, Start::euler}, 10), 1.457e-2, 1e-5);
  EXPECT_NEAR(largestWaveError({"godunov", .1, Start::euler}, 10), std::tan(pi / 40), 1e-5);
  EXPECT_LT(largestWaveError({"godunov", .1}, 10), 2e-13);
  EXPECT_NEAR(largestWaveError({"godunov", .01, Start::euler}, 25), 4.78e-2, 1e-4);
  EXPECT_NEAR(largestWaveError({"godunov", .01}, 25), 3.99e-2, 1e-4);
}

TEST(WaveEquationPrototype, StepValuesAgree) {
  const double accuracy = 1.01e-12;
  expectValues(waveEnd({"godunov", .01}, 1000),
               {{1, .999876883406},
                {2, .999507563939},
                {3, .998892132538},
                {100, .001598311750},
                {500, .007991477091},
                {1000, -.999872272588}},
               accuracy);
  expectValues(waveEnd({"godunov", .01, Start::euler}, 1000),
               {{1, 1},
                {2, .999753766812},
                {3, .999261361066},
                {100, .009444452803},
                {500, .015837377620},
                {1000, -.999746871919}},
               accuracy);
  expectValues(waveEnd({"ab3", .01, Start::euler}, 1000),
               {{1, 1},
                {2, .999630650218},
                {3, .999015067248},
                {100, .001614085690},
                {500, .008072202227},
                {1000, -.999970114332}},
               accuracy);
  expectValues(waveEnd({"rk4-published", .01}, 1000),
               {{1, .999917922271},
                {2, .999589628195},
                {3, .999015178401},
                {100, .001653377861},
                {500, .008403612306},
                {1000, -1.041747846998}},
               accuracy);
  expectValues(waveEnd({"rk4", .01}, 1000),
               {{1, .999876885932},
                {2, .999507574043},
                {3, .998892155268},
                {100, .001614412329},
                {500, .008071977493},
                {1000, -.999869686255}},
               accuracy);
}

TEST(Godunov, GrowsBeyondItsLimitAsTheHighestModeSays) {
  // exp(2 acosh(lambda h / 2)) per step, from rounding.
  const Vector u = waveEnd({"godunov", .1007}, 250);
  const double rate = std::log(std::abs(u[250] / u[240])) / 10;
  EXPECT_NEAR(rate, 2 * std::acosh(20 * std::sin(19 * pi / 40) * .1007 / 2), 0.003);
  EXPECT_NEAR(rate, 0.1765, 0.003);
}

TEST(BlowUpGuard, StopsAdamsBashforthOnTheWaveEquation) {
  const TestProblem wave = publishedWave();
  Options options = fixedStep("ab3", .05);
  options.start = Start::euler;
  const Solution free = solve(wave.problem, 0, 6, wave.initial, options);
  std::size_t beyond = 0;
  while (std::abs(free.states[beyond][9]) < 1e4) ++beyond;
  EXPECT_NEAR(static_cast<double>(beyond), 98, 8);  // it grows from rounding
  options.blowUpLimit = 1e4;
  const Solution guarded = solve(wave.problem, 0, 10, wave.initial, options);
  EXPECT_EQ(guarded.failure.kind, FailureKind::blowUp);
  EXPECT_LE(guarded.states.size(), beyond);
  EXPECT_GT(guarded.states.size(), 80u);
  EXPECT_EQ(guarded.failure.message.substr(0, 24), "The solution blows up: v");
}

TEST(Output, CanBeThinned) {
  const TestProblem wave = publishedWave();
  Options options = fixedStep("godunov", .1);
  options.outputEvery = 5;
  const Solution s = solve(wave.problem, 0, 2.2, wave.initial, options);
  ASSERT_EQ(s.times.size(), 6u);
  EXPECT_DOUBLE_EQ(s.times[1], 0.5);
  EXPECT_DOUBLE_EQ(s.times.back(), 2.2);
}

// ---- body model -----------------------------------------------------------------------------------------------------

Vector neck(const RunSetup& setup, int count) {
  const SecondOrderExample body = bodyModel();
  return series(steps(problemOf(body.secondOrder, body.input), body.initial, setup, count),
                [](const Vector& y) { return y[0] - y[1]; });
}

TEST(BodyModelPrototype, StepValuesAgree) {
  const auto relative = [](const Vector& y, std::initializer_list<std::pair<std::size_t, double>> expected) {
    for (const auto& [n, value] : expected) EXPECT_NEAR(y[n], value, 1e-9 * std::abs(value)) << n;
  };
  relative(neck({"godunov-hybrid-published", .01}, 1000),
           {{3, -1.685523768389e-8}, {100, -2.070441877857e-2}, {500, -4.630181563457e-2}, {1000, -4.711748257786e-4}});
  relative(neck({"godunov-hybrid-published", .1}, 100),
           {{3, -1.683038987221e-4}, {10, -1.969426384162e-2}, {50, -4.523986386299e-2}, {100, -1.545191614526e-3}});
  relative(neck({"ab3", .01, Start::euler}, 1000),
           {{100, -2.070414272883e-2}, {500, -4.628595498728e-2}, {1000, -4.626915715675e-4}});
  relative(neck({"ab3", .1, Start::euler}, 100),
           {{10, -1.978690221304e-2}, {50, -4.374799112368e-2}, {100, -6.213401984396e-4}});
  relative(neck({"rk4-published", .01}, 1000), {{100, -2.028582671487e-2}, {1000, -5.896362336567e-4}});
}

TEST(BodyModelPrototype, LargestErrorsAreThoseOfTheTable) {
  const SecondOrderExample body = bodyModel();
  const ResidueSolution exact(transferFunction(body.secondOrder.split()), body.input);
  const auto error = [&](const RunSetup& setup) {
    const Vector y = neck(setup, static_cast<int>(std::ceil(20 / setup.h - 1e-9)) - 1);
    double largest = 0;
    for (std::size_t n = 0; n < y.size(); ++n)
      largest = std::max(largest, std::abs(y[n] - exact(static_cast<double>(n) * setup.h)));
    return largest;
  };
  const std::pair<RunSetup, double> table[] = {{{"godunov-hybrid-published", .01}, 2.686e-5},
                                               {{"ab3", .01, Start::euler}, 3.565e-5},
                                               {{"ab3", .01, Start::eulerLeapfrog}, 3.45e-7},
                                               {{"ab3", .01, Start::rungeKutta}, 5.76e-7},
                                               {{"rk4-published", .01}, 4.746e-4},
                                               {{"rk4", .01}, 7.2e-11},
                                               {{"godunov-hybrid-published", .1}, 2.677e-3},
                                               {{"ab3", .1, Start::euler}, 3.569e-3},
                                               {{"ab3", .1, Start::eulerLeapfrog}, 3.49e-4},
                                               {{"ab3", .1, Start::rungeKutta}, 6.29e-4},
                                               {{"rk4-published", .1}, 5.04e-3},
                                               {{"rk4", .1}, 7.8e-7},
                                               {{"godunov-hybrid-published", .14}, 3.60e-2},
                                               {{"ab3", .14, Start::euler}, 7.1e-3}};
  for (const auto& [setup, expected] : table)
    EXPECT_NEAR(error(setup), expected, 0.01 * expected) << setup.method << " h = " << setup.h;
}

// ---- circuits -------------------------------------------------------------------------------------------------------

Vector outputOf(const SecondOrderExample& example, const RunSetup& setup, int count) {
  const LinearSystem split = example.secondOrder.split();
  std::size_t n = 0;
  return series(steps(problemOf(example.secondOrder, example.input), example.initial, setup, count),
                [&](const Vector& y) { return output(split, example.input, setup.h * static_cast<double>(n++), y); });
}

Vector outputOfPhysical(const SecondOrderExample& example, const RunSetup& setup, int count) {
  const LinearSystem& system = example.physical;
  std::size_t n = 0;
  const Vector rest(static_cast<std::size_t>(system.size()));
  return series(steps(problemOf(system, example.input), rest, setup, count),
                [&](const Vector& y) { return output(system, example.input, setup.h * static_cast<double>(n++), y); });
}

const RunSetup hybridEuler{"godunov-hybrid-published", .01, Start::euler};
const RunSetup hybridTaylor{"godunov-hybrid-published", .01, Start::taylor};
const RunSetup adams{"ab3", .01, Start::euler};

TEST(LadderPrototype, StepValuesAgree) {
  const double accuracy = 2e-10;  // ten printed digits; small ones have more decimals
  expectValues(outputOf(rlcLadder(), hybridEuler, 1000),
               {{100, 3.7729064379e-2}, {500, -1.5139673988e-1}, {1000, 1.1211675949}}, accuracy);
  expectValues(outputOf(rlcLadder(), hybridTaylor, 1000),
               {{100, 3.7473576692e-2}, {500, -5.2733572934e-1}, {1000, -1.2904799740e-1}}, accuracy);
  expectValues(outputOf(rlcLadder(LadderForm::differentiatedListed), hybridTaylor, 1000),
               {{100, 3.7027902355e-2}, {500, -4.8323261108e-2}, {1000, -2.7858696772e-1}}, accuracy);
  expectValues(outputOfPhysical(rlcLadder(), adams, 1000),
               {{100, 3.7436240566e-2}, {500, -5.1346874760e-1}, {1000, -5.5047703070e-2}}, accuracy);
}

TEST(Ladder, TwiceDifferentiatedFormEqualsTheMixedOne) {
  for (const RunSetup& setup : {hybridEuler, hybridTaylor}) {
    const Vector mixed = outputOf(rlcLadder(), setup, 1000);
    const Vector twice = outputOf(rlcLadder(LadderForm::differentiated), setup, 1000);
    for (std::size_t n = 0; n < mixed.size(); ++n) EXPECT_NEAR(mixed[n], twice[n], 1e-11) << n;
  }
}

double slopeAtEnd(const Vector& y, double h) {
  const std::size_t last = y.size() - 1, span = 628;  // about three periods of 3 rad/s at h = 0.01
  return (y[last] - y[last - span]) / (static_cast<double>(span) * h);
}

TEST(Ladder, PublishedHybridRampsAndTheCorrectedOneDoesNot) {
  const SecondOrderExample ladder = rlcLadder();
  const ResidueSolution exact(transferFunction(ladder.physical), ladder.input);
  const auto error = [&](const RunSetup& setup) {
    Vector y = outputOf(ladder, setup, 3800);
    for (std::size_t n = 0; n < y.size(); ++n) y[n] -= exact(static_cast<double>(n) * setup.h);
    return y;
  };
  EXPECT_NEAR(slopeAtEnd(error(hybridEuler), .01), .1575, 5e-4);
  EXPECT_NEAR(slopeAtEnd(error(hybridTaylor), .01), -.01195, 5e-5);
  for (const auto& [method, largest] : {std::pair{"godunov-hybrid", 2.0e-3}, {"godunov-centred", 1.8e-3}}) {
    const Vector e = error({method, .01});
    EXPECT_NEAR(slopeAtEnd(e, .01), 0, 2e-5) << method;
    double most = 0;
    for (std::size_t n = 0; n < 1000; ++n) most = std::max(most, std::abs(e[n]));
    EXPECT_NEAR(most, largest, 0.06e-3) << method;
  }
}

TEST(SmallCircuitsPrototype, StepValuesAgree) {
  const double accuracy = 1.01e-10;
  const auto expect = [&](const Vector& y, double v100, double v500, double v1000) {
    expectValues(y, {{100, v100}, {500, v500}, {1000, v1000}}, accuracy);
  };
  expect(outputOf(smallCircuit(1), hybridTaylor, 1000), .41045781756, .062425030209, -.014793242735);
  expect(outputOf(smallCircuit(2), hybridTaylor, 1000), .31984649983, .031763246824, .030090561266);
  expect(outputOf(smallCircuit(3), hybridTaylor, 1000), 1.1881237732, 1.0706357206, -1.0754349910);
  expect(outputOf(smallCircuit(3), hybridEuler, 1000), .77635464789, .60571074151, -1.5502146124);
  expect(outputOf(smallCircuit(4), hybridTaylor, 1000), .22562564385, -.010803835533, -.025660512975);
  expect(outputOf(smallCircuit(4), hybridEuler, 1000), .13169080459, -.79995281637, -1.5964143602);
  expect(outputOf(smallCircuit(1), adams, 1000), .40795362952, .060993789805, -.016160869351);
  expect(outputOf(smallCircuit(2), adams, 1000), .31807306635, .028031295435, .026159053363);
  expect(outputOf(smallCircuit(3), adams, 1000), 1.1885588818, 1.0758741230, -1.0688918474);
  expect(outputOf(smallCircuit(4), adams, 1000), .22488308594, -.0030691051723, -.0085862479350);
  expect(outputOfPhysical(smallCircuit(3), adams, 1000), 1.1876589274, 1.0760272487, -1.0689036727);
  expect(outputOfPhysical(smallCircuit(4), adams, 1000), .22462209853, -.0036772456239, -.0091498525870);
}

/// v[n] - (23 x[n] - 39 x[n-1] + 21 x[n-2] - 5 x[n-3]) / (12 h) for n >= 3.
Vector invariants(const std::vector<Vector>& states, std::size_t x, std::size_t v, double h) {
  Vector k;
  for (std::size_t n = 3; n < states.size(); ++n)
    k.push_back(states[n][v] -
                (23 * states[n][x] - 39 * states[n - 1][x] + 21 * states[n - 2][x] - 5 * states[n - 3][x]) / (12 * h));
  return k;
}

TEST(PublishedHybrid, KeepsItsInvariantWhichSetsOffsetsAndRamps) {
  const auto invariant = [](int circuit, const RunSetup& setup) {
    const SecondOrderExample example = smallCircuit(circuit);
    const auto k =
        invariants(steps(problemOf(example.secondOrder, example.input), example.initial, setup, 1000), 0, 1, setup.h);
    for (const double value : k) EXPECT_NEAR(value, k.front(), 1e-9);
    return k.front();
  };
  EXPECT_NEAR(invariant(1, hybridTaylor), -3.92118e-3, 1e-8);
  EXPECT_NEAR(invariant(2, hybridTaylor), -3.92118e-3, 1e-8);
  EXPECT_NEAR(invariant(3, hybridEuler), .476909, 1e-6);
  EXPECT_NEAR(invariant(3, hybridTaylor), 5.68944e-3, 1e-8);
  const auto slope = [](const RunSetup& setup) {
    const SecondOrderExample example = smallCircuit(4);
    const Vector y = outputOf(example, setup, 4000);
    return (y[4000] - y[2000]) / 20;  // whole periods of 3 pi rad/s apart
  };
  EXPECT_NEAR(slope(hybridEuler), -invariant(4, hybridEuler) / 3, 1e-7);
  EXPECT_NEAR(slope(hybridEuler), -.15897, 1e-5);
  EXPECT_NEAR(slope(hybridTaylor), -invariant(4, hybridTaylor) / 3, 1e-7);
  EXPECT_NEAR(slope(hybridTaylor), -.0018965, 1e-7);
}

TEST(PublishedHybrid, KeepsItsInvariantOnANonlinearPendulumWithDrag) {
  Problem pendulum{.size = 2, .rhs = [](double, ConstView y, View f) {
                     f[0] = y[1];
                     f[1] = -std::sin(y[0]) - 0.1 * y[1] * std::abs(y[1]);
                   }};
  pendulum.pairs = {{0, 1}};
  const auto k = invariants(steps(pendulum, {1.0, 0.5}, {"godunov-hybrid-published", .02}, 1000), 0, 1, .02);
  for (const double value : k) EXPECT_NEAR(value, k.front(), 1e-11);
}

TEST(CorrectedHybrid, LeavesNoRampInTheSmallCircuits) {
  const auto error = [](int circuit, const std::string& method, double t) {
    const SecondOrderExample e = smallCircuit(circuit);
    const Vector y = outputOf(e, {method, .01}, static_cast<int>(std::lround(t / .01)));
    Vector result;
    const ResidueSolution exact(transferFunction(e.physical), e.input);
    for (std::size_t n = 0; n < y.size(); ++n) result.push_back(y[n] - exact(.01 * static_cast<double>(n)));
    return result;
  };
  const auto largest = [](const Vector& e) {
    double most = 0;
    for (std::size_t n = 0; n < 1000; ++n) most = std::max(most, std::abs(e[n]));
    return most;
  };
  const Vector first = error(1, "godunov-hybrid", 38), third = error(3, "godunov-hybrid", 38),
               fourth = error(4, "godunov-hybrid", 38);
  EXPECT_NEAR(largest(first), 3.6e-4, 6e-6);
  EXPECT_NEAR(first.back(), -9.5e-6, 2e-7);
  EXPECT_NEAR(largest(third), 1.7e-3, 6e-5);
  EXPECT_NEAR(third.back(), -7.6e-4, 6e-6);
  EXPECT_NEAR(largest(fourth), 6.0e-4, 6e-6);
  EXPECT_NEAR(fourth.back(), 4.7e-4, 6e-6);
  EXPECT_NEAR(largest(error(4, "godunov-centred", 10)), 9.0e-4, 6e-6);
}

// ---- sine-Gordon ----------------------------------------------------------------------------------------------------

TEST(SineGordonPrototype, SolitonErrorsAndValuesAgree) {
  const LinesProblem lines = sineGordonEquation(sineGordonSoliton());
  const auto run = [&](const RunSetup& setup) { return steps(lines.test.problem, lines.test.initial, setup, 600); };
  const auto expectErrors = [&](const std::vector<Vector>& states, std::initializer_list<double> expected) {
    Vector exact(398);
    std::size_t t = 1;
    for (const double value : expected) {
      lines.solution(static_cast<double>(t), exact);
      double largest = 0;
      for (std::size_t i = 0; i < 199; ++i) largest = std::max(largest, std::abs(states[100 * t][i] - exact[i]));
      EXPECT_NEAR(largest, value, 0.006e-3) << "t = " << t;
      ++t;
    }
  };
  const auto expectPhi = [](const std::vector<Vector>& states, std::initializer_list<double> expected) {
    auto value = expected.begin();
    for (const std::size_t n : {100, 300, 600})
      for (const std::size_t i : {99, 129}) EXPECT_NEAR(states[n][i], *value++, 1.01e-10) << n << " " << i;
  };
  const auto taylor = run({"godunov", .01}), euler = run({"godunov", .01, Start::euler}), ab3 = run(adams);
  expectErrors(taylor, {1.31e-3, 2.60e-3, 3.27e-3, 3.47e-3, 3.73e-3, 4.26e-3});
  expectErrors(euler, {2.45e-3, 3.78e-3, 3.98e-3, 3.82e-3, 4.11e-3, 4.82e-3});
  expectErrors(ab3, {1.31e-3, 2.59e-3, 3.25e-3, 3.44e-3, 3.70e-3, 4.22e-3});
  expectErrors(run({"rk4-published", .01}), {1.55e-3, 2.70e-3, 2.88e-3, 2.29e-3, 1.72e-3, 2.74e-3});
  expectPhi(taylor, {2.0455332857, 6.0602809011, .7004762004, 5.5838669233, .1257036053, 3.1454876396});
  expectPhi(euler, {2.0455597597, 6.0605005397, .7013438131, 5.5844523508, .1252809773, 3.1461520986});
  expectPhi(ab3, {2.0455274500, 6.0602840687, .7004705567, 5.5838587135, .1256960008, 3.1454431884});
}

TEST(SineGordonPrototype, FixedAndPeriodicCasesAgree) {
  const auto run = [](const SineGordonEquation& equation) {
    const TestProblem test = sineGordonEquation(equation).test;
    return steps(test.problem, test.initial, {"godunov", .01}, 200);
  };
  const auto fixed = run(sineGordonFixedEnds()), periodic = run(sineGordonPeriodic());
  const auto expect = [](const Vector& y, std::initializer_list<std::size_t> places,
                         std::initializer_list<double> values) {
    auto value = values.begin();
    for (const std::size_t place : places) EXPECT_NEAR(y[place], *value++, 1.01e-8) << place;
  };
  expect(fixed[100], {0, 2, 4}, {.07760012, -.28254245, -.75695419});
  expect(fixed[200], {0, 2, 4}, {-.208605068, .435684055, .562131417});
  expect(periodic[100], {1, 3, 5}, {.47400557, .57939803, .61927969});
  expect(periodic[200], {1, 3, 5}, {-.32241253, -.29438293, -.22722948});
}

}  // namespace
}  // namespace dashpot::testing
