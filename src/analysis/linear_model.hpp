// analysis/linear_model.hpp
//
// x' = A x + B u, y = C x + D u: what is left of a model near one point, with names. All in deviations from that point.
#pragma once

#include <Eigen/Dense>

#include <string>
#include <vector>

namespace dashpot::analysis {

struct LinearModel {
  std::string name;
  double time = 0;
  std::vector<std::string> states, inputs, outputs;
  std::vector<std::string> inputUnits, outputUnits;  // empty texts where there is none
  Eigen::MatrixXd a, b, c, d;
  Eigen::VectorXd statesAt, inputsAt, outputsAt;  // the point itself
};

}  // namespace dashpot::analysis
