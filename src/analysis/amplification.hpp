// Stability of any method on any linear system y' = J y: the matrix that takes what a method carries from one step to
// the next, the companion matrix of multistep formulas.
//
// Found by running the method itself on unit vectors, so it needs no formula of its own: one-step methods map y[n] to
// y[n+1]; multistep ones (y[n], y[n-1], ...) to (y[n+1], y[n], ...). Godunov's formula carries positions only, and
// generalised-alpha the rates beside the state.
//
// Roots at z = 1 belong to the eigenvalues 0 of J, or are spurious: a method that integrates the same quantity twice
// has them at every step size, and they say nothing about the largest stable step. They are recognised, counted and
// explained: as many independent eigenvectors as roots means offsets that stay, fewer means ramps.
#pragma once

#include "base/expected.hpp"
#include "dashpot/integrate.hpp"

#include <Eigen/Dense>

#include <array>
#include <complex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::analysis {

struct LinearProblem {
  Eigen::MatrixXd jacobian;
  std::vector<PositionVelocity> pairs{};  // for methods that work on positions
};

/// x'' + 2 zeta x' + x = 0, the test equation of second-order methods.
LinearProblem dampedOscillator(double zeta);
/// J at (t, y), by the problem's own Jacobian or by differences.
Expected<LinearProblem, std::string> linearise(const Problem& problem, double t, ConstView y);
/// Rows that read x' = v name pairs.
std::vector<PositionVelocity> pairsIn(const Eigen::MatrixXd& jacobian);

/// Why there is none: SUNDIALS' methods choose their own steps, and some methods need pairs.
Expected<Eigen::MatrixXd, std::string> amplificationMatrix(const std::string& method, const LinearProblem& problem,
                                                           double step, const NewmarkOptions& newmark = {});

/// By descending modulus.
std::vector<std::complex<double>> eigenvaluesOf(const Eigen::MatrixXd& matrix);
double spectralRadius(const Eigen::MatrixXd& matrix);

struct UnitRoots {
  std::array<int, 3> nullities{};  // of M - I, (M - I)^2, (M - I)^3
  int count() const { return nullities[2]; }
  bool ramp() const { return nullities[1] > nullities[0]; }
  /// For people.
  std::string meaning() const;
};
UnitRoots unitRoots(const Eigen::MatrixXd& amplification);

/// All roots in the closed unit disc, those at 1 left aside.
bool isStable(const Eigen::MatrixXd& amplification);

struct StepLimit {
  double step = 0;                    // infinite: stable at every step; 0: at none
  std::complex<double> crossing = 0;  // the root that leaves the disc
};
/// The first step at which the method becomes unstable, found by scanning upwards and bisection.
Expected<StepLimit, std::string> largestStableStep(const std::string& method, const LinearProblem& problem,
                                                   const NewmarkOptions& newmark = {});

/// The border of the stability domain over the damping: |h lambda| for lambda = -zeta +- i sqrt(1 - zeta^2).
struct DomainPoint {
  double zeta = 0;
  double limit = 0;
};
Expected<std::vector<DomainPoint>, std::string> stabilityDomain(const std::string& method, int points = 21,
                                                                const NewmarkOptions& newmark = {});

}  // namespace dashpot::analysis
