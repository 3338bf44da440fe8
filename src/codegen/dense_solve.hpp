// codegen/dense_solve.hpp: Gaussian elimination for the linear blocks inside F. Every back end performs these very
// operations in this order, so that their results agree to the last bit.
#pragma once

#include <span>

namespace dashpot::codegen {

/// Overwrites `right` (n per right side) by the solutions; `matrix` (n x n by rows) is destroyed. Partial pivoting, the
/// first of equal pivots. A singular matrix gives results that are not finite.
void denseSolve(std::span<double> matrix, std::span<double> right, std::size_t n);

}  // namespace dashpot::codegen
