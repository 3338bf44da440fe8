// The exponential of a dense matrix.
#pragma once

#include <Eigen/Dense>

namespace dashpot::linalg {

/// e^A by scaling and squaring with Pade approximants of degree 3 to 13; degree and scaling are chosen from the norms
/// of powers of A, so that a large but nearly nilpotent part does not cost squarings, and with them digits (Al-Mohy and
/// Higham 2009, algorithm 6.1; Higham 2005). A is balanced first where that makes it smaller. Repeated eigenvalues and
/// defective matrices need no care. An A that is not finite gives a matrix of NaN.
Eigen::MatrixXd expm(const Eigen::MatrixXd& a);

/// A similarity by a diagonal D of powers of two, which rounds nothing, that makes rows and columns of D^-1 A D alike
/// in size (Parlett and Reinsch 1969; with the stopping rule of James, Langou and Lowery 2014). Returns the diagonal.
Eigen::VectorXd balance(Eigen::MatrixXd& a);

}  // namespace dashpot::linalg
