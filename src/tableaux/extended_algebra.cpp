#include "tableaux/extended_algebra.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace dashpot::tableaux {

ExtendedMatrix inverse(const ExtendedMatrix& matrix) { return matrix.inverse(); }

ExtendedModes modesOf(const ExtendedMatrix& matrix) {
  const Eigen::EigenSolver<ExtendedMatrix> solver(matrix);
  const ExtendedComplexMatrix vectors = solver.eigenvectors();
  return {.values = solver.eigenvalues(), .vectors = vectors, .rows = vectors.inverse()};
}

}  // namespace dashpot::tableaux
