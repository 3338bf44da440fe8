#include "problems/actuators.hpp"

#include "problems/assemble.hpp"
#include "problems/dual.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <utility>

namespace dashpot::problems {
namespace {

constexpr auto thesis = "University of Bath thesis (1980s) on a diagonal exponential integrator, ";

/// y' = A y + c with the splitting a = diag A, or a = -1 where that is zero.
Problem affine(int n, const Vector& matrix, const Vector& constant, std::vector<std::string> names) {
  const auto rhs = [=](double, ConstView y, View f) {
    std::ranges::copy(constant, f.begin());
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) f[i] += matrix[i + n * j] * y[j];
  };
  const auto stamps = [=](double, ConstView, auto&& add) {
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) add(i, j, matrix[i + n * j]);
  };
  Problem problem = autonomous(n, rhs, denseJacobian(n, stamps), std::move(names));
  problem.diagonalSplitting = [=](double, ConstView y, View c) {
    for (int i = 0; i < n; ++i) {
      const double own = matrix[i + n * i];
      c[i] = own == 0 ? -1 : own;
      c[n + i] = constant[i] + (own - c[i]) * y[i];
      for (int j = 0; j < n; ++j)
        if (j != i) c[n + i] += matrix[i + n * j] * y[j];
    }
  };
  return problem;
}

/// The closed solution of a 2 x 2 system from its eigenvalues (Sylvester's formula), about its steady state.
std::function<void(double, View)> exactPair(const Vector& a, const Vector& steady, const Vector& initial) {
  return [=](double t, View y) {
    const std::complex<double> half = (a[0] + a[3]) / 2, root = std::sqrt(half * half - (a[0] * a[3] - a[1] * a[2]));
    const std::complex<double> l1 = half + root, l2 = half - root;
    const std::complex<double> e1 = std::exp(l1 * t), e2 = std::exp(l2 * t);
    const std::complex<double> slope = (e1 - e2) / (l1 - l2), level = (l1 * e2 - l2 * e1) / (l1 - l2);
    const double d0 = initial[0] - steady[0], d1 = initial[1] - steady[1];
    y[0] = steady[0] + (slope * (a[0] * d0 + a[2] * d1) + level * d0).real();
    y[1] = steady[1] + (slope * (a[1] * d0 + a[3] * d1) + level * d1).real();
  };
}

/// Flow per unit of pressure drop through an orifice k sqrt(dp): k over the root of the drop, bounded near zero.
template <class Number>
Number conductance(double k, const Number& drop, double laminarZone) {
  using std::abs, std::sqrt;
  return std::abs(valueOf(drop)) <= laminarZone ? Number(k / std::sqrt(laminarZone)) : k / sqrt(abs(drop));
}

/// The splitting written once for any number gives F, J and itself.
template <int N, class Split>
Problem split(Split coefficients, std::vector<std::string> names, bool autonomous) {
  Problem problem = differentiated<N>(
      [coefficients](const auto& t, const auto* y, auto* f) {
        std::remove_cvref_t<decltype(f[0])> a[N], b[N];
        coefficients(t, y, a, b);
        for (int i = 0; i < N; ++i) f[i] = a[i] * y[i] + b[i];
      },
      std::move(names), autonomous);
  problem.diagonalSplitting = [coefficients](double t, ConstView y, View c) {
    coefficients(t, y.data(), c.data(), c.data() + N);
  };
  return problem;
}

}  // namespace

TestProblem reliefValveActuator() {
  constexpr double area = 0.0015, bulk = 1.4e9, friction = 800, force = 15.6e3, kr = 1.667e-9, mass = 1000,
                   flow = 7.5e-4, volume = 1e-3, cracking = 1e7;
  const Vector a{-kr * bulk / volume, area / mass, -bulk * area / volume, -friction / mass};
  const Vector c{bulk / volume * (flow + kr * cracking), -force / mass};
  const double speed = (area * (flow + kr * cracking) - kr * force) / (area * area + kr * friction);
  const Vector steady{(friction * speed + force) / area, speed};
  TestProblem p{
      .name = "relief-valve-actuator",
      .title = "Actuator with relief valve, step of the load: linear, two time scales",
      .source = std::string(thesis) + "3.15",
      .problem = affine(2, a, c, {"P", "u"}),
      .end = 4,
      .initial = {1e7, 0.5},
      .absoluteScale = {1e5, 1},
      .exact = exactPair(a, steady, {1e7, 0.5}),
  };
  p.reference.resize(2);
  p.exact(p.end, p.reference);
  p.referenceDigits = 12;
  return p;
}

