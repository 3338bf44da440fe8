// Actions of phi functions of a large matrix on vectors, from products with the matrix alone:
//
//   w(tau) = sum_{k=0}^{p} tau^k phi_k(tau A) b_k,   the solution of  w' = A w + b_1 + tau b_2 + .. ,  w(0) = b_0.
//
// The p polynomial terms become p more rows and columns of A; the exponential of the augmented matrix is applied by
// Krylov subspaces over substeps. Size of the subspace and length of the substep adapt to the error, which is estimated
// from the next Krylov vector (phipm: Niesen and Wright 2012; KIOPS: Gaudreault, Rainwater and Tokman 2018, whose
// incomplete orthogonalisation is used where the subspace is much smaller than the matrix).
//
// Differences from KIOPS: the error is measured in a norm of the caller's (the tolerances of an integrator); rounding
// bounds what is asked for; size and substep of the last call start the next; the largest subspace grows with sqrt(n),
// since the exponential of the projected matrix must not cost more than the products.
#pragma once

#include <Eigen/Dense>

#include <functional>
#include <span>
#include <vector>

namespace dashpot::linalg {

class KrylovPhi {
 public:
  /// y = A x.
  using Product = std::function<void(std::span<const double> x, std::span<double> y)>;
  /// Size of an error; may be weighted.
  using Norm = std::function<double(std::span<const double> error)>;

  struct Counts {
    long products = 0;
    long substeps = 0;
    long rejected = 0;  // larger subspace or shorter substep
  };

  /// Work memory for matrices of n rows and sums up to phi_p.
  KrylovPhi(int n, int p);

  /// The columns of `results` become w at the times, which all have one sign and ascend in size. The columns of b are
  /// b_0 .. b_p. The estimated error at the last time is below `tolerance` in the norm. False: not reached (A is not
  /// finite, or the substep fell below any sense); the results are then undefined.
  bool operator()(const Product& product, const Eigen::MatrixXd& b, std::span<const double> times, const Norm& norm,
                  double tolerance, Eigen::Ref<Eigen::MatrixXd> results);

  const Counts& counts() const { return counts_; }

  /// Memory from call to call: needed to repeat a run bit for bit.
  struct Hint {
    int vectors = 10;
    double substep = 0;  // 0: the whole time
  };
  const Hint& hint() const { return hint_; }
  void setHint(const Hint& hint) { hint_ = hint; }

 private:
  void start(const Eigen::MatrixXd& b, const Eigen::VectorXd& w, double now);
  bool extend(const Product& product, int vectors, const Norm& norm, double negligible);
  Eigen::MatrixXd projectedExponential(double tau) const;
  double errorOf(const Eigen::MatrixXd& exponential, const Norm& norm, double shareOfTolerance) const;

  int n_;
  int p_;
  int mostVectors_;
  int window_;              // number of vectors that a new one is made orthogonal to
  Eigen::MatrixXd v_;       // Krylov vectors of the augmented matrix
  Eigen::MatrixXd h_;       // projected matrix
  Eigen::MatrixXd b_;       // b_p .. b_1, scaled
  Eigen::VectorXd w_;       // solution at the start of the substep
  double scale_ = 1;        // of the augmented part
  double beta_ = 0;         // norm of the first vector
  int columns_ = 0;         // of h that are known
  bool invariant_ = false;  // the subspace is: the projection is exact
  Counts counts_;
  Hint hint_;
};

}  // namespace dashpot::linalg
