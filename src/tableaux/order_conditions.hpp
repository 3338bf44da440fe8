// Order conditions, generated from rooted trees and not typed in.
//
// A formula has order p if  sum_i b_i Phi_i(t) = 1 / gamma(t)  for every rooted tree t with at most p vertices; its
// continuous extension has order p at theta if  sum_i b_i(theta) Phi_i(t) = theta^|t| / gamma(t)
// (Hairer, Norsett, Wanner I, II.2 and II.6). The stage weights Phi are built along the tree, a vertex being coupled to
// its children by
//   A      for Runge-Kutta methods,
//   beta   for Rosenbrock methods where it has one child, alpha where it has several (Hairer and Wanner II, IV.7).
#pragma once

#include "tableaux/formula.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace dashpot::tableaux {

/// A rooted tree; its children are the trees left when the root is cut off.
struct RootedTree {
  int order = 0;              // number of vertices
  std::vector<int> children;  // indices of earlier trees, descending; equal ones are repeated
  std::int64_t density = 1;   // gamma(t): product of the orders of all subtrees
  std::int64_t symmetry = 1;  // sigma(t): number of ways in which the tree maps onto itself

  /// Bracket notation: t, [t], [t,t], [[t]], ...
  std::string text() const;
};

inline constexpr int maxTreeOrder = 10;

/// All trees with at most `order` vertices, by order: 1, 1, 2, 4, 9, 20, 48, 115, 286, 719 of them.
std::span<const RootedTree> rootedTrees(int order);

/// Phi_i(t) of all trees with at most `order` vertices, one column per tree.
template <class Matrix>
Matrix stageWeights(const Matrix& alpha, const Matrix& beta, int order) {
  const auto trees = rootedTrees(order);
  Matrix phi = Matrix::Ones(alpha.rows(), static_cast<Eigen::Index>(trees.size()));
  for (std::size_t t = 0; t < trees.size(); ++t) {
    const auto& coupling = trees[t].children.size() == 1 ? beta : alpha;
    for (const int child : trees[t].children)
      phi.col(static_cast<Eigen::Index>(t)).array() *= (coupling * phi.col(child)).array();
  }
  return phi;
}
inline Eigen::MatrixXd stageWeights(const Formula& formula, int order) {
  return stageWeights(formula.alpha, formula.beta, order);
}

/// sum_i b_i Phi_i(t) - theta^|t| / gamma(t) of all trees with at most `order` vertices.
Eigen::VectorXd orderResiduals(const Formula& formula, const Eigen::VectorXd& weights, int order, double theta = 1);

/// The largest residual among the trees with exactly `order` vertices.
double largestResidual(const Formula& formula, const Eigen::VectorXd& weights, int order, double theta = 1);

/// The order that the weights have: all residuals up to it are below the tolerance.
int satisfiedOrder(const Formula& formula, const Eigen::VectorXd& weights, double tolerance, double theta = 1);

/// Norm of the leading term of the local error,  || (sum b_i Phi_i(t) - 1/gamma(t)) / sigma(t) ||_2  over the trees
/// with order + 1 vertices (Dormand and Prince 1980).
double principalErrorNorm(const Formula& formula, const Eigen::VectorXd& weights, int order);

}  // namespace dashpot::tableaux
