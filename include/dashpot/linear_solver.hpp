// The linear algebra of implicit methods: factor alpha M - J once, solve with it many times.
//
// The integrators choose an implementation by size and density (dense, banded, KLU). A problem that knows
// better, such as a compiled model with its own straight-line elimination, supplies one through Problem::linearSolver.
#pragma once

#include <complex>
#include <span>
#include <vector>

namespace dashpot {

/// Positions of the non-zeros of an n x n matrix, by columns: column j holds rows[columnStart[j] .. columnStart[j+1]),
/// ascending. An empty columnStart means dense; values are then stored by columns, n*n of them.
struct SparsityPattern {
  std::vector<int> columnStart{};
  std::vector<int> rows{};

  bool dense() const { return columnStart.empty(); }
  int nonZeros(int n) const { return dense() ? n * n : columnStart.back(); }
};

class LinearSolver {
 public:
  virtual ~LinearSolver() = default;

  /// Factors W = alpha M - J. `jacobian` holds the values of J on the problem's pattern.
  /// False: W is singular to working precision; the last factors are lost.
  virtual bool factor(double alpha, std::span<const double> jacobian) = 0;
  /// Overwrites b by the solution of W x = b.
  virtual void solve(std::span<double> b) = 0;

  /// The same for complex alpha, kept beside the real factors (fully implicit Runge-Kutta methods need both).
  virtual bool factor(std::complex<double> alpha, std::span<const double> jacobian) = 0;
  virtual void solve(std::span<std::complex<double>> b) = 0;

  /// Pivots may be chosen once and used for many matrices. What that choice hangs on, as numbers, so that a run that
  /// was interrupted goes on with the same pivots and the same rounding; empty: every factorisation chooses its own.
  virtual std::vector<double> savePivots() const { return {}; }
  virtual void restorePivots(std::span<const double>) {}
};

}  // namespace dashpot
