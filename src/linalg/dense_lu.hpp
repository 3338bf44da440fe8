// LU with partial pivoting of small dense matrices, without allocation; N > 0 fixes the size at compile time.
//
// Column-oriented elimination as in DECSOL (Hairer and Wanner 1996, after Moler 1972): rows are exchanged in the
// trailing columns only, and a zero in the pivot row skips its column, which is what makes it fast on the half-empty
// matrices of small physical systems. Large matrices go to Eigen's blocked elimination instead.
#pragma once

#include <cmath>
#include <complex>
#include <memory>
#include <utility>
#include <vector>

#include <Eigen/Dense>

namespace dashpot::linalg {

/// |x| for pivoting; the cheap 1-norm for complex numbers.
inline double pivotSize(double x) { return std::abs(x); }
inline double pivotSize(const std::complex<double>& x) { return std::abs(x.real()) + std::abs(x.imag()); }

template <class Scalar, int N = 0>
class DenseLu {
 public:
  explicit DenseLu(int n = N) : n_(n), a_(static_cast<std::size_t>(n) * n), reciprocal_(n), pivot_(n) {}

  int size() const { return N > 0 ? N : n_; }
  /// The matrix, by columns; overwritten by factor().
  Scalar* data() { return a_.data(); }

  /// False when a pivot is zero or not finite.
  bool factor() {
    const int n = size();
    for (int k = 0; k < n; ++k) {
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
      for (int i = k + 1; i < n; ++i) column[i] *= -reciprocal_[k];
      for (int j = k + 1; j < n; ++j) {
        Scalar* const other = &a_[static_cast<std::size_t>(j) * n];
        const Scalar t = other[m];
        other[m] = other[k];
        other[k] = t;
        if (t == Scalar(0)) continue;
        for (int i = k + 1; i < n; ++i) other[i] += t * column[i];
      }
    }
    return true;
  }

  void solve(Scalar* b) const {
    const int n = size();
    for (int k = 0; k < n - 1; ++k) {
      std::swap(b[k], b[pivot_[k]]);
      const Scalar t = b[k];
      const Scalar* const column = &a_[static_cast<std::size_t>(k) * n];
      for (int i = k + 1; i < n; ++i) b[i] += t * column[i];
    }
    for (int k = n - 1; k >= 0; --k) {
      b[k] *= reciprocal_[k];
      const Scalar t = b[k];
      const Scalar* const column = &a_[static_cast<std::size_t>(k) * n];
      for (int i = 0; i < k; ++i) b[i] -= t * column[i];
    }
  }

 private:
  int n_;
  std::vector<Scalar> a_;
  std::vector<Scalar> reciprocal_;  // of the pivots
  std::vector<int> pivot_;
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
