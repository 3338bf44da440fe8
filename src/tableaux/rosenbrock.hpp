// Coefficients of Rosenbrock (ROW) methods, as data.
//
// Standard form (Kaps and Wanner 1981; Hairer and Wanner II, IV.7.4), k_i containing h:
//   k_i = h f(t + alpha_i h, y + sum_{j<i} alpha_ij k_j) + h J sum_{j<=i} gamma_ij k_j + gamma_i h^2 f_t
//   y1  = y + sum b_i k_i
// Transformed form (Hairer and Wanner II, IV.7.25), which needs no product with J:
//   (M/(h gamma) - J) u_i = f(t + alpha_i h, y + sum_{j<i} a_ij u_j) + M sum_{j<i} (c_ij/h) u_j + gamma_i h f_t
//   y1  = y + sum m_i u_i,   error = sum e_i u_i
// with u = Gamma k, C = diag(1/gamma) - Gamma^-1, a = alpha Gamma^-1, m = b Gamma^-1.
#pragma once

#include "tableaux/properties.hpp"

#include <Eigen/Core>

#include <array>
#include <span>
#include <string_view>

namespace dashpot::tableaux {

inline constexpr int maxRosenbrockStages = 8;
inline constexpr int maxRosenbrockDenseDegree = 4;

/// The transformed form, which the integrator runs.
struct RosenbrockTable {
  template <int Columns>
  using Rows = std::array<std::array<double, Columns>, maxRosenbrockStages>;

  std::string_view name;
  std::string_view source;
  int stages = 0;
  int order = 0;
  int embeddedOrder = 0;  // 0: no error estimate
  StiffProperties properties;
  Required<int> rhsPerStep;  // stages at the same point share an evaluation
  double gamma = 0;
  Rows<maxRosenbrockStages> a{};  // strictly lower
  Rows<maxRosenbrockStages> c{};  // strictly lower
  std::array<double, maxRosenbrockStages> alpha{};
  std::array<double, maxRosenbrockStages> gammaSum{};
  std::array<double, maxRosenbrockStages> m{};
  std::array<double, maxRosenbrockStages> error{};  // m - m^ of the embedded formula
  /// Published continuous extension, if any: y(theta) = (1-theta) y0 + theta (y1 + (1-theta) (d_1 + theta d_2 + theta^2
  /// d_3)), d_k = sum_i shape[k-1][i] u_i (Hairer and Wanner II, VI.4); shapes 0: derived from the order conditions.
  int shapes = 0;
  int shapeOrder = 0;
  std::array<std::array<double, maxRosenbrockStages>, 3> shape{};
  /// The last stage enters only the error estimate and evaluates f at (t + h, y1): it is then also the first
  /// evaluation of the next step (ode23s).
  bool lastStageIsNextFirst = false;
};

/// The standard form, in which order conditions and stability functions are written.
struct RosenbrockStandardForm {
  Eigen::MatrixXd alpha;  // strictly lower
  Eigen::MatrixXd gamma;  // lower, with the diagonal
  Eigen::VectorXd b;
  Eigen::VectorXd bHat;
};

/// y1 is the last stage's argument plus u_s, and the estimate is u_s: both vanish for h lambda -> infinity.
bool isStifflyAccurate(const RosenbrockTable& table);

RosenbrockStandardForm standardForm(const RosenbrockTable& table);
/// `described` says all but the coefficients.
RosenbrockTable transformedForm(const RosenbrockStandardForm& form, RosenbrockTable described);

/// Weights of the continuous extension  y(t + theta h) = y + sum_i m_i(theta) u_i,
/// m_i(theta) = sum_{k=1..degree} weights(i, k-1) theta^k.
struct RosenbrockDense {
  int order = 0;  // of the interpolated solution
  int degree = 0;
  Eigen::MatrixXd weights;  // stages x degree
};

RosenbrockDense continuousExtension(const RosenbrockTable& table);

/// All Rosenbrock methods, in the order in which the registry lists them.
std::span<const RosenbrockTable> rosenbrockTables();
/// Null when there is none of this name.
const RosenbrockTable* findRosenbrock(std::string_view name);

}  // namespace dashpot::tableaux
