// A cylinder with a mass and seal friction, moved by a 4/3 proportional valve through two pipes; supply with pump and
// relief valve. Esque (2008), circuit 2, 13 states; values that he does not give are our choice. The valve is
// switched abruptly.
//
//   pump -> S -valve-> 5 =pipe A= 6 -port-> A [cylinder] B <-port- 8 =pipe B= 9 -valve-> R -port-> tank
//           S -relief valve-> R
#include "problems/assemble.hpp"
#include "problems/fluid_power.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace dashpot::problems {
namespace {

enum State { pA, pB, x, v, p5, p6, q7, p8, p9, q10, pS, pR, k, states };

constexpr double squared(double a) { return a * a; }
constexpr double bore = 0.050, rod = 0.028, stroke = 0.5, deadLength = 0.02, mass = 1000;
constexpr double areaA = std::numbers::pi * bore * bore / 4, areaB = areaA - std::numbers::pi * rod * rod / 4;
constexpr double coulomb = 200, stiction = 500, stribeckVelocity = 0.02, viscous = 500, signVelocity = 1e-3;
constexpr double pipeLength = 3, pipeDiameter = 0.01, pipeLoss = 100;
constexpr double pipeArea = std::numbers::pi * pipeDiameter * pipeDiameter / 4, halfPipe = pipeArea * pipeLength / 2;
constexpr double supplyVolume = 1e-3, returnVolume = 1e-3, portDiameter = 9.5e-3, valveDiameter = 4e-3;
constexpr double valveArea = std::numbers::pi * valveDiameter * valveDiameter / 4;
constexpr double pumpFlow = 25 * litrePerMinute;
constexpr double reliefSetting = 10e6, reliefTime = 2e-3, reliefTransition = 1e4;

/// Valve command, from the right at its steps.
struct Command {
  double from, value;
};
constexpr std::array<Command, 7> commands{{{0, 0}, {1, 0.3}, {2.5, 0}, {4, -0.3}, {5.5, 0}, {7, 0.2}, {8.5, 0}}};
double command(double t) {
  double u = 0;
  for (const Command& c : commands)
    if (t >= c.from) u = c.value;
  return u;
}

/// Stribeck friction with the sign of the velocity smoothed.
struct Friction {
  double force, slope;
  explicit Friction(double velocity) {
    const double sign = std::tanh(velocity / signVelocity);
    const double stribeck = (stiction - coulomb) * std::exp(-squared(velocity / stribeckVelocity));
    force = (coulomb + stribeck) * sign + viscous * velocity;
    slope = (coulomb + stribeck) * (1 - sign * sign) / signVelocity -
            2 * velocity / squared(stribeckVelocity) * stribeck * sign + viscous;
  }
};

/// The square root with a parabola near 0, odd.
struct SmoothRoot {
  double value, slope;
  explicit SmoothRoot(double p) {
    const double magnitude = std::abs(p);
    if (magnitude > reliefTransition) {
      value = std::copysign(std::sqrt(magnitude), p);
      slope = 1 / (2 * std::sqrt(magnitude));
    } else {
      const double r = magnitude / reliefTransition, root = std::sqrt(reliefTransition);
      value = std::copysign(root * r * (3 - r) / 2, p);
      slope = root * (3 - 2 * r) / (2 * reliefTransition);
    }
  }
};

/// Everything both F and its Jacobian need at one state.
struct Circuit {
  Oil oil;
  Orifice port{oil, portDiameter}, valve{oil, valveDiameter};
  // Hagen-Poiseuille and minor losses of a pipe: K_L Q + K_T Q |Q|.
  double laminarLoss = 8 * std::numbers::pi * oil.viscosity * oil.density * pipeLength / squared(pipeArea);
  double turbulentLoss = oil.density * pipeLoss / (2 * squared(pipeArea));
  double pipeInverseInertia = pipeArea / (oil.density * pipeLength);
  // Handroos and Vilenius (1990), identified from 10 l/min at 11 MPa when set to 10 MPa.
  double reliefStiffness = (11e6 - reliefSetting) * std::sqrt(11e6) / (10 * litrePerMinute);

  /// Openings of the four edges of the valve.
  struct Edges {
    double supplyToA, supplyToB, aToReturn, bToReturn;
  };
  static Edges edges(double u) {
    const double opening = std::abs(u) * valveArea;
    return {u > 0 ? opening : 0, u < 0 ? opening : 0, u < 0 ? opening : 0, u > 0 ? opening : 0};
  }
  double pipeLossOf(double q) const { return (laminarLoss + turbulentLoss * std::abs(q)) * q; }
  double pipeLossSlope(double q) const { return laminarLoss + 2 * turbulentLoss * std::abs(q); }

