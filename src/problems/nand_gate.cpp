// A NAND gate in n-channel MOS technology: Guenther and Rentrop (1993), transistor model of Shichman and Hodges.
// Test set of Mazzia and Magherini (nand), in the units used there.
//
// The test set has C(V) V' = f(t, V), where the capacitance of a junction depends on the voltage across it. As each
// depends on its own voltage v alone, it has a charge Q(v), and the circuit can be written with a constant M: the
// charges q of the six junctions become unknowns y[14] .. y[19], with q' where the set has C(v) v', and the equations
// 0 = Q(v) - q. This is exact: the 14 potentials V, y[0] .. y[13], are those of the test set. The index becomes 1
// (the set's was 0).
#include "problems/assemble.hpp"
#include "problems/problems.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace dashpot::problems {
namespace {

constexpr int nodes = 14, junctions = 6, unknowns = nodes + junctions;
constexpr double rgs = 4, rgd = 4, rbs = 10, rbd = 10, cgs = 0.6e-4, cgd = 0.6e-4, cbd = 2.4e-5, c9 = 0.5e-4,
                 delta = 0.02, saturationCurrent = 1e-14, thermalVoltage = 25.85, vdd = 5, vbb = -2.5, phiB = 0.87;

/// The p-n junction from a bulk node to a source or drain: current and charge as functions of its voltage.
struct Junction {
  int bulk, other;  // other < 0: a node of fixed potential
  double fixedPotential;

  double voltage(ConstView y) const { return y[bulk] - (other < 0 ? fixedPotential : y[other]); }
  static double current(double v) { return v <= 0 ? -saturationCurrent * (std::exp(v / thermalVoltage) - 1) : 0; }
  static double conductance(double v) {
    return v <= 0 ? -saturationCurrent / thermalVoltage * std::exp(v / thermalVoltage) : 0;
  }
  static double charge(double v) {
    return v <= 0 ? 2 * phiB * cbd * (1 - std::sqrt(1 - v / phiB)) : cbd * (v + v * v / (4 * phiB));
  }
  static double capacitance(double v) { return v <= 0 ? cbd / std::sqrt(1 - v / phiB) : cbd * (1 + v / (2 * phiB)); }
};
constexpr std::array<Junction, junctions> junction{{
    {2, 4, 0},
    {3, -1, vdd},
    {7, 9, 0},
    {8, 4, 0},
    {12, -1, 0},
    {13, 9, 0},
}};

struct TransistorKind {
  double vt0, gamma, phi, betaForward, betaReverse;
};
constexpr TransistorKind depletion{-2.43, 0.2, 1.28, 5.35e-4, 5.35e-4};
// The test set's own program has different gains for the two directions; its reference belongs to exactly these.
constexpr TransistorKind enhancement{0.2, 0.035, 1.01, 1.748e-3, 1.748e-4};

/// Drain current (negative from drain to source, as in the test set) and its derivatives. Gate and bulk voltages are
/// against the source if forward, else against the drain.
struct DrainCurrent {
  bool defined = true, forward = true;
  double value = 0, byDrainSource = 0, byGate = 0, byBulk = 0;
};

/// For vds > 0; the reverse direction is the mirror image.
DrainCurrent forwardCurrent(const TransistorKind& kind, double beta, double vds, double vg, double vb) {
  DrainCurrent i;
  if (!(vb < kind.phi)) return {.defined = false, .forward = true};
  const double root = std::sqrt(kind.phi - vb);
  const double drive = vg - (kind.vt0 + kind.gamma * (root - std::sqrt(kind.phi)));
  if (drive <= 0) return i;
  const double slope = 1 + delta * vds;
  const double byDrive = drive <= vds ? -2 * beta * drive * slope : -2 * beta * vds * slope;
  if (drive <= vds) {
    i.value = -beta * drive * drive * slope;
    i.byDrainSource = -beta * drive * drive * delta;
  } else {
    i.value = -beta * vds * (2 * drive - vds) * slope;
    i.byDrainSource = -beta * (2 * (drive - vds) * slope + vds * (2 * drive - vds) * delta);
  }
  i.byGate = byDrive;
  i.byBulk = byDrive * kind.gamma / (2 * root);
  return i;
}

struct Transistor {
  TransistorKind kind;
  int source, drain, gate;  // gate < 0: an input
  Junction sourceBulk, drainBulk;
};

DrainCurrent evaluate(const Transistor& m, ConstView y, double input) {
  const double vds = y[m.drain] - y[m.source], gate = m.gate < 0 ? input : y[m.gate];
  if (vds > 0) return forwardCurrent(m.kind, m.kind.betaForward, vds, gate - y[m.source], m.sourceBulk.voltage(y));

  DrainCurrent i = forwardCurrent(m.kind, m.kind.betaReverse, -vds, gate - y[m.drain], m.drainBulk.voltage(y));
  i.forward = false;
  i.value = -i.value;
  i.byGate = -i.byGate;
  i.byBulk = -i.byBulk;
  return i;
}

constexpr std::array<Transistor, 3> transistor{{
    {depletion, 0, 1, 4, junction[0], junction[1]},
    {enhancement, 5, 6, -1, junction[2], junction[3]},
    {enhancement, 10, 11, -1, junction[4], junction[5]},
}};

/// A trapezoidal pulse between 0 and 5 V, repeated; value and slope (from the right at its corners).
struct Pulse {
  double delay, rise, high, fall, period;
  static constexpr double level = 5;

