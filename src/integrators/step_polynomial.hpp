// The interpolant of a step, its stages gathered by powers of theta: y(t + theta h) = y0 + sum_d c_d theta^d, d = 1 ..
// degree. Wherever a step is looked at once, it is looked at again, and then Horner's rule is all that is left to do.
#pragma once

#include "dashpot/integrate.hpp"
#include "linalg/polynomials.hpp"

#include <algorithm>

namespace dashpot::integrators {

class StepPolynomial {
 public:
  StepPolynomial(std::size_t size, int degree)
      : size_(size), degree_(degree), coefficients_(size * static_cast<std::size_t>(degree)) {}

  [[nodiscard]] bool isFormed() const { return isFormed_; }
  /// Another step.
  void forget() { isFormed_ = false; }
  void clear() {
    std::ranges::fill(coefficients_, 0.0);
    isFormed_ = true;
  }
  /// c_power += weight times a stage.
  void add(int power, double weight, ConstView stage) {
    double* const target = of(power);
    for (std::size_t k = 0; k < size_; ++k) target[k] += weight * stage[k];
  }

  void at(double theta, ConstView y0, View y) const {
    for (std::size_t k = 0; k < size_; ++k) {
      double sum = 0;
      for (int d = degree_; d > 0; --d) sum = (sum + of(d)[k]) * theta;
      y[k] = y0[k] + sum;
    }
  }

  /// At many places, by fours.
  void atMany(ConstView thetas, ConstView y0, View y) const {
    linalg::evaluateByFours(coefficients_, degree_, y0, thetas, y.data());
  }

  /// With the derivative by theta.
  void withSlope(double theta, ConstView y0, View y, View slope) const {
    for (std::size_t k = 0; k < size_; ++k) {
      double sum = 0, derivative = 0;
      for (int d = degree_; d > 0; --d) {
        sum += of(d)[k];
        derivative = derivative * theta + sum;
        sum *= theta;
      }
      y[k] = y0[k] + sum;
      slope[k] = derivative;
    }
  }

 private:
  double* of(int power) { return coefficients_.data() + static_cast<std::size_t>(power - 1) * size_; }
  const double* of(int power) const { return coefficients_.data() + static_cast<std::size_t>(power - 1) * size_; }

  std::size_t size_;
  int degree_;
  Vector coefficients_;  // c_1, then c_2, ...
  bool isFormed_ = false;
};

}  // namespace dashpot::integrators
