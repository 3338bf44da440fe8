// LU with partial pivoting of small dense matrices, without allocation; N > 0 fixes the size at compile time.
//
// Column-oriented elimination as in DECSOL (Hairer and Wanner 1996, after Moler 1972): rows are exchanged in the
// trailing columns only (all, where the size is fixed), and a zero in the pivot row skips its column, which is what
// makes it fast on the half-empty matrices of small physical systems. Large matrices go to Eigen's blocked elimination
// instead.
#pragma once

#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

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

  /// So few unknowns are best solved for in registers.
  static constexpr bool isTiny = std::is_same_v<Scalar, double> && N > 0 && N <= 4;
  [[gnu::always_inline]] void solve(std::array<Scalar, static_cast<std::size_t>(N)>& x) const requires isTiny {
    multiply(x);
  }

  /// False when a pivot is zero or not finite.
  bool factor() {
    if constexpr (N > 0) {
      if (!eliminateFrom<0>()) return false;
      orderRows();
      if constexpr (invertsTriangles) {
        invertTriangles();
        orderColumns();
      }
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
      for (int i = 0; i < N; ++i) x[i] = b[invertsTriangles ? i : order_[i]];
      if constexpr (invertsTriangles)
        multiply(x);
      else
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

  /// Where few unknowns are solved for often, the inverses of both triangles: a substitution waits for one unknown after
  /// the other, and these sum up the same products, most of which are there before they are needed. For eight unknowns
  /// that gains next to nothing, and complex ones, which are solved for three or four times only, lose by it.
  static constexpr bool invertsTriangles = isTiny;

  void invertTriangles() {
#pragma GCC unroll 8
    for (int i = 2; i < N; ++i)
#pragma GCC unroll 8
      for (int j = 0; j < i - 1; ++j)
#pragma GCC unroll 8
        for (int k = j + 1; k < i; ++k) a_[j * N + i] += product(a_[k * N + i], a_[j * N + k]);
#pragma GCC unroll 8
    for (int i = N - 2; i >= 0; --i)
#pragma GCC unroll 8
      for (int j = N - 1; j > i; --j) {
        Scalar sum = product(a_[j * N + i], reciprocal_[j]);
#pragma GCC unroll 8
        for (int k = i + 1; k < j; ++k) sum += product(a_[k * N + i], a_[j * N + k]);
        a_[j * N + i] = -product(sum, reciprocal_[i]);
      }
  }

  /// The inverse of the lower triangle with its columns in the order of the right-hand side, which then stays in
  /// registers: to exchange its numbers, they would have to go through memory.
  void orderColumns() {
    lower_.fill(Scalar(0));
    for (int k = 0; k < N; ++k) {
      Scalar* const column = &lower_[order_[k] * N];
      column[k] = Scalar(1);
      for (int i = k + 1; i < N; ++i) column[i] = a_[k * N + i];
    }
  }

  [[gnu::always_inline]] void multiply(std::array<Scalar, static_cast<std::size_t>(N)>& x) const {
    std::array<Scalar, static_cast<std::size_t>(N)> y;
#pragma GCC unroll 8
    for (int i = 0; i < N; ++i) {
      y[i] = product(lower_[i], x[0]);
#pragma GCC unroll 8
      for (int k = 1; k < N; ++k) y[i] += product(lower_[k * N + i], x[k]);
    }
#pragma GCC unroll 8
    for (int i = 0; i < N; ++i) {
      x[i] = product(reciprocal_[i], y[i]);
#pragma GCC unroll 8
      for (int k = i + 1; k < N; ++k) x[i] += product(a_[k * N + i], y[k]);
    }
  }

  template <class Value, int Count>
  using Storage = std::conditional_t<(N > 0), std::array<Value, static_cast<std::size_t>(Count)>, std::vector<Value>>;

  int n_;
  Storage<Scalar, N * N> a_;
  Storage<Scalar, N> reciprocal_;  // of the pivots
  Storage<int, N> pivot_;
  std::array<int, static_cast<std::size_t>(N)> order_;  // of the rows after all exchanges; for fixed sizes
  std::array<Scalar, invertsTriangles ? static_cast<std::size_t>(N) * N : 0> lower_;
};

/// Two equations by Cramer's rule, each solution of which waits for two operations instead of seven. The error of its
/// solutions is bounded as that of elimination is; only their residual may be larger (Higham 2002, section 1.10.1).
template <class Scalar>
class DenseLu<Scalar, 2> {
 public:
  explicit DenseLu(int = 2) {}

  static constexpr int size() { return 2; }
  Scalar* data() { return a_.data(); }

  /// False when the determinant is zero or not finite.
  bool factor() {
    if (invert()) [[likely]]
      return true;
    // Of very large or small numbers only products may be out of range.
    const double size = std::max({pivotSize(a_[0]), pivotSize(a_[1]), pivotSize(a_[2]), pivotSize(a_[3])});
    if (!std::isnormal(size)) return false;
    for (Scalar& entry : a_) entry /= size;
    if (!invert()) return false;
    for (Scalar& entry : a_) entry /= size;
    return true;
  }

  void solve(Scalar* b) const {
    const Scalar first = b[0], second = b[1];
    b[0] = product(a_[0], first) + product(a_[2], second);
    b[1] = product(a_[1], first) + product(a_[3], second);
  }
  static constexpr bool isTiny = std::is_same_v<Scalar, double>;
  [[gnu::always_inline]] void solve(std::array<Scalar, 2>& x) const {
    x = {product(a_[0], x[0]) + product(a_[2], x[1]), product(a_[1], x[0]) + product(a_[3], x[1])};
  }

 private:
  bool invert() {
    const auto [a, c, b, d] = a_;
    const Scalar determinant = product(a, d) - product(b, c);
    if (!std::isnormal(pivotSize(determinant))) return false;
    const Scalar reciprocal = Scalar(1) / determinant;
    a_ = {product(d, reciprocal), -product(c, reciprocal), -product(b, reciprocal), product(a, reciprocal)};
    return true;
  }

  std::array<Scalar, 4> a_;  // then the inverse
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
