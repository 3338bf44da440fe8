// The largest eigenvalue of a matrix: bounds at the price of a look at its entries, or roughly by power iterations.
#pragma once

#include "dashpot/linear_solver.hpp"

#include <cmath>
#include <span>

namespace dashpot::linalg {

struct DominantMode {
  double size = 0;     // of the eigenvalue; 0: not known, or the matrix is nilpotent
  double damping = 1;  // its part along the negative real axis: 1 there, 0 on the imaginary one, below 0 where it grows

  static constexpr double leastDamping = 0.1;
  [[nodiscard]] bool isDamped() const { return damping >= leastDamping; }
  [[nodiscard]] bool oscillates() const { return std::abs(damping) < leastDamping; }
};

/// The growth of an iteration as soon as it settles; else the geometric mean over the last ones, so that a complex pair
/// is met as well. Exact in the limit.
DominantMode dominantMode(int n, const SparsityPattern& pattern, std::span<const double> values);

/// The sum of the squares of the eigenvalues, which one that lies near the imaginary axis makes smaller.
double traceOfSquare(int n, const SparsityPattern& pattern, std::span<const double> values);

/// |trace| / n: the mean of the eigenvalues is no larger than the largest.
double leastSpectralRadius(int n, const SparsityPattern& pattern, std::span<const double> values);
/// The norm by rows or by columns, whichever is smaller.
double mostSpectralRadius(int n, const SparsityPattern& pattern, std::span<const double> values);
/// The root of the norm by rows of the square, in absolute values (Gelfand's formula): sharp where positions and
/// velocities follow one another.
double sharpSpectralRadius(int n, const SparsityPattern& pattern, std::span<const double> values);

inline double dominantEigenvalue(int n, const SparsityPattern& pattern, std::span<const double> values) {
  return dominantMode(n, pattern, values).size;
}

}  // namespace dashpot::linalg
