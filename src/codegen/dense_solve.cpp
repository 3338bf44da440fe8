#include "codegen/dense_solve.hpp"

#include <cmath>
#include <utility>

namespace dashpot::codegen {

namespace {

std::size_t pivotRow(std::span<const double> matrix, std::size_t n, std::size_t k) {
  std::size_t best = k;
  for (std::size_t i = k + 1; i < n; ++i)
    if (std::fabs(matrix[i * n + k]) > std::fabs(matrix[best * n + k])) best = i;
  return best;
}

}  // namespace

void denseSolve(std::span<double> matrix, std::span<double> right, std::size_t n) {
  const std::size_t count = n == 0 ? 0 : right.size() / n;
  for (std::size_t k = 0; k < n; ++k) {
    if (const std::size_t p = pivotRow(matrix, n, k); p != k) {
      for (std::size_t j = k; j < n; ++j) std::swap(matrix[k * n + j], matrix[p * n + j]);
      for (std::size_t c = 0; c < count; ++c) std::swap(right[c * n + k], right[c * n + p]);
    }
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = matrix[i * n + k] / matrix[k * n + k];
      for (std::size_t j = k + 1; j < n; ++j) matrix[i * n + j] -= factor * matrix[k * n + j];
      for (std::size_t c = 0; c < count; ++c) right[c * n + i] -= factor * right[c * n + k];
    }
  }
  for (std::size_t c = 0; c < count; ++c)
    for (std::size_t i = n; i-- > 0;) {
      double sum = right[c * n + i];
      for (std::size_t j = i + 1; j < n; ++j) sum -= matrix[i * n + j] * right[c * n + j];
      right[c * n + i] = sum / matrix[i * n + i];
    }
}

}  // namespace dashpot::codegen
