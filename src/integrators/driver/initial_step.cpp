#include "integrators/driver/initial_step.hpp"

#include <cmath>
#include <limits>

namespace dashpot::integrators {
namespace {

/// Divisor of F_i that gives something of the size of y_i'; infinite where M, which is not the identity, has no entry.
Vector rowSizes(const MassMatrix& mass, std::size_t n) {
  Vector sizes(n);
  if (mass.kind == MassMatrix::Kind::diagonal)
    for (std::size_t i = 0; i < n; ++i) sizes[i] = std::abs(mass.values[i]);
  if (mass.kind == MassMatrix::Kind::sparse)
    for (std::size_t k = 0; k < mass.values.size(); ++k) {
      double& size = sizes[static_cast<std::size_t>(mass.pattern.rows[k])];
      size = std::max(size, std::abs(mass.values[k]));
    }
  for (double& size : sizes)
    if (size == 0) size = std::numeric_limits<double>::infinity();
  return sizes;
}

/// The part of the run for a first step where nothing moves: models whose parts are all sampled start anew at each tick.
constexpr double atRest = 1e-3;
/// The error of the first step, in tolerances.
constexpr double aim = 0.1;

}  // namespace

double initialStep(System& system, const ErrorMeasure& measure, int order, double t, double most, ConstView y,
                   ConstView f, View work) {
  const double longest = std::abs(most);
  const bool isIdentity = system.problem().mass.kind == MassMatrix::Kind::identity;
  const Vector sizes = isIdentity ? Vector{} : rowSizes(system.problem().mass, y.size());
  const auto slope = [&](double value, std::size_t i) { return isIdentity ? value : value / sizes[i]; };
  for (std::size_t i = 0; i < y.size(); ++i) work[i] = slope(f[i], i);
  const double d0 = measure(y, y);
  const double d1 = measure(work, y);
  if (!std::isfinite(d0) || !std::isfinite(d1)) return longest * 1e-6;
  const double tiny = 1e-10;
  double h0 = d0 < tiny || d1 < tiny ? 1e-6 * longest : 0.01 * d0 / d1;
  h0 = std::min(h0, longest);

  Vector shifted(y.begin(), y.end());
  for (std::size_t i = 0; i < y.size(); ++i) shifted[i] += std::copysign(h0, most) * work[i];
  if (system.rhs(t + std::copysign(h0, most), shifted, work) != Evaluation::ok) return h0;
  for (std::size_t i = 0; i < y.size(); ++i) work[i] = slope(work[i] - f[i], i);
  const double d2 = measure(work, y) / h0;
  if (!std::isfinite(d2)) return h0;
  if (d1 == 0 && d2 == 0) return atRest * longest;
  // Where y' vanishes at the start, its ratio to y'' says nothing of the derivatives to come.
  const double growing = std::pow(aim / d1, 1.0 / (order + 1)) * std::pow(d2 / d1, -order / (order + 1.0));
  const double bending = std::sqrt(aim / d2);
  return std::min({100 * h0, std::isfinite(growing) ? std::max(growing, bending) : bending, longest});
}

}  // namespace dashpot::integrators
