// codegen/nearest_solution.hpp
//
// Linear equations that are singular in their numbers, and yet consistent: of all their solutions the one nearest to a
// given point, with each unknown measured by its size there. Elimination (dense_solve.hpp) gives no numbers for them.
#pragma once

#include <span>

namespace dashpot::codegen {

/// `x` (n) is the point, and becomes the solution; `matrix` is n x n by rows. False: the equations contradict one
/// another, and x is left alone.
[[nodiscard]] bool nearestSolution(std::span<const double> matrix, std::span<const double> right, std::span<double> x);

}  // namespace dashpot::codegen
