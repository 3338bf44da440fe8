// Problems with a closed-form solution, for the measurement of orders, and one that shows what a missing dF/dt costs.
#include "problems/assemble.hpp"
#include "problems/problems.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace dashpot::problems {
namespace {

/// Initial value and reference from the closed form.
TestProblem fromExact(TestProblem problem) {
  const std::size_t n = static_cast<std::size_t>(problem.problem.size);
  problem.initial.resize(n);
  problem.reference.resize(n);
  problem.exact(problem.start, problem.initial);
  problem.exact(problem.end, problem.reference);
  problem.referenceDigits = 15;
  problem.absoluteScale.assign(n, 1.0);
  return problem;
}

}  // namespace

TestProblem protheroRobinson(double lambda) {
  const auto g = [](double t) { return std::sin(std::numbers::pi / 4 + t); };
  const auto gDot = [](double t) { return std::cos(std::numbers::pi / 4 + t); };
  const auto rhs = [=](double t, auto y, auto f) { f[0] = lambda * (y[0] - g(t)) + gDot(t); };
  const auto stamps = [=](double, auto, auto&& add) { add(0, 0, lambda); };
  const auto timeDerivative = [=](double t, ConstView, View ft) { ft[0] = -lambda * gDot(t) - g(t); };
  return fromExact({
      .name = "prothero-robinson",
      .title = "Prothero-Robinson: a smooth solution beside a fast mode",
      .source = "Prothero and Robinson 1974; Hairer and Wanner II, eq. IV.15.1",
      .problem = driven(1, rhs, denseJacobian(1, stamps), timeDerivative, {"y"}),
      .end = 2,
      .exact = [=](double t, View y) { y[0] = g(t); },
      .counted = countedSystem(rhs, stamps),
  });
}

TestProblem protheroRobinson() { return protheroRobinson(-1e6); }

TestProblem linear(std::complex<double> lambda) {
  const double a = lambda.real(), b = lambda.imag();
  TestProblem result = linear({a, b, -b, a}, {1, 0});
  result.exact = [=](double t, View y) {
    y[0] = std::exp(a * t) * std::cos(b * t);
    y[1] = std::exp(a * t) * std::sin(b * t);
  };
  return fromExact(result);
}

TestProblem linear(const Vector& matrix, Vector initial) {
  const int n = static_cast<int>(initial.size());
  const auto rhs = [=](double, auto y, auto f) {
    std::fill(f.begin(), f.end(), 0.0);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) f[i] += matrix[i + n * j] * y[j];
  };
  const auto stamps = [=](double, auto, auto&& add) {
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) add(i, j, matrix[i + n * j]);
  };
  return {
      .name = "linear",
      .title = "Linear system with constant coefficients",
      .source = "Dahlquist 1963",
      .problem = autonomous(n, rhs, denseJacobian(n, stamps), {}),
      .end = 1,
      .initial = std::move(initial),
      .absoluteScale = Vector(n, 1.0),
      .counted = countedSystem(rhs, stamps),
  };
}

// Kaps (1981): stiff for small epsilon, with the same smooth solution for all of them; index 1 in the limit.
TestProblem kaps(double epsilon) {
  const auto rhs = [=](double, auto y, auto f) {
    f[0] = -2 * y[0] - (y[0] - y[1] * y[1]) / epsilon;
    f[1] = y[0] - y[1] * (1 + y[1]);
  };
  const auto stamps = [=](double, auto y, auto&& add) {
    add(0, 0, -2 - 1 / epsilon), add(0, 1, 2 * y[1] / epsilon);
    add(1, 0, 1.0), add(1, 1, -1 - 2 * y[1]);
  };
  return fromExact({
      .name = "kaps",
      .title = "Kaps: a singular perturbation with an exponential solution",
      .source = "Kaps 1981; Dekker and Verwer 1984",
      .problem = autonomous(2, rhs, denseJacobian(2, stamps), {"y1", "y2"}),
      .end = 1,
      .exact = [](double t, View y) { y[0] = std::exp(-2 * t), y[1] = std::exp(-t); },
      .counted = countedSystem(rhs, stamps),
  });
}

TestProblem kaps() { return kaps(1e-6); }

