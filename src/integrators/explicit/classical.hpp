// The classical Runge-Kutta step, for any number type: double for runs, Counted for counting operations.
#pragma once

#include "dashpot/problem.hpp"

#include <span>
#include <vector>

namespace dashpot::integrators {

/// next = y + h/6 (k1 + 2 k2 + 2 k3 + k4); k1 is known. 13 operations per component.
template <class Number, class Rhs>
Evaluation classicalRungeKutta(Rhs&& rhs, double t, double h, std::span<const Number> y, std::span<const Number> k1,
                               std::span<Number> next) {
  const std::size_t n = y.size();
  std::vector<Number> argument(n), k2(n), k3(n), k4(n);
  const auto stage = [&](double factor, double time, std::span<const Number> slope, std::vector<Number>& k) {
    for (std::size_t i = 0; i < n; ++i) argument[i] = y[i] + factor * slope[i];
    return rhs(time, std::span<const Number>(argument), std::span<Number>(k));
  };
  if (const Evaluation e = stage(h / 2, t + h / 2, k1, k2); e != Evaluation::ok) return e;
  if (const Evaluation e = stage(h / 2, t + h / 2, k2, k3); e != Evaluation::ok) return e;
  if (const Evaluation e = stage(h, t + h, k3, k4); e != Evaluation::ok) return e;
  for (std::size_t i = 0; i < n; ++i) next[i] = y[i] + (h / 6) * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
  return Evaluation::ok;
}

}  // namespace dashpot::integrators
