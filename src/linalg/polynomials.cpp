#include "linalg/polynomials.hpp"

#include "base/by_fours.hpp"

namespace dashpot::linalg {

namespace {

constexpr std::size_t four = by_fours::count;

/// Four neighbours, wherever they lie.
using FourPlaces [[gnu::vector_size(32), gnu::aligned(8), gnu::may_alias]] = double;

/// At so many fours at once: a coefficient is looked up once for all of them, and none waits for the other.
template <std::size_t fours>
[[gnu::always_inline]] inline void evaluateAt(const double* thetas, const double* coefficients, int degree,
                                              const double* base, std::size_t n, double* values) {
  FourPlaces theta[fours];
  for (std::size_t g = 0; g < fours; ++g) theta[g] = *reinterpret_cast<const FourPlaces*>(thetas + four * g);
  for (std::size_t k = 0; k < n; ++k) {
    const double* coefficient = coefficients + static_cast<std::size_t>(degree - 1) * n + k;
    FourPlaces sum[fours];
    for (std::size_t g = 0; g < fours; ++g) sum[g] = *coefficient * theta[g];
    for (int d = degree - 1; d > 0; --d) {
      coefficient -= n;
      for (std::size_t g = 0; g < fours; ++g) sum[g] = (sum[g] + *coefficient) * theta[g];
    }
    for (std::size_t g = 0; g < fours; ++g)
      *reinterpret_cast<FourPlaces*>(values + four * (g * n + k)) = sum[g] + base[k];
  }
}

}  // namespace

#if defined(__x86_64__) && !defined(__clang__)
__attribute__((target_clones("avx2", "default")))
#endif
void evaluateByFours(std::span<const double> coefficients, int degree, std::span<const double> base,
                     std::span<const double> thetas, double* values) {
  const std::size_t n = base.size();
  const double* at = thetas.data();
  const double* const end = at + thetas.size();
  for (; end - at >= 16; at += 16, values += 16 * n)
    evaluateAt<4>(at, coefficients.data(), degree, base.data(), n, values);
  for (; end - at >= 8; at += 8, values += 8 * n)
    evaluateAt<2>(at, coefficients.data(), degree, base.data(), n, values);
  for (; end - at >= 4; at += 4, values += 4 * n)
    evaluateAt<1>(at, coefficients.data(), degree, base.data(), n, values);
}

}  // namespace dashpot::linalg
