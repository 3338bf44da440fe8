// LU of tridiagonal matrices from both ends at once (Babuška 1972; "twisted" in Meurant 1992): the rows above the middle
// are eliminated downwards, those below it upwards, and the middle one is solved last. In a tridiagonal system every
// operation waits for the one before; here there are two such chains, which take half the time.
//
// Rows are not exchanged: that is as stable as partial pivoting as long as this would not exchange them either. Where it
// would, factor() says so, and the matrix is one for BandedLu.
#pragma once

#include "linalg/dense_lu.hpp"

#include <limits>
#include <vector>

namespace dashpot::linalg {

template <class Scalar>
class TridiagonalLu {
 public:
  explicit TridiagonalLu(int n)
      : n_(n),
        middle_(n / 2),
        a_(3 * static_cast<std::size_t>(n) + 1),
        multiplier_(static_cast<std::size_t>(n)),
        reciprocal_(multiplier_),
        coupling_(multiplier_) {}

  /// The matrix, by columns of three; factor() leaves it as it is.
  Scalar* data() { return a_.data(); }
  [[nodiscard]] static std::size_t indexOf(int row, int column) {
    return static_cast<std::size_t>(2 * column + row + 1);
  }
  void clear() { std::ranges::fill(a_, Scalar(0)); }

  /// False if a diagonal entry is no pivot: another one of its column is larger, or it is zero or not finite.
  bool factor() {
    bool suit = true;
    Scalar fromAbove{}, fromBelow{};  // what elimination takes from the next diagonal entry
    const auto eliminate = [&](int k, Scalar& taken, Scalar next, Scalar back) {
      const Scalar pivot = diagonal(k) - taken;
      suit &= isPivot(pivot) & (pivotSize(pivot) >= pivotSize(next));
      const Scalar reciprocal = Scalar(1) / pivot;
      reciprocal_[k] = reciprocal;
      multiplier_[k] = product(next, reciprocal);
      coupling_[k] = product(back, reciprocal);
      taken = product(multiplier_[k], back);
    };
    const auto downwards = [&](int k) { eliminate(k, fromAbove, below(k), right(k)); };
    const auto upwards = [&](int k) { eliminate(k, fromBelow, right(k - 1), below(k - 1)); };
    int top = 0;
    for (int bottom = n_ - 1; bottom > middle_; --bottom) downwards(top++), upwards(bottom);
    while (top < middle_) downwards(top++);
    const Scalar pivot = diagonal(middle_) - fromAbove - fromBelow;
    reciprocal_[middle_] = Scalar(1) / pivot;
    return suit && isPivot(pivot);
  }

  void solve(Scalar* b) const {
    const Scalar *const m = multiplier_.data(), *const r = reciprocal_.data(), *const c = coupling_.data();
    Scalar above{}, below{};  // what the middle row loses to its neighbours
    int top = 0;
    for (int bottom = n_ - 1; bottom > middle_; --bottom, ++top) {
      b[top] -= above, b[bottom] -= below;
      above = product(m[top], b[top]), below = product(m[bottom], b[bottom]);
    }
    for (; top < middle_; ++top) b[top] -= above, above = product(m[top], b[top]);
    Scalar up = product(b[middle_] - above - below, r[middle_]), down = up;
    b[middle_] = up;
    int bottom = middle_ + 1;
    for (; bottom < n_; ++bottom) {
      --top;
      b[top] = up = product(b[top], r[top]) - product(c[top], up);
      b[bottom] = down = product(b[bottom], r[bottom]) - product(c[bottom], down);
    }
    while (top-- > 0) b[top] = up = product(b[top], r[top]) - product(c[top], up);
  }

 private:
  static bool isPivot(const Scalar& x) {
    return (pivotSize(x) > 0) & (pivotSize(x) <= std::numeric_limits<double>::max());
  }

  const Scalar& diagonal(int k) const { return a_[3 * static_cast<std::size_t>(k) + 1]; }
  const Scalar& below(int k) const { return a_[3 * static_cast<std::size_t>(k) + 2]; }  // row k + 1, column k
  const Scalar& right(int k) const { return a_[3 * static_cast<std::size_t>(k) + 3]; }  // row k, column k + 1

  int n_, middle_;
  std::vector<Scalar> a_;  // and one number that no column has
  // By row: how much of it the next one is reduced by, one over its pivot, and its part of the row behind, over its pivot.
  std::vector<Scalar> multiplier_, reciprocal_, coupling_;
};

}  // namespace dashpot::linalg
