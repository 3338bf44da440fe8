// linalg/decompositions.hpp
//
// Eigen's decompositions of dense matrices of any size, compiled once for everybody: each file that made its own would
// cost seconds to compile.
#pragma once

#include <Eigen/Core>
#include <Eigen/LU>

#include <complex>

// Their members are in decompositions.cpp.
extern template class Eigen::PartialPivLU<Eigen::MatrixXd>;
extern template class Eigen::PartialPivLU<Eigen::MatrixXcd>;
extern template class Eigen::FullPivLU<Eigen::MatrixXd>;
extern template class Eigen::FullPivLU<Eigen::MatrixXcd>;

namespace dashpot::linalg {

/// In no particular order.
[[nodiscard]] Eigen::VectorXcd eigenvalues(const Eigen::MatrixXd& matrix);
[[nodiscard]] double spectralRadius(const Eigen::MatrixXd& matrix);

}  // namespace dashpot::linalg
