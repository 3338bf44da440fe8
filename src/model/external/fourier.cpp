#include "model/external/fourier.hpp"

#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

namespace dashpot::model {

namespace {

using Complex = std::complex<double>;

std::size_t smallestFactor(std::size_t n) {
  for (std::size_t p = 2; p * p <= n; ++p)
    if (n % p == 0) return p;
  return n;
}

/// The transform of x_0, x_s, x_2s, ...: split by the smallest factor of their number (Cooley and Tukey 1965).
/// `roots` are the powers of exp(-2 pi i/N), N their number as a whole.
std::vector<Complex> transform(std::span<const Complex> x, std::size_t stride, std::size_t n,
                               const std::vector<Complex>& roots) {
  if (n == 1) return {x[0]};
  const std::size_t p = smallestFactor(n), m = n / p, step = roots.size() / n;
  std::vector<std::vector<Complex>> parts;
  for (std::size_t r = 0; r < p; ++r) parts.push_back(transform(x.subspan(r * stride), stride * p, m, roots));
  std::vector<Complex> result(n);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t r = 0; r < p; ++r) result[k] += roots[step * (r * k % n)] * parts[r][k % m];
  return result;
}

}  // namespace

void amplitudesAndPhases(std::span<const double> samples, std::span<double> amplitudes, std::span<double> phases) {
  const std::size_t n = samples.size();
  const std::vector<Complex> x(samples.begin(), samples.end());
  std::vector<Complex> roots(n);
  for (std::size_t k = 0; k < n; ++k)
    roots[k] = std::polar(1.0, -2.0 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n));
  const std::vector<Complex> spectrum = transform(x, 1, n, roots);
  for (std::size_t k = 0; k < amplitudes.size(); ++k) {
    amplitudes[k] = std::abs(spectrum[k]) / static_cast<double>(n / 2 + 1);
    phases[k] = std::arg(spectrum[k]);
  }
}

}  // namespace dashpot::model
