#include "simulation/interpolant_correction.hpp"

#include "linalg/solvers.hpp"
#include "simulation/model_code.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace dashpot::simulation {

namespace {

using codegen::Entry;

constexpr double slowRate = 10, fastRate = 100;  // per step
constexpr double slopeWidth = 1e-4;              // of the step: over which the interpolant is differentiated
constexpr int mostNewtonSteps = 8, mostFurtherFactors = 3;
constexpr double settledShare = 0.1;     // of the tolerance
constexpr double slowContraction = 0.5;  // of corrections: factors of the point itself are then the better choice

}  // namespace

InterpolantCorrection::InterpolantCorrection(BoundModel& model, AlgebraicPart& algebraic,
                                             const StateTolerances& tolerances)
    : model_(model),
      algebraic_(algebraic),
      tolerances_(tolerances),
      around_(by_fours::count * model.model().size()),
      ends_(around_),
      jacobian_(model.model().states.pattern.rows.size()),
      jacobianThere_(jacobian_),
      there_(model.model().size()),
      defect_(there_),
      corrected_(there_),
      isFast_(there_.size()) {
  for (std::size_t i = 0; i < there_.size(); ++i)
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
  if (!settle(t, y)) {
    // From far away Newton's iteration may not find back; the ends of the step are where the equations have them.
    integrator.interpolateMany(std::array{from_, to_, to_, to_}, ends_);
    const double share = (t - from_) / (to_ - from_);
    for (std::size_t i = 0; i < y.size(); ++i) {
      const double* const end = ends_.data() + by_fours::count * i;
      corrected_[i] = isSlow(i) ? y[i] : end[0] + share * (end[1] - end[0]);
    }
    if (!settle(t, y)) return;
  }
  std::ranges::copy(corrected_, y.begin());
}

/// Newton's iteration from what is in corrected_, with slow states held:  10/h M (v - u) = F(t, v) - M u'.
bool InterpolantCorrection::settle(double t, ConstView u) {
  if (isLinearisedElsewhere_ && !factorWithSlowHeld(jacobian_)) return false;
  isLinearisedElsewhere_ = false;
  double previous = std::numeric_limits<double>::infinity();
  for (int round = 0; round < mostNewtonSteps; ++round) {
    if (!defect(t, corrected_)) return false;
    for (std::size_t i = 0; i < defect_.size(); ++i)
      if (isSlow(i))
        defect_[i] = 0.0;
      else if (isFast_[i])
        defect_[i] -= slowRate / (to_ - from_) * (corrected_[i] - u[i]);
    solver_->solve(defect_);
    double largest = 0.0;
    for (std::size_t i = 0; i < defect_.size(); ++i) {
      corrected_[i] += defect_[i];
      largest = std::max(largest, std::fabs(defect_[i]) / tolerances_.of(i, corrected_[i]));
    }
    if (!std::isfinite(largest)) return false;
    if (largest <= settledShare) return true;
    if (largest > slowContraction * previous && !linearise(t, corrected_)) return false;
    previous = largest;
  }
  return false;
}

/// In the middle of the step; and where states are fast there, but happen to be right, at two more places. Leaves the
/// matrix there factored if so.
bool InterpolantCorrection::isNeeded(const Integrator& integrator) {
  isLinearisedElsewhere_ = false;
  for (const double share : {0.5, 0.25, 0.75})
    if (const Need need = needAt(from_ + share * (to_ - from_), integrator); need != Need::unclear)
      return need == Need::yes;
  return false;
}

InterpolantCorrection::Need InterpolantCorrection::needAt(double t, const Integrator& integrator) {
  const codegen::CompiledModel& model = model_.model();
  const std::vector<bool>& isDifferential = model.states.isDifferential;
  const double h = to_ - from_;
  if (!lookAround(t, integrator)) return Need::no;
  by_fours::pick(around_, 1, there_);
  const bool isSolved = algebraic_.correct(t, there_, settledShare * tolerances_.relative(), mostFurtherFactors);
  if (!defect(t, there_)) return Need::no;
  const auto moves = [&](std::size_t i, double by) {
    return std::fabs(by) > settledShare * tolerances_.of(i, there_[i]);
  };
  const auto mayBe = [&](std::size_t i) { return moves(i, h / fastRate * defect_[i]); };
  if ((isSolved && std::ranges::none_of(differential_, mayBe)) ||
      model_.jacobian(t, there_, jacobian_) != Evaluation::ok)
    return Need::no;
  if (!solver_) solver_ = linalg::makeSolver(static_cast<int>(model.size()), model.states.pattern, massMatrix(model));
  if (!solver_->factor(slowRate / h, jacobian_)) return Need::no;
  corrected_ = defect_;
  solver_->solve(corrected_);
  bool isSo = !isSolved;
  for (std::size_t i = 0; i < defect_.size(); ++i) {
    isFast_[i] = isDifferential[i] && std::fabs(corrected_[i]) < h / fastRate * std::fabs(defect_[i]);
    isSo = isSo || ((isFast_[i] || !isDifferential[i]) && moves(i, corrected_[i]));
  }
  if (std::ranges::find(isFast_, true) == isFast_.end()) return Need::no;
  if (!isSo) return Need::unclear;
  return factorWithSlowHeld(jacobian_) ? Need::yes : Need::no;
}

/// At a point far from where the step was judged; the factors made there are made anew for the next point, so that what
/// becomes of it does not depend on others.
bool InterpolantCorrection::linearise(double t, ConstView y) {
  isLinearisedElsewhere_ = true;
  return model_.jacobian(t, y, jacobianThere_) == Evaluation::ok && factorWithSlowHeld(jacobianThere_);
}

/// The matrix with which slow states do not move.
bool InterpolantCorrection::factorWithSlowHeld(Vector& jacobian) {
  const SparsityPattern& pattern = model_.model().states.pattern;
  for (std::size_t k = 0; k < jacobian.size(); ++k)
    if (isSlow(static_cast<std::size_t>(pattern.rows[k]))) jacobian[k] = 0.0;
  return solver_->factor(slowRate / (to_ - from_), jacobian);
}

bool InterpolantCorrection::isSlow(std::size_t i) const {
  return model_.model().states.isDifferential[i] && !isFast_[i];
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
