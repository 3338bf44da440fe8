#include "tableaux/rosenbrock.hpp"

#include <Eigen/Dense>

#include <cmath>
#include <vector>

namespace dashpot::tableaux {
namespace {

Eigen::MatrixXd squareOf(const std::array<std::array<double, maxRosenbrockStages>, maxRosenbrockStages>& rows, int s) {
  Eigen::MatrixXd matrix(s, s);
  for (int i = 0; i < s; ++i)
    for (int j = 0; j < s; ++j) matrix(i, j) = rows[i][j];
  return matrix;
}

Eigen::VectorXd vectorOf(const std::array<double, maxRosenbrockStages>& values, int s) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), s);
}

void assign(std::array<double, maxRosenbrockStages>& target, const Eigen::VectorXd& values) {
  for (int i = 0; i < values.size(); ++i) target[i] = values(i);
}

/// Conditions on the weights b(theta) of a formula y + sum b_i k_i to have order q at theta:
/// one row per tree, with right-hand side scale * theta^power (Hairer and Wanner II, table IV.7.1, beta = alpha +
/// gamma).
struct WeightConditions {
  std::vector<Eigen::VectorXd> rows;
  std::vector<double> scales;
  std::vector<int> powers;
};

WeightConditions weightConditions(const RosenbrockStandardForm& form, int order) {
  const Eigen::MatrixXd beta = form.alpha + form.gamma;
  const Eigen::VectorXd one = Eigen::VectorXd::Ones(beta.rows());
  const Eigen::VectorXd betaSum = beta * one;
  const Eigen::VectorXd alphaSum = form.alpha * one;
  WeightConditions conditions;
  const auto add = [&](const Eigen::VectorXd& row, double scale, int power) {
    conditions.rows.push_back(row);
    conditions.scales.push_back(scale);
    conditions.powers.push_back(power);
  };
  add(one, 1, 1);
  if (order >= 2) add(betaSum, 1.0 / 2, 2);
  if (order >= 3) {
    add(alphaSum.cwiseAbs2(), 1.0 / 3, 3);
    add(beta * betaSum, 1.0 / 6, 3);
  }
  return conditions;
}

/// Polynomial weights of degree q with order q for all theta that end in b at theta = 1, of least norm; empty when the
/// stages do not allow it.
Eigen::MatrixXd weightsOfOrder(const RosenbrockStandardForm& form, int order) {
  const WeightConditions conditions = weightConditions(form, order);
  const int s = static_cast<int>(form.b.size());
  const int perPower = static_cast<int>(conditions.rows.size());
  // Unknowns: weights(i, k), i-th stage, theta^(k+1). Equations: per tree and power, then the end point.
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(perPower * order + s, s * order);
  Eigen::VectorXd rhs = Eigen::VectorXd::Zero(matrix.rows());
  for (int tree = 0; tree < perPower; ++tree)
    for (int k = 0; k < order; ++k) {
      matrix.row(tree * order + k).segment(k * s, s) = conditions.rows[tree].transpose();
      rhs(tree * order + k) = conditions.powers[tree] == k + 1 ? conditions.scales[tree] : 0;
    }
  for (int i = 0; i < s; ++i) {
    for (int k = 0; k < order; ++k) matrix(perPower * order + i, k * s + i) = 1;
    rhs(perPower * order + i) = form.b(i);
  }
  const Eigen::VectorXd solution = matrix.completeOrthogonalDecomposition().solve(rhs);
  // Coefficients printed to 15 digits leave residuals of about 1e-13; an impossible condition leaves 1e-3 and more.
  constexpr double consistent = 1e-9;
  if ((matrix * solution - rhs).norm() > consistent) return {};
  return Eigen::Map<const Eigen::MatrixXd>(solution.data(), s, order);
}

/// y(theta) = (1-theta) y0 + theta (y1 + (1-theta) (d_1 + theta d_2 + theta^2 d_3)), expanded in powers of theta.
RosenbrockDense publishedExtension(const RosenbrockTable& table) {
  RosenbrockDense dense{.order = table.shapeOrder, .degree = table.shapes + 1, .weights = {}};
  dense.weights = Eigen::MatrixXd::Zero(table.stages, dense.degree);
  for (int i = 0; i < table.stages; ++i) {
    dense.weights(i, 0) = table.m[i];
    for (int k = 0; k < table.shapes; ++k) {  // theta (1 - theta) theta^k
      dense.weights(i, k) += table.shape[k][i];
      dense.weights(i, k + 1) -= table.shape[k][i];
    }
  }
  return dense;
}

}  // namespace

bool isStifflyAccurate(const RosenbrockTable& table) {
  const auto s = static_cast<std::size_t>(table.stages);
  auto last = table.a[s - 1];
  last[s - 1] = 1;
  return last == table.m;
}

RosenbrockStandardForm standardForm(const RosenbrockTable& table) {
  const int s = table.stages;
  RosenbrockStandardForm form;
  form.gamma = (Eigen::MatrixXd::Identity(s, s) / table.gamma - squareOf(table.c, s)).inverse();
  form.alpha = squareOf(table.a, s) * form.gamma;
  form.b = form.gamma.transpose() * vectorOf(table.m, s);
  form.bHat = form.b - form.gamma.transpose() * vectorOf(table.error, s);
  return form;
}

RosenbrockTable transformedForm(const RosenbrockStandardForm& form, RosenbrockTable described) {
  const int s = static_cast<int>(form.b.size());
  const Eigen::MatrixXd inverse = form.gamma.inverse();
  const Eigen::MatrixXd a = form.alpha * inverse;
  RosenbrockTable table = described;
  table.stages = s;
  table.gamma = form.gamma(0, 0);
  for (int i = 0; i < s; ++i)
    for (int j = 0; j < i; ++j) {
      table.a[i][j] = a(i, j);
      table.c[i][j] = -inverse(i, j);
    }
  assign(table.alpha, form.alpha.rowwise().sum());
  assign(table.gammaSum, form.gamma.rowwise().sum());
  assign(table.m, inverse.transpose() * form.b);
  assign(table.error, inverse.transpose() * (form.b - form.bHat));
  return table;
}

RosenbrockDense continuousExtension(const RosenbrockTable& table) {
  if (table.shapes > 0) return publishedExtension(table);
  RosenbrockStandardForm form = standardForm(table);
  const int s = table.stages;
  const Eigen::MatrixXd toTransformed = form.gamma.inverse().transpose();
  if (table.lastStageIsNextFirst) {  // a stage that only estimates the error is dropped in fixed-step runs
    form.alpha.conservativeResize(s - 1, s - 1);
    form.gamma.conservativeResize(s - 1, s - 1);
    form.b.conservativeResize(s - 1);
  }
  for (int order = std::min(table.order, 3); order >= 1; --order) {
    Eigen::MatrixXd weights = weightsOfOrder(form, order);
    if (weights.size() == 0) continue;
    weights.conservativeResizeLike(Eigen::MatrixXd::Zero(s, order));
    return {.order = order, .degree = order, .weights = toTransformed * weights};
  }
  return {};  // not reached: order 1 is always consistent
}

}  // namespace dashpot::tableaux
