#include "simulation/interpolant_correction.hpp"

#include "linalg/solvers.hpp"
#include "simulation/model_code.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace dashpot::simulation {

namespace {

using codegen::Entry;

constexpr double slowRate = 10, fastRate = 100;  // per step
constexpr double slopeWidth = 1e-4;              // of the step: over which the interpolant is differentiated
constexpr int mostNewtonSteps = 3;
constexpr double settledShare = 0.1;  // of the tolerance

}  // namespace

InterpolantCorrection::InterpolantCorrection(BoundModel& model, const StateTolerances& tolerances)
    : model_(model),
      tolerances_(tolerances),
      around_(by_fours::count * model.model().size()),
      jacobian_(model.model().states.pattern.rows.size()),
      middle_(model.model().size()),
      defect_(middle_),
      earlier_(middle_),
      later_(middle_),
      corrected_(middle_) {}

bool InterpolantCorrection::concerns(double from, double to, const Interpolate& interpolate) {
  if (from != from_ || to != to_) {
    from_ = from, to_ = to;
    isNeeded_ = isNeeded(interpolate);
  }
  return isNeeded_;
}

void InterpolantCorrection::correct(double t, double from, double to, const Interpolate& interpolate, View y) {
  if (!concerns(from, to, interpolate) || !lookAround(t, interpolate)) return;
  corrected_.assign(y.begin(), y.end());
  for (int round = 0; round < mostNewtonSteps; ++round) {
    if (!defect(t, corrected_)) return;
    solver_->solve(defect_);
    double largest = 0.0;
    for (std::size_t i = 0; i < defect_.size(); ++i) {
      if (!isFast_[i]) continue;
      corrected_[i] += defect_[i];
      largest = std::max(largest, std::fabs(defect_[i]) / tolerances_.of(i, corrected_[i]));
    }
    if (!std::isfinite(largest)) return;
    if (largest <= settledShare) break;
  }
  std::ranges::copy(corrected_, y.begin());
}

/// In the middle of the step; leaves its matrix factored if so.
bool InterpolantCorrection::isNeeded(const Interpolate& interpolate) {
  const codegen::CompiledModel& model = model_.model();
  const double h = to_ - from_, middle = from_ + h / 2;
  if (!lookAround(middle, interpolate)) return false;
  by_fours::pick(around_, 1, middle_);
  if (!defect(middle, middle_)) return false;
  const auto isLarge = [&](std::size_t i, double rate) {
    return model.states.isDifferential[i] && std::fabs(defect_[i]) > rate * tolerances_.of(i, middle_[i]);
  };
  bool mayBe = false;
  for (std::size_t i = 0; i < defect_.size(); ++i) mayBe = mayBe || isLarge(i, fastRate / h);
  if (!mayBe || model_.jacobian(middle, middle_, jacobian_) != Evaluation::ok) return false;
  bool isSo = false;
  const SparsityPattern& pattern = model.states.pattern;
  isFast_.assign(defect_.size(), false);
  for (std::size_t j = 0; j < defect_.size(); ++j)
    for (auto k = static_cast<std::size_t>(pattern.columnStart[j]);
         k < static_cast<std::size_t>(pattern.columnStart[j + 1]); ++k) {
      if (static_cast<std::size_t>(pattern.rows[k]) != j || !model.states.isDifferential[j]) continue;
      const double rate = std::fabs(jacobian_[k]);
      isFast_[j] = rate > fastRate / h;
      isSo = isSo || (isFast_[j] && isLarge(j, rate));
    }
  if (!isSo) return false;
  if (!solver_) solver_ = linalg::makeSolver(static_cast<int>(model.size()), model.states.pattern, massMatrix(model));
  return solver_->factor(slowRate / h, jacobian_);
}

/// The interpolant at t, which is the second of the points, and a little to both sides.
bool InterpolantCorrection::lookAround(double t, const Interpolate& interpolate) {
  const double width = slopeWidth * (to_ - from_);
  left_ = std::max(from_, t - width), right_ = std::min(to_, t + width);
  if (!(right_ > left_)) return false;
  interpolate(std::array{left_, t, right_, right_}, around_);
  by_fours::pick(around_, 0, earlier_);
  by_fours::pick(around_, 2, later_);
  return true;
}

/// F - M u' at the point that was looked at, where the state is y and u the interpolant.
bool InterpolantCorrection::defect(double t, ConstView y) {
  if (model_.evaluate(Entry::rhs, t, y, defect_) != Evaluation::ok) return false;
  for (std::size_t i = 0; i < defect_.size(); ++i)
    if (model_.model().states.isDifferential[i]) defect_[i] -= (later_[i] - earlier_[i]) / (right_ - left_);
  return true;
}

}  // namespace dashpot::simulation
