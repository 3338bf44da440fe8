// Coefficients of implicit Runge-Kutta methods with any (dense) matrix A, as data:
//   Y_i = y + h sum_j a_ij f(t + c_j h, Y_j),   y1 = y + h sum b_i f(t + c_i h, Y_i).
// Continuous extension as for explicit methods: y(t + theta h) = y + h sum_i b_i(theta) k_i,
// b_i(theta) = sum_k dense(i, k-1) theta^k.
#pragma once

#include <span>
#include <string_view>

#include <Eigen/Core>

namespace dashpot::tableaux {

struct ImplicitTable {
  std::string_view name;
  std::string_view source;
  int order = 0;
  int embeddedOrder = 0;  // 0: no embedded formula
  int denseOrder = 0;
  Eigen::MatrixXd a;
  Eigen::VectorXd b;
  Eigen::VectorXd c;
  Eigen::VectorXd bHat;   // empty: no embedded formula
  Eigen::MatrixXd dense;  // stages x degree

  int stages() const { return static_cast<int>(b.size()); }
  /// y1 is the last stage: R(infinity) = 0 if A is regular, and algebraic equations hold at the step's end.
  bool stifflyAccurate() const { return a.row(a.rows() - 1) == b.transpose(); }
};

/// All implicit Runge-Kutta methods, in the order in which the registry lists them.
std::span<const ImplicitTable> implicitTables();
/// Null when there is none of this name.
const ImplicitTable* findImplicit(std::string_view name);

}  // namespace dashpot::tableaux
