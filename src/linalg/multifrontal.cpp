#include "linalg/multifrontal.hpp"

#include "linalg/dense_lu.hpp"
#include "linalg/rank_update.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace dashpot::linalg {
namespace {

/// Pivots that are eliminated before the rest of a block hears of them: their rows and columns stay in the nearest cache.
constexpr std::size_t pivotsAtOnce = 8;

std::size_t squared(int n) { return static_cast<std::size_t>(n) * static_cast<std::size_t>(n); }

template <class Scalar>
void subtractColumn(Scalar* from, const Scalar* column, Scalar factor, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) from[i] -= product(column[i], factor);
}

/// Four sums that are added up at the end: none waits for the other.
template <class Scalar>
Scalar sumOfProducts(const Scalar* a, const Scalar* b, std::size_t count) {
  Scalar sum[4]{};
  std::size_t k = 0;
  for (; k + 4 <= count; k += 4)
    for (std::size_t i = 0; i < 4; ++i) sum[i] += product(a[k + i], b[k + i]);
  for (; k < count; ++k) sum[0] += product(a[k], b[k]);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

}  // namespace

template <class Scalar>
MultifrontalLu<Scalar>::MultifrontalLu(FrontTree tree)
    : tree_(std::move(tree)),
      block_(squared(tree_.largestFront())),
      remainders_(tree_.largestRemainders()),
      factors_(tree_.factorSize()),
      pivots_(tree_.rows().size()),
      reciprocals_(pivots_.size()),
      rowSize_(pivots_.size()),
      ordered_(pivots_.size()),
      part_(static_cast<std::size_t>(tree_.largestFront())) {}

template <class Scalar>
bool MultifrontalLu<Scalar>::factor(const std::vector<Scalar>& values, const std::vector<int>& rowOfValue,
                                    double leastPivot) {
  remaindersEnd_ = factorsEnd_ = 0;
  waiting_.clear();
  const std::vector<FrontTree::Front>& fronts = tree_.fronts();
  for (std::size_t f = 0; f < fronts.size(); ++f) {
    std::fill_n(block_.begin(), squared(fronts[f].size()), Scalar(0));
    for (const FrontTree::Entry& entry : tree_.entriesOf(f)) block_[entry.place] = values[entry.nonZero];
    takeFromChildren(f);
    if (!eliminate(fronts[f])) return false;
    keep(fronts[f]);
    if (fronts[f].below > 0) waiting_.push_back(f);
  }
  std::ranges::fill(rowSize_, 0.0);
  for (std::size_t k = 0; k < values.size(); ++k) {
    double& size = rowSize_[static_cast<std::size_t>(rowOfValue[k])];
    size = std::max(size, pivotSize(values[k]));
  }
  double least = std::numeric_limits<double>::infinity(), largest = 0;
  for (std::size_t k = 0; k < pivots_.size(); ++k) {
    const double scaled = pivotSize(pivots_[k]) / rowSize_[static_cast<std::size_t>(tree_.rows()[k])];
    least = std::min(least, scaled), largest = std::max(largest, scaled);
  }
  return least > leastPivot * largest;
}

template <class Scalar>
void MultifrontalLu<Scalar>::takeFromChildren(std::size_t f) {
  const auto size = static_cast<std::size_t>(tree_.fronts()[f].size());
  while (!waiting_.empty() && tree_.fronts()[waiting_.back()].parent == static_cast<int>(f)) {
    const FrontTree::Front& child = tree_.fronts()[waiting_.back()];
    waiting_.pop_back();
    remaindersEnd_ -= squared(child.below);
    const Scalar* from = remainders_.data() + remaindersEnd_;
    const std::span<const int> where = tree_.parentPlaces(child);
    for (const int column : where) {
      Scalar* const to = block_.data() + static_cast<std::size_t>(column) * size;
      for (const int row : where) to[row] += *from++;
    }
  }
}

