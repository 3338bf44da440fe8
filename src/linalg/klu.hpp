// Sparse LU by KLU (Davis and Palamadai Natarajan 2010, ACM TOMS 907), real and complex.
#pragma once

#include <complex>
#include <memory>
#include <vector>

#include "linalg/sparsity.hpp"

namespace dashpot::linalg {

/// What the fill-reducing order promises, before any number is known.
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

 private:
  struct Handle;

  int n_;
  SparsityPattern pattern_;
  std::vector<Scalar> values_;
  std::unique_ptr<Handle> handle_;
};

extern template class KluFactors<double>;
extern template class KluFactors<std::complex<double>>;

}  // namespace dashpot::linalg