  Evaluation rhs(double u, ConstView y, View f) const {
    for (int pressure : {pA, pB, p5, p6, p8, p9, pS, pR})
      if (!BulkModulus(oil, y[pressure]).defined) return Evaluation::recoverable;
    const double volumeA = areaA * (y[x] + deadLength), volumeB = areaB * (stroke - y[x] + deadLength);
    if (!(volumeA > 0 && volumeB > 0)) return Evaluation::recoverable;

    const Edges open = edges(u);
    const double q6A = port.flow(y[p6] - y[pA]).value, q8B = port.flow(y[p8] - y[pB]).value;
    const double qS5 = valve.flow(y[pS] - y[p5], open.supplyToA).value;
    const double qS9 = valve.flow(y[pS] - y[p9], open.supplyToB).value;
    const double q5R = valve.flow(y[p5] - y[pR], open.aToReturn).value;
    const double q9R = valve.flow(y[p9] - y[pR], open.bToReturn).value;
    const double relief = std::max(y[k], 0.0) * SmoothRoot(y[pS]).value;
    const auto rise = [&](int pressure, double volume, double net) {
      return BulkModulus(oil, y[pressure]).value / volume * net;
    };
    f[pA] = rise(pA, volumeA, q6A - y[v] * areaA);
    f[pB] = rise(pB, volumeB, q8B + y[v] * areaB);
    f[x] = y[v];
    f[v] = (y[pA] * areaA - y[pB] * areaB - Friction(y[v]).force) / mass;
    f[p5] = rise(p5, halfPipe, qS5 - q5R - y[q7]);
    f[p6] = rise(p6, halfPipe, y[q7] - q6A);
    f[q7] = pipeInverseInertia * (y[p5] - y[p6] - pipeLossOf(y[q7]));
    f[p8] = rise(p8, halfPipe, y[q10] - q8B);
    f[p9] = rise(p9, halfPipe, qS9 - q9R - y[q10]);
    f[q10] = pipeInverseInertia * (y[p9] - y[p8] - pipeLossOf(y[q10]));
    f[pS] = rise(pS, supplyVolume, pumpFlow - qS5 - qS9 - relief);
    f[pR] = rise(pR, returnVolume, q5R + q9R + relief - port.flow(y[pR]).value);
    f[k] = (std::max(0.0, (y[pS] - reliefSetting) / reliefStiffness) - y[k]) / reliefTime;
    return Evaluation::ok;
  }

