// Linear time-invariant blocks, the parts of a model that can be advanced exactly by their transition matrix:
//
//   x' = A x + B u,   y = C x + D u
//
// A block is made from a time constant, damping and natural frequency, a transfer function, a closed loop, or by
// connecting others: neighbouring blocks are best grouped into one, since the step between them then costs no accuracy.
#pragma once

#include "base/expected.hpp"
#include "dashpot/problem.hpp"

#include <Eigen/Dense>

#include <complex>
#include <span>
#include <string>
#include <vector>

namespace dashpot::integrators {

struct LinearBlock {
  Eigen::MatrixXd A, B, C, D;

  int order() const { return static_cast<int>(A.rows()); }
  int inputs() const { return static_cast<int>(B.cols()); }
  int outputs() const { return static_cast<int>(C.rows()); }

  /// Empty when the sizes of the matrices fit and all entries are finite, else what is wrong.
  std::string complaint() const;
  std::vector<std::complex<double>> poles() const;
  /// G(s) = C (s I - A)^-1 B + D.
  Eigen::MatrixXcd transferFunction(std::complex<double> s) const;
};

/// T y' + y = u.
LinearBlock firstOrderBlock(double timeConstant);
/// y'' + 2 zeta wn y' + wn^2 y = wn^2 u; states y, y'.
LinearBlock secondOrderBlock(double damping, double naturalFrequency);
/// States that all are outputs: y = x.
LinearBlock stateBlock(Eigen::MatrixXd A, Eigen::MatrixXd B);

/// Coefficients of descending powers of s. Fails when it has more zeros than poles.
Expected<LinearBlock, std::string> transferFunctionBlock(std::span<const double> numerator,
                                                         std::span<const double> denominator);
/// The loop u = K (r - k' x) closed around x' = A x + b u, y = C x: input r.
Expected<LinearBlock, std::string> closedLoopBlock(const Eigen::MatrixXd& A, const Eigen::VectorXd& b, double K,
                                                   const Eigen::VectorXd& k, const Eigen::MatrixXd& C);
/// All blocks as one: the stacked inputs are u = connection y + v, y the stacked outputs; inputs of the result are v,
/// and its outputs y. Fails when a loop without a state in it has no solution.
Expected<LinearBlock, std::string> connect(std::span<const LinearBlock> blocks, const Eigen::MatrixXd& connection);

/// The block as a part of a problem, in which it owns these components of y.
LinearPart partOf(const LinearBlock& block, std::vector<int> states, VectorFunction inputs);

/// Merges parts that are connected directly: where the inputs of one depend on states of another by constant factors,
/// and not otherwise, the two become one part with those factors in its A. Which do is found by probing the inputs
/// around (t, y), so it must be a point where they are defined; parts that depend on each other nonlinearly stay apart.
std::vector<LinearPart> groupConnectedParts(const std::vector<LinearPart>& parts, double t, ConstView y);

/// Empty when the parts fit a problem of this size: no state in two of them, matrices of the right sizes.
std::string complaintAboutParts(const std::vector<LinearPart>& parts, int size);

}  // namespace dashpot::integrators
