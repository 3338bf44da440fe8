// Small electronic circuits of the test set of Mazzia and Magherini: the ring modulator and the transistor amplifier.
#include "problems/assemble.hpp"
#include "problems/problems.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dashpot::problems {

// Horneber (1985), Kampowsky, Rentrop, Schmidt (1992): mixes a low- and a high-frequency signal by a ring of four
// diodes. With the parasitic capacitances Cs = 2e-12 F it is a stiff ODE with oscillations of many frequencies. y[0]
// .. y[6] are voltages, y[7] .. y[14] currents.
TestProblem ringModulator() {
  static constexpr int n = 15;
  static constexpr double c = 1.6e-8, cs = 2e-12, cp = 1e-8, r = 25e3, rp = 50, lh = 4.45, ls1 = 2e-3, ls2 = 5e-4,
                          ls3 = 5e-4, rg1 = 36.3, rg2 = 17.3, rg3 = 17.3, ri = 50, rc = 600, gamma = 40.67286402e-9,
                          delta = 17.7493332;
  static constexpr double lowFrequency = 2e3 * std::numbers::pi, highFrequency = 2e4 * std::numbers::pi;
  static constexpr double largestExponent = 300;  // beyond it no solution of this circuit comes; keeps exp finite

  struct Diodes {
    double voltage[4];
    Diodes(double t, ConstView y) {
      const double uIn2 = 2 * std::sin(highFrequency * t);
      voltage[0] = y[2] - y[4] - y[6] - uIn2;
      voltage[1] = -y[3] + y[5] - y[6] - uIn2;
      voltage[2] = y[3] + y[4] + y[6] + uIn2;
      voltage[3] = -y[2] - y[5] + y[6] + uIn2;
    }
    bool conceivable() const {
      for (double u : voltage)
        if (!(delta * u < largestExponent)) return false;
      return true;
    }
    double current(int i) const { return gamma * (std::exp(delta * voltage[i]) - 1); }
    double conductance(int i) const { return gamma * delta * std::exp(delta * voltage[i]); }
  };

  const auto rhs = [](double t, ConstView y, View f) {
    const Diodes diodes(t, y);
    if (!diodes.conceivable()) return Evaluation::recoverable;
    const double uIn1 = 0.5 * std::sin(lowFrequency * t);
    const double q1 = diodes.current(0), q2 = diodes.current(1), q3 = diodes.current(2), q4 = diodes.current(3);
    f[0] = (y[7] - 0.5 * y[9] + 0.5 * y[10] + y[13] - y[0] / r) / c;
    f[1] = (y[8] - 0.5 * y[11] + 0.5 * y[12] + y[14] - y[1] / r) / c;
    f[2] = (y[9] - q1 + q4) / cs;
    f[3] = (-y[10] + q2 - q3) / cs;
    f[4] = (y[11] + q1 - q3) / cs;
    f[5] = (-y[12] - q2 + q4) / cs;
    f[6] = (-y[6] / rp + q1 + q2 - q3 - q4) / cp;
    f[7] = -y[0] / lh;
    f[8] = -y[1] / lh;
    f[9] = (0.5 * y[0] - y[2] - rg2 * y[9]) / ls2;
    f[10] = (-0.5 * y[0] + y[3] - rg3 * y[10]) / ls3;
    f[11] = (0.5 * y[1] - y[4] - rg2 * y[11]) / ls2;
    f[12] = (-0.5 * y[1] + y[5] - rg3 * y[12]) / ls3;
    f[13] = (-y[0] + uIn1 - (ri + rg1) * y[13]) / ls1;
    f[14] = (-y[1] - (rc + rg1) * y[14]) / ls1;
    return Evaluation::ok;
  };

  const auto stamps = [](double t, ConstView y, auto&& add) {
    const Diodes diodes(t, y);
    const double g1 = diodes.conductance(0), g2 = diodes.conductance(1), g3 = diodes.conductance(2),
                 g4 = diodes.conductance(3);
    add(0, 0, -1 / (r * c)), add(0, 7, 1 / c), add(0, 9, -0.5 / c), add(0, 10, 0.5 / c), add(0, 13, 1 / c);
    add(1, 1, -1 / (r * c)), add(1, 8, 1 / c), add(1, 11, -0.5 / c), add(1, 12, 0.5 / c), add(1, 14, 1 / c);
    add(2, 2, (-g1 - g4) / cs), add(2, 4, g1 / cs), add(2, 5, -g4 / cs), add(2, 6, (g1 + g4) / cs);
    add(3, 3, (-g2 - g3) / cs), add(3, 4, -g3 / cs), add(3, 5, g2 / cs), add(3, 6, (-g2 - g3) / cs);
    add(4, 2, g1 / cs), add(4, 3, -g3 / cs), add(4, 4, (-g1 - g3) / cs), add(4, 6, (-g1 - g3) / cs);
    add(5, 2, -g4 / cs), add(5, 3, g2 / cs), add(5, 5, (-g2 - g4) / cs), add(5, 6, (g2 + g4) / cs);
    add(2, 9, 1 / cs), add(3, 10, -1 / cs), add(4, 11, 1 / cs), add(5, 12, -1 / cs);
    add(6, 2, (g1 + g4) / cp), add(6, 3, (-g2 - g3) / cp), add(6, 4, (-g1 - g3) / cp), add(6, 5, (g2 + g4) / cp);
    add(6, 6, (-1 / rp - g1 - g2 - g3 - g4) / cp);
    add(7, 0, -1 / lh);
    add(8, 1, -1 / lh);
    add(9, 0, 0.5 / ls2), add(9, 2, -1 / ls2), add(9, 9, -rg2 / ls2);
    add(10, 0, -0.5 / ls3), add(10, 3, 1 / ls3), add(10, 10, -rg3 / ls3);
    add(11, 1, 0.5 / ls2), add(11, 4, -1 / ls2), add(11, 11, -rg2 / ls2);
    add(12, 1, -0.5 / ls3), add(12, 5, 1 / ls3), add(12, 12, -rg3 / ls3);
    add(13, 0, -1 / ls1), add(13, 13, -(ri + rg1) / ls1);
    add(14, 1, -1 / ls1), add(14, 14, -(rc + rg1) / ls1);
  };

  const auto timeDerivative = [](double t, ConstView y, View ft) {
    const Diodes diodes(t, y);
    const double uIn1Dot = 0.5 * lowFrequency * std::cos(lowFrequency * t);
    const double uIn2Dot = 2 * highFrequency * std::cos(highFrequency * t);
    const double q1 = -diodes.conductance(0) * uIn2Dot, q2 = -diodes.conductance(1) * uIn2Dot,
                 q3 = diodes.conductance(2) * uIn2Dot, q4 = diodes.conductance(3) * uIn2Dot;
    std::fill(ft.begin(), ft.end(), 0.0);
    ft[2] = (-q1 + q4) / cs;
    ft[3] = (q2 - q3) / cs;
    ft[4] = (q1 - q3) / cs;
    ft[5] = (-q2 + q4) / cs;
    ft[6] = (q1 + q2 - q3 - q4) / cp;
    ft[13] = uIn1Dot / ls1;
  };

  return {
      .name = "ring-modulator",
      .title = "Ring modulator with parasitic capacitances",
      .source = "Horneber 1985; Kampowsky, Rentrop, Schmidt 1992; IVP test set (ringmod)",
      .problem = driven(n, rhs, sparseJacobian(n, stamps), timeDerivative,
                        {"U1", "U2", "U3", "U4", "U5", "U6", "U7", "I1", "I2", "I3", "I4", "I5", "I6", "I7", "I8"}),
      .end = 1e-3,
      .initial = Vector(n, 0.0),
      .reference = {-0.2339057358486745e-1, -0.7367485485540825e-2, 0.2582956709291169e0, -0.4064465721283450e0,
                    -0.4039455665149794e0, 0.2607966765422943e0, 0.1106761861269975e0, 0.2939904342435596e-6,
                    -0.2840029933642329e-7, 0.7267198267264553e-3, 0.7929487196960840e-3, -0.7255283495698965e-3,
                    -0.7941401968526521e-3, 0.7088495416976114e-4, 0.2390059075236570e-4},
      .referenceDigits = 10,
      .compared = {0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14},
      .absoluteScale = {1, 1, 1, 1, 1, 1, 1, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3},
  };
}

