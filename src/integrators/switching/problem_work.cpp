#include "integrators/switching/problem_work.hpp"

#include "integrators/system/jacobian.hpp"
#include "linalg/dominant_eigenvalue.hpp"
#include "linalg/solvers.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::integrators {
namespace {

// Operations of F for each non-zero of J, and of any call.
constexpr double perNonZero = 4, perCall = 20;
// An operation of KLU goes through indices.
constexpr double indexedOperation = 3;

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

double byDifferences(System& system, const ErrorMeasure& measure, double t, ConstView y) {
  const std::size_t n = y.size();
  Vector f(n), direction(n), shifted(n), slope(n);
  if (system.rhs(t, y, f) != Evaluation::ok) return 0;
  direction = f;
  double rate = 0;
  for (int iteration = 0; iteration < 3; ++iteration) {
    const double length = measure(direction, y);
    if (!(length > 0) || !std::isfinite(length)) return rate;
    const double increment = 1e-2 / length;  // in tolerances: small against the solution, large against rounding
    for (std::size_t i = 0; i < n; ++i) shifted[i] = y[i] + increment * direction[i];
    if (system.rhs(t, shifted, slope) != Evaluation::ok) return rate;
    for (std::size_t i = 0; i < n; ++i) direction[i] = (slope[i] - f[i]) / increment;
    rate = measure(direction, y) / length;
  }
  return std::isfinite(rate) ? rate : 0;
}

}  // namespace

selection::Work workOf(const Problem& problem, const Options& options) {
  const SparsityPattern pattern = problem.jacobian ? problem.jacobian->pattern : SparsityPattern{};
  const bool isSupplied =
      problem.jacobian && problem.jacobian->values && options.jacobian.source != JacobianOptions::Source::differences;
  const int n = problem.size;
  selection::Work work{.size = static_cast<double>(n)};
  work.evaluation = perCall + perNonZero * pattern.nonZeros(n);
  work.jacobian = isSupplied ? work.evaluation : differencesFor(n, pattern) * work.evaluation;
  const linalg::LuCost cost =
      solverCost(problem, pattern.dense() ? pattern : linalg::matrixPattern(n, pattern, problem.mass));
  work.factorisation = perCall + cost.factor;
  work.solve = perCall + cost.solve;
  work.asksBetween = options.accurateBetween || options.outputTimes.size() > 1;
  return work;
}

double fastestMode(System& system, const Options& options, double t, ConstView y) {
  const Problem& problem = system.problem();
  if (!problem.jacobian || !problem.jacobian->values)
    return byDifferences(system, ErrorMeasure(problem.size, options.tolerances), t, y);
  Vector values(static_cast<std::size_t>(problem.jacobian->pattern.nonZeros(problem.size)));
  ++system.statistics().jacEvals;
  if (system.jacobianValues(t, y, values) != Evaluation::ok) return 0;
  if (!std::ranges::all_of(values, [](double v) { return std::isfinite(v); })) return 0;
  return linalg::dominantEigenvalue(problem.size, problem.jacobian->pattern, values);
}

}  // namespace dashpot::integrators
