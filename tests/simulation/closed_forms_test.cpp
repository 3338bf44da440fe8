// Models whose solution is known in closed form, or by what must be conserved.
#include "linalg/expm.hpp"
#include "models/simulated.hpp"
#include "simulation/runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;
using std::numbers::pi;
using ::testing::HasSubstr;

/// The largest difference from a function of time, over all that was recorded.
template <class Function>
double largestError(const Simulated& run, std::string_view name, Function&& exact) {
  double largest = 0;
  for (std::size_t k = 0; k < run.table->times().size(); ++k)
    largest = std::max(largest, std::fabs((*run.table)[name][k] - exact(run.table->times()[k])));
  return largest;
}

// ---- electrical
// ------------------------------------------------------------------------------------------------------

TEST(Circuits, AnRcStepChargesExponentially) {
  const Simulated run(
      "model M parameter Real R = 1e3; parameter Real C = 1e-6; Real v(start = 0, fixed = true); equation C*der(v) = "
      "(5 - "
      "v)/R; end M;",
      until(5e-3));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_LT(largestError(run, "v", [](double t) { return 5 * (1 - std::exp(-t / 1e-3)); }), 1e-7);
}

TEST(Circuits, AnOverdampedRlcStepIsASumOfTwoExponentials) {
  // L = 1, R = 3, C = 1/2: the poles are -1 and -2.
  const Simulated run(
      "model M Real i(start = 0, fixed = true); Real v(start = 0, fixed = true); equation der(i) = 1 - 3*i - v; "
      "0.5*der(v) = "
      "i; end M;",
      until(6));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_LT(largestError(run, "v", [](double t) { return 1 - 2 * std::exp(-t) + std::exp(-2 * t); }), 1e-7);
}

TEST(Circuits, RandomLinearNetworksFollowTheMatrixExponential) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> value(0.2, 3.0);
  for (int network = 0; network < 5; ++network) {
    // A ring of n capacitors to ground with resistors and inductors between neighbours.
    const int n = 3 + network;
    std::string text = "model M\n", equations = "equation\n";
    Eigen::MatrixXd a = Eigen::MatrixXd::Zero(2 * n, 2 * n);
    Eigen::VectorXd x0(2 * n);
    for (int i = 0; i < n; ++i) {
      const double c = value(random), l = value(random), r = value(random), g = value(random);
      x0[i] = value(random), x0[n + i] = value(random);
      const int next = (i + 1) % n, before = (i + n - 1) % n;
      text += fmt::format("Real v{0}(start = {1:.17g}, fixed = true); Real i{0}(start = {2:.17g}, fixed = true);\n", i,
                          x0[i], x0[n + i]);
      equations += fmt::format("{1:.17g}*der(v{0}) = i{2} - i{0} - {3:.17g}*v{0};\n", i, c, before, g);
      equations += fmt::format("{1:.17g}*der(i{0}) = v{0} - v{2} - {3:.17g}*i{0};\n", i, l, next, r);
      a(i, n + before) += 1 / c, a(i, n + i) -= 1 / c, a(i, i) = -g / c;
      a(n + i, i) = 1 / l, a(n + i, next) = -1 / l, a(n + i, n + i) = -r / l;
    }
    const Simulated run(text + equations + "end M;", until(2, 1e-9));
    ASSERT_TRUE(run.finished()) << run.messages();
    const Eigen::VectorXd exact = linalg::expm(a * 2.0) * x0;
    for (int i = 0; i < n; ++i) EXPECT_NEAR(run.last(fmt::format("v{}", i)), exact[i], 1e-7);
  }
}

TEST(Circuits, ARectifierWithAnIdealDiodeConductsHalfTheTime) {
  // Source, ideal diode, resistor: the mean of the positive half waves is 1/pi. The diode is a complementarity in a
  // parameter of its curve: s > 0 conducts, with i = s, and s < 0 blocks, with u = s.
  const Simulated run(
      "model M Real s(start = 0); Real u; Real i; Boolean off(start = true); Real charge(start = 0, fixed = true);\n"
      "equation off = s < 0; u = if off then s else 0; i = if off then 0 else s; sin(6.283185307179586*time) = u + i; "
      "der(charge) = i; end M;",
      until(10));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("charge"), 10 / pi, 1e-6);
  for (const double i : (*run.table)["i"]) EXPECT_GT(i, -1e-9);
}

