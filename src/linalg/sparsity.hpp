// Questions about sparsity patterns.
#pragma once

#include "dashpot/linear_solver.hpp"

#include <vector>

namespace dashpot::linalg {

struct Bandwidth {
  int lower = 0;
  int upper = 0;
};

Bandwidth bandwidth(int n, const SparsityPattern& pattern);

/// The pattern of A + B; a dense operand makes it dense.
SparsityPattern unite(int n, const SparsityPattern& a, const SparsityPattern& b);

SparsityPattern diagonalPattern(int n);

/// For each non-zero of `part`, its place among the non-zeros of `whole`, which must contain it.
std::vector<int> placesIn(int n, const SparsityPattern& part, const SparsityPattern& whole);

/// Column and row of the k-th non-zero, for all k.
struct Place {
  int row;
  int column;
};
std::vector<Place> places(int n, const SparsityPattern& pattern);

/// Groups of columns that share no row, so that one difference of F serves all columns of a group
/// (Curtis, Powell and Reid 1974; greedy, in the order of the columns). Returns the group of each column.
struct Colouring {
  std::vector<int> colourOf;
  int colours = 0;
};
Colouring colour(int n, const SparsityPattern& pattern);

/// True when the pattern is well formed: sizes fit, rows ascend within each column and lie in range.
bool valid(int n, const SparsityPattern& pattern);

}  // namespace dashpot::linalg