  double value(double t) const {
    const double s = std::fmod(t, period) - delay;
    if (s < 0 || s >= rise + high + fall) return 0;
    if (s < rise) return level * s / rise;
    return s < rise + high ? level : level * (rise + high + fall - s) / fall;
  }
  double slope(double t) const {
    const double s = std::fmod(t, period) - delay;
    if (s < 0 || s >= rise + high + fall || (s >= rise && s < rise + high)) return 0;
    return s < rise ? level / rise : -level / fall;
  }
};
constexpr Pulse input1{5, 5, 5, 5, 20}, input2{15, 5, 15, 5, 40};

Evaluation rhs(double t, ConstView y, View f) {
  const double u1 = input1.value(t), u2 = input2.value(t);
  const DrainCurrent i1 = evaluate(transistor[0], y, 0), i2 = evaluate(transistor[1], y, u1),
                     i3 = evaluate(transistor[2], y, u2);
  if (!i1.defined || !i2.defined || !i3.defined) return Evaluation::recoverable;

  std::array<double, junctions> current;
  for (int k = 0; k < junctions; ++k) {
    const double v = junction[k].voltage(y);
    current[k] = Junction::current(v);
    f[nodes + k] = Junction::charge(v) - y[nodes + k];
  }
  f[0] = -(y[0] - y[4]) / rgs - i1.value;
  f[1] = -(y[1] - vdd) / rgd + i1.value;
  f[2] = -(y[2] - vbb) / rbs + current[0];
  f[3] = -(y[3] - vbb) / rbd + current[1];
  f[4] = -(y[4] - y[0]) / rgs - current[0] - (y[4] - y[6]) / rgd - current[3];
  f[5] = cgs * input1.slope(t) - (y[5] - y[9]) / rgs - i2.value;
  f[6] = cgd * input1.slope(t) - (y[6] - y[4]) / rgd + i2.value;
  f[7] = -(y[7] - vbb) / rbs + current[2];
  f[8] = -(y[8] - vbb) / rbd + current[3];
  f[9] = -(y[9] - y[5]) / rgs - current[2] - (y[9] - y[11]) / rgd - current[5];
  f[10] = cgs * input2.slope(t) - y[10] / rgs - i3.value;
  f[11] = cgd * input2.slope(t) - (y[11] - y[9]) / rgd + i3.value;
  f[12] = -(y[12] - vbb) / rbs + current[4];
  f[13] = -(y[13] - vbb) / rbd + current[5];
  return Evaluation::ok;
}

/// The current flows out of `source` and into `drain`: rows get -i and +i.
template <class Add>
void stampTransistor(const Transistor& m, ConstView y, double input, Add&& add) {
  const DrainCurrent s = evaluate(m, y, input);
  const auto both = [&](int column, double value) {
    add(m.source, column, -value);
    add(m.drain, column, value);
  };
  const double bySource = s.forward ? s.byGate : 0, byDrain = s.forward ? 0 : s.byGate;
  const double bySourceBulk = s.forward ? s.byBulk : 0, byDrainBulk = s.forward ? 0 : s.byBulk;
  both(m.drain, s.byDrainSource - byDrain);
  both(m.source, -s.byDrainSource - bySource);
  if (m.gate >= 0) both(m.gate, s.byGate);
  both(m.sourceBulk.bulk, bySourceBulk);
  if (m.sourceBulk.other >= 0) both(m.sourceBulk.other, -bySourceBulk);
  both(m.drainBulk.bulk, byDrainBulk);
  if (m.drainBulk.other >= 0) both(m.drainBulk.other, -byDrainBulk);
}

template <class Add>
void stampResistor(int a, int b, double resistance, Add&& add) {
  add(a, a, -1 / resistance);
  if (b < 0) return;
  add(b, b, -1 / resistance);
  add(a, b, 1 / resistance);
  add(b, a, 1 / resistance);
}

}  // namespace