TEST(Circuits, ABuckConverterHasTheMeanOfItsDutyCycle) {
  // In continuous conduction the mean output is D V; the ripple of the current is V D (1 - D) T / L.
  const Simulated run(
      "model M parameter Real V = 10; parameter Real T = 1e-4; parameter Real D = 0.4; Boolean on(start = true, fixed "
      "= "
      "true);\n"
      "Real i(start = 4, fixed = true); Real v(start = 4, fixed = true); Real mean(start = 0, fixed = true);\n"
      "discrete Real last(start = 0, fixed = true);\n"
      "equation when {sample(T, T), time > pre(last) + D*T} then on = not (time > pre(last) + D*T and pre(on)); last = "
      "if "
      "time > pre(last) + D*T and pre(on) then pre(last) else time; end when;\n"
      "1e-3*der(i) = (if on then V else 0) - v; 1e-4*der(v) = i - v; der(mean) = v; end M;",
      {.stop = 0.05, .tolerance = 1e-7, .interval = 1e-5});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("mean") / 0.05, 4.0, 0.02);
  double lowest = 1e9, highest = 0;
  const auto& times = run.table->times();
  for (std::size_t k = 0; k < times.size(); ++k)
    if (times[k] > 0.045)
      lowest = std::min(lowest, (*run.table)["i"][k]), highest = std::max(highest, (*run.table)["i"][k]);
  EXPECT_NEAR(highest - lowest, 10 * 0.4 * 0.6 * 1e-4 / 1e-3, 0.01);
}

TEST(Circuits, ChargeAndEnergyAreConserved) {
  // Two capacitors share their charge through an inductor without loss.
  const Simulated run(
      "model M Real v1(start = 1, fixed = true); Real v2(start = 0, fixed = true); Real i(start = 0, fixed = true); "
      "Real Q; "
      "Real E;\n"
      "equation 2*der(v1) = -i; der(v2) = i; der(i) = v1 - v2; Q = 2*v1 + v2; E = v1^2 + 0.5*v2^2 + 0.5*i^2; end M;",
      until(20, 1e-9));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_LT(largestError(run, "Q", [](double) { return 2.0; }), 1e-12) << "a linear invariant is kept to rounding";
  EXPECT_LT(largestError(run, "E", [](double) { return 1.0; }), 1e-6);
}

// ---- mechanical
// ------------------------------------------------------------------------------------------------------

TEST(Mechanics, ADrivenOscillatorSettlesWithItsAmplitudeAndPhase) {
  const Simulated run(
      "model M Real x(start = 0, fixed = true); Real v(start = 0, fixed = true); equation der(x) = v; der(v) = -4*x - "
      "v + "
      "cos(3*time); end M;",
      {.stop = 60, .tolerance = 1e-8, .interval = 0.05});
  ASSERT_TRUE(run.finished()) << run.messages();
  // x = Re(e^(3it)/(4 - 9 + 3i)) once the start has died out (e^(-30)).
  double largest = 0;
  for (std::size_t k = 0; k < run.table->times().size(); ++k) {
    const double t = run.table->times()[k];
    if (t < 50) continue;
    largest = std::max(largest, std::fabs((*run.table)["x"][k] - (-5 * std::cos(3 * t) + 3 * std::sin(3 * t)) / 34));
  }
  EXPECT_LT(largest, 1e-6);
}

TEST(Mechanics, APendulumKeepsItsEnergyOverAThousandPeriods) {
  const Simulated run(
      "model M Real phi(start = 1, fixed = true); Real w(start = 0, fixed = true); Real E;\n"
      "equation der(phi) = w; der(w) = -sin(phi); E = 0.5*w^2 - cos(phi); end M;",
      {.stop = 1000 * 6.699986, .tolerance = 1e-10, .interval = 10, .method = "dop853"});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_LT(largestError(run, "E", [](double) { return -std::cos(1.0); }), 1e-6);
}