template <class Scalar>
bool MultifrontalLu<Scalar>::eliminate(const FrontTree::Front& front) {
  const auto size = static_cast<std::size_t>(front.size()), pivots = static_cast<std::size_t>(front.pivots);
  const auto column = [&](std::size_t j) { return block_.data() + j * size; };
  for (std::size_t begin = 0; begin < pivots; begin += pivotsAtOnce) {
    const std::size_t end = std::min(begin + pivotsAtOnce, pivots);
    for (std::size_t k = begin; k < end; ++k) {
      Scalar* const pivotColumn = column(k);
      const Scalar pivot = pivotColumn[k];
      if (!(pivotSize(pivot) > 0) || !std::isfinite(pivotSize(pivot))) return false;
      const std::size_t step = static_cast<std::size_t>(front.first) + k;
      const Scalar reciprocal = Scalar(1) / pivot;
      pivots_[step] = pivot, reciprocals_[step] = reciprocal;
      for (std::size_t i = k + 1; i < size; ++i) pivotColumn[i] = product(pivotColumn[i], reciprocal);
      for (std::size_t j = k + 1; j < end; ++j)
        subtractColumn(column(j) + k + 1, pivotColumn + k + 1, column(j)[k], size - k - 1);
    }
    if (end == size) return true;
    for (std::size_t j = end; j < size; ++j)
      for (std::size_t k = begin; k + 1 < end; ++k)
        subtractColumn(column(j) + k + 1, column(k) + k + 1, column(j)[k], end - k - 1);
    subtractProduct(column(end) + end, column(begin) + end, column(end) + begin,
                    {.rows = size - end, .columns = size - end, .depth = end - begin, .columnDistance = size});
  }
  return true;
}

template <class Scalar>
void MultifrontalLu<Scalar>::keep(const FrontTree::Front& front) {
  const auto size = static_cast<std::size_t>(front.size()), pivots = static_cast<std::size_t>(front.pivots);
  Scalar* to = factors_.data() + factorsEnd_;
  to = std::copy_n(block_.data(), pivots * size, to);
  for (std::size_t k = 0; k < pivots; ++k)
    for (std::size_t j = pivots; j < size; ++j) *to++ = block_[j * size + k];
  factorsEnd_ = static_cast<std::size_t>(to - factors_.data());
  Scalar* left = remainders_.data() + remaindersEnd_;
  for (std::size_t j = pivots; j < size; ++j) left = std::copy_n(&block_[j * size + pivots], size - pivots, left);
  remaindersEnd_ = static_cast<std::size_t>(left - remainders_.data());
}

template <class Scalar>
void MultifrontalLu<Scalar>::solve(Scalar* b) {
  const std::vector<FrontTree::Front>& fronts = tree_.fronts();
  for (std::size_t k = 0; k < ordered_.size(); ++k) ordered_[k] = b[tree_.rows()[k]];
  const Scalar* factors = factors_.data();
  for (const FrontTree::Front& front : fronts) {
    const auto size = static_cast<std::size_t>(front.size()), pivots = static_cast<std::size_t>(front.pivots);
    Scalar* const x = ordered_.data() + front.first;
    std::copy_n(x, pivots, part_.begin());
    std::fill_n(part_.begin() + front.pivots, front.below, Scalar(0));
    for (std::size_t k = 0; k < pivots; ++k)
      subtractColumn(part_.data() + k + 1, factors + k * size + k + 1, part_[k], size - k - 1);
    std::copy_n(part_.begin(), pivots, x);
    const std::span<const int> below = tree_.stepsBelow(front);
    for (std::size_t i = 0; i < below.size(); ++i) ordered_[static_cast<std::size_t>(below[i])] += part_[pivots + i];
    factors += pivots * (size + below.size());
  }
  for (std::size_t f = fronts.size(); f-- > 0;) {
    const FrontTree::Front& front = fronts[f];
    const auto size = static_cast<std::size_t>(front.size()), pivots = static_cast<std::size_t>(front.pivots);
    Scalar* const x = ordered_.data() + front.first;
    const std::span<const int> below = tree_.stepsBelow(front);
    factors -= pivots * (size + below.size());
    const Scalar* const right = factors + pivots * size;
    for (std::size_t i = 0; i < below.size(); ++i) part_[i] = ordered_[static_cast<std::size_t>(below[i])];
    for (std::size_t k = 0; k < pivots; ++k)
      x[k] -= sumOfProducts(right + k * below.size(), part_.data(), below.size());
    for (std::size_t k = pivots; k-- > 0;) {
      x[k] = product(x[k], reciprocals_[static_cast<std::size_t>(front.first) + k]);
      subtractColumn(x, factors + k * size, x[k], k);
    }
  }
  for (std::size_t k = 0; k < ordered_.size(); ++k) b[tree_.columns()[k]] = ordered_[k];
}

template class MultifrontalLu<double>;
template class MultifrontalLu<std::complex<double>>;

}  // namespace dashpot::linalg
