// LU with partial pivoting of banded matrices (LINPACK's dgbfa scheme, Dongarra et al. 1979).
//
// LAPACK's dgbtrf calls a BLAS routine per column, which costs more than the work itself in bands of a few diagonals;
// here the inner loops are plain, and the same code serves complex matrices.
#pragma once

#include "linalg/dense_lu.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

namespace dashpot::linalg {

template <class Scalar>
class BandedLu {
 public:
  BandedLu(int n, int lower, int upper)
      : n_(n),
        lower_(lower),
        fill_(lower + upper),
        height_(2 * lower + upper + 1),
        a_(static_cast<std::size_t>(height_) * n),
        reciprocal_(n),
        pivot_(n) {}

  /// Clears the matrix, fill-in included.
  void clear() { std::ranges::fill(a_, Scalar(0)); }
  std::size_t indexOf(int row, int column) const {
    return static_cast<std::size_t>(column) * height_ + fill_ + row - column;
  }
  Scalar* data() { return a_.data(); }

  bool factor() {
    bool isRegular = true;
    withBandwidth<1>(lower_, [&](auto lower) { isRegular = eliminate<lower.value>(); });
    return isRegular;
  }

  void solve(Scalar* b) const {
    withBandwidth<1>(lower_, [&](auto lower) { forward<lower.value>(b); });
    withBandwidth<1>(fill_, [&](auto fill) { backward<fill.value>(b); });
  }

 private:
  static constexpr int widestKnown = 6;

  /// Calls with the width as a compile-time constant, or with 0 for "any" where it is 0 or large.
  template <int Width, class Function>
  static void withBandwidth(int width, const Function& function) {
    if constexpr (Width > widestKnown)
      function(std::integral_constant<int, 0>{});
    else if (width == Width)
      function(std::integral_constant<int, Width>{});
    else
      withBandwidth<Width + 1>(width, function);
  }

  template <int Width>
  bool eliminate() {
    int lastColumn = 0;  // the farthest column that pivoting has filled so far
    int k = 0;
    if constexpr (Width > 0)
      for (; k < n_ - Width; ++k)
        if (!eliminateColumn<Width>(k, lastColumn)) return false;
    for (; k < n_; ++k)
      if (!eliminateColumn<0>(k, lastColumn)) return false;
    return true;
  }

  /// Width > 0: so many rows below the diagonal.
  template <int Width>
  bool eliminateColumn(int k, int& lastColumn) {
    Scalar* const column = diagonal(k);
    const int below = Width > 0 ? Width : std::min(lower_, n_ - 1 - k);
    int m = 0;
    for (int i = 1; i <= below; ++i)
      if (pivotSize(column[i]) > pivotSize(column[m])) m = i;
    pivot_[k] = k + m;
    const Scalar pivot = column[m];
    if (!(pivotSize(pivot) > 0) || !std::isfinite(pivotSize(pivot))) return false;
    column[m] = column[0];
    column[0] = pivot;
    reciprocal_[k] = Scalar(1) / pivot;
    for (int i = 1; i <= below; ++i) column[i] = product(column[i], -reciprocal_[k]);
    lastColumn = std::min(std::max(lastColumn, k + fill_ - lower_ + m), n_ - 1);
    for (int j = k + 1; j <= lastColumn; ++j) {
      Scalar* const other = &a_[indexOf(k, j)];
      const Scalar t = other[m];
      other[m] = other[0];
      other[0] = t;
      if (t == Scalar(0)) continue;
      for (int i = 1; i <= below; ++i) other[i] += product(t, column[i]);
    }
    return true;
  }

  /// L b, with the row exchanges. A window of the unknowns that are still changing stays in registers.
  template <int Width>
  void forward(Scalar* b) const {
    int k = 0;
    if constexpr (Width > 0) {
      std::array<Scalar, Width + 1> window{};
      const auto load = [&] { std::copy_n(b + k, Width + 1, window.begin()); };
      if (n_ > Width) load();
      for (; k < n_ - Width; ++k) {
        window[Width] = b[k + Width];
        if (pivot_[k] != k) [[unlikely]] {
          std::copy_n(window.begin(), Width + 1, b + k);
          std::swap(b[k], b[pivot_[k]]);
          load();
        }
        const Scalar* const column = diagonal(k);
        const Scalar t = window[0];
        b[k] = t;
        for (int i = 1; i <= Width; ++i) window[i - 1] = window[i] + product(t, column[i]);
      }
      if (n_ > Width) std::copy_n(window.begin(), Width, b + k);
    }
    for (; k < n_ - 1; ++k) {
      std::swap(b[k], b[pivot_[k]]);
      const Scalar* const column = diagonal(k);
      const int below = std::min(lower_, n_ - 1 - k);
      for (int i = 1; i <= below; ++i) b[k + i] += product(b[k], column[i]);
    }
  }

  /// Solves U x = b, from the end, with such a window.
  template <int Width>
  void backward(Scalar* b) const {
    int k = n_ - 1;
    if constexpr (Width > 0) {
      std::array<Scalar, Width + 1> window{};
      if (n_ > Width)
        for (int i = 0; i <= Width; ++i) window[i] = b[k - i];
      for (; k >= Width; --k) {
        window[Width] = b[k - Width];
        const Scalar* const column = diagonal(k);
        const Scalar t = product(window[0], reciprocal_[k]);
        b[k] = t;
        for (int i = 1; i <= Width; ++i) window[i - 1] = window[i] - product(t, column[-i]);
      }
      if (n_ > Width)
        for (int i = 0; i < Width; ++i) b[k - i] = window[i];
    }
    for (; k >= 0; --k) {
      b[k] = product(b[k], reciprocal_[k]);
      const Scalar* const column = diagonal(k);
      const int above = std::min(fill_, k);
      for (int i = 1; i <= above; ++i) b[k - i] -= product(b[k], column[-i]);
    }
  }

  Scalar* diagonal(int k) { return &a_[indexOf(k, k)]; }
  const Scalar* diagonal(int k) const { return &a_[indexOf(k, k)]; }

  int n_;
  int lower_;
  int fill_;    // upper bandwidth after pivoting
  int height_;  // of a stored column
  std::vector<Scalar> a_;
  std::vector<Scalar> reciprocal_;
  std::vector<int> pivot_;
};

}  // namespace dashpot::linalg
