// Sparse LU by KLU (Davis and Palamadai Natarajan 2010, ACM TOMS 907), real and complex. Where its factors fill so much that
// dense blocks pay, the pivots that it chooses are eliminated by those (linalg/multifrontal.hpp).
#pragma once

#include "linalg/sparsity.hpp"

#include <complex>
#include <memory>
#include <span>
#include <vector>

namespace dashpot::linalg {

/// Fill and work that the fill-reducing order promises, before any number is known.
struct KluFill {
  double factorOperations = 0;
  double nonZeros = 0;  // of both factors
};
KluFill kluFill(int n, const SparsityPattern& pattern);

template <class Scalar>
class KluFactors {
 public:
  KluFactors(int n, const SparsityPattern& pattern);
  ~KluFactors();
  KluFactors(KluFactors&&) noexcept;
  KluFactors& operator=(KluFactors&&) noexcept;

  std::size_t placeOf(Place p) const;
  void clear();
  Scalar* data() { return values_.data(); }
  /// Refactors on the pivot sequence of the first factorisation; chooses pivots anew when that loses accuracy.
  bool factor();
  void solve(Scalar* b);

  /// The matrix that the present pivots were chosen for; empty before the first.
  const std::vector<Scalar>& pivotMatrix() const { return pivotMatrix_; }
  void choosePivotsFor(std::span<const Scalar> matrix);
  /// Whether the factors at hand are made of dense blocks.
  [[nodiscard]] bool isBlocked() const;

 private:
  struct Handle;

  int n_;
  SparsityPattern pattern_;
  std::vector<Scalar> values_;
  std::vector<Scalar> pivotMatrix_;
  std::unique_ptr<Handle> handle_;
};

extern template class KluFactors<double>;
extern template class KluFactors<std::complex<double>>;

}  // namespace dashpot::linalg
