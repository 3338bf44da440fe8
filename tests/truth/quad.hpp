// Small matrices of 128-bit numbers and their exponential. A network that is stiff to 1e12 needs about 50 squarings,
// each of which doubles the relative error of the slow modes: doubles would have no digit left.
#pragma once

#include <cstddef>
#include <vector>

namespace dashpot::truth {

__extension__ typedef __float128 Quad;

class QuadMatrix {
 public:
  QuadMatrix(std::size_t rows, std::size_t columns) : rows_(rows), columns_(columns), values_(rows * columns, 0) {}
  static QuadMatrix identity(std::size_t size) {
    QuadMatrix one(size, size);
    for (std::size_t i = 0; i < size; ++i) one(i, i) = 1;
    return one;
  }

  Quad& operator()(std::size_t row, std::size_t column) { return values_[row * columns_ + column]; }
  const Quad& operator()(std::size_t row, std::size_t column) const { return values_[row * columns_ + column]; }
  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }

  friend QuadMatrix operator*(const QuadMatrix& a, const QuadMatrix& b) {
    QuadMatrix product(a.rows_, b.columns_);
    for (std::size_t i = 0; i < a.rows_; ++i)
      for (std::size_t k = 0; k < a.columns_; ++k) {
        const Quad factor = a(i, k);
        if (factor == 0) continue;
        for (std::size_t j = 0; j < b.columns_; ++j) product(i, j) += factor * b(k, j);
      }
    return product;
  }
  friend QuadMatrix operator*(Quad factor, QuadMatrix a) {
    for (Quad& value : a.values_) value *= factor;
    return a;
  }
  friend QuadMatrix operator+(QuadMatrix a, const QuadMatrix& b) {
    for (std::size_t i = 0; i < a.values_.size(); ++i) a.values_[i] += b.values_[i];
    return a;
  }

 private:
  std::size_t rows_, columns_;
  std::vector<Quad> values_;
};

inline Quad magnitude(Quad x) { return x < 0 ? -x : x; }

/// The solution X of A X = B, by Gaussian elimination with partial pivoting.
[[nodiscard]] inline QuadMatrix solve(QuadMatrix a, QuadMatrix b) {
  const std::size_t n = a.rows();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (magnitude(a(i, k)) > magnitude(a(pivot, k))) pivot = i;
    for (std::size_t j = 0; j < n; ++j) std::swap(a(k, j), a(pivot, j));
    for (std::size_t j = 0; j < b.columns(); ++j) std::swap(b(k, j), b(pivot, j));
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k || a(i, k) == 0) continue;
      const Quad factor = a(i, k) / a(k, k);
      for (std::size_t j = k; j < n; ++j) a(i, j) -= factor * a(k, j);
      for (std::size_t j = 0; j < b.columns(); ++j) b(i, j) -= factor * b(k, j);
    }
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < b.columns(); ++j) b(i, j) /= a(i, i);
  return b;
}

/// exp(A t 2^-k) for k = squarings, ..., 1, 0: the Taylor series for the first, then each is the square of the one
/// before it.
[[nodiscard]] inline std::vector<QuadMatrix> exponentials(const QuadMatrix& a, Quad t, int squarings) {
  constexpr int terms = 24;
  for (int k = 0; k < squarings; ++k) t /= 2;
  QuadMatrix sum = QuadMatrix::identity(a.rows()), term = sum;
  for (int k = 1; k <= terms; ++k) {
    term = (t / k) * (term * a);
    sum = sum + term;
  }
  std::vector<QuadMatrix> all{sum};
  for (int k = 0; k < squarings; ++k) all.push_back(all.back() * all.back());
  return all;
}

}  // namespace dashpot::truth
