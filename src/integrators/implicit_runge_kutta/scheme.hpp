// A fully implicit Runge-Kutta table, prepared for running.
//
// The stage system  Z = h (A x I) F(y + Z)  is diagonalised by the eigenvectors of A^-1 (Butcher 1976, Bickart 1977;
// Hairer and Wanner II, IV.8): with Z = T W the simplified Newton iteration falls apart into one real system for a real
// eigenvalue (an odd number of stages has one) and one complex system for each pair of conjugate eigenvalues mu:
//   (mu/h M - J) dw = (T^-1 F)_w - mu/h M w.
// The columns of T that belong to a pair are Re v and -Im v, so that Z = Re(v w). Eigenvectors end in 1, hence the last
// stage is just the sum of the modes.
#pragma once

#include "tableaux/implicit_rk.hpp"

#include <array>
#include <complex>

namespace dashpot::integrators {

inline constexpr int maxStages = 7;

struct ImplicitScheme {
  using Row = std::array<double, maxStages>;
  using Square = std::array<Row, maxStages>;

  explicit ImplicitScheme(const tableaux::ImplicitTable& table);

  int stages = 0;
  int order = 0;
  int embeddedOrder = 0;
  bool hasReal = false;  // a real eigenvalue
  int pairs = 0;
  double realEigenvalue = 0;                          // of A^-1
  std::array<std::complex<double>, 3> eigenvalues{};  // one of each pair
  Row c{};
  Square toStages{};  // T: real mode first, then real and imaginary part of each pair
  Square toModes{};   // T^-1
  Square toStagesByColumn{}, toModesByColumn{};
  Row slope{};  // h y'(t + h) = sum slope_i Z_i, the last row of A^-1
  /// Embedded formula minus method: slopeWeight h f(t, y) + sum error_i Z_i.
  Row error{};
  double slopeWeight = 0;

  /// y(t + theta h) = y + sum weights_i Z_i.
  void interpolation(double theta, Row& weights) const;
  /// The polynomial through the stages, for extrapolation beyond the step: y(t + theta h) = y + sum weights_i Z_i.
  void extrapolation(double theta, Row& weights) const;

 private:
  bool startIsNode_ = false;  // c_1 = 0
  Row lagrange_{};            // reciprocal denominators of the Lagrange polynomials
  int degree_ = 0;
  std::array<Row, maxStages> dense_{};  // dense_[k]: weights of theta^(k+1); used where the first stage is not y
};

}  // namespace dashpot::integrators
