// The inverse of a matrix of one to four rows, for systems that are solved for many right-hand sides one after the
// other: a solution then waits for one product per row and its sum, and not for one unknown after the other.
//
// One unknown is eliminated by its largest pivot, what is left is inverted likewise, and put back:
//
//   (a u)^-1   ( 1/a + u' S^-1 l'   -u' S^-1 )
//   (l A)    = (       -S^-1 l'       S^-1   ),  u' = u/a, l' = l/a, S = A - l u'
//
// The last two unknowns take Cramer's rule. The error of a solution is bounded as after elimination, with |A^-1| |b| in
// the place of |x|; its residual may be larger (Higham 2002, sections 14.1 and, for two unknowns, 1.10.1). All of it
// stays in registers: numbers that were written one by one would have to wait in memory until they can be read as pairs.
#pragma once

#include "linalg/scalars.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace dashpot::linalg {

template <class Scalar, int N>
class SmallInverse {
 public:
  using Matrix = std::array<Scalar, static_cast<std::size_t>(N) * N>;  // by columns

  /// False when a pivot, or the last determinant, is zero or not finite.
  [[gnu::always_inline]] bool factor(const Matrix& matrix) {
    Matrix work = matrix;
    if (!invert(work)) return false;
    inverse_ = work;
    return true;
  }

  [[gnu::always_inline]] void solve(std::array<Scalar, N>& x) const {
    std::array<Scalar, N> sums;
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) {
      sums[i] = product(inverse_[i], x[0]);
#pragma GCC unroll 4
      for (int j = 1; j < N; ++j) sums[i] += product(inverse_[j * N + i], x[j]);
    }
    x = sums;
  }
  void solve(Scalar* b) const {
    std::array<Scalar, N> x;
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) x[i] = b[i];
    solve(x);
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) b[i] = x[i];
  }

 private:
  [[gnu::always_inline]] static bool invert(Matrix& result) {
    Matrix a = result;
    if constexpr (N == 1) {
      result[0] = Scalar(1) / a[0];
      return std::isnormal(pivotSize(a[0]));
    } else if constexpr (N == 2) {
      return byCramersRule(a, result);
    } else {
      std::array<bool, N> isExchanged{};
#pragma GCC unroll 4
      for (int i = 1; i < N; ++i) {
        isExchanged[i] = pivotSize(a[i]) > pivotSize(a[0]);
        if (isExchanged[i]) exchangeRows(a, i);
      }
      if (!(pivotSize(a[0]) > 0) || !std::isfinite(pivotSize(a[0]))) return false;
      if (!invertByPivot(a, result)) return false;
#pragma GCC unroll 4
      for (int i = N - 1; i > 0; --i)
        if (isExchanged[i]) exchangeColumns(result, i);
      return true;
    }
  }

  [[gnu::always_inline]] static bool invertByPivot(const Matrix& a, Matrix& result) {
    using Rest = SmallInverse<Scalar, N - 1>;
    const Scalar reciprocal = Scalar(1) / a[0];
    std::array<Scalar, N> left, above;
    typename Rest::Matrix rest;
#pragma GCC unroll 4
    for (int i = 1; i < N; ++i) left[i] = product(a[i], reciprocal), above[i] = product(a[i * N], reciprocal);
#pragma GCC unroll 4
    for (int j = 1; j < N; ++j)
#pragma GCC unroll 4
      for (int i = 1; i < N; ++i) rest[(j - 1) * (N - 1) + i - 1] = a[j * N + i] - product(left[i], a[j * N]);
    if (!Rest::invert(rest)) return false;
    const auto inner = [&](int i, int j) { return rest[(j - 1) * (N - 1) + i - 1]; };
    Scalar corner = reciprocal;
#pragma GCC unroll 4
    for (int j = 1; j < N; ++j) {
      Scalar row = product(above[1], inner(1, j)), column = product(inner(j, 1), left[1]);
#pragma GCC unroll 4
      for (int k = 2; k < N; ++k) row += product(above[k], inner(k, j)), column += product(inner(j, k), left[k]);
      result[j * N] = -row;
      result[j] = -column;
      corner += product(row, left[j]);
#pragma GCC unroll 4
      for (int i = 1; i < N; ++i) result[j * N + i] = inner(i, j);
    }
    result[0] = corner;
    return true;
  }

  [[gnu::always_inline]] static void exchangeRows(Matrix& a, int row) {
#pragma GCC unroll 4
    for (int j = 0; j < N; ++j) std::swap(a[j * N], a[j * N + row]);
  }
  [[gnu::always_inline]] static void exchangeColumns(Matrix& a, int column) {
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) std::swap(a[i], a[column * N + i]);
  }

  [[gnu::always_inline]] static bool byCramersRule(const Matrix& a, Matrix& result) {
    if (divideByDeterminant(a, result)) [[likely]]
      return true;
    // Of very large or small numbers only products may be out of range.
    const double unit = std::max({pivotSize(a[0]), pivotSize(a[1]), pivotSize(a[2]), pivotSize(a[3])});
    if (!std::isnormal(unit)) return false;
    if (!divideByDeterminant({a[0] / unit, a[1] / unit, a[2] / unit, a[3] / unit}, result)) return false;
#pragma GCC unroll 4
    for (Scalar& entry : result) entry /= unit;
    return true;
  }

  [[gnu::always_inline]] static bool divideByDeterminant(const Matrix& matrix, Matrix& result) {
    const auto [a, c, b, d] = matrix;
    const Scalar determinant = product(a, d) - product(b, c);
    if (!std::isnormal(pivotSize(determinant))) return false;
    const Scalar reciprocal = Scalar(1) / determinant;
    result = {product(d, reciprocal), -product(c, reciprocal), -product(b, reciprocal), product(a, reciprocal)};
    return true;
  }

  template <class, int>
  friend class SmallInverse;

  Matrix inverse_;
};

}  // namespace dashpot::linalg
