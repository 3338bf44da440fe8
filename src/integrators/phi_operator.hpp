// Sums of phi functions of a matrix L applied to vectors, for exponential integrators:
//
//   w(c) = sum_{k=1}^{p} (c h)^k phi_k(c h L) b_k       for one or several c
//
// Small matrices: the phi functions themselves, kept until L or h changes, so that with a fixed L and a fixed step they
// are computed once. Large ones: Krylov subspaces (linalg/krylov.hpp), to the accuracy that the integrator's tolerances
// ask for.
#pragma once

#include <span>
#include <vector>

#include <Eigen/Dense>

#include "dashpot/problem.hpp"
#include "integrators/error_measure.hpp"
#include "linalg/krylov.hpp"

namespace dashpot::integrators {

class PhiOperator {
 public:
  /// Up to this size the functions of the matrix are formed.
  static constexpr int largestDense = 64;

  PhiOperator(int n, int p, const SparsityPattern& pattern);

  /// Values on the pattern (dense: by columns).
  void setMatrix(ConstView values);
  void setStep(double h);

  /// Columns of b: b_1 .. b_q, q <= p. `times` ascend and are at most 1. In column i of the result: w(times[i]).
  /// False: no convergence, or something is not finite.
  bool apply(const Eigen::MatrixXd& b, std::span<const double> times, const ErrorMeasure& measure, ConstView y,
             Eigen::MatrixXd& result);
  /// The same for one c that is asked for once, as interpolants do: nothing is kept.
  bool applyOnce(const Eigen::MatrixXd& b, double c, const ErrorMeasure& measure, ConstView y, Eigen::MatrixXd& result);

  std::size_t nonZeros() const { return values_.size(); }
  /// y = L x.
  void product(ConstView x, View y) const;

  /// Relative rounding error to be expected of e^(hL): what scaling and squaring loses. Zero for Krylov subspaces.
  double roundingError() const;
  long products() const { return krylov_.counts().products; }

  void save(Vector& memory) const;
  ConstView load(ConstView memory);

 private:
  struct Functions {
    double c = 0;
    std::vector<Eigen::MatrixXd> phis;
  };
  const std::vector<Eigen::MatrixXd>& functionsAt(double c);

  int n_;
  int p_;
  SparsityPattern pattern_;
  bool dense_;
  Vector values_;
  Eigen::MatrixXd matrix_;  // of small problems
  double h_ = 0;
  std::vector<Functions> functions_;
  linalg::KrylovPhi krylov_;
};

}  // namespace dashpot::integrators
