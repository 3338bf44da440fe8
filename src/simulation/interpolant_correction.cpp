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
      corrected_(middle_) {
  for (std::size_t i = 0; i < middle_.size(); ++i)
    if (model.model().states.isDifferential[i]) differential_.push_back(i);
}

bool InterpolantCorrection::concerns(const Integrator& integrator) {
  const double from = integrator.previousTime(), to = integrator.time();
  if (from != from_ || to != to_) {
    from_ = from, to_ = to;
    isNeeded_ = isNeeded(integrator);
  }
  return isNeeded_;
}

void InterpolantCorrection::correct(double t, const Integrator& integrator, View y) {
  if (!concerns(integrator) || !lookAround(t, integrator)) return;
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
bool InterpolantCorrection::isNeeded(const Integrator& integrator) {
  const codegen::CompiledModel& model = model_.model();
  const double h = to_ - from_, middle = from_ + h / 2;
  if (!lookAround(middle, integrator)) return false;
  by_fours::pick(around_, 1, middle_);
  if (!defect(middle, middle_)) return false;
  const auto isLarge = [&](std::size_t i, double rate) {
    return std::fabs(defect_[i]) > rate * tolerances_.of(i, middle_[i]);
  };
  const auto mayBe = [&](std::size_t i) { return isLarge(i, fastRate / h); };
  if (std::ranges::none_of(differential_, mayBe) || model_.jacobian(middle, middle_, jacobian_) != Evaluation::ok)
    return false;
  bool isSo = false;
  const SparsityPattern& pattern = model.states.pattern;
  isFast_.assign(defect_.size(), false);
  for (const std::size_t j : differential_)
    for (auto k = static_cast<std::size_t>(pattern.columnStart[j]);
         k < static_cast<std::size_t>(pattern.columnStart[j + 1]); ++k) {
      if (static_cast<std::size_t>(pattern.rows[k]) != j) continue;
      const double rate = std::fabs(jacobian_[k]);
      isFast_[j] = rate > fastRate / h;
      isSo = isSo || (isFast_[j] && isLarge(j, rate));
    }
  if (!isSo) return false;
  if (!solver_) solver_ = linalg::makeSolver(static_cast<int>(model.size()), model.states.pattern, massMatrix(model));
  return solver_->factor(slowRate / h, jacobian_);
}

/// The interpolant at t, which is the second of the points, and a little to both sides.
bool InterpolantCorrection::lookAround(double t, const Integrator& integrator) {
  const double width = slopeWidth * (to_ - from_);
  left_ = std::max(from_, t - width), right_ = std::min(to_, t + width);
  if (!(right_ > left_)) return false;
  integrator.interpolateMany(std::array{left_, t, right_, right_}, around_);
  return true;
}

/// F - M u' at the point that was looked at, where the state is y and u the interpolant.
bool InterpolantCorrection::defect(double t, ConstView y) {
  if (model_.evaluate(Entry::rhs, t, y, defect_) != Evaluation::ok) return false;
  for (const std::size_t i : differential_) {
    const double* const u = around_.data() + by_fours::count * i;
    defect_[i] -= (u[2] - u[0]) / (right_ - left_);
  }
  return true;
}

}  // namespace dashpot::simulation
