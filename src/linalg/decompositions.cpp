#include "linalg/decompositions.hpp"

#include <Eigen/Eigenvalues>

template class Eigen::PartialPivLU<Eigen::MatrixXd>;
template class Eigen::PartialPivLU<Eigen::MatrixXcd>;
template class Eigen::FullPivLU<Eigen::MatrixXd>;
template class Eigen::FullPivLU<Eigen::MatrixXcd>;

namespace dashpot::linalg {

Eigen::VectorXcd eigenvalues(const Eigen::MatrixXd& matrix) { return matrix.eigenvalues(); }

double spectralRadius(const Eigen::MatrixXd& matrix) { return eigenvalues(matrix).cwiseAbs().maxCoeff(); }

}  // namespace dashpot::linalg
