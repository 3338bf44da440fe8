// A one-step formula as order conditions and stability functions see it, whatever table it comes from.
//
// A Rosenbrock method has two couplings of its stages: alpha inside f, beta = alpha + gamma through the linear part.
// A Runge-Kutta method is the case alpha = beta = A. With k_i containing h:  y1 = y + sum b_i k_i.
#pragma once

#include "tableaux/explicit_rk.hpp"
#include "tableaux/implicit_rk.hpp"
#include "tableaux/rosenbrock.hpp"

#include <Eigen/Core>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::tableaux {

struct Formula {
  std::string name;
  int order = 0;
  int embeddedOrder = 0;  // 0: no embedded formula
  int denseOrder = 0;     // 0: no continuous extension
  Eigen::MatrixXd alpha;
  Eigen::MatrixXd beta;
  Eigen::VectorXd b;
  Eigen::VectorXd bHat;   // empty: no embedded formula
  Eigen::VectorXd c;      // abscissae as the table states them
  Eigen::MatrixXd dense;  // stages x degree: b_i(theta) = sum_k dense(i, k-1) theta^k; empty: no continuous extension

  int stages() const { return static_cast<int>(b.size()); }
  bool hasEmbedded() const { return bHat.size() > 0; }
  /// b(theta), the weights of the continuous extension.
  Eigen::VectorXd weightsAt(double theta) const;
};

/// With all stages, also those that serve only the continuous extension.
Formula formulaOf(const ExplicitTable& table);
Formula formulaOf(const ImplicitTable& table);
Formula formulaOf(const RosenbrockTable& table);
/// Without the orders, which the standard form does not know.
Formula formulaOf(const RosenbrockStandardForm& form);

/// All formulas that are given by a table: explicit, implicit, Rosenbrock.
std::vector<Formula> allFormulas();
std::optional<Formula> findFormula(std::string_view name);

}  // namespace dashpot::tableaux
