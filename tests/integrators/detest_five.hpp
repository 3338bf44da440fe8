// One problem of each class A to E of Enright, Hull and Lindberg (1975), with the initial steps of Treeaporn (2005),
// and references computed independently (Radau, relative tolerance 1e-11).
#pragma once

#include "problems/problems.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace dashpot::testing {

struct DetestFive {
  std::string name;
  Problem problem;
  Vector initial;
  double end;
  double firstStep;
  Vector reference;
};

inline Problem autonomousProblem(int n, VectorFunction f, VectorFunction jacobian) {
  Problem p{.size = n, .rhs = std::move(f)};
  p.autonomous = true;
  p.jacobian = Jacobian{{}, std::move(jacobian)};
  return p;
}

inline DetestFive detestA2() {
  const auto f = [](double, ConstView y, View d) {
    d[0] = -1800 * y[0] + 900 * y[1];
    for (int i = 1; i < 8; ++i) d[i] = y[i - 1] - 2 * y[i] + y[i + 1];
    d[8] = 1000 * y[7] - 2000 * y[8] + 1000;
  };
  const auto jacobian = [](double, ConstView, View j) {
    std::fill(j.begin(), j.end(), 0.0);
    j[0] = -1800;
    j[9] = 900;
    for (int i = 1; i < 8; ++i) {
      j[(i - 1) * 9 + i] = j[(i + 1) * 9 + i] = 1;
      j[i * 9 + i] = -2;
    }
    j[7 * 9 + 8] = 1000;
    j[8 * 9 + 8] = -2000;
  };
  return {"A2",
          autonomousProblem(9, f, jacobian),
          Vector(9, 0.0),
          120,
          5e-4,
          {0.09999912553, 0.1999982512, 0.2999975543, 0.3999971058, 0.499996951, 0.5999971058, 0.6999975543,
           0.7999982512, 0.8999991255}};
}

inline DetestFive detestB1() {
  const auto f = [](double, ConstView y, View d) {
    d[0] = -y[0] + y[1];
    d[1] = -100 * y[0] - y[1];
    d[2] = -100 * y[2] + y[3];
    d[3] = -10000 * y[2] - 100 * y[3];
  };
  const auto jacobian = [](double, ConstView, View j) {
    const double m[16] = {-1, -100, 0, 0, 1, -1, 0, 0, 0, 0, -100, -10000, 0, 0, 1, -100};
    std::copy(std::begin(m), std::end(m), j.begin());
  };
  return {"B1", autonomousProblem(4, f, jacobian), {1, 0, 1, 0}, 20, 7e-3, {1.004e-9, 1.79999957e-8, 0, 0}};
}

inline DetestFive detestC1() {
  const auto f = [](double, ConstView y, View d) {
    d[0] = -y[0] + y[1] * y[1] + y[2] * y[2] + y[3] * y[3];
    d[1] = -10 * y[1] + 10 * (y[2] * y[2] + y[3] * y[3]);
    d[2] = -40 * y[2] + 40 * y[3] * y[3];
    d[3] = -100 * y[3] + 2;
  };
  const auto jacobian = [](double, ConstView y, View j) {
    const double m[16] = {-1,       0,         0,   0, 2 * y[1], -10,       0,         0,
                          2 * y[2], 20 * y[2], -40, 0, 2 * y[3], 20 * y[3], 80 * y[3], -100};
    std::copy(std::begin(m), std::end(m), j.begin());
  };
  return {"C1", autonomousProblem(4, f, jacobian), {1, 1, 1, 1}, 20, 1e-2, {4.003223927e-4, 4.0016e-4, 4e-4, 0.02}};
}

/// With -0.013 y1 in the third equation, which conserves y1 + y2 - y3; the print of 2005 has +.
inline DetestFive detestD4() {
  const auto f = [](double, ConstView y, View d) {
    d[0] = -0.013 * y[0] - 1000 * y[0] * y[2];
    d[1] = -2500 * y[1] * y[2];
    d[2] = -0.013 * y[0] - 1000 * y[0] * y[2] - 2500 * y[1] * y[2];
  };
  const auto jacobian = [](double, ConstView y, View j) {
    const double a = -0.013 - 1000 * y[2], b = -2500 * y[2], c = -1000 * y[0], d = -2500 * y[1];
    const double m[9] = {a, 0, a, 0, b, b, c, d, c + d};
    std::copy(std::begin(m), std::end(m), j.begin());
  };
  return {"D4", autonomousProblem(3, f, jacobian), {1, 1, 0}, 50, 2.9e-4, {0.5976546981, 1.402343409, -1.893387e-6}};
}

inline DetestFive detestE1() {
  static constexpr double k = 100;
  const auto f = [](double, ConstView y, View d) {
    d[0] = y[1];
    d[1] = y[2];
    d[2] = y[3];
    d[3] = (y[0] * y[0] - std::sin(y[0]) - k * k * k * k) * y[0] +
           (y[1] * y[2] / (y[0] * y[0] + 1) - 4 * k * k * k) * y[1] + (1 - 6 * k * k) * y[2] +
           (10 * std::exp(-y[3] * y[3]) - 4 * k) * y[3] + 1;
  };
  const auto jacobian = [](double, ConstView y, View j) {
    std::fill(j.begin(), j.end(), 0.0);
    j[4] = j[9] = j[14] = 1;
    const double q = y[0] * y[0] + 1, e = 10 * std::exp(-y[3] * y[3]);
    j[3] = 3 * y[0] * y[0] - std::sin(y[0]) - y[0] * std::cos(y[0]) - k * k * k * k -
           2 * y[0] * y[1] * y[1] * y[2] / (q * q);
    j[7] = 2 * y[1] * y[2] / q - 4 * k * k * k;
    j[11] = y[1] * y[1] / q + 1 - 6 * k * k;
    j[15] = e - 4 * k - 2 * y[3] * y[3] * e;
  };
  return {"E1", autonomousProblem(4, f, jacobian), {0, 0, 0, 0}, 1, 6.8e-3, {1e-8, 0, 0, 0}};
}

}  // namespace dashpot::testing