TEST(Mechanics, APlanarPendulumOfIndexThreeSwingsLikeTheOneInItsAngle) {
  const Simulated cartesian(
      "model M Real x(start = 1, fixed = true); Real y(start = 0); Real vx(start = 0); Real vy(start = 0, fixed = "
      "true); Real "
      "F;\n"
      "equation der(x) = vx; der(y) = vy; der(vx) = -F*x; der(vy) = -F*y - 9.81; x^2 + y^2 = 1; end M;",
      until(3, 1e-9));
  const Simulated angle(
      "model M Real phi(start = 1.5707963267948966, fixed = true); Real w(start = 0, fixed = true); Real x = sin(phi); "
      "Real y "
      "= -cos(phi); equation der(phi) = w; der(w) = -9.81*sin(phi); end M;",
      until(3, 1e-10));
  ASSERT_TRUE(cartesian.finished()) << cartesian.messages();
  ASSERT_TRUE(angle.finished()) << angle.messages();
  EXPECT_NEAR(cartesian.last("x"), angle.last("x"), 1e-5);
  EXPECT_NEAR(cartesian.last("y"), angle.last("y"), 1e-5);
}

TEST(Mechanics, ABlockOnABeltSticksAndSlips) {
  // A spring pulls a block that a belt of speed 1 takes along. It sticks until the spring reaches the static limit
  // k x = 1.5, then slips under the sliding friction of 0.5 as an oscillator about x = 0.5, until its speed is that of
  // the belt again: from (x, v) = (1.5, 1) round to (-0.5, 1).
  const Simulated run(
      "model M Real x(start = 0, fixed = true); Real v(start = 1, fixed = true); Boolean sticks(start = true, fixed = "
      "true); discrete Real slipped(start = -1, fixed = true); discrete Real stuck(start = -1, fixed = true);\n"
      "equation when x > 1.5 then slipped = time; end when;\n"
      "sticks = if pre(sticks) then not x > 1.5 else v >= 1 and x < 0.5;\n"
      "when sticks then stuck = time; end when;\n"
      "der(x) = v; der(v) = if sticks then 0 else -x + 0.5; end M;",
      until(8, 1e-9));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR((*run.table)["slipped"][200], 1.5, 1e-6) << "at x = 1.5 with speed 1";
  // About x = 0.5 with amplitude sqrt(2): from -45 degrees to 225 degrees.
  EXPECT_NEAR(run.last("stuck"), 1.5 + 1.5 * pi, 1e-5);
}

TEST(Mechanics, BacklashLosesItsGapOnce) {
  // The driven part rests until the gap of 0.2 is closed, then follows by the spring; at the end both stand 0.1 apart.
  const Simulated run(
      "model M Real x(start = 0, fixed = true); Real drive = if time < 1 then time else 1; Real gap = drive - x; Real "
      "f;\n"
      "equation f = if gap > 0.1 then 50*(gap - 0.1) elseif gap < -0.1 then 50*(gap + 0.1) else 0; der(x) = f; end M;",
      until(3));
  ASSERT_TRUE(run.finished()) << run.messages();
  // For 0.1 < t < 1: gap' = 1 - 50 (gap - 0.1), so gap - 0.1 = 0.02 (1 - e^(-50 (t - 0.1))).
  EXPECT_LT(largestError(run, "x",
                         [](double t) {
                           if (t < 0.1) return 0.0;
                           const double lag = 0.02 * (1 - std::exp(-50 * (std::min(t, 1.0) - 0.1)));
                           return std::min(t, 1.0) - 0.1 - (t < 1 ? lag : lag * std::exp(-50 * (t - 1)));
                         }),
            1e-6);
}

TEST(Mechanics, ReinitChainsPassAnImpulseOn) {
  // Three equal balls in a row exchange their speeds at each hit, all hits at the same place.
  const Simulated run(
      "model M Real x[3](start = {0, 1, 1.5}, each fixed = true); Real v[3](start = {1, 0, 0}, each fixed = true);\n"
      "equation der(x) = v; for i in 1:3 loop der(v[i]) = 0; end for;\n"
      "when x[1] > x[2] then reinit(v[1], pre(v[2])); end when; when x[2] > x[3] then reinit(v[3], pre(v[2])); end "
      "when;\n"
      "when {x[1] > x[2], x[2] > x[3]} then reinit(v[2], if edge(hit12) then pre(v[1]) else pre(v[3])); end when;\n"
      "hit12 = x[1] > x[2]; end M;",
      until(3));
  EXPECT_TRUE(run.messages().find("hit12") != std::string::npos) << "an undeclared name is an error";
  const Simulated declared(
      "model M Real x[3](start = {0, 1, 1.5}, each fixed = true); Real v[3](start = {1, 0, 0}, each fixed = true);\n"
      "Boolean hit12; Boolean hit23;\n"
      "equation der(x) = v; for i in 1:3 loop der(v[i]) = 0; end for; hit12 = x[1] > x[2]; hit23 = x[2] > x[3];\n"
      "when hit12 then reinit(v[1], pre(v[2])); end when; when hit23 then reinit(v[3], pre(v[2])); end when;\n"
      "when {hit12, hit23} then reinit(v[2], if edge(hit12) then pre(v[1]) else pre(v[3])); end when; end M;",
      until(3));
  ASSERT_TRUE(declared.finished()) << declared.messages();
  EXPECT_NEAR(declared.last("v[3]"), 1.0, 1e-12);
  EXPECT_NEAR(declared.last("v[1]"), 0.0, 1e-12);
  EXPECT_NEAR(declared.last("x[3]"), 1.5 + (3 - 1.5), 1e-8);
}