// Rentrop, Roche, Steinebach (1989): two transistors; the coupling capacitors give a constant, singular M of rank 5
// that is not diagonal. Index 1.  C y' = f(t, y) with the signs of the test set: both sides are minus the currents
// into the nodes.
TestProblem transistorAmplifier() {
  static constexpr int n = 8;
  static constexpr double ub = 6, uf = 0.026, alpha = 0.99, beta = 1e-6, r0 = 1000, r = 9000;
  static constexpr double c1 = 1e-6, c2 = 2e-6, c3 = 3e-6, c4 = 4e-6, c5 = 5e-6;
  static constexpr double omega = 200 * std::numbers::pi;
  static constexpr double largestExponent = 600;

  const auto rhs = [](double t, auto y, auto f) {
    using std::exp;
    const auto x1 = (y[1] - y[2]) / uf, x2 = (y[4] - y[5]) / uf;
    if (!(x1 < largestExponent && x2 < largestExponent)) return Evaluation::recoverable;
    const double uE = 0.1 * std::sin(omega * t);
    const auto i1 = beta * (exp(x1) - 1), i2 = beta * (exp(x2) - 1);
    f[0] = (y[0] - uE) / r0;
    f[1] = y[1] / r + (y[1] - ub) / r + (1 - alpha) * i1;
    f[2] = y[2] / r - i1;
    f[3] = (y[3] - ub) / r + alpha * i1;
    f[4] = y[4] / r + (y[4] - ub) / r + (1 - alpha) * i2;
    f[5] = y[5] / r - i2;
    f[6] = (y[6] - ub) / r + alpha * i2;
    f[7] = y[7] / r;
    return Evaluation::ok;
  };
  const auto stamps = [](double, auto y, auto&& add) {
    using std::exp;
    const auto g1 = beta / uf * exp((y[1] - y[2]) / uf), g2 = beta / uf * exp((y[4] - y[5]) / uf);
    add(0, 0, 1 / r0);
    add(1, 1, 2 / r + (1 - alpha) * g1), add(1, 2, -(1 - alpha) * g1);
    add(2, 1, -g1), add(2, 2, 1 / r + g1);
    add(3, 1, alpha * g1), add(3, 2, -alpha * g1), add(3, 3, 1 / r);
    add(4, 4, 2 / r + (1 - alpha) * g2), add(4, 5, -(1 - alpha) * g2);
    add(5, 4, -g2), add(5, 5, 1 / r + g2);
    add(6, 4, alpha * g2), add(6, 5, -alpha * g2), add(6, 6, 1 / r);
    add(7, 7, 1 / r);
  };
  const auto timeDerivative = [](double t, ConstView, View ft) {
    std::fill(ft.begin(), ft.end(), 0.0);
    ft[0] = -0.1 * omega * std::cos(omega * t) / r0;
  };
  static constexpr MassEntry capacitances[] = {
      {0, 0, -c1}, {0, 1, c1},  {1, 0, c1},  {1, 1, -c1}, {2, 2, -c2}, {3, 3, -c3}, {3, 4, c3},
      {4, 3, c3},  {4, 4, -c3}, {5, 5, -c4}, {6, 6, -c5}, {6, 7, c5},  {7, 6, c5},  {7, 7, -c5},
  };

  TestProblem result{
      .name = "transistor-amplifier",
      .title = "Amplifier with two transistors",
      .source = "Rentrop, Roche, Steinebach 1989; Hairer, Lubich, Roche 1989; IVP test set (transamp)",
      .problem =
          driven(n, rhs, sparseJacobian(n, stamps), timeDerivative, {"U1", "U2", "U3", "U4", "U5", "U6", "U7", "U8"}),
      .end = 0.2,
      .initial = {0, ub / 2, ub / 2, ub, ub / 2, ub / 2, ub, 0},
      .reference = {-0.5562145012262709e-2, 0.3006522471903042e1, 0.2849958788608128e1, 0.2926422536206241e1,
                    0.2704617865010554e1, 0.2761837778393145e1, 0.4770927631616772e1, 0.1236995868091548e1},
      .referenceDigits = 12,
      .absoluteScale = Vector(n, 1.0),
      .counted = countedSystem(rhs, stamps),
  };
  result.problem.mass = sparseMass(n, capacitances);
  return result;
}

}  // namespace dashpot::problems
