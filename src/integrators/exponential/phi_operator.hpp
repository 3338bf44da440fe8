// Sums of phi functions of a matrix L applied to vectors, for exponential integrators:
//
//   w(c) = sum_{k=1}^{p} (c h)^k phi_k(c h L) b_k       for one or several c
//
// Small matrices: the phi functions themselves, kept until L or h changes, so that with a fixed L and a fixed step they
// are computed once. Large ones: Krylov subspaces, to the accuracy that the integrator's tolerances ask for. They are
// those of L (linalg/krylov.hpp), or, where h |L| is so large and the LU of L so cheap that this promises less work,
// those of (I - gamma L)^-1 with one LU per step (linalg/rational_krylov.hpp).
#pragma once

#include "dashpot/problem.hpp"
#include "integrators/system/error_measure.hpp"
#include "linalg/krylov.hpp"
#include "linalg/rational_krylov.hpp"
#include "linalg/solvers.hpp"

#include <Eigen/Dense>

#include <memory>
#include <optional>
#include <span>
#include <vector>

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
  /// Products with L and, of rational subspaces, solutions.
  long products() const { return krylov_.counts().products + (rational_ ? rational_->solves() : 0); }
  long factorisations() const { return factorisations_; }

  void save(Vector& memory) const;
  ConstView load(ConstView memory);

 private:
  struct Functions {
    double c = 0;
    std::vector<Eigen::MatrixXd> phis;
  };
  const std::vector<Eigen::MatrixXd>& functionsAt(double c);
  bool applyKrylov(const Eigen::MatrixXd& b, std::span<const double> times, const ErrorMeasure& measure, ConstView y,
                   Eigen::MatrixXd& result);
  bool luPays();
  bool factor();

  int n_;
  int p_;
  SparsityPattern pattern_;
  bool dense_;
  Vector values_;
  Eigen::MatrixXd matrix_;  // of small problems
  double h_ = 0;
  std::vector<Functions> functions_;
  linalg::KrylovPhi krylov_;
  double norm_ = 0;  // of L, largest sum of a column
  std::optional<linalg::LuCost> luCost_;
  std::unique_ptr<LinearSolver> solver_;
  std::unique_ptr<linalg::RationalPhi> rational_;
  bool factored_ = false;
  long factorisations_ = 0;
};

}  // namespace dashpot::integrators
