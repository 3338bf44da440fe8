// The size of the largest eigenvalue of a matrix, roughly: a few power iterations.
#pragma once

#include "dashpot/linear_solver.hpp"

#include <span>

namespace dashpot::linalg {

/// Geometric mean of the growth over the last of some iterations, so that a complex pair is met as well. Exact in the
/// limit; 0 for a nilpotent matrix.
double dominantEigenvalue(int n, const SparsityPattern& pattern, std::span<const double> values);

}  // namespace dashpot::linalg
