// A nonlinear control loop whose stiffness sits in three linear blocks, for methods that advance these by transition
// matrix.
//
// Smith (1974, ch. V) simulates such a loop; its diagram is lost, and of its data only the poles (1667, damping 0.7 at
// 3768, 4800 in a closed loop), the loop's frequency (280 rad/s) and the input (cos t) survive. Nonlinearities,
// couplings and the gain are assumed; the gain such that classical Runge-Kutta needs steps near 1e-8 s, as the thesis
// reports. y at the end by an independent prototype (Radau at 1e-9).
//
//   e = cos t - 0.9 y - 0.1 x          y' = 280 (c2 + 0.5 c2^3),   x' = -2 x + 2 y
//   A:  a' = 1667 (sat(e) - a)         B:  b'' + 2 0.7 3768 b' + 3768^2 b = 3768^2 tanh(a)
//   C1: c1' = -4800 c1 + 4800 gain (b - 0.05 y - c1)                C2: c2' = 4800 (c1 - c2)
#include "problems/assemble.hpp"
#include "problems/problems.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::problems {
namespace {

enum State { y, x, a, b, bSlope, c1, c2, states };

constexpr double fast = 1667, damping = 0.7, natural = 3768, loop = 4800, rate = 280, limit = 0.5;

double error(double t, ConstView v) { return std::cos(t) - 0.9 * v[y] - 0.1 * v[x]; }
double saturated(double e) { return std::clamp(e, -limit, limit); }
double saturationSlope(double e) { return std::abs(e) < limit ? 1.0 : 0.0; }

std::vector<LinearPart> blocks(double gain) {
  std::vector<LinearPart> parts(4);
  parts[0] = {{a}, {-fast}, {fast}, [](double t, ConstView v, View u) { u[0] = saturated(error(t, v)); }};
  parts[1] = {{b, bSlope},
              {0, -natural * natural, 1, -2 * damping * natural},
              {0, natural * natural},
              [](double, ConstView v, View u) { u[0] = std::tanh(v[a]); }};
  parts[2] = {
      {c1}, {-loop * (1 + gain)}, {loop * gain}, [](double, ConstView v, View u) { u[0] = v[b] - 0.05 * v[y]; }};
  parts[3] = {{c2}, {-loop}, {loop}, [](double, ConstView v, View u) { u[0] = v[c1]; }};
  return parts;
}

}  // namespace

TestProblem stiffLoop(double gain) {
  const auto rhs = [gain](double t, ConstView v, View f) {
    f[y] = rate * (v[c2] + 0.5 * v[c2] * v[c2] * v[c2]);
    f[x] = -2 * v[x] + 2 * v[y];
    f[a] = fast * (saturated(error(t, v)) - v[a]);
    f[b] = v[bSlope];
    f[bSlope] = natural * natural * (std::tanh(v[a]) - v[b]) - 2 * damping * natural * v[bSlope];
    f[c1] = -loop * v[c1] + loop * gain * (v[b] - 0.05 * v[y] - v[c1]);
    f[c2] = loop * (v[c1] - v[c2]);
  };
  const auto stamps = [gain](double t, ConstView v, auto&& add) {
    add(y, c2, rate * (1 + 1.5 * v[c2] * v[c2]));
    add(x, x, -2.0);
    add(x, y, 2.0);
    const double slope = fast * saturationSlope(error(t, v));
    add(a, y, -0.9 * slope);
    add(a, x, -0.1 * slope);
    add(a, a, -fast);
    add(b, bSlope, 1.0);
    const double cosh = std::cosh(v[a]);
    add(bSlope, a, natural * natural / (cosh * cosh));
    add(bSlope, b, -natural * natural);
    add(bSlope, bSlope, -2 * damping * natural);
    add(c1, b, loop * gain);
    add(c1, y, -0.05 * loop * gain);
    add(c1, c1, -loop * (1 + gain));
    add(c2, c1, loop);
    add(c2, c2, -loop);
  };
  const auto timeDerivative = [](double t, ConstView v, View ft) {
    std::ranges::fill(ft, 0.0);
    ft[a] = -fast * std::sin(t) * saturationSlope(error(t, v));
  };
  TestProblem result{
      .name = "stiff-loop",
      .title = "Control loop with stiff linear blocks",
      .source = "substitute for the lost example of Smith 1974, ch. V",
      .problem =
          driven(states, rhs, denseJacobian(states, stamps), timeDerivative, {"y", "x", "a", "b", "b'", "c1", "c2"}),
      .end = 6,
      .initial = Vector(states, 0.0),
      .absoluteScale = Vector(states, 1.0),
  };
  result.problem.linearParts = blocks(gain);
  result.compared = {y};
  return result;
}

TestProblem stiffLoop() {
  TestProblem result = stiffLoop(5e4);
  result.reference = Vector(states, 0.0);
  result.reference[y] = 0.9405800626;
  result.referenceDigits = 9;
  return result;
}

}  // namespace dashpot::problems