TEST(Mechanics, AnActuatorMeetsItsEndStopWhenTheParabolaSays) {
  // Constant force 2 on mass 1 from rest: the stop at 0.81 is met at t = 0.9 with speed 1.8, and holds.
  const Simulated run(
      "model M Real x(start = 0, fixed = true); Real v(start = 0, fixed = true); Boolean stopped(start = false, fixed "
      "= true);\n"
      "discrete Real contact(start = -1, fixed = true); discrete Real speed(start = -1, fixed = true);\n"
      "equation der(x) = v; der(v) = if stopped then 0 else 2; stopped = pre(stopped) or x > 0.81;\n"
      "when x > 0.81 then reinit(v, 0); contact = time; speed = pre(v); end when; end M;",
      until(2));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("contact"), 0.9, 1e-9);
  EXPECT_NEAR(run.last("speed"), 1.8, 1e-8);
  EXPECT_NEAR(run.last("x"), 0.81, 1e-8);
}

TEST(Events, AWhenClauseSetsItsOwnNextTime) {
  const Simulated run(
      "model M discrete Real next(start = 0.25, fixed = true); Integer n(start = 0, fixed = true); Integer once(start "
      "= 0, "
      "fixed = true);\n"
      "equation when time >= pre(next) then next = pre(next) + 0.25; n = pre(n) + 1; end when;\n"
      "when time > 0.4 then once = pre(once) + 1; end when; end M;",
      until(1.1));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.last("n"), 4.0);
  EXPECT_EQ(run.last("once"), 1.0) << "its condition never turns false again";
}

TEST(Events, ThatComeTogetherAreOneEvent) {
  const Simulated run(
      "model M Integer n(start = 0, fixed = true); Integer m(start = 0, fixed = true); Real x(start = 0, fixed = "
      "true);\n"
      "equation der(x) = 1; when x > 0.5 then n = pre(n) + 1; end when; when {x > 0.5, sample(0.5, 1)} then m = pre(m) "
      "+ 1; end "
      "when; end M;",
      until(1));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.last("n"), 1.0);
  EXPECT_GE(run.last("m"), 1.0);
  EXPECT_LE(run.last("m"), 2.0) << "the crossing may lie a last bit behind the tick";
}

// ---- hydraulics
// ------------------------------------------------------------------------------------------------------

TEST(Hydraulics, ATankEmptiesThroughAnOrificeByTorricelli) {
  // A h' = -a sqrt(2 g h): sqrt(h) falls linearly, and the tank is empty at t = (A/a) sqrt(2 h0/g).
  const Simulated run(
      "model M parameter Real k = 0.02*sqrt(2*9.81); Real h(start = 1, fixed = true); equation der(h) = if h > 0 then "
      "-k*sqrt(h) else 0; end M;",
      until(20, 1e-9));
  ASSERT_TRUE(run.finished()) << run.messages();
  const double k = 0.02 * std::sqrt(2 * 9.81);
  EXPECT_LT(largestError(run, "h", [k](double t) { return std::pow(std::max(0.0, 1 - k * t / 2), 2); }), 1e-6);
}

TEST(Hydraulics, TwoTanksLevelOutAndKeepTheirVolume) {
  const Simulated run(
      "model M Real h1(start = 2, fixed = true); Real h2(start = 1, fixed = true); Real q; Real volume;\n"
      "equation q = 0.5*(h1 - h2); 2*der(h1) = -q; der(h2) = q; volume = 2*h1 + h2; end M;",
      until(10));
  ASSERT_TRUE(run.finished()) << run.messages();
  // The difference decays with 0.5 (1/2 + 1).
  EXPECT_LT(largestError(run, "volume", [](double) { return 5.0; }), 1e-12);
  EXPECT_NEAR(run.last("h1") - run.last("h2"), std::exp(-7.5), 1e-7);
}

