// LU with partial pivoting of small dense matrices, without allocation; N > 0 fixes the size at compile time.
//
// Column-oriented elimination as in DECSOL (Hairer and Wanner 1996, after Moler 1972): rows are exchanged in the
// trailing columns only (all, where the size is fixed), and a zero in the pivot row skips its column, which is what
// makes it fast on the half-empty matrices of small physical systems. Large matrices go to Eigen's blocked elimination
// instead.
#pragma once

#include "linalg/scalars.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

namespace dashpot::linalg {

template <class Scalar, int N = 0>
class DenseLu {
 public:
  explicit DenseLu(int n = N) : n_(n) {
    if constexpr (N == 0) {
      a_.resize(static_cast<std::size_t>(n) * n);
      reciprocal_.resize(n);
      pivot_.resize(n);
    }
  }

  int size() const { return N > 0 ? N : n_; }
  /// The matrix, by columns; overwritten by factor().
  Scalar* data() { return a_.data(); }

  /// False when a pivot is zero or not finite.
  bool factor() {
    if constexpr (N > 0) {
      if (!eliminateFrom<0>()) return false;
      orderRows();
      return true;
    } else {
      for (int k = 0; k < n_; ++k)
        if (!eliminate(k)) return false;
      return true;
    }
  }

  void solve(Scalar* b) const {
    if constexpr (N > 0) {
      std::array<Scalar, N> x;
#pragma GCC unroll 8
      for (int i = 0; i < N; ++i) x[i] = b[order_[i]];
      substitute(x);
#pragma GCC unroll 8
      for (int i = 0; i < N; ++i) b[i] = x[i];
      return;
    }
    const int n = size();
    for (int k = 0; k < n - 1; ++k) {
      std::swap(b[k], b[pivot_[k]]);
      const Scalar t = b[k];
      const Scalar* const column = &a_[static_cast<std::size_t>(k) * n];
      for (int i = k + 1; i < n; ++i) b[i] += product(t, column[i]);
    }
    for (int k = n - 1; k >= 0; --k) {
      b[k] = product(b[k], reciprocal_[k]);
      const Scalar t = b[k];
      const Scalar* const column = &a_[static_cast<std::size_t>(k) * n];
      for (int i = 0; i < k; ++i) b[i] -= product(t, column[i]);
    }
  }

 private:
  /// Column k from all that are right of it. Index: a number, or a constant, so that loops over few rows are written
  /// out.
  template <class Index>
  [[gnu::always_inline]] bool eliminate(Index k) {
    const int n = size();
    Scalar* const column = &a_[static_cast<std::size_t>(k) * n];
    int m = k;
    for (int i = k + 1; i < n; ++i)
      if (pivotSize(column[i]) > pivotSize(column[m])) m = i;
    pivot_[k] = m;
    const Scalar pivot = column[m];
    if (!(pivotSize(pivot) > 0) || !std::isfinite(pivotSize(pivot))) return false;
    column[m] = column[k];
    column[k] = pivot;
    reciprocal_[k] = Scalar(1) / pivot;
    for (int i = k + 1; i < n; ++i) column[i] = product(column[i], -reciprocal_[k]);
    for (int j = k + 1; j < n; ++j) {
      Scalar* const other = &a_[static_cast<std::size_t>(j) * n];
      const Scalar t = other[m];
      other[m] = other[k];
      other[k] = t;
      if (t == Scalar(0)) continue;
      for (int i = k + 1; i < n; ++i) other[i] += product(t, column[i]);
    }
    return true;
  }
  template <int K>
  bool eliminateFrom() {
    if constexpr (K == N)
      return true;
    else
      return eliminate(std::integral_constant<int, K>{}) && eliminateFrom<K + 1>();
  }

  /// Exchanges rows in the columns on the left as well, so that all exchanges of a right-hand side can come first and
  /// the substitutions run in registers.
  void orderRows() {
    for (int i = 0; i < N; ++i) order_[i] = i;
    for (int k = 0; k < N; ++k) {
      std::swap(order_[k], order_[pivot_[k]]);
      for (int j = 0; j < k; ++j) std::swap(a_[j * N + k], a_[j * N + pivot_[k]]);
    }
  }

  void substitute(std::array<Scalar, static_cast<std::size_t>(N)>& x) const {
#pragma GCC unroll 8
    for (int k = 0; k < N - 1; ++k)
#pragma GCC unroll 8
      for (int i = k + 1; i < N; ++i) x[i] += product(x[k], a_[k * N + i]);
#pragma GCC unroll 8
    for (int k = N - 1; k >= 0; --k) {
      x[k] = product(x[k], reciprocal_[k]);
#pragma GCC unroll 8
      for (int i = 0; i < k; ++i) x[i] -= product(x[k], a_[k * N + i]);
    }
  }

  template <class Value, int Count>
  using Storage = std::conditional_t<(N > 0), std::array<Value, static_cast<std::size_t>(Count)>, std::vector<Value>>;

  int n_;
  Storage<Scalar, N * N> a_;
  Storage<Scalar, N> reciprocal_;  // of the pivots
  Storage<int, N> pivot_;
  std::array<int, static_cast<std::size_t>(N)> order_;  // of the rows after all exchanges; for fixed sizes
};

/// Blocked elimination for matrices that no longer fit the first-level cache.
template <class Scalar>
class BlockedLu {
  using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
  using Column = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

 public:
  explicit BlockedLu(int n) : matrix_(n, n), lu_(n), permuted_(n) {}

  Scalar* data() { return matrix_.data(); }
  bool factor() {
    lu_.compute(matrix_);
    const auto diagonal = lu_.matrixLU().diagonal();
    for (int i = 0; i < diagonal.size(); ++i)
      if (!(pivotSize(diagonal(i)) > 0) || !std::isfinite(pivotSize(diagonal(i)))) return false;
    return true;
  }
  void solve(Scalar* b) {
    Eigen::Map<Column> x(b, matrix_.rows());
    permuted_.noalias() = lu_.permutationP() * x;
    lu_.matrixLU().template triangularView<Eigen::UnitLower>().solveInPlace(permuted_);
    lu_.matrixLU().template triangularView<Eigen::Upper>().solveInPlace(permuted_);
    x = permuted_;
  }

 private:
  Matrix matrix_;
  Eigen::PartialPivLU<Matrix> lu_;
  Column permuted_;
};

}  // namespace dashpot::linalg
