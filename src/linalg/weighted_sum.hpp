// Sums of weighted vectors: what the stages of a step are put together from.
#pragma once

#include <cstddef>
#include <span>

namespace dashpot::linalg {

struct WeightedVector {
  double weight;
  const double* vector;
};

/// target = base + sum of the terms in their order, n numbers of each; null for a base of zeros. The target may be the
/// base, but none of the vectors.
void weightedSum(std::span<const WeightedVector> terms, const double* base, double* target, std::size_t n);

}  // namespace dashpot::linalg
