#include "analysis/coupled_stability.hpp"

#include "linalg/decompositions.hpp"
#include "linalg/scalar_phi.hpp"

#include <span>

namespace dashpot::analysis {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd mapped(const VectorXd& z, double (*f)(double)) {
  VectorXd result(z.size());
  for (Index i = 0; i < z.size(); ++i) result[i] = f(z[i]);
  return result;
}

MatrixXd identityLike(const MatrixXd& a) { return MatrixXd::Identity(a.rows(), a.cols()); }

/// One step of E with a share of the step.
MatrixXd explicitMatrix(const MatrixXd& scaled) {
  const VectorXd phi1 = mapped(scaled.diagonal(), linalg::phi1);
  return identityLike(scaled) + phi1.asDiagonal() * scaled;
}

}  // namespace

CoupledStability coupledStability(const MatrixXd& scaled) {
  const VectorXd z = scaled.diagonal();
  const VectorXd d1 = mapped(z, linalg::phi1), d2 = mapped(z, linalg::phi2), back = mapped(-z, linalg::phi1);
  MatrixXd off = scaled;
  off.diagonal().setZero();
  const MatrixXd one = identityLike(scaled);
  CoupledStability s;
  s.explicitMatrix = explicitMatrix(scaled);
  s.h = one - MatrixXd(d1.asDiagonal() * off);
  s.c = z.array().exp().matrix().asDiagonal();
  s.g = back.asDiagonal() * scaled;
  s.implicitMatrix = s.h.partialPivLu().solve(s.c);
  s.secondMatrix =
      (one - MatrixXd(d2.asDiagonal() * off)).partialPivLu().solve(s.c + MatrixXd((d1 - d2).asDiagonal() * off));
  const VectorXd weight = 1 - d2.array() / d1.array();
  s.meanMatrix = MatrixXd((VectorXd::Ones(z.size()) - weight).asDiagonal() * s.implicitMatrix) +
                 MatrixXd(weight.asDiagonal() * s.explicitMatrix);
  return s;
}

std::optional<MatrixXd> amplificationMatrix(std::string_view method, const MatrixXd& scaled) {
  const auto half = [&] {
    const MatrixXd m = explicitMatrix(scaled / 2);
    return MatrixXd(m * m);
  };
  if (method == "diag-exp-e") return explicitMatrix(scaled);
  if (method == "diag-exp-e-published") return half();
  if (method == "diag-exp-e-extrapolated") return 2 * half() - explicitMatrix(scaled);
  if (method == "diag-exp-e-extrapolated-published") return 3 * explicitMatrix(scaled) - 2 * half();
  if (method == "diag-exp-i1" || method == "diag-exp-i1-published" || method == "diag-exp-pc-published")
    return coupledStability(scaled).implicitMatrix;
  if (method == "diag-exp-i2" || method == "diag-exp-i2-published" || method == "diag-exp-i2-end-published")
    return coupledStability(scaled).secondMatrix;
  if (method == "diag-exp-pc") return coupledStability(scaled).meanMatrix;
  return std::nullopt;
}

linalg::Dominance diagonalDominance(const MatrixXd& matrix) {
  const auto n = static_cast<std::size_t>(matrix.rows());
  linalg::RowSums sums{std::vector<double>(n), std::vector<double>(n)};
  linalg::rowSums(static_cast<int>(n), {}, std::span(matrix.data(), n * n), sums);
  return linalg::dominanceOf(sums);
}

}  // namespace dashpot::analysis
