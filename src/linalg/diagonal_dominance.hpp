// How much the diagonal of a matrix outweighs the rest of each row.
//
// With a negative diagonal and strict dominance, the explicit and the first implicit diagonal exponential formula are
// stable for every step (University of Bath thesis, 4.21), and Newton-Jacobi iterations converge.
#pragma once

#include "dashpot/linear_solver.hpp"

#include <span>
#include <vector>

namespace dashpot::linalg {

struct RowSums {
  std::vector<double> diagonal;
  std::vector<double> others;  // sum of |a_ij|, j != i
};

/// Fills `sums`, whose vectors have n entries.
void rowSums(int n, const SparsityPattern& pattern, std::span<const double> values, RowSums& sums);

struct Dominance {
  bool strict = false;            // |a_ii| > sum of |a_ij| in every row
  bool negativeDiagonal = false;  // a_ii < 0 in every row
  double ratio = 0;               // the largest sum of |a_ij| over |a_ii|; infinite where a diagonal entry is zero
  int worstRow = -1;              // that of the ratio
};

Dominance dominanceOf(const RowSums& sums);

}  // namespace dashpot::linalg
