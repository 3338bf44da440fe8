// Actions of phi functions of a large matrix on vectors, from solutions of (I - gamma A) x = b with one factorisation:
//
//   w(tau) = sum_{k=0}^{p} tau^k phi_k(tau A) b_k,   as in krylov.hpp.
//
// The Krylov subspace of X = (I - gamma A)^-1 (van den Eshof and Hochbruck 2006, "shift and invert") holds the slow
// modes first, whatever the norm of A: 10 to 30 vectors do where polynomials in A need a number that grows with
// (tau |A|)^(1/2) for diffusion and with tau |A| for transport. It pays where factors are cheap, as those of a band.
//
// With X V = V H + h v e_m' the projection of A is (I - H^-1) / gamma, and the residual of w is a multiple of
// (I - gamma A) v. From it follows the error estimate, for matrices whose exponential does not grow.
#pragma once

#include <Eigen/Dense>

#include <functional>
#include <span>

namespace dashpot::linalg {

class RationalPhi {
 public:
  /// Overwrites x by (I - gamma A)^-1 x.
  using Solve = std::function<void(std::span<double> x)>;
  /// Size of an error; may be weighted.
  using Norm = std::function<double(std::span<const double> error)>;

  /// The best gamma for times up to tau, within a factor that matters little.
  static double gammaFor(double tau) { return 0.1 * tau; }

  /// Work memory for matrices of n rows and sums up to phi_p.
  RationalPhi(int n, int p);

  /// The columns of `results` become w at the times, which all have one sign and ascend in size. The columns of b are
  /// b_0 .. b_q, q <= p. The estimated error at the last time is below `tolerance` in the norm. False: not reached with
  /// the largest subspace, or something is not finite.
  bool operator()(const Solve& solve, double gamma, const Eigen::MatrixXd& b, std::span<const double> times,
                  const Norm& norm, double tolerance, Eigen::Ref<Eigen::MatrixXd> results);

  long solves() const { return solves_; }

 private:
  bool start(const Eigen::MatrixXd& b);
  bool extend(const Solve& solve, double gamma, int vectors);
  Eigen::MatrixXd projected(double gamma) const;
  double errorAt(double tau, const Eigen::MatrixXd& a, double gamma, const Norm& norm) const;

  int n_;
  int p_;
  int mostVectors_;
  Eigen::MatrixXd v_;  // orthonormal, of the augmented matrix
  Eigen::MatrixXd h_;
  Eigen::MatrixXd b_;       // b_p .. b_1, scaled
  double beta_ = 0;         // norm of the first vector
  int columns_ = 0;         // of h that are known
  bool invariant_ = false;  // the subspace is: the projection is exact
  long solves_ = 0;
};

}  // namespace dashpot::linalg