TestProblem secondOrderSystem(double k1, double k2, double k3) {
  const Vector a{0, -k2, 1, -k1};
  TestProblem p{
      .name = "second-order-system",
      .title = "x'' + k1 x' + k2 x = k3",
      .source = std::string(thesis) + "3.22",
      .problem = affine(2, a, {0, k3}, {"x", "u"}),
      .end = 2,
      .initial = {100, 0},
      .absoluteScale = {100, 100},
      .exact = exactPair(a, {k3 / k2, 0}, {100, 0}),
  };
  p.reference.resize(2);
  p.exact(p.end, p.reference);
  p.referenceDigits = 11;
  return p;
}

TestProblem linearOrificeActuator(double k1, double k2) {
  constexpr double area = 2e-3, bulk = 1.8e9, friction = 800, mass = 1e3, flow = 3e-3, volume = 1e-3;
  const double stiffness = bulk / volume;
  const Vector a{-k1 * stiffness,
                 0,
                 area / mass,  //
                 0,
                 -k2 * stiffness,
                 -area / mass,  //
                 -area * stiffness,
                 area * stiffness,
                 -friction / mass};
  return {
      .name = "linear-orifice-actuator",
      .title = "Actuator between two linear orifices",
      .source = std::string(thesis) + "3.29",
      .problem = affine(3, a, {stiffness * flow, 0, 0}, {"P1", "P2", "u"}),
      .end = 5,
      .initial = {0, 0, 0},
      .absoluteScale = {1e5, 1e5, 1},
  };
}

TestProblem squareRootActuator(double laminarZone) {
  const auto coefficients = [laminarZone](const auto&, const auto* y, auto* a, auto* b) {
    constexpr double area1 = 19.6e-4, area2 = 14.7e-4, bulk = 1.8e9, friction = 4e3, mass = 1e3, volume = 1e-3,
                     supply = 2.1e7, k = 3.2e-7;
    const auto v1 = volume + area1 * y[3], v2 = volume - area2 * y[3];
    const auto g1 = conductance(k, supply - y[0], laminarZone), g2 = conductance(k, y[1], laminarZone);
    a[0] = -bulk * g1 / v1;
    b[0] = bulk * (g1 * supply - area1 * y[2]) / v1;
    a[1] = -bulk * g2 / v2;
    b[1] = bulk * area2 * y[2] / v2;
    a[2] = -friction / mass;
    b[2] = (area1 * y[0] - area2 * y[1]) / mass;
    a[3] = -1.0;
    b[3] = y[2] + y[3];
  };
  TestProblem p{
      .name = "square-root-actuator",
      .title = "Actuator with square-root orifices",
      .source = std::string(thesis) + "3.35; reference: Radau at 1e-9 (independent prototype)",
      .problem = split<4>(coefficients, {"P1", "P2", "u", "x"}, true),
      .end = 0.6,
      .initial = {0, 0, 0, 0},
      .reference = {71.043e5, 78.163e5, 0.6086031, 0.358183},
      .referenceDigits = 5,
      .absoluteScale = {1e5, 1e5, 1, 1},
  };
  return p;
}