TEST(Hydraulics, AReliefValveHoldsThePressureThatBalancesThePump) {
  const Simulated run(
      "model M Real p(start = 0, fixed = true, nominal = 1e5); equation der(p) = 1e9*(1e-3 - (if p > 1e7 then 1e-9*(p "
      "- 1e7) "
      "else 0)); end M;",
      until(20, 1e-8));
  ASSERT_TRUE(run.finished()) << run.messages();
  ASSERT_EQ(run.table->eventTimes().size(), 1u);
  EXPECT_NEAR(run.table->eventTimes()[0], 10.0, 1e-8);
  EXPECT_NEAR(run.last("p"), 1.1e7 - 1e6 * std::exp(-10.0), 1.0);
}

// ---- control
// ---------------------------------------------------------------------------------------------------------

TEST(Control, ASampledPidFollowsItsRecursion) {
  // The plant x' = u is exact for a held u: x[k+1] = x[k] + T u[k].
  const Simulated run(
      "model M parameter Real T = 0.1; discrete Real u(start = 0, fixed = true); discrete Real I(start = 0, fixed = "
      "true); "
      "discrete Real before(start = 0, fixed = true); Real x(start = 0, fixed = true);\n"
      "equation der(x) = u; when sample(0, T) then I = pre(I) + T*(1 - x); before = 1 - x; u = 2*(1 - x) + 0.5*I + "
      "0.05*(1 - x "
      "- pre(before))/T; end when; end M;",
      until(4, 1e-10));
  ASSERT_TRUE(run.finished()) << run.messages();
  double x = 0, integral = 0, before = 0;
  for (int k = 0; k < 40; ++k) {
    const double e = 1 - x;
    integral += 0.1 * e;
    x += 0.1 * (2 * e + 0.5 * integral + 0.05 * (e - before) / 0.1);
    before = e;
  }
  EXPECT_NEAR(run.last("x"), x, 1e-9);
}

// ---- delays
// ----------------------------------------------------------------------------------------------------------

TEST(Delays, TheMethodOfStepsGivesTheSolution) {
  // x' = -x(t - 1), x = 1 before: 1 - t, then 1 - t + (t - 1)^2/2, then ... - (t - 2)^3/6.
  const Simulated run("model M Real x(start = 1, fixed = true); equation der(x) = -delay(x, 1); end M;",
                      until(3, 1e-8));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_LT(largestError(run, "x",
                         [](double t) {
                           return 1 - t + (t > 1 ? std::pow(t - 1, 2) / 2 : 0.0) -
                                  (t > 2 ? std::pow(t - 2, 3) / 6 : 0.0);
                         }),
            1e-7);
}

TEST(Delays, AHarmonicOscillationOfADelayEquation) {
  // x' = -pi/2 x(t - 1) has the solution cos(pi t / 2), but only for a history that oscillates, too; its amplitude from
  // a constant one is checked by what the equation itself says at two times.
  const Simulated run(
      "model M Real x(start = 0, fixed = true); Real s = sin(3*time); Real late = delay(s, 0.7); equation der(x) = "
      "late; end M;",
      until(4, 1e-8));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_LT(largestError(run, "late", [](double t) { return t < 0.7 ? 0.0 : std::sin(3 * (t - 0.7)); }), 1e-5);
  EXPECT_NEAR(run.last("x"), (1 - std::cos(3 * 3.3)) / 3, 1e-6);
}

TEST(Delays, AJumpComesBackAsAJump) {
  const Simulated run(
      "model M Real x(start = 0, fixed = true); Real step = if time < 0.5 then 0 else 1; equation der(x) = delay(step, "
      "0.25); "
      "end M;",
      until(1, 1e-8));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), 0.25, 1e-9);
  EXPECT_LT(run.outcome.statistics.rejected, 5) << "the jump is known beforehand";
}

