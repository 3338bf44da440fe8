#include "integrators/linear_parts/transition_matrix.hpp"

#include "linalg/block_transition.hpp"
#include "linalg/expm.hpp"
#include "linalg/phi.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::integrators {

using Eigen::Index;
using Eigen::MatrixXd;

namespace {

constexpr std::size_t stepsKept = 5;

/// x_1' = x_2, x_2' = -wn^2 x_1 - 2 zeta wn x_2 + b u.
bool isOscillator(const MatrixXd& a, const MatrixXd& b) {
  return a.rows() == 2 && a(0, 0) == 0 && a(0, 1) == 1 && a(1, 0) < 0 && b.row(0).isZero(0);
}

}  // namespace

TransitionMatrix::TransitionMatrix(MatrixXd A, MatrixXd B, Generator generator)
    : A_(std::move(A)), B_(std::move(B)), generator_(std::move(generator)) {
  cache_.reserve(stepsKept);
}

TransitionMatrix::TransitionMatrix(MatrixXd A, MatrixXd B, int degree)
    : TransitionMatrix(std::move(A), std::move(B), Generator{}) {
  generator_ = polynomialGenerator(inputs(), degree);
  degree_ = degree;
  if (degree <= 1 && A_.rows() == 1) form_ = Form::firstOrder;
  if (degree <= 1 && isOscillator(A_, B_)) form_ = Form::secondOrder;
}

const TransitionMatrix::Step& TransitionMatrix::at(double h) & {
  const auto known = std::ranges::find(cache_, h, &Step::h);
  if (known != cache_.end()) {
    std::rotate(cache_.begin(), known, known + 1);
  } else {
    if (cache_.size() == stepsKept) cache_.pop_back();
    cache_.insert(cache_.begin(), compute(h));
  }
  return cache_.front();
}

TransitionMatrix::Step TransitionMatrix::compute(double h) const {
  if (form_ != Form::general) return closedForm(h);
  const Index n = A_.rows();
  if (degree_ >= 0) {
    const MatrixXd rows = linalg::polynomialResponse(A_, B_, degree_, h);
    return {h, rows.leftCols(n), rows.rightCols(rows.cols() - n)};
  }
  const Index q = generator_.F.rows();
  MatrixXd augmented = MatrixXd::Zero(n + q, n + q);
  augmented.topLeftCorner(n, n) = h * A_;
  augmented.topRightCorner(n, q) = h * B_ * generator_.H;
  augmented.bottomRightCorner(q, q) = h * generator_.F;
  const MatrixXd exponential = linalg::expm(augmented);
  return {h, exponential.topLeftCorner(n, n), exponential.topRightCorner(n, q)};
}

TransitionMatrix::Step TransitionMatrix::closedForm(double h) const {
  const Index m = B_.cols();
  if (form_ == Form::firstOrder) {
    const double z = h * A_(0, 0);
    Step step{h, MatrixXd::Constant(1, 1, std::exp(z)), MatrixXd(1, m * (degree_ + 1))};
    step.Theta.leftCols(m) = h * linalg::phi(1, z) * B_;
    if (degree_ == 1) step.Theta.rightCols(m) = h * h * linalg::phi(2, z) * B_;
    return step;
  }
  const double wn = std::sqrt(-A_(1, 0));
  const auto phi = linalg::secondOrderTransition(-A_(1, 1) / (2 * wn), wn, h);
  Step step{h, MatrixXd(2, 2), MatrixXd(2, m * (degree_ + 1))};
  step.Phi << phi.phi11, phi.phi12, phi.phi21, phi.phi22;
  const Eigen::RowVectorXd gain = B_.row(1) / (wn * wn);
  step.Theta.block(0, 0, 1, m) = phi.phi13 * gain;
  step.Theta.block(1, 0, 1, m) = phi.phi23() * gain;
  if (degree_ == 1) {
    step.Theta.block(0, m, 1, m) = phi.phi14 * gain;
    step.Theta.block(1, m, 1, m) = phi.phi24() * gain;
  }
  return step;
}

}  // namespace dashpot::integrators