// y1' = -2 t y1^2, y2' = y1 y2: nonlinear, not autonomous, not stiff.
TestProblem rational() {
  const auto rhs = [](double t, auto y, auto f) {
    f[0] = -2 * t * y[0] * y[0];
    f[1] = y[0] * y[1];
  };
  const auto stamps = [](double t, auto y, auto&& add) {
    add(0, 0, -4 * t * y[0]);
    add(1, 0, y[1]), add(1, 1, y[0]);
  };
  const auto timeDerivative = [](double, ConstView y, View ft) { ft[0] = -2 * y[0] * y[0], ft[1] = 0; };
  return fromExact({
      .name = "rational",
      .title = "1/(1 + t^2) and exp(arctan t): nonlinear, not autonomous, closed form",
      .source = "constructed from its solution",
      .problem = driven(2, rhs, denseJacobian(2, stamps), timeDerivative, {"y1", "y2"}),
      .end = 2,
      .exact = [](double t, View y) { y[0] = 1 / (1 + t * t), y[1] = std::exp(std::atan(t)); },
      .counted = countedSystem(rhs, stamps),
  });
}

// y1' = y1 z,  y2' = -y1 y2 z,  0 = z + z^3 - (cos t + cos^3 t) y1 exp(-sin t): the constraint is nonlinear in z (with
// a derivative of at least 1), feels y1, and moves with t.  y1 = exp(sin t), y2 = exp(1 - y1), z = cos t.
TestProblem indexOne() {
  const auto drive = [](double t) { return std::cos(t) * (1 + std::cos(t) * std::cos(t)) * std::exp(-std::sin(t)); };
  const auto driveDot = [](double t) {
    const double s = std::sin(t), c = std::cos(t);
    return (-s * (1 + 3 * c * c) - c * c * (1 + c * c)) * std::exp(-s);
  };
  const auto rhs = [=](double t, auto y, auto f) {
    f[0] = y[0] * y[2];
    f[1] = -y[0] * y[1] * y[2];
    f[2] = y[2] * (1 + y[2] * y[2]) - drive(t) * y[0];
  };
  const auto stamps = [=](double t, auto y, auto&& add) {
    add(0, 0, y[2]), add(0, 2, y[0]);
    add(1, 0, -y[1] * y[2]), add(1, 1, -y[0] * y[2]), add(1, 2, -y[0] * y[1]);
    add(2, 0, -drive(t)), add(2, 2, 1 + 3 * y[2] * y[2]);
  };
  const auto timeDerivative = [=](double t, ConstView y, View ft) { ft[0] = ft[1] = 0, ft[2] = -driveDot(t) * y[0]; };
  TestProblem result = fromExact({
      .name = "index-one",
      .title = "A differential-algebraic system of index 1 with closed form",
      .source = "constructed from its solution",
      .problem = driven(3, rhs, denseJacobian(3, stamps), timeDerivative, {"y1", "y2", "z"}),
      .end = 2,
      .exact =
          [](double t, View y) {
            y[0] = std::exp(std::sin(t));
            y[1] = std::exp(1 - y[0]);
            y[2] = std::cos(t);
          },
      .counted = countedSystem(rhs, stamps),
  });
  result.problem.mass = diagonalMass({1, 1, 0});
  return result;
}

// Without the term in dF/dt, most Rosenbrock formulas fall to order 1 on this one.
TestProblem forcedRiccati() {
  const auto rhs = [](double t, auto y, auto f) { f[0] = -0.5 * y[0] * y[0] - 2 * (y[0] - std::sin(3 * t)); };
  const auto stamps = [](double, auto y, auto&& add) { add(0, 0, -y[0] - 2); };
  const auto timeDerivative = [](double t, ConstView, View ft) { ft[0] = 6 * std::cos(3 * t); };
  return {
      .name = "forced-riccati",
      .title = "y' = -y^2/2 - 2 (y - sin 3t): a smooth input",
      .source = "constructed to show the effect of dF/dt",
      .problem = driven(1, rhs, denseJacobian(1, stamps), timeDerivative, {"y"}),
      .end = 2,
      .initial = {0.3},
      .reference = {-0.569493524665403},  // RADAU at 1e-12 and 1e-13
      .referenceDigits = 14,
      .absoluteScale = {1},
      .counted = countedSystem(rhs, stamps),
  };
}

}  // namespace dashpot::problems
