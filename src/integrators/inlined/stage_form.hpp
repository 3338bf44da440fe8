// What a formula makes of the stages of a step that was inlined: the course of y within the step, and its error.
//
// S_i stands for h times the slope of stage i or, of a linearly implicit formula, for its increment u_i; so that
//   y(t + theta h) = y + sum_i w_i(theta) S_i,   w_i(theta) = sum_k dense(i, k-1) theta^k,
//   error = sum_i error_i S_i + slopeWeight h F(t, y),
// where the estimate may have to be filtered, (M - h gamma J)^-1 M error (Hairer and Wanner II, IV.8.20).
#pragma once

#include "dashpot/integrate.hpp"

#include <Eigen/Core>

#include <string_view>

namespace dashpot::integrators {

struct StageForm {
  enum class Kind {
    implicitRungeKutta,
    rosenbrock,
    explicitRungeKutta,
    theta,               // backward Euler and its kin, whose estimates are differences of F
    backwardDifference,  // bdf2
  };
  Kind kind = Kind::implicitRungeKutta;
  int stages = 0;
  Eigen::MatrixXd dense;  // empty: from values and slopes at the ends
  Eigen::VectorXd error;  // empty: none by stages
  double slopeWeight = 0;
  double gamma = 0;
  bool isFiltered = false;
  bool endsWithSlope = false;  // error has one entry more, for h F(t + h, y1)
  double theta = 0;            // Kind::theta
  int errorOrder = 0;          // the estimate behaves like h^errorOrder; 0: there is none
  /// h K = slopesOf (Y - y) of unknowns that have no derivative: A^-1, or zero where A has none. With an explicit first
  /// stage, whose slope is taken from the step before, that of the others.
  Eigen::MatrixXd slopesOf;
  Eigen::VectorXd firstColumn;  // with an explicit first stage: a_i1 of the others; else empty
};

/// `formula` is the name of a table, or bdf2.
StageForm stageFormOf(std::string_view formula);

}  // namespace dashpot::integrators
