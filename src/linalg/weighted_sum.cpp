#include "linalg/weighted_sum.hpp"

namespace dashpot::linalg {

namespace {

/// Four neighbours, wherever they lie.
using Four [[gnu::vector_size(32), gnu::aligned(8), gnu::may_alias]] = double;

}  // namespace

/// Sums of a few components at a time stay in registers; each component has the bits that it would have alone.
#if defined(__x86_64__) && !defined(__clang__)
__attribute__((target_clones("avx2", "default")))
#endif
void weightedSum(std::span<const WeightedVector> terms, const double* base, double* target, std::size_t n) {
  constexpr std::size_t four = 4;
  std::size_t k = 0;
  for (; k + 2 * four <= n; k += 2 * four) {
    Four first{}, second{};
    if (base) {
      first = *reinterpret_cast<const Four*>(base + k);
      second = *reinterpret_cast<const Four*>(base + k + four);
    }
    for (const WeightedVector& term : terms) {
      first += term.weight * *reinterpret_cast<const Four*>(term.vector + k);
      second += term.weight * *reinterpret_cast<const Four*>(term.vector + k + four);
    }
    *reinterpret_cast<Four*>(target + k) = first;
    *reinterpret_cast<Four*>(target + k + four) = second;
  }
  if (k + four <= n) {
    Four sum{};
    if (base) sum = *reinterpret_cast<const Four*>(base + k);
    for (const WeightedVector& term : terms) sum += term.weight * *reinterpret_cast<const Four*>(term.vector + k);
    *reinterpret_cast<Four*>(target + k) = sum;
    k += four;
  }
  for (; k < n; ++k) {
    double sum = base ? base[k] : 0.0;
    for (const WeightedVector& term : terms) sum += term.weight * term.vector[k];
    target[k] = sum;
  }
}

}  // namespace dashpot::linalg
