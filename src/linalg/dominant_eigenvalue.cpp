#include "linalg/dominant_eigenvalue.hpp"

#include <cmath>
#include <vector>

namespace dashpot::linalg {
namespace {

constexpr int ignored = 6, counted = 8;

}  // namespace

double dominantEigenvalue(int n, const SparsityPattern& pattern, std::span<const double> values) {
  const auto size = static_cast<std::size_t>(n);
  std::vector<double> x(size), product(size);
  for (std::size_t i = 0; i < size; ++i) x[i] = 1 + 0.3 * std::sin(static_cast<double>(7 * i + 1));
  double growth = 0;  // logarithm
  for (int iteration = 0; iteration < ignored + counted; ++iteration) {
    double before = 0, after = 0;
    for (double& p : product) p = 0;
    for (std::size_t j = 0; j < size; ++j) {
      before += x[j] * x[j];
      if (pattern.dense())
        for (std::size_t i = 0; i < size; ++i) product[i] += values[j * size + i] * x[j];
      else
        for (int k = pattern.columnStart[j]; k < pattern.columnStart[j + 1]; ++k)
          product[static_cast<std::size_t>(pattern.rows[k])] += values[k] * x[j];
    }
    for (const double p : product) after += p * p;
    if (!(after > 0)) return 0;
    if (iteration >= ignored) growth += 0.5 * std::log(after / before);
    const double scale = 1 / std::sqrt(after);
    for (std::size_t i = 0; i < size; ++i) x[i] = product[i] * scale;
  }
  return std::exp(growth / counted);
}

}  // namespace dashpot::linalg
