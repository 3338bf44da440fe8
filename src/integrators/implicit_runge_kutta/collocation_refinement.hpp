// Interpolants for Radau methods of high order. The collocation polynomial of s stages errs by O(h^(s+1)) between the
// nodes, far more than the method of order 2s - 1 does at the end. Therefore, on request, the same step is solved once
// more by collocation at s' > s nodes of Radau, whose polynomial errs by O(h^(s'+1)): 7 nodes for radau9 and 11 for
// radau13 give the orders 8 and 12. The iteration starts from the polynomial of the step, which is close, and ends
// after two or three rounds; the cost is about one and a half steps. Being implicit it serves stiff problems and DAEs
// as well as the method does, unlike a bootstrap by evaluations of F (Enright, Jackson, Norsett and Thomsen 1986).
//
// Stages, not modes, are iterated on: eigenvectors of 11 stages are ill-conditioned (2e5), which costs nothing where
// they transform small corrections only.
#pragma once

#include "integrators/system/error_measure.hpp"
#include "integrators/system/system.hpp"

#include <Eigen/Core>

#include <complex>
#include <functional>
#include <memory>
#include <vector>

namespace dashpot::integrators {

class CollocationRefinement {
 public:
  using MakeSolver = std::function<std::unique_ptr<LinearSolver>()>;
  /// Writes a guess of y(t + theta h) - y(t).
  using Guess = std::function<void(double theta, View increment)>;

  CollocationRefinement(int stages, System& system, const Options& options, const MakeSolver& makeSolver);

  /// Solves the step of length h from (t, y). False: the iteration does not converge, or F is not defined at a node.
  bool solve(double t, ConstView y, double h, ConstView jacobian, const Guess& guess);
  /// The polynomial, bent slightly so that it ends in y1.
  void interpolate(double theta, ConstView y0, ConstView y1, View y) const;

 private:
  using Complex = std::complex<double>;

  bool factor(double h, ConstView jacobian);
  bool residuals(double t, ConstView y, double h);
  void correct();
  double sizeOfCorrection(ConstView y, double h);

  System& system_;
  ErrorMeasure measure_;
  double wanted_;  // size of the error that the iteration may leave
  int n_;
  int stages_;
  Eigen::VectorXd nodes_;
  Eigen::MatrixXd inverse_;  // A^-1
  double realEigenvalue_ = 0;
  std::vector<Complex> eigenvalues_;  // of A^-1, one of each pair
  Eigen::VectorXd realRight_;         // eigenvectors
  Eigen::MatrixXcd right_;
  Eigen::RowVectorXd realLeft_;  // rows of their inverse
  Eigen::MatrixXcd left_;
  std::vector<std::unique_ptr<LinearSolver>> solvers_;  // the first holds the real factors, too
  Eigen::MatrixXd increments_;                          // Z, a column per stage
  Eigen::MatrixXd residuals_;
  Eigen::MatrixXd correction_;
  Vector point_, weighted_;
};

}  // namespace dashpot::integrators
