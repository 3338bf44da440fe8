// LU on a given pivot sequence by dense blocks (Duff and Reid 1983), for matrices whose factors fill so much that most of
// the work is that of dense matrices: one index serves a whole column of a block, and products stay in registers.
#pragma once

#include "linalg/front_tree.hpp"

#include <complex>
#include <vector>

namespace dashpot::linalg {

template <class Scalar>
class MultifrontalLu {
 public:
  explicit MultifrontalLu(FrontTree tree);

  /// `values`: the non-zeros of the matrix in the order of its pattern. False when a pivot is zero or not finite, or when
  /// the smallest one, in rows scaled by their largest entries, is less than `leastPivot` times the largest.
  bool factor(const std::vector<Scalar>& values, const std::vector<int>& rowOfValue, double leastPivot);
  void solve(Scalar* b);

 private:
  bool eliminate(const FrontTree::Front& front);
  void takeFromChildren(std::size_t f);
  void keep(const FrontTree::Front& front);

  FrontTree tree_;
  std::vector<Scalar> block_;       // the one at hand
  std::vector<Scalar> remainders_;  // of blocks whose parents are still to come, the last one at the end
  std::size_t remaindersEnd_ = 0;
  std::vector<std::size_t> waiting_;  // whose they are
  std::vector<Scalar> factors_;       // of each block: the columns of its pivots, then the rows right of them
  std::size_t factorsEnd_ = 0;
  std::vector<Scalar> pivots_, reciprocals_;
  std::vector<double> rowSize_;
  std::vector<Scalar> ordered_, part_;  // right-hand sides
};

extern template class MultifrontalLu<double>;
extern template class MultifrontalLu<std::complex<double>>;

}  // namespace dashpot::linalg
