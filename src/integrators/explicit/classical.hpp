// The classical Runge-Kutta step, for any number type: double for runs, Counted for counting operations.
#pragma once

#include "dashpot/problem.hpp"

#include <span>
#include <vector>

namespace dashpot::integrators {

/// With the memory of its stages, so that a step takes none.
template <class Number>
class ClassicalRungeKutta {
 public:
  explicit ClassicalRungeKutta(std::size_t n) : argument_(n), k2_(n), k3_(n), k4_(n) {}

  /// next = y + h/6 (k1 + 2 k2 + 2 k3 + k4); k1 is known. 13 operations per component.
  template <class Rhs>
  Evaluation step(Rhs&& rhs, double t, double h, std::span<const Number> y, std::span<const Number> k1,
                  std::span<Number> next) {
    const std::size_t n = y.size();
    const auto stage = [&](double factor, double time, std::span<const Number> slope, std::vector<Number>& k) {
      for (std::size_t i = 0; i < n; ++i) argument_[i] = y[i] + factor * slope[i];
      return rhs(time, std::span<const Number>(argument_), std::span<Number>(k));
    };
    if (const Evaluation e = stage(h / 2, t + h / 2, k1, k2_); e != Evaluation::ok) return e;
    if (const Evaluation e = stage(h / 2, t + h / 2, k2_, k3_); e != Evaluation::ok) return e;
    if (const Evaluation e = stage(h, t + h, k3_, k4_); e != Evaluation::ok) return e;
    for (std::size_t i = 0; i < n; ++i) next[i] = y[i] + (h / 6) * (k1[i] + 2.0 * k2_[i] + 2.0 * k3_[i] + k4_[i]);
    return Evaluation::ok;
  }

 private:
  std::vector<Number> argument_, k2_, k3_, k4_;
};

}  // namespace dashpot::integrators
