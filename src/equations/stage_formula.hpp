// equations/stage_formula.hpp
//
// An integration formula as inlining sees it. Any Runge-Kutta or Rosenbrock table is one, so nothing else has to be told
// of a new method.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace dashpot::equations {

/// Y_i = y + h sum_j a_ij Y_j' at t + c_i h, y1 = y + h sum_j b_j Y_j'.
struct RungeKuttaStages {
  struct Stage {
    double node = 0;              // c_i
    std::vector<double> weights;  // a_i1, a_i2, ...; what is left out at the end is zero
  };
  std::vector<Stage> stages;
  std::vector<double> end;  // b; empty: stiffly accurate, the last stage is the end of the step
};

/// The transformed form of tableaux/rosenbrock.hpp, not divided by h. Y_i = y + sum_(j<i) a_ij u_j is the argument of
/// stage i, at t + alpha_i h, and with the derivative of F at the start of the step
///   M u_i = h gamma (F(Y_i) + dF/dy u_i + gamma_i h dF/dt) + gamma M sum_(j<i) c_ij u_j,   y1 = y + sum m_i u_i.
struct RosenbrockStages {
  struct Stage {
    double node = 0;                // alpha_i
    double timeShare = 0;           // gamma_i
    std::vector<double> arguments;  // a_i1 ... a_i(i-1)
    std::vector<double> coupling;   // c_i1 ... c_i(i-1)
  };
  double gamma = 0;
  std::vector<Stage> stages;
  std::vector<double> end;  // m
};

/// Backward differentiation of second order: y1 = p y + q y_before + r h y1', with p, q and r given for each step, since
/// they depend on the lengths of both steps; the first one has 1, 0 and 1, which is backward Euler.
struct BackwardDifference {};

struct StageFormula {
  std::string name;
  std::variant<RungeKuttaStages, RosenbrockStages, BackwardDifference> stages;
};

/// The formula of the table of this name, or bdf2; empty if there is none.
[[nodiscard]] std::optional<StageFormula> findStageFormula(std::string_view method);

/// All names that can be asked for.
[[nodiscard]] std::vector<std::string_view> stageFormulaNames();

}  // namespace dashpot::equations
