// cli/json_values.hpp: numbers and matrices as JSON.
#pragma once

#include <Eigen/Core>
#include <nlohmann/json.hpp>

#include <cmath>

namespace dashpot::cli {

/// JSON knows no infinity.
[[nodiscard]] inline nlohmann::ordered_json finiteOrNull(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

[[nodiscard]] inline nlohmann::ordered_json rowsOf(const Eigen::MatrixXd& matrix) {
  auto rows = nlohmann::ordered_json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    auto row = nlohmann::ordered_json::array();
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) row.push_back(matrix(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace dashpot::cli
