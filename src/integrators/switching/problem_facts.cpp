#include "integrators/switching/problem_facts.hpp"

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

/// Whether somebody asks for values within steps.
bool asksBetween(const Options& options) { return options.accurateBetween || options.outputTimes.size() > 1; }

double digitsOf(const Tolerances& tolerances) {
  double relative = tolerances.relative;
  if (!tolerances.relativeOf.empty()) relative = *std::ranges::min_element(tolerances.relativeOf);
  if (!(relative > 0)) relative = tolerances.absolute;
  return std::clamp(-std::log10(std::max(relative, 1e-300)), 0.0, 16.0);
}

}  // namespace

selection::Facts factsOf(const Problem& problem, const Options& options) {
  using selection::Fact;
  selection::Facts facts;
  facts.set(Fact::size, static_cast<double>(problem.size));
  const bool isDiagonal = problem.mass.kind == MassMatrix::Kind::diagonal;
  facts.set(Fact::algebraic, isDiagonal ? static_cast<double>(std::ranges::count(problem.mass.values, 0.0)) : 0.0);
  facts.set(Fact::mass, problem.mass.kind != MassMatrix::Kind::identity);
  facts.set(Fact::events, static_cast<double>(problem.events.crossings.size() + problem.discontinuities.size()));
  facts.set(Fact::forced, !problem.autonomous);
  facts.set(Fact::digits, digitsOf(options.tolerances));
  facts.set(Fact::fixedStep, options.step > 0);
  facts.set(Fact::between, asksBetween(options));
  facts.set(Fact::delays, options.isDelayed);
  return facts;
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
  work.asksBetween = asksBetween(options);
  return work;
}

}  // namespace dashpot::integrators