TestProblem nandGate() {
  const auto stamps = [](double t, ConstView y, auto&& add) {
    stampResistor(0, 4, rgs, add), stampResistor(1, -1, rgd, add), stampResistor(4, 6, rgd, add);
    stampResistor(5, 9, rgs, add), stampResistor(9, 11, rgd, add), stampResistor(10, -1, rgs, add);
    for (int bulk : {2, 7, 12}) stampResistor(bulk, -1, rbs, add);
    for (int bulk : {3, 8, 13}) stampResistor(bulk, -1, rbd, add);
    stampTransistor(transistor[0], y, 0, add);
    stampTransistor(transistor[1], y, input1.value(t), add);
    stampTransistor(transistor[2], y, input2.value(t), add);
    for (int k = 0; k < junctions; ++k) {
      const Junction& j = junction[k];
      const double v = j.voltage(y), g = Junction::conductance(v), c = Junction::capacitance(v);
      add(j.bulk, j.bulk, g);
      add(nodes + k, j.bulk, c);
      add(nodes + k, nodes + k, -1.0);
      if (j.other < 0) continue;
      add(j.bulk, j.other, -g);
      add(j.other, j.bulk, -g);
      add(j.other, j.other, g);
      add(nodes + k, j.other, -c);
    }
  };
  // Between its corners the inputs are linear: only their values move, not the slopes.
  const auto timeDerivative = [](double t, ConstView y, View ft) {
    const double i2 = evaluate(transistor[1], y, input1.value(t)).byGate * input1.slope(t);
    const double i3 = evaluate(transistor[2], y, input2.value(t)).byGate * input2.slope(t);
    std::fill(ft.begin(), ft.end(), 0.0);
    ft[5] = -i2, ft[6] = i2;
    ft[10] = -i3, ft[11] = i3;
  };
  constexpr int q = nodes;
  static constexpr MassEntry mass[] = {
      {0, 0, cgs},    {0, 4, -cgs},   {1, 1, cgd},    {1, 4, -cgd},           {2, q + 0, 1},
      {3, q + 1, 1},  {4, 0, -cgs},   {4, 1, -cgd},   {4, 4, cgs + cgd + c9}, {4, q + 0, -1},
      {4, q + 3, -1}, {5, 5, cgs},    {6, 6, cgd},    {7, q + 2, 1},          {8, q + 3, 1},
      {9, 9, c9},     {9, q + 2, -1}, {9, q + 5, -1}, {10, 10, cgs},          {11, 11, cgd},
      {12, q + 4, 1}, {13, q + 5, 1},
  };

  TestProblem result{
      .name = "nand-gate",
      .title = "NAND gate in n-channel MOS technology",
      .source = "Guenther and Rentrop 1993; IVP test set (nand)",
      .problem = driven(unknowns, rhs, sparseJacobian(unknowns, stamps), timeDerivative, {}),
      .end = 80,
      .initial = {5, 5, vbb, vbb, 5, 3.62385, 5, vbb, vbb, 3.62385, 0, 3.62385, vbb, vbb},
      .reference = {0.4971088699385777e1, 0.4999752103929311e1, -0.2499998781491227e1, -0.2499999999999975e1,
                    0.4970837023296724e1, -0.2091214032073855e0, 0.4970593243278363e1, -0.2500077409198803e1,
                    -0.2499998781491227e1, -0.2090289583878100e0, -0.2399999999966269e-3, -0.2091214032073855e0,
                    -0.2499999999999991e1, -0.2500077409198803e1},
      .referenceDigits = 9,
      .absoluteScale = Vector(nodes, 1.0),
  };
  result.problem.mass = sparseMass(unknowns, mass);
  for (int corner = 5; corner <= 80; corner += 5) result.problem.discontinuities.push_back(corner);
  for (int i = 0; i < nodes; ++i) {
    result.problem.names.push_back("V" + std::to_string(i + 1));
    result.compared.push_back(i);
  }
  for (int k = 0; k < junctions; ++k) {
    const Junction& j = junction[k];
    result.initial.push_back(Junction::charge(j.voltage(result.initial)));
    result.reference.push_back(Junction::charge(j.voltage(result.reference)));
    result.absoluteScale.push_back(cbd);
    result.problem.names.push_back("q" + std::to_string(j.bulk + 1));
  }
  return result;
}

}  // namespace dashpot::problems
