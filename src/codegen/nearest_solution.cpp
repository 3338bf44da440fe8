#include "codegen/nearest_solution.hpp"

#include "linalg/decompositions.hpp"

#include <cmath>

namespace dashpot::codegen {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double leastPivot = 1e-12;    // of equations and unknowns in units of their sizes
constexpr double contradiction = 1e-9;  // of the largest term of an equation

}  // namespace

bool nearestSolution(std::span<const double> matrix, std::span<const double> right, std::span<double> x) {
  const auto n = static_cast<Index>(x.size());
  const MatrixXd a =
      Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(matrix.data(), n, n);
  const VectorXd b = Eigen::Map<const VectorXd>(right.data(), n);
  const Eigen::Map<const VectorXd> point(x.data(), n);
  if (!a.allFinite() || !b.allFinite() || !point.allFinite()) return false;
  const VectorXd sizes = point.unaryExpr([](double value) { return value != 0 ? std::fabs(value) : 1.0; });
  MatrixXd scaled = a * sizes.asDiagonal();
  VectorXd defect = b - a * point;
  for (Index row = 0; row < n; ++row)
    if (const double largest = scaled.row(row).lpNorm<Eigen::Infinity>(); largest > 0)
      scaled.row(row) /= largest, defect[row] /= largest;
  // Any solution, less its part in what the matrix maps to nothing: the shortest one.
  Eigen::FullPivLU<MatrixXd> lu(scaled);
  lu.setThreshold(leastPivot);
  VectorXd step = lu.solve(defect);
  if (!lu.isInvertible()) {
    const MatrixXd kernel = lu.kernel();
    const MatrixXd square = kernel.transpose() * kernel;
    step -= kernel * square.partialPivLu().solve(kernel.transpose() * step);
  }
  const VectorXd found = point + sizes.cwiseProduct(step);
  if (!found.allFinite()) return false;
  const VectorXd terms = a.cwiseAbs() * found.cwiseAbs() + b.cwiseAbs();
  const VectorXd left = (b - a * found).cwiseAbs();
  if ((left.array() > contradiction * terms.array()).any()) return false;
  Eigen::Map<VectorXd>(x.data(), n) = found;
  return true;
}

}  // namespace dashpot::codegen
