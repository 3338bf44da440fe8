// Linear systems with one sinusoidal input: of first order, and of second order in the general form of Beamis 1990 (ch.
// 3)
//
//   x'' = A x + B x' + c w + d u*,   w' = e x + g x' + f w + p u,   y = i x' + j x + k w + l u,
//
// u* being the input or its derivative. They become problems for any method (second-order ones work on x directly), and
// have exact solutions by two independent ways: the matrix exponential, and residues (partial fractions).
#pragma once

#include "base/counted.hpp"
#include "problems/problems.hpp"
#include "tableaux/polynomial.hpp"

#include <Eigen/Dense>

#include <complex>
#include <memory>
#include <string>
#include <vector>

namespace dashpot::problems {

/// u(t) = sine sin(omega t) + cosine cos(omega t)
struct Sinusoid {
  double sine = 0;
  double cosine = 0;
  double omega = 1;

  double value(double t) const;
  double slope(double t) const;
  Sinusoid derivative() const { return {-omega * cosine, omega * sine, omega}; }
};

/// X' = a X + b u + bSlope u',   y = out X + through u.
struct LinearSystem {
  Eigen::MatrixXd a;
  Eigen::VectorXd b;
  Eigen::VectorXd bSlope;  // empty: the input enters by its value only
  Eigen::RowVectorXd out;
  double through = 0;

  int size() const { return static_cast<int>(a.rows()); }
};

/// The twelve matrices; one that is left empty is zero.
struct LinearSecondOrder {
  Eigen::MatrixXd A, B, c;
  Eigen::VectorXd d;
  Eigen::MatrixXd e, g, f;
  Eigen::VectorXd p;
  Eigen::RowVectorXd i, j, k;
  double l = 0;
  bool inputByDerivative = false;  // u* = u'

  int positions() const { return static_cast<int>(A.rows()); }
  int firstOrder() const { return static_cast<int>(f.rows()); }
  /// The same as a first-order system in (x, x', w): what every other method integrates.
  LinearSystem split() const;
};

/// A right-hand side on sparse rows, for any number type: k entries of a row cost k products and k - 1 sums.
class SparseRows {
 public:
  SparseRows(const LinearSystem& system, Sinusoid input, const std::vector<PositionVelocity>& pairs);

  template <class Number>
  void operator()(double t, std::span<const Number> y, std::span<Number> f) const {
    const double value = input_.value(t), slope = input_.slope(t);
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      const Row& r = rows_[row];
      if (r.copyOf >= 0) {
        f[row] = y[static_cast<std::size_t>(r.copyOf)];
        continue;
      }
      Number sum = 0.0;
      bool first = true;
      const auto add = [&](const Number& term) {
        sum = first ? term : sum + term;
        first = false;
      };
      for (const auto& [column, weight] : r.entries) add(weight * y[column]);
      if (r.input != 0) add(r.input * Number(value));
      if (r.inputSlope != 0) add(r.inputSlope * Number(slope));
      f[row] = sum;
    }
  }

 private:
  struct Row {
    int copyOf = -1;  // the row of a position: x' = v
    std::vector<std::pair<std::size_t, double>> entries;
    double input = 0;
    double inputSlope = 0;
  };
  Sinusoid input_;
  std::vector<Row> rows_;
};

/// As a problem; a second-order system has its pairs set, unknowns (x, x', w).
Problem problemOf(const LinearSystem& system, const Sinusoid& input, std::vector<PositionVelocity> pairs = {});
Problem problemOf(const LinearSecondOrder& system, const Sinusoid& input);

/// Velocities with which a differentiated form must start to have the solution of the original equations: components of
/// F at the initial state of those.
Vector consistentVelocities(const Problem& original, double t0, ConstView y0, std::span<const int> components);

// ---- exact solutions ------------------------------------------------------------------------------------------------

double output(const LinearSystem& system, const Sinusoid& input, double t, ConstView state);

/// State at t from that at 0: e^(t A~) on the system extended by the two states of the input.
Vector stateByExponential(const LinearSystem& system, const Sinusoid& input, ConstView initial, double t);

struct TransferFunction {
  tableaux::Polynomial numerator;
  tableaux::Polynomial denominator;
};
/// out (s I - a)^-1 b + through, by the method of Leverrier and Faddeev; common factors s are cancelled.
TransferFunction transferFunction(const LinearSystem& system);

/// y(t) = sum of k_i e^(p_i t) for a system at rest: residues of H(s) U(s) at its poles, which must be distinct.
class ResidueSolution {
 public:
  ResidueSolution(const TransferFunction& plant, const Sinusoid& input);

  double operator()(double t) const;
  struct Term {
    std::complex<long double> pole;
    std::complex<long double> residue;
  };
  const std::vector<Term>& terms() const { return terms_; }

 private:
  std::vector<Term> terms_;
};

}  // namespace dashpot::problems
