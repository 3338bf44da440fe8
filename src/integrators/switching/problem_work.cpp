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

linalg::LuCost solverCost(const Problem& problem, const SparsityPattern& pattern) {
  const int n = problem.size;
  const double nonZeros = pattern.nonZeros(n);
  const linalg::SolverKind kind = linalg::chooseSolver(n, pattern);
  if (problem.linearSolver || (kind == linalg::SolverKind::dense && !pattern.dense())) return sparingCost(n, nonZeros);
  linalg::LuCost cost = linalg::luCost(n, pattern);
  if (kind == linalg::SolverKind::sparse) cost.factor *= indexedOperation, cost.solve *= indexedOperation;
  return cost;
}

/// Evaluations of F by which J is found: at least as many as the fullest row has entries, here those of a column.
double differencesFor(int n, const SparsityPattern& pattern) {
  if (pattern.dense()) return n;
  int most = 0;
  for (int j = 0; j < n; ++j) most = std::max(most, pattern.columnStart[j + 1] - pattern.columnStart[j]);
  return most;
}

linalg::DominantMode byDifferences(System& system, const ErrorMeasure& measure, double t, ConstView y) {
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

}  // namespace

selection::Work workOf(const Problem& problem, const Options& options) {
  const SparsityPattern pattern = problem.jacobian ? problem.jacobian->pattern : SparsityPattern{};
  const bool isSupplied =
      problem.jacobian && problem.jacobian->values && options.jacobian.source != JacobianOptions::Source::differences;
  const int n = problem.size;
  const double nonZeros = pattern.nonZeros(n);
  const bool isModel = static_cast<bool>(problem.linearSolver);
  selection::Work work{.size = static_cast<double>(n)};
  work.evaluation = isModel ? perCallOfModel + perNonZeroOfModel * nonZeros : perCall + perNonZero * nonZeros;
  work.jacobian = storing * nonZeros + work.evaluation * (isSupplied ? 1 : differencesFor(n, pattern));
  const linalg::LuCost cost =
      solverCost(problem, pattern.dense() ? pattern : linalg::matrixPattern(n, pattern, problem.mass));
  work.factorisation = perFactorisation + factoring * cost.factor;
  work.solve = perSolution + solving * cost.solve;
  work.asksBetween = options.accurateBetween || options.outputTimes.size() > 1;
  return work;
}

linalg::DominantMode fastestMode(System& system, const Options& options, double t, ConstView y) {
  const Problem& problem = system.problem();
  if (!problem.jacobian || !problem.jacobian->values)
    return byDifferences(system, ErrorMeasure(problem.size, options.tolerances), t, y);
  Vector values(static_cast<std::size_t>(problem.jacobian->pattern.nonZeros(problem.size)));
  ++system.statistics().jacEvals;
  if (system.jacobianValues(t, y, values) != Evaluation::ok) return {};
  if (!std::ranges::all_of(values, [](double v) { return std::isfinite(v); })) return {};
  return linalg::dominantMode(problem.size, problem.jacobian->pattern, values);
}

}  // namespace dashpot::integrators
