#include "linalg/dominant_eigenvalue.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace dashpot::linalg {
namespace {

constexpr int ignored = 4, counted = 6;
// Two iterations in a row that grow alike to this part tell of a single real eigenvalue that dominates.
constexpr double alike = 0.02;
constexpr int fewest = 3;

}  // namespace

DominantMode dominantMode(int n, const SparsityPattern& pattern, std::span<const double> values) {
  const auto size = static_cast<std::size_t>(n);
  std::vector<double> vectors(2 * size);
  const std::span x = std::span(vectors).first(size), product = std::span(vectors).last(size);
  for (std::size_t i = 0; i < size; ++i) x[i] = 1 + 0.3 * std::sin(static_cast<double>(7 * i + 1));
  double growth = 0;    // logarithm
  double quotient = 0;  // of Rayleigh, over the growth: the sum
  double last = 0;
  int inARow = 0;
  for (int iteration = 0; iteration < ignored + counted; ++iteration) {
    double before = 0, after = 0, along = 0;
    for (double& p : product) p = 0;
    for (std::size_t j = 0; j < size; ++j) {
      before += x[j] * x[j];
      if (pattern.dense())
        for (std::size_t i = 0; i < size; ++i) product[i] += values[j * size + i] * x[j];
      else
        for (int k = pattern.columnStart[j]; k < pattern.columnStart[j + 1]; ++k)
          product[static_cast<std::size_t>(pattern.rows[k])] += values[k] * x[j];
    }
    for (std::size_t i = 0; i < size; ++i) after += product[i] * product[i], along += product[i] * x[i];
    if (!(after > 0)) return {};
    const double square = after / before;
    inARow = std::abs(square - last) <= alike * square ? inARow + 1 : 0;
    last = square;
    if (inARow == 2 && iteration >= fewest) return {std::sqrt(square), -along / std::sqrt(after * before)};
    if (iteration >= ignored) growth += 0.5 * std::log(square), quotient += along / std::sqrt(after * before);
    const double scale = 1 / std::sqrt(after);
    for (std::size_t i = 0; i < size; ++i) x[i] = product[i] * scale;
  }
  return {std::exp(growth / counted), -quotient / counted};
}

double leastSpectralRadius(int n, const SparsityPattern& pattern, std::span<const double> values) {
  double trace = 0;
  for (int j = 0; j < n; ++j) {
    if (pattern.dense()) {
      trace += values[static_cast<std::size_t>(j) * (static_cast<std::size_t>(n) + 1)];
      continue;
    }
    for (int k = pattern.columnStart[j]; k < pattern.columnStart[j + 1]; ++k)
      if (pattern.rows[k] == j) trace += values[k];
  }
  return n == 0 ? 0.0 : std::abs(trace) / n;
}

double mostSpectralRadius(int n, const SparsityPattern& pattern, std::span<const double> values) {
  const auto size = static_cast<std::size_t>(n);
  std::vector<double> rowSums(size);
  double byColumns = 0;
  for (std::size_t j = 0; j < size; ++j) {
    const std::size_t begin = pattern.dense() ? j * size : static_cast<std::size_t>(pattern.columnStart[j]);
    const std::size_t end = pattern.dense() ? begin + size : static_cast<std::size_t>(pattern.columnStart[j + 1]);
    double columnSum = 0;
    for (std::size_t k = begin; k < end; ++k) {
      const std::size_t i = pattern.dense() ? k - begin : static_cast<std::size_t>(pattern.rows[k]);
      columnSum += std::abs(values[k]);
      rowSums[i] += std::abs(values[k]);
    }
    byColumns = std::max(byColumns, columnSum);
  }
  const double byRows = size == 0 ? 0.0 : *std::ranges::max_element(rowSums);
  return std::min(byRows, byColumns);
}

}  // namespace dashpot::linalg