  template <class Add>
  void stamps(double u, ConstView y, Add&& add) const {
    const double volumeA = areaA * (y[x] + deadLength), volumeB = areaB * (stroke - y[x] + deadLength);
    const auto perVolume = [&](int pressure, double volume) { return BulkModulus(oil, y[pressure]).value / volume; };
    const double cA = perVolume(pA, volumeA), cB = perVolume(pB, volumeB), c5 = perVolume(p5, halfPipe),
                 c6 = perVolume(p6, halfPipe), c8 = perVolume(p8, halfPipe), c9 = perVolume(p9, halfPipe),
                 cS = perVolume(pS, supplyVolume), cR = perVolume(pR, returnVolume);
    // An orifice from one volume to another; returns its flow.
    const auto connect = [&](int from, double cFrom, int to, double cTo, OrificeFlow flow) {
      add(from, from, -cFrom * flow.slope);
      add(from, to, cFrom * flow.slope);
      add(to, from, cTo * flow.slope);
      add(to, to, -cTo * flow.slope);
      return flow.value;
    };
    const Edges open = edges(u);
    const double q6A = connect(p6, c6, pA, cA, port.flow(y[p6] - y[pA]));
    const double q8B = connect(p8, c8, pB, cB, port.flow(y[p8] - y[pB]));
    const double qS5 = connect(pS, cS, p5, c5, valve.flow(y[pS] - y[p5], open.supplyToA));
    const double qS9 = connect(pS, cS, p9, c9, valve.flow(y[pS] - y[p9], open.supplyToB));
    const double q5R = connect(p5, c5, pR, cR, valve.flow(y[p5] - y[pR], open.aToReturn));
    const double q9R = connect(p9, c9, pR, cR, valve.flow(y[p9] - y[pR], open.bToReturn));
    const OrificeFlow toTank = port.flow(y[pR]);
    add(pR, pR, -cR * toTank.slope);

    const SmoothRoot root(y[pS]);
    const double reliefOpening = std::max(y[k], 0.0), byOpening = y[k] >= 0 ? root.value : 0;
    add(pS, pS, -cS * reliefOpening * root.slope), add(pS, k, -cS * byOpening);
    add(pR, pS, cR * reliefOpening * root.slope), add(pR, k, cR * byOpening);
    add(k, pS, y[pS] > reliefSetting ? 1 / (reliefStiffness * reliefTime) : 0), add(k, k, -1 / reliefTime);

    add(p5, q7, -c5), add(p6, q7, c6);
    add(q7, p5, pipeInverseInertia), add(q7, p6, -pipeInverseInertia);
    add(q7, q7, -pipeInverseInertia * pipeLossSlope(y[q7]));
    add(p9, q10, -c9), add(p8, q10, c8);
    add(q10, p9, pipeInverseInertia), add(q10, p8, -pipeInverseInertia);
    add(q10, q10, -pipeInverseInertia * pipeLossSlope(y[q10]));

    const double netA = q6A - y[v] * areaA, netB = q8B + y[v] * areaB;
    add(pA, x, -cA * netA * areaA / volumeA), add(pA, v, -cA * areaA);
    add(pB, x, cB * netB * areaB / volumeB), add(pB, v, cB * areaB);
    add(x, v, 1.0);
    add(v, pA, areaA / mass), add(v, pB, -areaB / mass), add(v, v, -Friction(y[v]).slope / mass);

    // The bulk modulus moves with the pressure: B' / V times the net flow.
    const auto stiffen = [&](int pressure, double volume, double net) {
      add(pressure, pressure, BulkModulus(oil, y[pressure]).slope / volume * net);
    };
    const double relief = reliefOpening * root.value;
    stiffen(pA, volumeA, netA), stiffen(pB, volumeB, netB);
    stiffen(p5, halfPipe, qS5 - q5R - y[q7]), stiffen(p6, halfPipe, y[q7] - q6A);
    stiffen(p8, halfPipe, y[q10] - q8B), stiffen(p9, halfPipe, qS9 - q9R - y[q10]);
    stiffen(pS, supplyVolume, pumpFlow - qS5 - qS9 - relief);
    stiffen(pR, returnVolume, q5R + q9R + relief - toTank.value);
  }
};

}  // namespace

TestProblem cylinderCircuit(const Oil& oil) {
  const Circuit circuit{.oil = oil};
  const InputClock clock;
  const auto rhs = [=](double t, ConstView y, View f) { return circuit.rhs(command(clock.read(t)), y, f); };
  const auto stamps = [=](double t, ConstView y, auto&& add) { circuit.stamps(command(clock.read(t)), y, add); };
  const auto timeDerivative = [](double, ConstView, View ft) { std::fill(ft.begin(), ft.end(), 0.0); };

  TestProblem result{
      .name = "cylinder-circuit",
      .title = "Hydraulic cylinder with proportional valve, pipes and relief valve",
      .source = "Esque 2008, circuit 2; missing values after our choice",
      .problem = driven(states, rhs, sparseJacobian(states, stamps), timeDerivative,
                        {"pA", "pB", "x", "v", "p5", "p6", "Q7", "p8", "p9", "Q10", "pS", "pR", "K"}),
      .end = 10,
      .initial = Vector(states, 0.0),
      .absoluteScale = Vector(states, bar),
  };
  for (const Command& c : commands)
    if (c.from > 0) result.problem.discontinuities.push_back(c.from);
  result.problem.pairs = {{x, v}};
  clock.attachTo(result.problem);

  for (int p : {pB, p8, p9}) result.initial[p] = 10 * bar;
  for (int p : {pA, p5, p6}) result.initial[p] = 10 * bar * areaB / areaA;
  for (int p : {pS, pR}) result.initial[p] = bar;
  result.initial[x] = 0.1;
  for (int i : {x, v}) result.absoluteScale[i] = 1e-2;
  for (int i : {q7, q10}) result.absoluteScale[i] = 1e-4;
  result.absoluteScale[k] = 1e-8;
  return result;
}

TestProblem cylinderCircuit() {
  Oil oil;
  oil.constantBulkModulus = 1e9;
  TestProblem result = cylinderCircuit(oil);
  result.reference = {2803182.9299,    4083849.9411, 0.289231095956,  5.3315e-8,    2803081.5226,
                      2803183.0327,    2.24334e-9,   4083850.0460,    4083943.2690, 2.72555e-9,
                      12358587.204130, 41753.231062, 1.18523466537e-7};
  result.referenceDigits = 9;  // RADAU at 1e-12 and 1e-13
  return result;
}

}  // namespace dashpot::problems
