// Measuring what methods really do: errors at the end and between steps, observed orders, correct digits.
#pragma once

#include "dashpot/integrate.hpp"
#include "problems/accuracy.hpp"
#include "problems/problems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace dashpot::testing {

using problems::correctDigits;
using problems::TestProblem;

/// y' = y^2 cos t,  y = 1 / (2 - sin t): nonlinear, non-autonomous, and never close to special values.
inline TestProblem periodicRiccati() {
  TestProblem p;
  p.problem.size = 1;
  p.problem.rhs = [](double t, ConstView y, View f) { f[0] = y[0] * y[0] * std::cos(t); };
  p.problem.jacobian = Jacobian{{}, [](double t, ConstView y, View j) { j[0] = 2 * y[0] * std::cos(t); }};
  p.problem.timeDerivative = [](double t, ConstView y, View ft) { ft[0] = -y[0] * y[0] * std::sin(t); };
  p.exact = [](double t, View y) { y[0] = 1 / (2 - std::sin(t)); };
  p.start = 0.5;
  p.end = 9.5;
  p.initial = p.reference = {0};
  p.exact(p.start, p.initial);
  p.exact(p.end, p.reference);
  p.absoluteScale = {1};
  return p;
}

/// The rotating, growing and shrinking pair (x, y) = e^(sin t / 2) (cos t, sin t) as an autonomous system in (x, y, c,
/// s): nonlinear, with c = cos t and s = sin t as states.
inline TestProblem breathingRotation() {
  TestProblem p;
  p.problem.size = 4;
  p.problem.autonomous = true;
  p.problem.rhs = [](double, ConstView v, View f) {
    f[0] = 0.5 * v[2] * v[0] - v[1];
    f[1] = 0.5 * v[2] * v[1] + v[0];
    f[2] = -v[3];
    f[3] = v[2];
  };
  p.problem.jacobian = Jacobian{{}, [](double, ConstView v, View j) {
                                  const double byColumns[16] = {0.5 * v[2], 1,          0, 0, -1, 0.5 * v[2], 0,  0,
                                                                0.5 * v[0], 0.5 * v[1], 0, 1, 0,  0,          -1, 0};
                                  std::copy(std::begin(byColumns), std::end(byColumns), j.begin());
                                }};
  p.exact = [](double t, View v) {
    const double r = std::exp(std::sin(t) / 2);
    v[0] = r * std::cos(t);
    v[1] = r * std::sin(t);
    v[2] = std::cos(t);
    v[3] = std::sin(t);
  };
  p.end = 6;
  p.initial = p.reference = Vector(4);
  p.exact(p.start, p.initial);
  p.exact(p.end, p.reference);
  p.absoluteScale = Vector(4, 1.0);
  return p;
}

/// Tolerances so tight that the iteration of implicit methods does not show in the measured orders.
inline Options fixedStep(const std::string& method, double h) {
  Options options;
  options.method = method;
  options.step = h;
  options.tolerances.relative = options.tolerances.absolute = method == "arkode" ? 1e-11 : 1e-13;
  return options;
}

inline double largestDifference(ConstView a, ConstView b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

/// Largest error at the ends of `steps` equal steps; over the whole run, because at one point errors may cancel.
inline double globalError(const std::string& method, const TestProblem& p, int steps) {
  const Solution s = solve(p.problem, p.start, p.end, p.initial, fixedStep(method, (p.end - p.start) / steps));
  if (!s.ok()) return NAN;
  Vector exact(p.initial);
  double largest = 0;
  for (std::size_t i = 0; i < s.times.size(); ++i) {
    p.exact(s.times[i], exact);
    largest = std::max(largest, largestDifference(s.states[i], exact));
  }
  return largest;
}

/// Largest error of the interpolant between the steps.
inline double interpolationError(const std::string& method, const TestProblem& p, int steps) {
  Integrator run(p.problem, fixedStep(method, (p.end - p.start) / steps));
  run.start(p.start, p.initial, p.end);
  Vector y(p.initial), exact(p.initial);
  double largest = 0;
  while (run.step() != RunStatus::failed) {
    for (const double theta : {0.2, 0.45, 0.8}) {
      const double t = run.previousTime() + theta * (run.time() - run.previousTime());
      run.interpolate(t, y);
      p.exact(t, exact);
      largest = std::max(largest, largestDifference(y, exact));
    }
    if (run.time() == p.end) return largest;
  }
  return NAN;
}

/// Slope of the error against the step, from the finest pair of runs whose errors are still above rounding.
template <class ErrorOfSteps>
double observedOrder(const ErrorOfSteps& error, int coarsest, double rounding = 2e-13) {
  double slope = NAN;
  double coarse = error(coarsest);
  for (int steps = 2 * coarsest; steps <= 64 * coarsest; steps *= 2) {
    const double fine = error(steps);
    if (!(fine > rounding)) break;
    slope = std::log2(coarse / fine);
    coarse = fine;
  }
  return slope;
}

/// Tolerances in the proportions that the problem asks for.
inline Options toleranceFor(const TestProblem& p, const std::string& method, double tolerance) {
  Options options;
  options.method = method;
  options.tolerances = problems::tolerancesFor(p, tolerance);
  options.outputTimes = {p.end};
  return options;
}

/// Test-name suffix of a parameterised test: letters, digits and underscores only.
inline std::string nameOf(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
}

inline std::vector<std::string> oneStepMethods() {
  std::vector<std::string> names;
  for (const MethodTraits& m : methods())
    // The others have tests of their own: they need pairs or linear parts, or have no stability function.
    if (m.stages > 0 && m.fixedStep && m.name != "arkode" && m.family != Family::diagonalExponential &&
        m.family != Family::transition && m.family != Family::exponential && m.family != Family::secondOrder &&
        m.family != Family::published)
      names.push_back(m.name);
  return names;
}

}  // namespace dashpot::testing
