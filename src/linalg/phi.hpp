// The phi functions of exponential integrators:
//
//   phi_0(z) = e^z,   phi_(k+1)(z) = (phi_k(z) - 1/k!) / z,   phi_k(0) = 1/k!
//
// They are the responses of x' = A x + b t^(k-1)/(k-1)!, x(0) = 0: x(h) = h^k phi_k(h A) b.
//
//   scalars    from e^z, by series near zero; no cancellation for real z
//   matrices   all phi_0 .. phi_p at once: by augmentation, or (faster) by scaling and doubling
//   vectors    sum of phi_k(A) b_k from one exponential of A augmented by p rows and columns
#pragma once

#include <Eigen/Dense>

#include <complex>
#include <span>
#include <vector>

namespace dashpot::linalg {

/// Scalars, 0 <= k <= 20.
double phi(int k, double z);
std::complex<double> phi(int k, std::complex<double> z);

/// phi_0(A) .. phi_p(A), the first block row of exp [A I 0; 0 0 I; 0 0 0]. Exact to the accuracy of expm, but the
/// exponential has p + 1 times as many rows.
std::vector<Eigen::MatrixXd> phiByAugmentation(const Eigen::MatrixXd& a, int p);

/// phi_0(A) .. phi_p(A) by scaling and doubling (Skaflestad and Wright 2009): A / 2^s is so small that few terms of
/// the series do, then phi_k(2 z) = 2^-k (e^z phi_k(z) + sum_{j=1}^{k} phi_j(z) / (k-j)!).
/// `half`, if not null, gets phi_0(A/2) .. phi_p(A/2), which the last doubling starts from.
std::vector<Eigen::MatrixXd> phiByDoubling(const Eigen::MatrixXd& a, int p,
                                           std::vector<Eigen::MatrixXd>* half = nullptr);

/// sum_{k=0}^{p} phi_k(A) b_k, the columns of b being b_0 .. b_p: one exponential of a matrix of n + p rows
/// (Sidje 1998; Al-Mohy and Higham 2011, theorem 2.1).
Eigen::VectorXd phiCombination(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

/// The first n rows of the exponential of h [A B 0; 0 0 I; 0 0 0]:  e^(hA), h phi_1(hA) B, .. h^(k+1) phi_(k+1)(hA) B,
/// for inputs that are polynomials of degree k (k < 0: e^(hA) alone). B is scaled by a power of two first, so that
/// large entries of B do not cost squarings.
Eigen::MatrixXd polynomialResponse(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b, int degree, double h);

}  // namespace dashpot::linalg
