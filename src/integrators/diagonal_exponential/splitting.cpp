#include "integrators/diagonal_exponential/splitting.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::integrators {
namespace {

constexpr double relativeIncrement = 1e-2, leastMagnitude = 1e-4;

}  // namespace

Splitting::Splitting(System& system, const Options& options)
    : system_(system),
      shiftZeroA_(options.diagonal.shiftZeroA),
      jacobian_(system, options),
      both_(2 * static_cast<std::size_t>(system.size())) {}

Evaluation Splitting::evaluate(double t, ConstView y, Coefficients& c) {
  const std::size_t n = y.size();
  if (system_.problem().diagonalSplitting) {
    if (const Evaluation e = system_.splitting(t, y, both_); e != Evaluation::ok) return e;
    std::copy_n(both_.begin(), n, c.a.begin());
    std::copy_n(both_.begin() + static_cast<std::ptrdiff_t>(n), n, c.b.begin());
  } else {
    const View f = View(both_).first(n);
    if (const Evaluation e = system_.rhs(t, y, f); e != Evaluation::ok) return e;
    if (const Evaluation e = jacobian_.evaluate(t, y, f); e != Evaluation::ok) return e;
    std::ranges::fill(c.a, 0.0);
    const SparsityPattern& pattern = jacobian_.pattern();
    for (std::size_t j = 0; j < n; ++j) {
      if (pattern.dense())
        c.a[j] = jacobian_.values()[j * (n + 1)];
      else
        for (int k = pattern.columnStart[j]; k < pattern.columnStart[j + 1]; ++k)
          if (pattern.rows[k] == static_cast<int>(j)) c.a[j] = jacobian_.values()[k];
    }
    for (std::size_t i = 0; i < n; ++i) c.b[i] = f[i] - c.a[i] * y[i];
  }
  if (shiftZeroA_)
    for (std::size_t i = 0; i < n; ++i)
      if (c.a[i] == 0) {
        c.a[i] = -1;
        c.b[i] += y[i];
      }
  return Evaluation::ok;
}

Evaluation PerturbationJacobian::evaluate(Splitting& splitting, double t, ConstView y, const Coefficients& here) {
  const std::size_t n = y.size();
  values_.resize(n * n);
  std::ranges::copy(y, shifted_.begin());
  const auto quotient = [](const Coefficients& c, std::size_t i, bool zero) { return zero ? c.b[i] : c.b[i] / c.a[i]; };
  for (std::size_t j = 0; j < n; ++j) {
    const double increment = relativeIncrement * std::max(std::abs(y[j]), leastMagnitude);
    shifted_[j] = y[j] + increment;
    if (const Evaluation e = splitting.evaluate(t, shifted_, there_); e != Evaluation::ok) return e;
    for (std::size_t i = 0; i < n; ++i) {
      const bool zero = here.a[i] == 0 || there_.a[i] == 0;
      values_[j * n + i] = (quotient(there_, i, zero) - quotient(here, i, zero)) / increment;
    }
    shifted_[j] = y[j];
  }
  return Evaluation::ok;
}

}  // namespace dashpot::integrators
