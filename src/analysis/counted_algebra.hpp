// Elimination on numbers that count (base/counted.hpp). Zeros cost nothing: what is counted is the work of a solver
// that knows the pattern and keeps the given order of unknowns, with row pivots chosen by size; dense, banded and
// tridiagonal matrices cost what their solvers cost. A complex product is four multiplications and two additions.
#pragma once

#include "base/counted.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace dashpot::analysis {

struct CountedComplex {
  Counted re, im;

  CountedComplex() = default;
  CountedComplex(Counted real, Counted imaginary = 0.0) : re(real), im(imaginary) {}  // NOLINT: reals are meant to mix

  friend CountedComplex operator-(const CountedComplex& a, const CountedComplex& b) {
    return {a.re - b.re, a.im - b.im};
  }
  friend CountedComplex operator*(const CountedComplex& a, const CountedComplex& b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  friend CountedComplex operator/(const CountedComplex& a, const CountedComplex& b) {
    const Counted square = b.re * b.re + b.im * b.im;
    return {(a.re * b.re + a.im * b.im) / square, (a.im * b.re - a.re * b.im) / square};
  }
};

inline bool isZero(const Counted& x) { return x.value() == 0; }
inline bool isZero(const CountedComplex& x) { return isZero(x.re) && isZero(x.im); }
/// For the choice of pivots, which is free.
inline double size(const Counted& x) { return x.value() < 0 ? -x.value() : x.value(); }
inline double size(const CountedComplex& x) { return size(x.re) + size(x.im); }

template <class Number>
class CountedLu {
 public:
  using Matrix = std::vector<std::vector<Number>>;  // by rows

  /// False: singular.
  bool factor(Matrix matrix) {
    matrix_ = std::move(matrix);
    const std::size_t n = matrix_.size();
    swaps_.resize(n);
    for (std::size_t k = 0; k < n; ++k) {
      std::size_t pivot = k;
      for (std::size_t i = k + 1; i < n; ++i)
        if (size(matrix_[i][k]) > size(matrix_[pivot][k])) pivot = i;
      if (isZero(matrix_[pivot][k])) return false;
      swaps_[k] = pivot;
      std::swap(matrix_[k], matrix_[pivot]);
      for (std::size_t i = k + 1; i < n; ++i) {
        if (isZero(matrix_[i][k])) continue;
        const Number factor = matrix_[i][k] = matrix_[i][k] / matrix_[k][k];
        for (std::size_t j = k + 1; j < n; ++j)
          if (!isZero(matrix_[k][j])) matrix_[i][j] = matrix_[i][j] - factor * matrix_[k][j];
      }
    }
    return true;
  }

  void solve(std::vector<Number>& x) const {
    const std::size_t n = matrix_.size();
    // Whole rows were exchanged, so the exchanges come first and the factors after them.
    for (std::size_t k = 0; k < n; ++k) std::swap(x[k], x[swaps_[k]]);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (!isZero(matrix_[i][j])) x[i] = x[i] - matrix_[i][j] * x[j];
    for (std::size_t i = n; i-- > 0;) {
      for (std::size_t j = i + 1; j < n; ++j)
        if (!isZero(matrix_[i][j])) x[i] = x[i] - matrix_[i][j] * x[j];
      x[i] = x[i] / matrix_[i][i];
    }
  }

 private:
  Matrix matrix_;
  std::vector<std::size_t> swaps_;
};

}  // namespace dashpot::analysis
