// The models of src/problems once more, as flat models: what a compiled model costs against hand-written C++.
#pragma once

#include "study/flat_builder.hpp"

#include <array>
#include <numbers>

namespace dashpot::bench {

inline model::FlatModel hiresModel() {
  FlatBuilder b("hires");
  const auto y = b.variables("y", 8, 1.0);
  const Term r = b.variable("r");
  b.equation(r, 280.0 * y[5] * y[7]);
  b.equation(b.der(y[0]), -1.71 * y[0] + 0.43 * y[1] + 8.32 * y[2] + 0.0007);
  b.equation(b.der(y[1]), 1.71 * y[0] - 8.75 * y[1]);
  b.equation(b.der(y[2]), -10.03 * y[2] + 0.43 * y[3] + 0.035 * y[4]);
  b.equation(b.der(y[3]), 8.32 * y[1] + 1.71 * y[2] - 1.12 * y[3]);
  b.equation(b.der(y[4]), -1.745 * y[4] + 0.43 * (y[5] + y[6]));
  b.equation(b.der(y[5]), -r + 0.69 * y[3] + 1.71 * y[4] - 0.43 * y[5] + 0.69 * y[6]);
  b.equation(b.der(y[6]), r - 1.81 * y[6]);
  b.equation(b.der(y[7]), -(r - 1.81 * y[6]));
  return std::move(b.flat);
}

/// Verwer (1994): rates, each with the species that it uses up (two at most) and makes, numbered from 1.
inline model::FlatModel pollutionModel() {
  struct Reaction {
    double k;
    std::vector<int> from, to;
  };
  const std::vector<Reaction> reactions{
      {0.350e0, {1}, {2, 3}},      {0.266e2, {2, 4}, {1}},      {0.123e5, {5, 2}, {6, 1}},
      {0.860e-3, {7}, {5, 5, 8}},  {0.820e-3, {7}, {8}},        {0.150e5, {7, 6}, {8, 5}},
      {0.130e-3, {9}, {10, 8, 5}}, {0.240e5, {9, 6}, {11}},     {0.165e5, {11, 2}, {1, 10, 12}},
      {0.900e4, {11, 1}, {13}},    {0.220e-1, {13}, {11, 1}},   {0.120e5, {10, 2}, {14, 1}},
      {0.188e1, {14}, {7, 5}},     {0.163e5, {1, 6}, {15}},     {0.480e7, {3}, {4}},
      {0.350e-3, {4}, {16}},       {0.175e-1, {4}, {3}},        {0.100e9, {16}, {6, 6}},
      {0.444e12, {16}, {3}},       {0.124e4, {17, 6}, {18, 5}}, {0.210e1, {19}, {2}},
      {0.578e1, {19}, {1, 3}},     {0.474e-1, {1, 4}, {19}},    {0.178e4, {19, 1}, {20}},
      {0.312e1, {20}, {19, 1}}};
  FlatBuilder b("pollution");
  const auto y = b.variables("y", 20), r = b.variables("r", static_cast<int>(reactions.size()));
  std::vector<Term> sum(20);
  const auto use = [&](int species, Term rate, bool isMade) {
    Term& s = sum[static_cast<std::size_t>(species - 1)];
    s = !s.pool ? (isMade ? rate : -rate) : isMade ? s + rate : s - rate;
  };
  for (std::size_t k = 0; k < reactions.size(); ++k) {
    Term rate = reactions[k].k * y[static_cast<std::size_t>(reactions[k].from[0] - 1)];
    if (reactions[k].from.size() > 1) rate = rate * y[static_cast<std::size_t>(reactions[k].from[1] - 1)];
    b.equation(r[k], rate);
    for (const int species : reactions[k].from) use(species, r[k], false);
    for (const int species : reactions[k].to) use(species, r[k], true);
  }
  for (std::size_t i = 0; i < 20; ++i) b.equation(b.der(y[i]), sum[i]);
  return std::move(b.flat);
}

/// Hairer and Wanner II, eq. IV.10.8; u and v alternate.
inline model::FlatModel brusselatorModel(int n) {
  FlatBuilder b("brusselator");
  const double diffusion = 0.02 * (n + 1.0) * (n + 1.0);
  std::vector<Term> u, v, uuv;
  for (int i = 0; i < n; ++i) u.push_back(b.variable("u", 1.0, {i + 1})), v.push_back(b.variable("v", 3.0, {i + 1}));
  for (int i = 0; i < n; ++i) uuv.push_back(b.variable("uuv", 0.0, {i + 1}));
  for (int i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const Term one = b.constant(1.0), three = b.constant(3.0);
    const Term uLeft = i > 0 ? u[k - 1] : one, uRight = i + 1 < n ? u[k + 1] : one;
    const Term vLeft = i > 0 ? v[k - 1] : three, vRight = i + 1 < n ? v[k + 1] : three;
    b.equation(uuv[k], u[k] * u[k] * v[k]);
    b.equation(b.der(u[k]), 1.0 * uuv[k] + 1.0 - 4.0 * u[k] + diffusion * (uLeft - 2.0 * u[k] + uRight));
    b.equation(b.der(v[k]), 3.0 * u[k] - uuv[k] + diffusion * (vLeft - 2.0 * v[k] + vRight));
  }
  return std::move(b.flat);
}

/// Esque (2008), circuit 2, as in src/problems/cylinder_circuit.cpp, with the constant bulk modulus.
inline model::FlatModel cylinderModel() {
  constexpr double pi = std::numbers::pi, density = 870, viscosity = 30e-6, discharge = 0.6, reynolds = 1000;
  constexpr double areaA = pi * 0.05 * 0.05 / 4, areaB = areaA - pi * 0.028 * 0.028 / 4, modulus = 1e9;
  constexpr double pipeArea = pi * 0.01 * 0.01 / 4, halfPipe = pipeArea * 1.5, litrePerMinute = 1e-3 / 60;
  FlatBuilder b("cylinder");
  const std::array names{"pA", "pB", "x", "v", "p5", "p6", "q7", "p8", "p9", "q10", "pS", "pR", "k"};
  enum State { pA, pB, x, v, p5, p6, q7, p8, p9, q10, pS, pR, k };
  std::vector<Term> y;
  for (const char* name : names) y.push_back(b.variable(name));
  Term u = b.constant(0.0);
  for (const auto& [from, value] : {std::pair{1.0, 0.3}, {2.5, 0.0}, {4.0, -0.3}, {5.5, 0.0}, {7.0, 0.2}, {8.5, 0.0}})
    u = choose(b.time(), from, b.constant(value), u);
  const Term command = b.variable("u");
  b.equation(command, u);
  u = command;
  int flows = 0;
  const auto named = [&](Term value) {
    const Term flow = b.variable("flow", 0.0, {++flows});
    b.equation(flow, value);
    return flow;
  };
  const auto orifice = [&](Term pressure, double diameter, Term area) {
    const double transition = 9 * (viscosity * reynolds / (discharge * diameter)) *
                              (viscosity * reynolds / (discharge * diameter)) * density / 8;
    const Term size = abs(pressure), r = size / transition;
    const Term turbulent = discharge * std::sqrt(2 / density) * area * sqrt(size);
    const Term laminar = 3 * viscosity * reynolds / (4 * diameter) * area * r * (3.0 - r);
    return named(sign(pressure) * choose(size, transition, turbulent, laminar));
  };
  const Term portArea = b.parameter("portArea", pi * 9.5e-3 * 9.5e-3 / 4),
             opening = named(abs(u) * (pi * 4e-3 * 4e-3 / 4));
  const Term zero = b.constant(0.0), ahead = choose(u, 0.0, opening, zero), back = choose(-u, 0.0, opening, zero);
  const Term q6A = orifice(y[p6] - y[pA], 9.5e-3, portArea), q8B = orifice(y[p8] - y[pB], 9.5e-3, portArea);
  const Term qS5 = orifice(y[pS] - y[p5], 4e-3, ahead), qS9 = orifice(y[pS] - y[p9], 4e-3, back);
  const Term q5R = orifice(y[p5] - y[pR], 4e-3, back), q9R = orifice(y[p9] - y[pR], 4e-3, ahead);
  const Term qRT = orifice(y[pR], 9.5e-3, portArea);
  const Term size = abs(y[pS]), ratio = size / 1e4;
  const Term root = sign(y[pS]) * choose(size, 1e4, sqrt(size), 50.0 * ratio * (3.0 - ratio));
  const Term relief = named(max(y[k], 0.0) * root);
  const Term direction = tanh(y[v] / 1e-3);
  const Term friction = named((300.0 * exp(-square(y[v] / 0.02)) + 200.0) * direction + 500.0 * y[v]);
  const double laminarLoss = 8 * pi * viscosity * density * 3 / (pipeArea * pipeArea);
  const double turbulentLoss = density * 100 / (2 * pipeArea * pipeArea), inertia = pipeArea / (density * 3);
  const auto lossOf = [&](Term q) { return (number(q, laminarLoss) + turbulentLoss * abs(q)) * q; };
  const double stiffness = 1e6 * std::sqrt(11e6) / (10 * litrePerMinute);
  b.equation(b.der(y[pA]), modulus / areaA / (y[x] + 0.02) * (q6A - areaA * y[v]));
  b.equation(b.der(y[pB]), modulus / areaB / (0.52 - y[x]) * (q8B + areaB * y[v]));
  b.equation(b.der(y[x]), y[v]);
  b.equation(b.der(y[v]), (areaA * y[pA] - areaB * y[pB] - friction) / 1000.0);
  b.equation(b.der(y[p5]), modulus / halfPipe * (qS5 - q5R - y[q7]));
  b.equation(b.der(y[p6]), modulus / halfPipe * (y[q7] - q6A));
  b.equation(b.der(y[q7]), inertia * (y[p5] - y[p6] - lossOf(y[q7])));
  b.equation(b.der(y[p8]), modulus / halfPipe * (y[q10] - q8B));
  b.equation(b.der(y[p9]), modulus / halfPipe * (qS9 - q9R - y[q10]));
  b.equation(b.der(y[q10]), inertia * (y[p9] - y[p8] - lossOf(y[q10])));
  b.equation(b.der(y[pS]), 1e12 * (25 * litrePerMinute - qS5 - qS9 - relief));
  b.equation(b.der(y[pR]), 1e12 * (q5R + q9R + relief - qRT));
  b.equation(b.der(y[k]), (max((y[pS] - 10e6) / stiffness, 0.0) - y[k]) / 2e-3);
  return std::move(b.flat);
}

}  // namespace dashpot::bench
