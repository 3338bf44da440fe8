// Coefficients of exponential Runge-Kutta and Rosenbrock methods, in one form for both.
//
// With y' = L y + N(t, y) split off at (t_n, y_n), f = L y_n + N(t_n, y_n) and D_i = N(t_n + c_i h, U_i) - N(t_n, y_n),
//
//   U_i   = y_n + c_i h phi_1(c_i h L) f + h sum  weight phi_k(argument h L) D_j      over the terms of stage i
//   y_n+1 = y_n + h phi_1(h L) f         + h sum  weight phi_k(h L) D_j              over the terms of the result
//
// and the error estimate is the sum over the terms of the error. Exponential Rosenbrock methods take for L the Jacobian
// at (t_n, y_n), and treat t as one more unknown: to c_i h phi_1 f comes (c_i h)^2 phi_2(c_i h L) f_t, and D_i loses
// c_i h f_t. D_j, j = number of stages, belongs to the result itself, and is known at the start of the next step.
//
// Weights of phi_k(theta h L), theta^k times those of the result, give the solution at t_n + theta h.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace dashpot::tableaux {

struct ExponentialTerm {
  int phi;    // k
  int stage;  // j, from 0
  double weight;
  double argument = 1;  // of h L
};

struct ExponentialStage {
  double c;
  std::vector<ExponentialTerm> terms;
};

struct ExponentialTable {
  std::string_view name;
  std::string_view source;
  int order;
  int embeddedOrder;
  int denseOrder;
  bool rosenbrock;  // L is the Jacobian of each step; else fixed
  std::vector<ExponentialStage> stages;
  std::vector<ExponentialTerm> result;
  std::vector<ExponentialTerm> error;

  int highestPhi() const;
  /// The error needs F at the end of the step.
  bool errorLooksAtTheEnd() const;
};

std::span<const ExponentialTable> exponentialTables();
/// Null when there is no such table.
const ExponentialTable* findExponential(std::string_view name);

}  // namespace dashpot::tableaux
