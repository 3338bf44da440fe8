// Numbers that carry their derivatives (forward mode), so that a right-hand side written once for any number type gives
// its exact Jacobian: for small problems whose derivatives would only be a source of errors if written by hand.
#pragma once

#include "dashpot/problem.hpp"

#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace dashpot::problems {

template <int N>
struct Dual {
  double value = 0;
  std::array<double, N> slope{};

  Dual() = default;
  Dual(double v) : value(v) {}  // NOLINT: constants mix with variables
  static Dual variable(double v, int index) {
    Dual x(v);
    x.slope[static_cast<std::size_t>(index)] = 1;
    return x;
  }
  /// f(x), given f and f' at its value.
  Dual chain(double f, double derivative) const {
    Dual result(f);
    for (int k = 0; k < N; ++k) result.slope[k] = derivative * slope[k];
    return result;
  }

  friend Dual operator+(Dual a, const Dual& b) {
    a.value += b.value;
    for (int k = 0; k < N; ++k) a.slope[k] += b.slope[k];
    return a;
  }
  friend Dual operator-(Dual a, const Dual& b) {
    a.value -= b.value;
    for (int k = 0; k < N; ++k) a.slope[k] -= b.slope[k];
    return a;
  }
  friend Dual operator-(const Dual& a) { return a.chain(-a.value, -1); }
  friend Dual operator*(const Dual& a, const Dual& b) {
    Dual result(a.value * b.value);
    for (int k = 0; k < N; ++k) result.slope[k] = a.slope[k] * b.value + a.value * b.slope[k];
    return result;
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    Dual result(a.value / b.value);
    for (int k = 0; k < N; ++k) result.slope[k] = (a.slope[k] - result.value * b.slope[k]) / b.value;
    return result;
  }
  friend Dual sin(const Dual& x) { return x.chain(std::sin(x.value), std::cos(x.value)); }
  friend Dual cos(const Dual& x) { return x.chain(std::cos(x.value), -std::sin(x.value)); }
  friend Dual exp(const Dual& x) { return x.chain(std::exp(x.value), std::exp(x.value)); }
  friend Dual sqrt(const Dual& x) { return x.chain(std::sqrt(x.value), 0.5 / std::sqrt(x.value)); }
  friend Dual cbrt(const Dual& x) {
    const double root = std::cbrt(x.value);
    return x.chain(root, 1 / (3 * root * root));
  }
  friend Dual abs(const Dual& x) { return x.value < 0 ? -x : x; }
};

inline double valueOf(double x) { return x; }
template <int N>
double valueOf(const Dual<N>& x) {
  return x.value;
}

/// y' = F(t, y) from f(t, y, out), where t is any number type and y and out are pointers to it. J is stored dense.
template <int N, class Function>
Problem differentiated(Function f, std::vector<std::string> names, bool autonomous = true) {
  using Number = Dual<N + 1>;  // the last derivative is that by t
  const auto evaluate = [f](double t, ConstView y, std::array<Number, N>& out) {
    std::array<Number, N> state;
    for (int i = 0; i < N; ++i) state[i] = Number::variable(y[i], i);
    f(Number::variable(t, N), state.data(), out.data());
  };
  Problem problem;
  problem.size = N;
  problem.rhs = [f](double t, ConstView y, View out) { f(t, y.data(), out.data()); };
  problem.jacobian = Jacobian{.pattern = {}, .values = [evaluate](double t, ConstView y, View values) {
                                std::array<Number, N> out;
                                evaluate(t, y, out);
                                for (int j = 0; j < N; ++j)
                                  for (int i = 0; i < N; ++i) values[i + N * j] = out[i].slope[j];
                              }};
  problem.autonomous = autonomous;
  if (!autonomous)
    problem.timeDerivative = [evaluate](double t, ConstView y, View ft) {
      std::array<Number, N> out;
      evaluate(t, y, out);
      for (int i = 0; i < N; ++i) ft[i] = out[i].slope[N];
    };
  problem.names = std::move(names);
  return problem;
}

}  // namespace dashpot::problems
