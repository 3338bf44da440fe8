// How the diagonal exponential methods propagate errors of a coupled linear system y' = A y + c (University of Bath
// thesis on that method, 4.18 to 4.31). On a single equation they are exact; what can be unstable is the coupling.
//
// With z_i = a_ii h, the diagonal matrices D1 = h phi1(z), D2 = h phi2(z), E = e^z, and O the off-diagonal part of A:
//   E    M_e = E + D1 O                             explicit (4.33); M_e = I + G_e
//   I1   H^-1 C,  H = I - D1 O,  C = E              implicit (4.39); the same is (I - G)^-1, G = D(-z) A (4.48)
//   I2   (I - D2 O)^-1 (E + (D1 - D2) O)
//   PC   (I - W) H^-1 C + W M_e,  W = 1 - phi2/phi1
// G is not used for computing: its entries grow like e^|z|, and (4.53), by which they vanish for a_ii -> -infinity,
// holds for +infinity only.
#pragma once

#include "analysis/amplification.hpp"
#include "linalg/diagonal_dominance.hpp"

#include <Eigen/Core>

#include <optional>
#include <string_view>

namespace dashpot::analysis {

struct CoupledStability {
  Eigen::MatrixXd explicitMatrix;  // M_e
  Eigen::MatrixXd h;               // H
  Eigen::MatrixXd c;               // C
  Eigen::MatrixXd g;               // G
  Eigen::MatrixXd implicitMatrix;  // H^-1 C
  Eigen::MatrixXd secondMatrix;    // of I2
  Eigen::MatrixXd meanMatrix;      // of PC
};

/// `scaled` is h A.
CoupledStability coupledStability(const Eigen::MatrixXd& scaled);

/// The matrix that takes the errors over one step of a method; none: not a diagonal exponential method with such a
/// matrix.
std::optional<Eigen::MatrixXd> amplificationMatrix(std::string_view method, const Eigen::MatrixXd& scaled);

linalg::Dominance diagonalDominance(const Eigen::MatrixXd& matrix);

}  // namespace dashpot::analysis