// Positions, velocities and accelerations as signals between two parts: the derivative of what comes in as a position
// is what comes in as a velocity, by annotation (Modelica 3.6, section 12.7.1), and not what the position says.
TEST(ClosedForms, DerivativesOfAFunctionComeFromTheInputsItsAnnotationNames) {
  const Simulated run(R"(
model M
  function position
    input Real u[3];
    input Real dummy;
    output Real s;
  algorithm
    s := u[1];
    annotation(derivative(noDerivative = u) = velocity);
  end position;
  function velocity
    input Real u[3];
    input Real dummy, dummy_der;
    output Real v;
  algorithm
    v := u[2];
    annotation(derivative(noDerivative = u, order = 2) = acceleration);
  end velocity;
  function acceleration
    input Real u[3];
    input Real dummy, dummy_der, dummy_der2;
    output Real a;
  algorithm
    a := u[3];
  end acceleration;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  Real q = position({x, 2*v, 3*x}, time), w = der(q), a = der(w);
equation
  der(x) = v;
  der(v) = -x;
end M;)",
                      {.stop = 1});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("q"), std::cos(1.0), 1e-5);
  EXPECT_NEAR(run.last("w"), -2 * std::sin(1.0), 1e-5);
  EXPECT_NEAR(run.last("a"), 3 * std::cos(1.0), 1e-5);
}

/// A length that turns, and its projection, whose derivative knows the speed of the rotation: w is twice that.
constexpr const char* rotation = R"(
  record Rotation
    Real c, s, w;
  end Rotation;
  function projected
    input Rotation r;
    input Real length;
    output Real x;
  algorithm
    x := r.c*length;
    annotation(derivative(noDerivative = r) = projectedRate);
  end projected;
  function projectedRate
    input Rotation r;
    input Real length, length_der;
    output Real v;
  algorithm
    v := r.c*length_der - r.s*r.w/2*length;
  end projectedRate;
)";

TEST(ClosedForms, WhatVariesByARecordWithoutDerivativesVaries) {
  const Simulated run(std::string("model M") + rotation + R"(
  Rotation r(c = cos(phi), s = sin(phi), w = 2*der(phi));
  Real phi(start = 0, fixed = true);
  Real x = projected(r, 2), y = projected(r, time), vx = der(x), vy = der(y);
equation
  der(phi) = 3;
end M;)",
                      {.stop = 1});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), 2 * std::cos(3.0), 1e-6);
  EXPECT_NEAR(run.last("vx"), -6 * std::sin(3.0), 1e-6);
  EXPECT_NEAR(run.last("vy"), std::cos(3.0) - 3 * std::sin(3.0), 1e-6);
}

TEST(ClosedForms, WhatAFunctionIgnoresNeedsNoDerivative) {
  const Simulated run(R"(
model M
  function first
    input Real a, b;
    output Real y;
  algorithm
    y := a;
    annotation(derivative = firstRate);
  end first;
  function firstRate
    input Real a, b, a_der, b_der;
    output Real v;
  algorithm
    v := a_der;
  end firstRate;
  Real x = first(sin(time), b), v = der(x), b = if time > 0.5 then delay(v, 0.1) else 1;
end M;)",
                      {.stop = 1});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), std::sin(1.0), 1e-6);
  EXPECT_NEAR(run.last("v"), std::cos(1.0), 1e-6);
  EXPECT_NEAR(run.last("b"), std::cos(0.9), 1e-4);
}

TEST(ClosedForms, AnAngleIsGivenUpWithItsSpeed) {
  // Two oscillators phi'' = -phi that a force holds at the same projection. It takes no force when they start together.
  const Simulated run(std::string("model M") + rotation + R"(
  Rotation r1(c = cos(phi1), s = sin(phi1), w = 2*w1), r2(c = cos(phi2), s = sin(phi2), w = 2*w2);
  Real phi1(start = 1, fixed = true), w1(start = 0, fixed = true), phi2(start = 0.9), w2, f;
equation
  der(phi1) = w1;
  der(phi2) = w2;
  der(r1.w) = 2*(f*r1.s - phi1);
  der(r2.w) = -2*(f*r2.s + phi2);
  projected(r1, 1) = projected(r2, 1);
end M;)",
                      {.stop = 1});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("phi1"), std::cos(1.0), 1e-5);
  EXPECT_NEAR(run.last("phi2"), std::cos(1.0), 1e-5);
  EXPECT_NEAR(run.last("w2"), -std::sin(1.0), 1e-5);
}

}  // namespace
}  // namespace dashpot::simulation
