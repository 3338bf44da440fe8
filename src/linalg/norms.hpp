// linalg/norms.hpp: norms of matrices.
#pragma once

#include <Eigen/Core>

namespace dashpot::linalg {

/// The largest sum of a column; 0 of an empty matrix.
[[nodiscard]] inline double norm1(const Eigen::MatrixXd& a) {
  return a.size() == 0 ? 0.0 : a.cwiseAbs().colwise().sum().maxCoeff();
}

}  // namespace dashpot::linalg
