#include "problems/published_arguments.hpp"

#include "problems/actuators.hpp"
#include "problems/beamis.hpp"
#include "problems/method_of_lines.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace dashpot::problems {
namespace {

template <TestProblem (*make)()>
TestProblem plainly(Arguments&) {
  return make();
}

// ---- Bath -----------------------------------------------------------------------------------------------------------

TestProblem secondOrderFrom(Arguments& arguments) {
  const double k1 = arguments.number("k1", 1, 0, 1e9), k2 = arguments.number("k2", 50, 1e-9, 1e9);
  return secondOrderSystem(k1, k2, arguments.number("k3", 10, -1e9, 1e9));
}

TestProblem linearOrificeFrom(Arguments& arguments) {
  const double k1 = arguments.number("k1", 3.2e-9, 1e-15, 1);
  return linearOrificeActuator(k1, arguments.number("k2", 1.6e-9, 1e-15, 1));
}

TestProblem squareRootFrom(Arguments& arguments) { return squareRootActuator(arguments.number("zone", 1, 1e-3, 1e6)); }

/// y' = y^2 + 3t, y(0) = 1, split as a = y, b = 3t (thesis, §3.6).
TestProblem risingRiccati() {
  TestProblem p{.name = "rising-riccati",
                .title = "y' = y^2 + 3t",
                .source = "University of Bath thesis (1980s) on a diagonal exponential integrator, 3.6",
                .end = 0.5,
                .initial = {1},
                .absoluteScale = {1}};
  p.problem.size = 1;
  p.problem.rhs = [](double t, ConstView y, View f) { f[0] = y[0] * y[0] + 3 * t; };
  p.problem.jacobian = Jacobian{{}, [](double, ConstView y, View j) { j[0] = 2 * y[0]; }};
  p.problem.timeDerivative = [](double, ConstView, View ft) { ft[0] = 3; };
  p.problem.diagonalSplitting = [](double t, ConstView y, View c) {
    c[0] = y[0];
    c[1] = 3 * t;
  };
  return p;
}

/// U_t = U_xx on (0, 1), zero at the ends, 1 at the start, to t = 0.25 (ch. 7). The reference is the solution of the
/// partial differential equation, so that errors are those of the whole scheme.
TestProblem coolingRod(Arguments& arguments) {
  const int n = arguments.integer("n", 19, 2, 1000);
  const double spacing = 1.0 / (n + 1), c = 1 / (spacing * spacing);
  Vector matrix(static_cast<std::size_t>(n) * static_cast<std::size_t>(n), 0.0);
  const auto at = [&](int row, int column) -> double& {
    return matrix[static_cast<std::size_t>(row) + static_cast<std::size_t>(n) * static_cast<std::size_t>(column)];
  };
  for (int i = 0; i < n; ++i) {
    at(i, i) = -2 * c;
    if (i > 0) at(i, i - 1) = c;
    if (i + 1 < n) at(i, i + 1) = c;
  }
  TestProblem p = linear(matrix, Vector(static_cast<std::size_t>(n), 1.0));
  p.name = "cooling-rod";
  p.title = "Heat equation, a rod that cools at its ends";
  p.source = "University of Bath thesis (1980s) on a diagonal exponential integrator, ch. 7";
  p.end = 0.25;
  p.exact = [n, spacing](double t, View y) {
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (int m = 1; m < 400; m += 2) {
        const double wave = m * std::numbers::pi;
        sum += 4 / wave * std::sin(wave * (i + 1) * spacing) * std::exp(-wave * wave * t);
      }
      y[static_cast<std::size_t>(i)] = sum;
    }
  };
  p.reference.assign(static_cast<std::size_t>(n), 0.0);
  p.exact(p.end, p.reference);
  return p;
}

// ---- Treeaporn ------------------------------------------------------------------------------------------------------

