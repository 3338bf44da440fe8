#include "tableaux/continuous_extension.hpp"

#include "tableaux/order_conditions.hpp"
#include "tableaux/polynomial.hpp"

#include <Eigen/Dense>

namespace dashpot::tableaux {

ExtendedMatrix leastNormExtension(const ExtendedMatrix& a, const ExtendedVector& b, int order, int degree) {
  const auto trees = rootedTrees(order);
  const ExtendedMatrix phi = stageWeights(a, a, order);
  const Eigen::Index s = b.size();
  const auto perPower = static_cast<Eigen::Index>(trees.size());
  // Unknowns: weights(i, k), i-th stage, theta^(k+1). Equations: per tree and power, then the end point.
  ExtendedMatrix matrix = ExtendedMatrix::Zero(perPower * degree + s, s * degree);
  ExtendedVector rhs = ExtendedVector::Zero(matrix.rows());
  for (Eigen::Index tree = 0; tree < perPower; ++tree)
    for (int k = 0; k < degree; ++k) {
      matrix.row(tree * degree + k).segment(k * s, s) = phi.col(tree).transpose();
      const RootedTree& t = trees[static_cast<std::size_t>(tree)];
      if (t.order == k + 1) rhs(tree * degree + k) = 1 / static_cast<long double>(t.density);
    }
  for (Eigen::Index i = 0; i < s; ++i) {
    for (int k = 0; k < degree; ++k) matrix(perPower * degree + i, k * s + i) = 1;
    rhs(perPower * degree + i) = b(i);
  }
  const ExtendedVector solution = matrix.completeOrthogonalDecomposition().solve(rhs);
  constexpr long double consistent = 1e-12L;  // an impossible condition leaves 1e-3 and more
  if ((matrix * solution - rhs).norm() > consistent) return {};
  return Eigen::Map<const ExtendedMatrix>(solution.data(), s, degree);
}

ExtendedMatrix integratedLagrange(const ExtendedVector& nodes) {
  const Eigen::Index s = nodes.size();
  ExtendedMatrix weights(s, s);
  for (Eigen::Index i = 0; i < s; ++i) {
    Polynomial lagrange{1};
    for (Eigen::Index j = 0; j < s; ++j)
      if (j != i) lagrange = product(lagrange, {-nodes(j) / (nodes(i) - nodes(j)), 1 / (nodes(i) - nodes(j))});
    for (Eigen::Index k = 0; k < s; ++k)
      weights(i, k) = lagrange[static_cast<std::size_t>(k)] / static_cast<long double>(k + 1);
  }
  return weights;
}

}  // namespace dashpot::tableaux
