// Linear systems: their spectra, and what methods make of them.
//
//   spectrum        of a problem at its start, or of a `matrix`; quantity stiffness, real, imaginary, modulus of the
//                   `mode` (from 1, the fastest first); `frozen`: with the coefficients a_i of the diagonal splitting in the
//                   place of the diagonal
//   amplification   of `method` on a problem, a `matrix` or an oscillator of damping `zeta`: spectral_radius, eigenvalue
//                   (`number` from 1 by descending modulus, `part`), nullity (of (M - I)^`power`) with `step`; largest_step;
//                   listed_step: by the algorithm of the listing of Beamis (1990, app. A)
//   coupled         the diagonal exponential formulas on a `matrix` with `step`: entry [row, column] of `of` = m_e, h, c, g;
//                   radius of `formula` = e, i1, i2, pc; eigenvalue of g; dominant
#include "analysis/amplification.hpp"
#include "analysis/coupled_stability.hpp"
#include "analysis/linearize.hpp"
#include "analysis/spectrum_course.hpp"
#include "experiments/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot::experiments {
namespace {

using analysis::LinearProblem;

Measured partOf(std::complex<double> value, const std::string& part) {
  if (part == "real") return Value{value.real()};
  if (part == "imaginary") return Value{value.imag()};
  if (part == "modulus") return Value{std::abs(value)};
  return Unexpected{fmt::format("'{}' is no part of an eigenvalue: it can be real, imaginary, modulus", part)};
}

/// The states x of a problem with x' = a_i(y) x_i + ..., the diagonal of its Jacobian replaced by a.
void freezeDiagonal(analysis::LinearModel& model, const problems::TestProblem& test) {
  Vector splitting(2 * test.initial.size());
  test.problem.diagonalSplitting(test.start, test.initial, splitting);
  for (Eigen::Index i = 0; i < model.a.rows(); ++i) model.a(i, i) = splitting[static_cast<std::size_t>(i)];
}

Expected<LinearProblem, std::string> linearProblemFrom(Settings& settings) {
  if (const auto zeta = settings.optionalNumber("zeta")) return analysis::dampedOscillator(*zeta);
  if (settings.has("matrix") && !settings.has("initial")) {
    const Eigen::MatrixXd matrix = settings.matrix("matrix");
    return LinearProblem{matrix, analysis::pairsIn(matrix)};
  }
  const auto test = problemFrom(settings);
  if (!test) return Unexpected{test.error()};
  return analysis::linearise(test->problem, test->start, test->initial);
}

/// Beamis (1990, app. A): the step grows by 0.02 until an eigenvalue leaves the unit circle, then the interval is halved
/// until the largest is within 1e-5 of it, which the spurious root at 1 of the hybrid makes come true at once.
Measured listedStep(const std::string& method, const LinearProblem& problem) {
  const auto radius = [&](double h) {
    const auto matrix = analysis::amplificationMatrix(method, problem, h);
    return matrix ? analysis::spectralRadius(*matrix) : NAN;
  };
  constexpr double grid = 0.02, rounding = 1e4 * 2.2e-16;
  double h = grid;
  while (h < 100 && radius(h) <= 1 + rounding) h += grid;
  double low = h - grid, high = h + grid;
  for (int k = 0; k < 200; ++k) {
    const double middle = (low + high) / 2, size = radius(middle);
    if (std::abs(size - 1) < 1e-5) return Value{middle};
    (size > 1 ? high : low) = middle;
  }
  return Value{low};
}

}  // namespace

Measured measureSpectrum(Settings& settings, Laboratory&) {
  const auto test = problemFrom(settings);
  if (!test) return Unexpected{test.error()};
  auto model = analysis::linearize(*test, settings.number("at", test->start), test->initial);
  if (!model) return Unexpected{model.error().message};
  if (settings.flag("frozen", false)) freezeDiagonal(*model, *test);
  const int states = settings.integer("states", static_cast<int>(model->a.rows()));  // those that count
  if (states < model->a.rows()) {
    model->a = model->a.topLeftCorner(states, states).eval();
    model->states.resize(static_cast<std::size_t>(states));
  }
  const analysis::Spectrum spectrum = analysis::spectrumOf(*model);
  const std::string quantity = settings.text("quantity");
  if (quantity == "stiffness") return Value{spectrum.stiffnessRatio};
  if (quantity == "states") return Value{static_cast<double>(model->a.rows())};
  const int mode = settings.integer("mode", 1);
  if (mode < 1 || static_cast<std::size_t>(mode) > spectrum.modes.size())
    return Unexpected{fmt::format("there are {} modes", spectrum.modes.size())};
  return partOf(spectrum.modes[static_cast<std::size_t>(mode) - 1].eigenvalue, quantity);
}