/// x' = -1000 (x - e^-t) - e^-t, x(0) = 0 (eq. 1.11).
TestProblem fastTransient() {
  TestProblem p{.name = "fast-transient",
                .title = "x' = -1000 (x - e^-t) - e^-t",
                .source = "Treeaporn 2005, eq. 1.11",
                .end = 1,
                .initial = {0},
                .absoluteScale = {1}};
  p.problem.size = 1;
  p.problem.rhs = [](double t, ConstView y, View f) { f[0] = -1000 * (y[0] - std::exp(-t)) - std::exp(-t); };
  p.problem.jacobian = Jacobian{{}, [](double, ConstView, View j) { j[0] = -1000; }};
  p.problem.timeDerivative = [](double t, ConstView, View ft) { ft[0] = -999 * std::exp(-t); };
  p.exact = [](double t, View y) { y[0] = std::exp(-t) - std::exp(-1000 * t); };
  p.reference = {0};
  p.exact(p.end, p.reference);
  return p;
}

// ---- Smith ----------------------------------------------------------------------------------------------------------

/// x' = -x + 0.02 cos 100t + cos t. The thesis prints sin t, whose solution is another than the one printed with it.
TestProblem stiffInput() {
  TestProblem p{.name = "stiff-input",
                .title = "x' = -x + 0.02 cos 100t + cos t",
                .source = "Smith 1974, ch. I",
                .end = 2 * std::numbers::pi,
                .initial = {1.5000019998},
                .absoluteScale = {1}};
  p.problem.size = 1;
  p.problem.rhs = [](double t, ConstView y, View f) { f[0] = -y[0] + 0.02 * std::cos(100 * t) + std::cos(t); };
  p.problem.jacobian = Jacobian{{}, [](double, ConstView, View j) { j[0] = -1; }};
  p.problem.timeDerivative = [](double t, ConstView, View ft) { ft[0] = -2 * std::sin(100 * t) - std::sin(t); };
  p.exact = [](double t, View y) {
    y[0] = std::exp(-t) + 0.02 / 10001 * std::cos(100 * t) + 2.0 / 10001 * std::sin(100 * t) +
           0.5 * (std::cos(t) + std::sin(t));
  };
  p.exact(0, p.initial);
  p.reference = {0};
  p.exact(p.end, p.reference);
  return p;
}

// ---- Beamis ---------------------------------------------------------------------------------------------------------

enum class Unknowns { secondOrder, physical };

Unknowns unknownsFrom(Arguments& arguments) {
  return arguments.choice<Unknowns>("unknowns", Unknowns::secondOrder,
                                    {{"second-order", Unknowns::secondOrder}, {"physical", Unknowns::physical}});
}

/// Unknowns (x, x', w), or the physical states.
TestProblem problemFrom(const SecondOrderExample& example, Unknowns unknowns, std::string name, std::string title,
                        double end) {
  const bool isPhysical = unknowns == Unknowns::physical;
  const LinearSystem system = isPhysical ? example.physical : example.secondOrder.split();
  TestProblem p{.name = std::move(name),
                .title = std::move(title),
                .source = "Beamis 1990, ch. 3",
                .problem = isPhysical ? problemOf(example.physical, example.input)
                                      : problemOf(example.secondOrder, example.input),
                .end = end,
                .initial = isPhysical ? Vector(static_cast<std::size_t>(system.size()), 0.0) : example.initial};
  const Vector initial = p.initial;
  p.absoluteScale.assign(initial.size(), 1.0);
  const SparseRows rows(system, example.input, p.problem.pairs);
  p.counted.rhs = [rows](double t, std::span<const Counted> y, std::span<Counted> f) { rows(t, y, f); };
  p.exact = [system, input = example.input, initial](double t, View y) {
    const Vector state = stateByExponential(system, input, initial, t);
    std::copy(state.begin(), state.end(), y.begin());
  };
  return p;
}

TestProblem bodyModelFrom(Arguments& arguments) {
  return problemFrom(bodyModel(), unknownsFrom(arguments), "body-model", "Four-mass model of the human body", 20);
}

