// What elimination needs of real and of complex numbers alike.
#pragma once

#include <cmath>
#include <complex>

namespace dashpot::linalg {

/// |x| for pivoting; the cheap 1-norm for complex numbers.
inline double pivotSize(double x) { return std::abs(x); }
inline double pivotSize(const std::complex<double>& x) { return std::abs(x.real()) + std::abs(x.imag()); }

/// Products of finite numbers, which are all that occur here: that of std::complex looks for infinities, too, which takes
/// as long as the product itself.
inline double product(double a, double b) { return a * b; }
inline std::complex<double> product(const std::complex<double>& a, const std::complex<double>& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

}  // namespace dashpot::linalg
