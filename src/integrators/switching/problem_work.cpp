#include "integrators/switching/problem_work.hpp"

#include "integrators/system/jacobian.hpp"
#include "linalg/solvers.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::integrators {
namespace {

// Nanoseconds, fitted to runs of problems by the method of lines, of classic ones and of models. F of a call, and for each
// non-zero of J: functions that a compiler has seen, and models, which bring a solver of their own and whose equations
// are richer.
constexpr double perCall = 25, perNonZero = 0.5;
constexpr double perCallOfModel = 50, perNonZeroOfModel = 5;
// J is evaluated, stored and added to alpha M.
constexpr double storing = 5;
// An operation of a factorisation and of a solution, and those of KLU go through indices.
constexpr double factoring = 0.57, solving = 0.25, indexedOperation = 3;
constexpr double perFactorisation = 10, perSolution = 5;

/// Elimination that skips zeros, the fill being about half as many entries as there were.
linalg::LuCost sparingCost(int n, double nonZeros) {
  const double perRow = 1.5 * nonZeros / n;
  return {n * perRow * perRow, 2 * n * perRow};
}

/// The order that KLU eliminates in is looked for in large systems only: in small ones that takes as long as some steps.
linalg::LuCost solverCost(const Problem& problem, const SparsityPattern& jacobian) {
  constexpr int smallestOrdered = 300;
  const int n = problem.size;
  const linalg::SolverKind kind = linalg::chooseSolver(n, jacobian);
  const bool isSkipping = kind == linalg::SolverKind::dense && !jacobian.dense();
  const bool isSparse = kind == linalg::SolverKind::sparse;
  linalg::LuCost cost = problem.linearSolver || isSkipping || (isSparse && n < smallestOrdered)
                            ? sparingCost(n, jacobian.nonZeros(n))
                            : linalg::luCost(n, isSparse ? linalg::matrixPattern(n, jacobian, problem.mass) : jacobian);
  if (isSparse && !problem.linearSolver) cost.factor *= indexedOperation, cost.solve *= indexedOperation;
  return cost;
}

/// Evaluations of F by which J is found: at least as many as the fullest row has entries, here those of a column.
double differencesFor(int n, const SparsityPattern& pattern) {
  if (pattern.dense()) return n;
  int most = 0;
  for (int j = 0; j < n; ++j) most = std::max(most, pattern.columnStart[j + 1] - pattern.columnStart[j]);
  return most;
}

}  // namespace

linalg::DominantMode modeByDifferences(System& system, const Options& options, double t, ConstView y) {
  const ErrorMeasure measure(system.size(), options.tolerances);
  const std::size_t n = y.size();
  Vector f(n), direction(n), shifted(n), slope(n);
  if (system.rhs(t, y, f) != Evaluation::ok) return {};
  direction = f;
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

selection::Work workOf(const Problem& problem, const Options& options) {
  static const SparsityPattern unknown;
  const SparsityPattern& pattern = problem.jacobian ? problem.jacobian->pattern : unknown;
  const bool isSupplied =
      problem.jacobian && problem.jacobian->values && options.jacobian.source != JacobianOptions::Source::differences;
  const int n = problem.size;
  const double nonZeros = pattern.nonZeros(n);
  const bool isModel = static_cast<bool>(problem.linearSolver);
  selection::Work work{.size = static_cast<double>(n)};
  work.evaluation = isModel ? perCallOfModel + perNonZeroOfModel * nonZeros : perCall + perNonZero * nonZeros;
  work.jacobian = storing * nonZeros + work.evaluation * (isSupplied ? 1 : differencesFor(n, pattern));
  const linalg::LuCost cost = solverCost(problem, pattern);
  work.factorisation = perFactorisation + factoring * cost.factor;
  work.solve = perSolution + solving * cost.solve;
  work.asksBetween = options.accurateBetween || options.outputTimes.size() > 1;
  return work;
}

linalg::DominantMode FastestMode::operator()(const SparsityPattern& pattern, ConstView jacobian, ConstView y) {
  if (!measure_) measure_.emplace(size_, *tolerances_);
  const std::size_t n = y.size();
  units_.resize(n);
  scaled_.resize(jacobian.size());
  for (std::size_t i = 0; i < n; ++i) units_[i] = measure_->scale(i, std::abs(y[i]));
  for (std::size_t j = 0; j < n; ++j) {
    const std::size_t begin = pattern.dense() ? j * n : static_cast<std::size_t>(pattern.columnStart[j]);
    const std::size_t end = pattern.dense() ? begin + n : static_cast<std::size_t>(pattern.columnStart[j + 1]);
    for (std::size_t k = begin; k < end; ++k) {
      const std::size_t i = pattern.dense() ? k - begin : static_cast<std::size_t>(pattern.rows[k]);
      scaled_[k] = jacobian[k] * units_[j] / units_[i];
    }
  }
  return linalg::dominantMode(size_, pattern, scaled_);
}

bool isJacobianConstant(System& system, const Options& options, double t, ConstView y, ConstView jacobian) {
  constexpr double beside = 1e-3;  // of each unknown
  const ErrorMeasure measure(system.size(), options.tolerances);
  Vector shifted(y.begin(), y.end()), values(jacobian.size());
  for (std::size_t i = 0; i < y.size(); ++i) shifted[i] += beside * (std::abs(y[i]) + measure.floorOf(i));
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
