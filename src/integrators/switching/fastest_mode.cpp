#include "integrators/switching/fastest_mode.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::integrators {
namespace {

constexpr int fewUnknowns = 20;  // of which the others share what they add up to: the fastest has a sixth of the size
constexpr double real = 0.95;    // the damping from which on a mode does not oscillate

}  // namespace

linalg::DominantMode modeByDifferences(System& system, const Options& options, double t, ConstView y) {
  const ErrorMeasure measure(system.size(), options.tolerances);
  const std::size_t n = y.size();
  Vector all(4 * n);
  const View f = View(all).first(n), direction = View(all).subspan(n, n), shifted = View(all).subspan(2 * n, n),
             slope = View(all).last(n);
  if (system.rhs(t, y, f) != Evaluation::ok) return {};
  std::ranges::copy(f, direction.begin());
  linalg::DominantMode mode;
  for (int iteration = 0; iteration < 3; ++iteration) {
    const double length = measure(direction, y);
    if (!(length > 0) || !std::isfinite(length)) return mode;
    const double increment = 1e-2 / length;  // in tolerances: small against the solution, large against rounding
    for (std::size_t i = 0; i < n; ++i) shifted[i] = y[i] + increment * direction[i];
    if (system.rhs(t, shifted, slope) != Evaluation::ok) return mode;
    double along = 0, before = 0, after = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double next = (slope[i] - f[i]) / increment;
      along += next * direction[i], before += direction[i] * direction[i], after += next * next;
      direction[i] = next;
    }
    mode = {measure(direction, y) / length, after > 0 ? -along / std::sqrt(before * after) : 1.0};
  }
  return std::isfinite(mode.size) ? mode : linalg::DominantMode{};
}

KnownMode FastestMode::exactly(const SparsityPattern& pattern, ConstView jacobian, ConstView y) {
  constexpr double mostAbove = 1.15;  // power iterations come from below, and ten of them leave that
  if (isFoundDirectly()) {
    const linalg::DominantMode mode = linalg::dominantMode(size_, pattern, jacobian);
    return {mode, false, mode.size};
  }
  linalg::DominantMode mode = inUnits(pattern, jacobian, y);
  if (mode.isDamped() && isAmongOscillations(mode, pattern, jacobian)) mode.damping = 0;
  if (mode.isDamped()) return {mode};
  const double most = std::min(mostAbove * mode.size, linalg::sharpSpectralRadius(size_, pattern, jacobian));
  return {mode, false, std::max(mode.size, most)};
}

/// If the squares of all eigenvalues add up to less than half of that of a real one, the others have more imaginary
/// parts than real ones: the squares of the former add up to at least the other half.
bool FastestMode::isAmongOscillations(const linalg::DominantMode& mode, const SparsityPattern& pattern,
                                      ConstView jacobian) const {
  return mode.damping >= real && size_ < fewUnknowns &&
         linalg::traceOfSquare(size_, pattern, jacobian) < 0.5 * mode.size * mode.size;
}

KnownMode FastestMode::bound(const SparsityPattern& pattern, ConstView jacobian, ConstView y) {
  if (isFoundDirectly()) return exactly(pattern, jacobian, y);
  return {{linalg::mostSpectralRadius(size_, pattern, jacobian), 1}, true};
}

linalg::DominantMode FastestMode::inUnits(const SparsityPattern& pattern, ConstView jacobian, ConstView y) {
  if (!measure_) measure_.emplace(size_, *tolerances_);
  const std::size_t n = y.size();
  units_.resize(n);
  perUnit_.resize(n);
  scaled_.resize(jacobian.size());
  for (std::size_t i = 0; i < n; ++i) units_[i] = measure_->scale(i, std::abs(y[i])), perUnit_[i] = 1 / units_[i];
  for (std::size_t j = 0; j < n; ++j) {
    if (pattern.dense()) {
      for (std::size_t i = 0; i < n; ++i) scaled_[j * n + i] = jacobian[j * n + i] * units_[j] * perUnit_[i];
      continue;
    }
    for (int k = pattern.columnStart[j]; k < pattern.columnStart[j + 1]; ++k)
      scaled_[k] = jacobian[k] * units_[j] * perUnit_[static_cast<std::size_t>(pattern.rows[k])];
  }
  return linalg::dominantMode(size_, pattern, scaled_);
}

bool isJacobianConstant(System& system, const Options& options, double t, ConstView y, ConstView jacobian) {
  constexpr double beside = 1e-3;  // of each unknown
  const ErrorMeasure measure(system.size(), options.tolerances);
  Vector both(y.size() + jacobian.size());
  const View shifted = View(both).first(y.size()), values = View(both).last(jacobian.size());
  for (std::size_t i = 0; i < y.size(); ++i) shifted[i] = y[i] + beside * (std::abs(y[i]) + measure.floorOf(i));
  return system.jacobianValues(t + beside * (1 + std::abs(t)), shifted, values) == Evaluation::ok &&
         std::ranges::equal(values, jacobian);
}

Vector jacobianAt(System& system, double t, ConstView y) {
  const Problem& problem = system.problem();
  if (!problem.jacobian || !problem.jacobian->values) return {};
  Vector values(static_cast<std::size_t>(problem.jacobian->pattern.nonZeros(problem.size)));
  if (system.jacobianValues(t, y, values) != Evaluation::ok) return {};
  if (!std::ranges::all_of(values, [](double v) { return std::isfinite(v); })) return {};
  return values;
}

}  // namespace dashpot::integrators