TestProblem directionalValveActuator() {
  const auto coefficients = [](const auto& t, const auto* y, auto* a, auto* b) {
    using Number = std::remove_cvref_t<decltype(a[0])>;
    constexpr double area1 = 2.03e-3, area2 = 1.54e-3, bulk1 = 1.2e9, bulk = 7e8, friction = 5e3, kE1 = 4.24e-7,
                     kE2 = 4.30e-7, mass = 870, volume1 = 1.7e-3, volume2 = 4.62e-4, volume3 = 1.94e-3, speed = 157,
                     displacement = 3.5e-6, viscosity = 6.974e-2, slip = 7e-9, polytropic = 1.4, air = 0.1, kr = 5e-11,
                     cracking = 7e6, laminarZone = 1e3, atmosphere = 1e5;
    // Released air makes the oil softer below the saturation pressure (3.82), here that of the surroundings.
    const auto bulkAt = [&](const Number& p) {
      if (valueOf(p) >= 0) return Number(bulk);
      return 1.0 / (1 / bulk - air * p / (polytropic * (p + atmosphere) * (p + atmosphere)));
    };
    const double time = valueOf(t);
    const int valve = time < 1.8 ? 1 : time >= 3 && time < 3.7 ? -1 : 0;
    const auto stiffness1 = bulk1 / volume1;
    const auto stiffness2 = bulkAt(y[1]) / (volume2 + area1 * y[4]);
    const auto stiffness3 = bulkAt(y[2]) / (volume3 - area2 * y[4]);
    const double relief = valueOf(y[0]) > cracking ? kr : 0;
    Number supply = 0.0, fed = 0.0, toTank2 = 0.0, toTank3 = 0.0;  // conductances, and the pressure that is fed
    if (valve > 0) {
      supply = conductance(kE1, y[0] - y[1], laminarZone);
      fed = y[1];
      toTank3 = conductance(kE2, y[2], laminarZone);
    } else if (valve < 0) {
      supply = conductance(kE2, y[0] - y[2], laminarZone);
      fed = y[2];
      toTank2 = conductance(kE1, y[1], laminarZone);
    }
    a[0] = -stiffness1 * (slip * displacement / viscosity + relief + supply);
    b[0] = stiffness1 * (speed * displacement + relief * cracking + supply * fed);
    const Number up = valve > 0 ? supply : Number(0.0), down = valve < 0 ? supply : Number(0.0);
    a[1] = -stiffness2 * (up + toTank2);
    b[1] = stiffness2 * (up * y[0] - area1 * y[3]);
    a[2] = -stiffness3 * (down + toTank3);
    b[2] = stiffness3 * (down * y[0] + area2 * y[3]);
    a[3] = -friction / mass;
    b[3] = (area1 * y[1] - area2 * y[2]) / mass;
    a[4] = -1.0;
    b[4] = y[3] + y[4];
  };
  TestProblem p{
      .name = "directional-valve-actuator",
      .title = "Actuator with pump, relief valve and 4/3 valve",
      .source = std::string(thesis) + "3.40; reference: LSODA at 1e-9 (independent prototype)",
      .problem = split<5>(coefficients, {"P1", "P2", "P3", "u", "x"}, false),
      .end = 6,
      .initial = {7e6, 1.7e6, 2.1e6, 0, 0},
      .reference = {178.645e5, 35.4e5, 46.7e5, -0.0005, 0.24008},
      .referenceDigits = 2,  // of the prototype's table; the closed phases oscillate and cavitate
      .absoluteScale = {1e5, 1e5, 1e5, 1, 1},
  };
  p.problem.discontinuities = {1.8, 3.0, 3.7};
  return p;
}

TestProblem robertsonReduced() {
  const auto coefficients = [](const auto&, const auto* y, auto* a, auto* b) {
    a[0] = -0.04 - 1e4 * y[1];
    b[0] = (1e4 - 1e4 * y[1]) * y[1];
    a[1] = -1e4 + 1e4 * y[1] - 3e7 * y[1] + 0 * y[0];
    b[1] = (0.04 + 1e4 * y[1]) * y[0];
  };
  return {
      .name = "robertson-reduced",
      .title = "Robertson's kinetics in two equations",
      .source = std::string(thesis) + "4.44; reference: Radau at 1e-10 (independent prototype)",
      .problem = split<2>(coefficients, {"y1", "y2"}, true),
      .end = 100,
      .initial = {1, 0},
      .reference = {0.617234882, 6.15359127e-6},
      .referenceDigits = 8,
      .absoluteScale = {1, 1e-4},
  };
}

TestProblem accumulatorActuators() {
  constexpr double area = 4.91e-4, friction = 9.82e3, mass1 = 100, mass2 = 20, volume = 5.8e-2, n = 1.6, flow = 1e-3;
  return {
      .name = "accumulator-actuators",
      .title = "Accumulator with two actuators: strictly diagonally dominant",
      .source = std::string(thesis) + "4.41",
      .problem =
          affine(3, {-n * flow / volume, area / mass1, area / mass2, 0, -friction / mass1, 0, 0, 0, -friction / mass2},
                 {0, 0, 0}, {"P", "u1", "u2"}),
      .end = 100,
      .initial = {1e7, 0, 0},
      .absoluteScale = {1e5, 1, 1},
  };
}

TestProblem orificeMotor() {
  constexpr double bulk = 1.4e9, friction = 0.48, torque = 300, flow = 3.5e-3, inertia = 20, volume1 = 1e-2,
                   volume2 = 1e-4, displacement = 3e-5, k = 8.8813e-12;
  return {
      .name = "orifice-motor",
      .title = "Orifice with motor: not diagonally dominant",
      .source = std::string(thesis) + "4.43",
      .problem = affine(3,
                        {-bulk * k / volume1, bulk * k / volume2, 0,                       //
                         bulk * k / volume1, -bulk * k / volume2, displacement / inertia,  //
                         0, -bulk * displacement / volume2, -friction / inertia},
                        {bulk * flow / volume1, 0, -torque / inertia}, {"P1", "P2", "omega"}),
      .end = 4,
      .initial = {5e6, 4e6, 100},
      .absoluteScale = {1e5, 1e5, 1},
  };
}

}  // namespace dashpot::problems