TestProblem ladderFrom(Arguments& arguments) {
  const auto form = arguments.choice<LadderForm>("form", LadderForm::mixed,
                                                 {{"mixed", LadderForm::mixed},
                                                  {"differentiated", LadderForm::differentiated},
                                                  {"listed", LadderForm::differentiatedListed},
                                                  {"shorted", LadderForm::shorted}});
  return problemFrom(rlcLadder(form), unknownsFrom(arguments), "rlc-ladder", "Seventh-order RLC ladder", 10);
}

TestProblem smallCircuitFrom(Arguments& arguments) {
  const int number = arguments.integer("number", 1, 1, 4);
  return problemFrom(smallCircuit(number), unknownsFrom(arguments), "small-circuit",
                     "Small RLC circuit " + std::to_string(number), 10);
}

/// Ten points, where the exact solution is that of the partial differential equation.
TestProblem publishedWave() {
  const LinesProblem lines = waveEquation(wavePublished());
  TestProblem p = lines.test;
  p.name = "published-wave";
  p.end = 10;
  p.exact = lines.solution;
  p.reference.clear();
  return p;
}

TestProblem publishedSoliton() {
  const LinesProblem lines = sineGordonEquation(sineGordonSoliton());
  TestProblem p = lines.test;
  p.name = "published-soliton";
  p.exact = lines.solution;
  p.reference.clear();
  return p;
}

}  // namespace

TestProblem twoVolumeFrom(Arguments& arguments) {
  enum class Case { realTime1, realTime2, offline1, offline2, stability };
  const auto which = arguments.choice<Case>("case", Case::realTime1,
                                            {{"real-time-1", Case::realTime1},
                                             {"real-time-2", Case::realTime2},
                                             {"offline-1", Case::offline1},
                                             {"offline-2", Case::offline2},
                                             {"stability", Case::stability}});
  const std::array parameters{twoVolumeRealTime1(), twoVolumeRealTime2(), twoVolumeOffline1(), twoVolumeOffline2(),
                              twoVolumeStability()};
  TwoVolumeParameters chosen = parameters[static_cast<std::size_t>(which)];
  const double start = arguments.number("start", 0, 0, 1e9);
  if (start > 0) chosen.start = Vector{start, start};
  const double modulus = arguments.number("modulus", 0, 0, 1e12);
  if (modulus > 0) chosen.oil.constantBulkModulus = modulus;
  const bool isStandard = which == Case::realTime1 && start == 0 && modulus == 0;
  return isStandard ? twoVolume() : twoVolume(chosen);
}

TestProblem cylinderCircuitFrom(Arguments& arguments) {
  const double modulus = arguments.number("modulus", 1e9, 0, 1e12);
  if (modulus == 1e9) return cylinderCircuit();
  Oil oil;
  if (modulus > 0) oil.constantBulkModulus = modulus;
  return cylinderCircuit(oil);
}

const std::vector<ProblemEntry>& publishedExamples() {
  static const std::vector<ProblemEntry> entries{
      {"relief-valve-actuator", plainly<reliefValveActuator>},
      {"second-order-system", secondOrderFrom},
      {"linear-orifice-actuator", linearOrificeFrom},
      {"square-root-actuator", squareRootFrom},
      {"directional-valve-actuator", plainly<directionalValveActuator>},
      {"robertson-reduced", plainly<robertsonReduced>},
      {"accumulator-actuators", plainly<accumulatorActuators>},
      {"orifice-motor", plainly<orificeMotor>},
      {"rising-riccati", plainly<risingRiccati>},
      {"cooling-rod", coolingRod},
      {"fast-transient", plainly<fastTransient>},
      {"stiff-input", plainly<stiffInput>},
      {"body-model", bodyModelFrom},
      {"rlc-ladder", ladderFrom},
      {"small-circuit", smallCircuitFrom},
      {"published-wave", plainly<publishedWave>},
      {"published-soliton", plainly<publishedSoliton>},
  };
  return entries;
}

}  // namespace dashpot::problems