Measured measureAmplification(Settings& settings, Laboratory&) {
  const auto problem = linearProblemFrom(settings);
  if (!problem) return Unexpected{problem.error()};
  const std::string method = settings.text("method"), quantity = settings.text("quantity");
  if (quantity == "listed_step") return listedStep(method, *problem);
  if (quantity == "largest_step") {
    const auto limit = analysis::largestStableStep(method, *problem);
    if (!limit) return Unexpected{limit.error()};
    return Value{limit->step};
  }
  const auto matrix = analysis::amplificationMatrix(method, *problem, settings.number("step"));
  if (!matrix) return Unexpected{matrix.error()};
  if (quantity == "spectral_radius") return Value{analysis::spectralRadius(*matrix)};
  if (quantity == "nullity") {
    const int power = settings.integer("power", 1);
    if (power < 1 || power > 3) return Unexpected{std::string("power is 1, 2 or 3")};
    return Value{static_cast<double>(analysis::unitRoots(*matrix).nullities[static_cast<std::size_t>(power) - 1])};
  }
  if (quantity == "eigenvalue") {
    auto all = analysis::eigenvaluesOf(*matrix);
    // A pair stands together, the one with the positive imaginary part first.
    std::ranges::stable_sort(all, [](const auto& a, const auto& b) {
      const double x = std::abs(a), y = std::abs(b);
      return std::abs(x - y) > 1e-9 * std::max(1.0, y) ? x > y : a.imag() > b.imag();
    });
    const int number = settings.integer("number", 1);
    if (number < 1 || static_cast<std::size_t>(number) > all.size())
      return Unexpected{fmt::format("there are {} eigenvalues", all.size())};
    return partOf(all[static_cast<std::size_t>(number) - 1], settings.text("part", "modulus"));
  }
  return Unexpected{fmt::format("amplification has no quantity '{}'", quantity)};
}

Measured measureCoupled(Settings& settings, Laboratory&) {
  const Eigen::MatrixXd matrix = settings.matrix("matrix");
  const std::string quantity = settings.text("quantity");
  if (matrix.rows() != matrix.cols()) return Unexpected{std::string("the matrix is not square")};
  const double step = settings.number("step", 1);
  if (quantity == "dominant") return Value{.word = analysis::diagonalDominance(matrix).strict ? "yes" : "no"};
  const analysis::CoupledStability found = analysis::coupledStability(step * matrix);
  if (quantity == "radius") {
    const auto* const of = settings.choice<const Eigen::MatrixXd*>("formula", &found.explicitMatrix,
                                                                   {{"e", &found.explicitMatrix},
                                                                    {"i1", &found.implicitMatrix},
                                                                    {"i2", &found.secondMatrix},
                                                                    {"pc", &found.meanMatrix}});
    return Value{analysis::spectralRadius(*of)};
  }
  const auto* const of = settings.choice<const Eigen::MatrixXd*>(
      "of", &found.explicitMatrix, {{"m_e", &found.explicitMatrix}, {"h", &found.h}, {"c", &found.c}, {"g", &found.g}});
  if (quantity == "eigenvalue") {
    const auto all = analysis::eigenvaluesOf(*of);
    const int number = settings.integer("number", 1);
    if (number < 1 || static_cast<std::size_t>(number) > all.size())
      return Unexpected{fmt::format("there are {} eigenvalues", all.size())};
    return partOf(all[static_cast<std::size_t>(number) - 1], settings.text("part", "real"));
  }
  if (quantity != "entry") return Unexpected{fmt::format("coupled has no quantity '{}'", quantity)};
  const std::vector<double> at = settings.numbers("entry");
  if (at.size() != 2 || at[0] < 1 || at[1] < 1 || at[0] > static_cast<double>(of->rows()) ||
      at[1] > static_cast<double>(of->cols()))
    return Unexpected{std::string("entry is [row, column], from 1")};
  return Value{(*of)(static_cast<Eigen::Index>(at[0]) - 1, static_cast<Eigen::Index>(at[1]) - 1)};
}

}  // namespace dashpot::experiments
