// What Krylov actions of phi functions are compared with: the same by dense matrices.
#pragma once

#include "linalg/phi.hpp"

#include <cmath>
#include <random>
#include <span>

namespace dashpot::linalg {

inline double rms(std::span<const double> v) {
  double sum = 0;
  for (const double x : v) sum += x * x;
  return std::sqrt(sum / static_cast<double>(v.size()));
}

inline Eigen::MatrixXd randomMatrix(int rows, int columns, unsigned seed, double size = 1) {
  std::mt19937 random(seed);
  std::normal_distribution<double> value(0, size);
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return value(random); });
}

/// sum_k tau^k phi_k(tau A) b_k.
inline Eigen::VectorXd dense(const Eigen::MatrixXd& a, Eigen::MatrixXd b, double tau) {
  for (int k = 1; k < b.cols(); ++k) b.col(k) *= std::pow(tau, k);
  return phiCombination(tau * a, b);
}

}  // namespace dashpot::linalg
