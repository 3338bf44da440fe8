#include "tableaux/order_conditions.hpp"

#include <cmath>
#include <stdexcept>

namespace dashpot::tableaux {
namespace {

/// All trees up to maxTreeOrder, with the number of those that have at most k vertices.
struct Forest {
  std::vector<RootedTree> trees;
  std::array<int, maxTreeOrder + 1> countUpTo{};
};

void addTree(std::vector<RootedTree>& trees, int order, const std::vector<int>& children) {
  RootedTree tree{.order = order, .children = children, .density = order};
  std::int64_t repeated = 0;
  for (std::size_t i = 0; i < children.size(); ++i) {
    repeated = i > 0 && children[i] == children[i - 1] ? repeated + 1 : 1;
    tree.density *= trees[children[i]].density;
    tree.symmetry *= trees[children[i]].symmetry * repeated;
  }
  trees.push_back(std::move(tree));
}

/// Adds every tree of the given order whose children end in the given ones, the next child being at most `largest`:
/// `vertices` are still to be placed.
void addTrees(std::vector<RootedTree>& trees, int order, int vertices, int largest, std::vector<int>& children) {
  if (vertices == 0) return addTree(trees, order, children);
  for (int child = largest; child >= 0; --child) {
    if (trees[child].order > vertices) continue;
    children.push_back(child);
    addTrees(trees, order, vertices - trees[child].order, child, children);
    children.pop_back();
  }
}

Forest growForest() {
  Forest forest;
  for (int order = 1; order <= maxTreeOrder; ++order) {
    std::vector<int> children;
    addTrees(forest.trees, order, order - 1, forest.countUpTo[order - 1] - 1, children);
    forest.countUpTo[order] = static_cast<int>(forest.trees.size());
  }
  return forest;
}

const Forest& forest() {
  static const Forest grown = growForest();
  return grown;
}

}  // namespace

std::string RootedTree::text() const {
  if (children.empty()) return "t";
  std::string inside;
  for (const int child : children) inside += (inside.empty() ? "" : ",") + forest().trees[child].text();
  return "[" + inside + "]";
}

std::span<const RootedTree> rootedTrees(int order) {
  if (order < 0 || order > maxTreeOrder) throw std::out_of_range("rootedTrees: order out of range");
  return std::span(forest().trees).first(forest().countUpTo[order]);
}

Eigen::VectorXd orderResiduals(const Formula& formula, const Eigen::VectorXd& weights, int order, double theta) {
  const auto trees = rootedTrees(order);
  Eigen::VectorXd residuals = stageWeights(formula, order).transpose() * weights;
  for (std::size_t t = 0; t < trees.size(); ++t)
    residuals(static_cast<Eigen::Index>(t)) -= std::pow(theta, trees[t].order) / static_cast<double>(trees[t].density);
  return residuals;
}

double largestResidual(const Formula& formula, const Eigen::VectorXd& weights, int order, double theta) {
  const auto lower = static_cast<Eigen::Index>(rootedTrees(order - 1).size());
  const Eigen::VectorXd residuals = orderResiduals(formula, weights, order, theta);
  return residuals.tail(residuals.size() - lower).cwiseAbs().maxCoeff();
}

int satisfiedOrder(const Formula& formula, const Eigen::VectorXd& weights, double tolerance, double theta) {
  int order = 0;
  while (order < maxTreeOrder && largestResidual(formula, weights, order + 1, theta) < tolerance) ++order;
  return order;
}

double principalErrorNorm(const Formula& formula, const Eigen::VectorXd& weights, int order) {
  const auto trees = rootedTrees(order + 1);
  const Eigen::VectorXd residuals = orderResiduals(formula, weights, order + 1);
  double sum = 0;
  for (std::size_t t = rootedTrees(order).size(); t < trees.size(); ++t)
    sum += std::pow(residuals(static_cast<Eigen::Index>(t)) / static_cast<double>(trees[t].symmetry), 2);
  return std::sqrt(sum);
}

}  // namespace dashpot::tableaux
