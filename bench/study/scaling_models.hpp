// Models of any size: the ladders and grids that compilers of models are measured with.
#pragma once

#include "study/flat_builder.hpp"

namespace dashpot::bench {

/// N sections of a resistor and a capacitor, with the voltages and currents of a circuit: 4 equations each.
inline model::FlatModel ladder(int n) {
  FlatBuilder b("ladder");
  const Term r = b.parameter("R", 1.0), c = b.parameter("C", 1e-3);
  const auto v = b.variables("v", n), i = b.variables("i", n), drop = b.variables("drop", n),
             charge = b.variables("charge", n);
  for (int k = 0; k < n; ++k) {
    const auto at = static_cast<std::size_t>(k);
    b.equation(drop[at], (k == 0 ? b.constant(1.0) : v[at - 1]) - v[at]);
    b.equation(drop[at], r * i[at]);
    b.equation(charge[at], k + 1 < n ? i[at] - i[at + 1] : i[at]);
    b.equation(c * b.der(v[at]), charge[at]);
  }
  return std::move(b.flat);
}

/// A pipe of N cells with pressure and momentum, turbulent friction and a parameter set of each cell: 4 equations.
inline model::FlatModel pipe(int n) {
  FlatBuilder b("pipe");
  const auto p = b.variables("p", n, 1e5), q = b.variables("q", n), loss = b.variables("loss", n),
             net = b.variables("net", n);
  for (int k = 0; k < n; ++k) {
    const auto at = static_cast<std::size_t>(k);
    const Term length = b.parameter("L", 0.1, {k + 1}), area = b.parameter("A", 1e-4, {k + 1}),
               friction = b.parameter("f", 1e9, {k + 1});
    b.equation(loss[at], friction * abs(q[at]) * q[at]);
    b.equation(b.der(q[at]), area / (870.0 * length) * ((k == 0 ? b.constant(2e5) : p[at - 1]) - p[at] - loss[at]));
    b.equation(net[at], k + 1 < n ? q[at] - q[at + 1] : q[at] - 1e-9 * p[at]);
    b.equation(b.der(p[at]), 1e9 / (area * length) * net[at]);
  }
  return std::move(b.flat);
}

/// Heat conduction in a rod whose conductivity depends on the temperature.
inline model::FlatModel heat(int n) {
  FlatBuilder b("heat");
  const Term k0 = b.parameter("k0", 1.0), k1 = b.parameter("k1", 1e-3);
  const auto temperature = b.variables("T", n, 300.0), flow = b.variables("Q", n + 1);
  for (int k = 0; k <= n; ++k) {
    const auto at = static_cast<std::size_t>(k);
    const Term left = k == 0 ? b.constant(400.0) : temperature[at - 1];
    const Term right = k == n ? b.constant(300.0) : temperature[at];
    b.equation(flow[at], (k0 + k1 * (left + right)) * (left - right));
  }
  for (int k = 0; k < n; ++k) {
    const auto at = static_cast<std::size_t>(k);
    b.equation(b.der(temperature[at]), flow[at] - flow[at + 1]);
  }
  return std::move(b.flat);
}

/// The same on a square with about n cells, without names for the flows.
inline model::FlatModel grid(int n) {
  FlatBuilder b("grid");
  const int side = std::max(2, static_cast<int>(std::sqrt(static_cast<double>(n))));
  const Term k = b.parameter("k", 0.5);
  std::vector<Term> t;
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) t.push_back(b.variable("T", 300.0 + i, {i + 1, j + 1}));
  const auto at = [&](int i, int j) {
    return i < 0 || j < 0 || i >= side || j >= side ? b.constant(300.0) : t[static_cast<std::size_t>(i * side + j)];
  };
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j)
      b.equation(b.der(at(i, j)), k * (at(i - 1, j) + at(i + 1, j) + at(i, j - 1) + at(i, j + 1) - 4.0 * at(i, j)) -
                                      1e-9 * square(square(at(i, j))));
  return std::move(b.flat);
}

}  // namespace dashpot::bench
