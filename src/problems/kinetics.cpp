// Small chemical kinetics: Robertson, HIRES, Oregonator, E5. References of the test set of Mazzia and Magherini.
#include "problems/assemble.hpp"
#include "problems/problems.hpp"

namespace dashpot::problems {

// Robertson (1966): an autocatalytic reaction; rates from 0.04 to 3e7, followed over 13 decades of time.
TestProblem robertson() {
  static constexpr double k1 = 0.04, k2 = 3e7, k3 = 1e4;
  const auto rhs = [](double, auto y, auto f) {
    f[0] = -k1 * y[0] + k3 * y[1] * y[2];
    f[2] = k2 * y[1] * y[1];
    f[1] = -f[0] - f[2];
  };
  const auto stamps = [](double, auto y, auto&& add) {
    add(0, 0, -k1);
    add(0, 1, k3 * y[2]);
    add(0, 2, k3 * y[1]);
    add(1, 0, k1);
    add(1, 1, -k3 * y[2] - 2 * k2 * y[1]);
    add(1, 2, -k3 * y[1]);
    add(2, 1, 2 * k2 * y[1]);
  };
  return {
      .name = "robertson",
      .title = "Robertson's autocatalytic reaction, to t = 1e11",
      .source = "Robertson 1966; Hairer and Wanner II, IV.10; IVP test set (rober)",
      .problem = autonomous(3, rhs, denseJacobian(3, stamps), {"A", "B", "C"}),
      .end = 1e11,
      .initial = {1, 0, 0},
      .reference = {0.2083340149701255e-7, 0.8333360770334713e-13, 0.9999999791665050},
      .referenceDigits = 13,
      .absoluteScale = {1e-6, 1e-12, 1},
      .counted = countedSystem(rhs, stamps),
  };
}

// Schaefer (1975): High Irradiance RESponses of photomorphogenesis; eight reactants.
TestProblem hires() {
  static constexpr double k = 280;
  const auto rhs = [](double, auto y, auto f) {
    const auto r = k * y[5] * y[7];
    f[0] = -1.71 * y[0] + 0.43 * y[1] + 8.32 * y[2] + 0.0007;
    f[1] = 1.71 * y[0] - 8.75 * y[1];
    f[2] = -10.03 * y[2] + 0.43 * y[3] + 0.035 * y[4];
    f[3] = 8.32 * y[1] + 1.71 * y[2] - 1.12 * y[3];
    f[4] = -1.745 * y[4] + 0.43 * (y[5] + y[6]);
    f[5] = -r + 0.69 * y[3] + 1.71 * y[4] - 0.43 * y[5] + 0.69 * y[6];
    f[6] = r - 1.81 * y[6];
    f[7] = -f[6];
  };
  const auto stamps = [](double, auto y, auto&& add) {
    add(0, 0, -1.71), add(0, 1, 0.43), add(0, 2, 8.32);
    add(1, 0, 1.71), add(1, 1, -8.75);
    add(2, 2, -10.03), add(2, 3, 0.43), add(2, 4, 0.035);
    add(3, 1, 8.32), add(3, 2, 1.71), add(3, 3, -1.12);
    add(4, 4, -1.745), add(4, 5, 0.43), add(4, 6, 0.43);
    add(5, 3, 0.69), add(5, 4, 1.71), add(5, 5, -k * y[7] - 0.43), add(5, 6, 0.69), add(5, 7, -k * y[5]);
    add(6, 5, k * y[7]), add(6, 6, -1.81), add(6, 7, k * y[5]);
    add(7, 5, -k * y[7]), add(7, 6, 1.81), add(7, 7, -k * y[5]);
  };
  return {
      .name = "hires",
      .title = "HIRES: growth and differentiation of plant tissue under high irradiance",
      .source = "Schaefer 1975; Hairer and Wanner II, IV.10; IVP test set (hires)",
      .problem =
          autonomous(8, rhs, denseJacobian(8, stamps), {"Pr", "Pfr", "PrX", "PfrX", "PrX'", "PfrX'", "PfrX'E", "E"}),
      .end = 321.8122,
      .initial = {1, 0, 0, 0, 0, 0, 0, 0.0057},
      .reference = {0.7371312573325668e-3, 0.1442485726316185e-3, 0.5888729740967575e-4, 0.1175651343283149e-2,
                    0.2386356198831331e-2, 0.6238968252742796e-2, 0.2849998395185769e-2, 0.2850001604814231e-2},
      .referenceDigits = 15,
      .absoluteScale = Vector(8, 1e-4),
      .counted = countedSystem(rhs, stamps),
  };
}

// Field and Noyes (1974): the reaction of Belousov and Zhabotinskii; a limit cycle with changes over seven decades.
TestProblem oregonator() {
  static constexpr double s = 77.27, q = 8.375e-6, w = 0.161;
  const auto rhs = [](double, auto y, auto f) {
    f[0] = s * (y[1] + y[0] * (1 - q * y[0] - y[1]));
    f[1] = (y[2] - (1 + y[0]) * y[1]) / s;
    f[2] = w * (y[0] - y[2]);
  };
  const auto stamps = [](double, auto y, auto&& add) {
    add(0, 0, s * (1 - 2 * q * y[0] - y[1]));
    add(0, 1, s * (1 - y[0]));
    add(1, 0, -y[1] / s);
    add(1, 1, -(1 + y[0]) / s);
    add(1, 2, 1 / s);
    add(2, 0, w);
    add(2, 2, -w);
  };
  return {
      .name = "oregonator",
      .title = "Oregonator: the Belousov-Zhabotinskii reaction",
      .source = "Field and Noyes 1974; Hairer and Wanner II, IV.10; IVP test set (orego)",
      .problem = autonomous(3, rhs, denseJacobian(3, stamps), {"HBrO2", "Br-", "Ce(IV)"}),
      .end = 360,
      .initial = {1, 2, 3},
      .reference = {0.1000814870318523e1, 0.1228178521549917e4, 0.1320554942846706e3},
      .referenceDigits = 13,
      .absoluteScale = {1, 1, 1},
      .counted = countedSystem(rhs, stamps),
  };
}

// Enright, Hull, Lindberg (1975), problem E5: pyrolysis; concentrations down to 1e-22, eigenvalues to 2e4, t to 1e13.
// The published form has a fourth unknown y2 = y3 + y4. A rounding error of that sum, of about 1e-24 and more, stays
// for ever and spoils y2 and y3 at the end, in the test set's reference (8.868e-23 and 8.855e-23) too. Without y2, as
// here, nothing cancels: RADAU at 1e-12 and 1e-13 agrees to 14 digits.
TestProblem e5() {
  static constexpr double a = 7.89e-10, b = 1.1e7, c = 1.13e3, m = 1e6;
  const auto rhs = [](double, auto y, auto f) {
    const auto r1 = a * y[0], r2 = b * y[0] * y[1], r3 = m * c * (y[1] + y[2]) * y[1], r4 = c * y[2];
    f[0] = -r1 - r2;
    f[1] = r1 - r2 - r3 + r4;
    f[2] = r2 - r4;
  };
  const auto stamps = [](double, auto y, auto&& add) {
    add(0, 0, -a - b * y[1]);
    add(0, 1, -b * y[0]);
    add(1, 0, a - b * y[1]);
    add(1, 1, -b * y[0] - m * c * (2 * y[1] + y[2]));
    add(1, 2, c - m * c * y[1]);
    add(2, 0, b * y[1]);
    add(2, 1, b * y[0]);
    add(2, 2, -c);
  };
  return {
      .name = "e5",
      .title = "E5: pyrolysis over 13 decades of time",
      .source = "Enright, Hull, Lindberg 1975; Hairer and Wanner II, IV.10; IVP test set (E5)",
      .problem = autonomous(3, rhs, denseJacobian(3, stamps), {"y1", "y3", "y4"}),
      .end = 1e13,
      .initial = {1.76e-3, 0, 0},
      .reference = {0.1152903278711829e-290, 8.86123352129e-23, 0},
      .referenceDigits = 12,
      .compared = {1},
      .absoluteScale = Vector(3, 1e-22),
      .counted = countedSystem(rhs, stamps),
  };
}

}  // namespace dashpot::problems
