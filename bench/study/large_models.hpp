// Systems of any size, as hand-written equations and as models: what the run of a model is compared with.
#pragma once

#include "problems/problems.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace dashpot::bench {

/// Heat conduction in n cells from a hot end; hand-written.
inline problems::TestProblem heatLine(int n) {
  problems::TestProblem test;
  test.name = "heat";
  test.end = 0.1;
  test.initial.assign(static_cast<std::size_t>(n), 0.0);
  test.absoluteScale.assign(test.initial.size(), 1.0);
  Problem& p = test.problem;
  const double k = static_cast<double>(n) * n;
  p.size = n;
  p.autonomous = true;
  p.rhs = [n, k](double, ConstView y, View f) {
    for (int i = 0; i < n; ++i) f[i] = k * ((i > 0 ? y[i - 1] : 1.0) - 2 * y[i] + (i + 1 < n ? y[i + 1] : y[i]));
  };
  SparsityPattern pattern;
  Vector values;
  pattern.columnStart.push_back(0);
  for (int j = 0; j < n; ++j) {
    if (j > 0) pattern.rows.push_back(j - 1), values.push_back(k);
    pattern.rows.push_back(j), values.push_back(j + 1 < n ? -2 * k : -k);
    if (j + 1 < n) pattern.rows.push_back(j + 1), values.push_back(k);
    pattern.columnStart.push_back(static_cast<int>(pattern.rows.size()));
  }
  p.jacobian = Jacobian{pattern, [values](double, ConstView, View out) { std::ranges::copy(values, out.begin()); }};
  return test;
}

inline std::string heatModel(int n) {
  return fmt::format(
      "model Heat parameter Integer n = {0}; parameter Real k = {0}.0^2; Real T[n](each start = 0, each fixed = true, "
      "each "
      "nominal = 1); equation der(T[1]) = k*(1 - 2*T[1] + T[2]); for i in 2:n - 1 loop der(T[i]) = k*(T[i - 1] - "
      "2*T[i] + T[i "
      "+ 1]); end for; der(T[n]) = k*(T[n - 1] - T[n]); end Heat;",
      n);
}

/// The same system as a circuit of components: n resistors and n capacitors to ground.
inline std::string circuitModel(int n) {
  return fmt::format(
      "connector Pin Real v; flow Real i; end Pin;\n"
      "model Resistor parameter Real R = 1; Pin p, n; equation p.v - n.v = R*p.i; p.i + n.i = 0; end Resistor;\n"
      "model Capacitor parameter Real C = 1; Pin p, n; Real v(start = 0, fixed = true, nominal = 1); equation v = p.v "
      "- n.v; "
      "C*der(v) = p.i; p.i + n.i = 0; end Capacitor;\n"
      "model Source parameter Real V = 0; Pin p; equation p.v = V; end Source;\n"
      "model Ladder parameter Integer n = {0}; Resistor r[n]; Capacitor c[n](each C = 1.0/{0}.0^2); Source ground, "
      "source(V = "
      "1); equation connect(source.p, r[1].p); for k in 1:n loop connect(r[k].n, c[k].p); connect(c[k].n, ground.p); "
      "end for; "
      "for k in 1:n - 1 loop connect(r[k].n, r[k + 1].p); end for; end Ladder;",
      n);
}

/// Heat conduction in n x n cells from a hot edge on the left; hand-written.
inline problems::TestProblem heatPlate(int n) {
  problems::TestProblem test;
  test.name = "plate";
  test.end = 0.1;
  test.initial.assign(static_cast<std::size_t>(n) * static_cast<std::size_t>(n), 0.0);
  test.absoluteScale.assign(test.initial.size(), 1.0);
  Problem& p = test.problem;
  const double k = static_cast<double>(n) * n;
  p.size = n * n;
  p.autonomous = true;
  p.rhs = [n, k](double, ConstView y, View f) {
    for (int c = 0; c < n * n; ++c) {
      const int i = c / n, j = c % n;
      f[c] = k * ((j > 0 ? y[c - 1] : 1.0) - 2 * y[c] + (j + 1 < n ? y[c + 1] : y[c]) + (i > 0 ? y[c - n] : y[c]) -
                  2 * y[c] + (i + 1 < n ? y[c + n] : y[c]));
    }
  };
  SparsityPattern pattern;
  Vector values;
  pattern.columnStart.push_back(0);
  for (int c = 0; c < n * n; ++c) {
    const int i = c / n, j = c % n;
    const int neighbours = (i > 0) + (i + 1 < n) + 1 + (j + 1 < n);  // on the left, there is always one
    if (i > 0) pattern.rows.push_back(c - n), values.push_back(k);
    if (j > 0) pattern.rows.push_back(c - 1), values.push_back(k);
    pattern.rows.push_back(c), values.push_back(-neighbours * k);
    if (j + 1 < n) pattern.rows.push_back(c + 1), values.push_back(k);
    if (i + 1 < n) pattern.rows.push_back(c + n), values.push_back(k);
    pattern.columnStart.push_back(static_cast<int>(pattern.rows.size()));
  }
  p.jacobian = Jacobian{pattern, [values](double, ConstView, View out) { std::ranges::copy(values, out.begin()); }};
  return test;
}

inline std::string plateModel(int n) {
  return fmt::format(
      "model Plate parameter Integer n = {0}; parameter Real k = {0}.0^2; Real T[n, n](each start = 0, each fixed = "
      "true, "
      "each nominal = 1); equation for i in 1:n loop for j in 1:n loop der(T[i, j]) = k*((if j > 1 then T[i, j - 1] "
      "else "
      "1) - 2*T[i, j] + (if j < n then T[i, j + 1] else T[i, j]) + (if i > 1 then T[i - 1, j] else T[i, j]) - 2*T[i, "
      "j] + "
      "(if i < n then T[i + 1, j] else T[i, j])); end for; end for; end Plate;",
      n);
}

/// A cascade of n first-order lags that follow a step: the signal takes the time 1 to pass.
inline problems::TestProblem cascade(int n) {
  problems::TestProblem test;
  test.name = "cascade";
  test.end = 1.5;
  test.initial.assign(static_cast<std::size_t>(n), 0.0);
  test.absoluteScale.assign(test.initial.size(), 1.0);
  Problem& p = test.problem;
  p.size = n;
  p.autonomous = true;
  p.rhs = [n](double, ConstView y, View f) {
    for (int i = 0; i < n; ++i) f[i] = n * ((i > 0 ? y[i - 1] : 1.0) - y[i]);
  };
  SparsityPattern pattern;
  Vector values;
  pattern.columnStart.push_back(0);
  for (int j = 0; j < n; ++j) {
    pattern.rows.push_back(j), values.push_back(-n);
    if (j + 1 < n) pattern.rows.push_back(j + 1), values.push_back(n);
    pattern.columnStart.push_back(static_cast<int>(pattern.rows.size()));
  }
  p.jacobian = Jacobian{pattern, [values](double, ConstView, View out) { std::ranges::copy(values, out.begin()); }};
  return test;
}

inline std::string cascadeModel(int n) {
  return fmt::format(
      "model Cascade parameter Integer n = {0}; parameter Real tau = 1.0/{0}; Real x[n](each start = 0, each fixed = "
      "true, each nominal = 1); equation tau*der(x[1]) = 1 - x[1]; for i in 2:n loop tau*der(x[i]) = x[i - 1] - x[i]; "
      "end for; end Cascade;",
      n);
}

}  // namespace dashpot::bench
