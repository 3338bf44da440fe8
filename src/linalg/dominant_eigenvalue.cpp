#include "linalg/dominant_eigenvalue.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace dashpot::linalg {
namespace {

constexpr int ignored = 4, counted = 6;
// Two iterations in a row that grow alike to this part tell of a single real eigenvalue that dominates.
constexpr double alike = 0.02;
constexpr int fewest = 3;

double entry(int n, const SparsityPattern& pattern, std::span<const double> values, int i, int j) {
  if (pattern.dense()) return values[static_cast<std::size_t>(j) * static_cast<std::size_t>(n) + i];
  for (int k = pattern.columnStart[j]; k < pattern.columnStart[j + 1]; ++k)
    if (pattern.rows[k] == i) return values[k];
  return 0;
}

DominantMode modeOfReal(double eigenvalue) {
  return eigenvalue == 0 ? DominantMode{} : DominantMode{std::abs(eigenvalue), eigenvalue < 0 ? 1.0 : -1.0};
}

/// The roots of lambda^2 - trace lambda + determinant. Of two real ones of equal size, the damped one.
DominantMode modeOfTwo(double a, double b, double c, double d) {
  const double mean = 0.5 * (a + d), half = 0.5 * (a - d);
  const double discriminant = half * half + b * c;
  if (discriminant >= 0) return modeOfReal(mean > 0 ? mean + std::sqrt(discriminant) : mean - std::sqrt(discriminant));
  const double size = std::sqrt(mean * mean - discriminant);
  return {size, -mean / size};
}

/// Every component takes part in the first iterate, none like its neighbour: 1 + 0.6 ({i g} - 1/2) with the golden
/// ratio's g, whose multiples are spread evenly.
void spread(std::span<double> x) {
  constexpr double golden = 0.6180339887498949;
  double part = 0;
  for (double& xi : x) {
    part += golden;
    if (part >= 1) part -= 1;
    xi = 0.7 + 0.6 * part;
  }
}

double absolute(double v) { return std::abs(v); }

/// With the entries of the matrix, or with what `of` makes of them.
void multiply(const SparsityPattern& pattern, std::span<const double> values, std::span<const double> x,
              std::span<double> product, auto of) {
  const std::size_t n = x.size();
  std::ranges::fill(product, 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    const double xj = x[j];
    if (pattern.dense())
      for (std::size_t i = 0; i < n; ++i) product[i] += of(values[j * n + i]) * xj;
    else
      for (int k = pattern.columnStart[j]; k < pattern.columnStart[j + 1]; ++k)
        product[static_cast<std::size_t>(pattern.rows[k])] += of(values[k]) * xj;
  }
}

DominantMode modeByIteration(int n, const SparsityPattern& pattern, std::span<const double> values) {
  const auto size = static_cast<std::size_t>(n);
  std::vector<double> vectors(2 * size);
  const std::span x = std::span(vectors).first(size), product = std::span(vectors).last(size);
  spread(x);
  double before = 0;  // |x|^2
  for (const double xi : x) before += xi * xi;
  double growth = 0;    // the sum of its logarithms
  double quotient = 0;  // of Rayleigh, over the growth: the sum
  double last = 0;
  int inARow = 0;
  for (int iteration = 0; iteration < ignored + counted; ++iteration) {
    multiply(pattern, values, x, product, std::identity{});
    double after = 0, along = 0;
    for (std::size_t i = 0; i < size; ++i) after += product[i] * product[i], along += product[i] * x[i];
    if (!(after > 0)) return {};
    const double square = after / before;
    const double cosine = along / std::sqrt(after * before);
    inARow = std::abs(square - last) <= alike * square ? inARow + 1 : 0;
    last = square;
    if (inARow == 2 && iteration >= fewest) return {std::sqrt(square), -cosine};
    if (iteration >= ignored) growth += 0.5 * std::log(square), quotient += cosine;
    const double scale = 1 / std::sqrt(after);
    for (std::size_t i = 0; i < size; ++i) x[i] = product[i] * scale;
    before = 1;
  }
  return {std::exp(growth / counted), -quotient / counted};
}

}  // namespace

DominantMode dominantMode(int n, const SparsityPattern& pattern, std::span<const double> values) {
  const auto at = [&](int i, int j) { return entry(n, pattern, values, i, j); };
  if (n == 0) return {};
  if (n == 1) return modeOfReal(at(0, 0));
  if (n == 2) return modeOfTwo(at(0, 0), at(0, 1), at(1, 0), at(1, 1));
  return modeByIteration(n, pattern, values);
}

double traceOfSquare(int n, const SparsityPattern& pattern, std::span<const double> values) {
  const auto size = static_cast<std::size_t>(n);
  double trace = 0;  // sum of a_ij a_ji
  for (std::size_t j = 0; j < size; ++j) {
    if (pattern.dense()) {
      for (std::size_t i = 0; i < size; ++i) trace += values[j * size + i] * values[i * size + j];
      continue;
    }
    for (int k = pattern.columnStart[j]; k < pattern.columnStart[j + 1]; ++k)
      trace += values[k] * entry(n, pattern, values, static_cast<int>(j), pattern.rows[k]);
  }
  return trace;
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

double sharpSpectralRadius(int n, const SparsityPattern& pattern, std::span<const double> values) {
  const auto size = static_cast<std::size_t>(n);
  std::vector<double> vectors(3 * size, 1.0);
  const std::span ones = std::span(vectors).first(size), once = std::span(vectors).subspan(size, size),
                  twice = std::span(vectors).last(size);
  multiply(pattern, values, ones, once, absolute);
  multiply(pattern, values, once, twice, absolute);
  return n == 0 ? 0.0 : std::sqrt(std::ranges::max(twice));
}

}  // namespace dashpot::linalg
