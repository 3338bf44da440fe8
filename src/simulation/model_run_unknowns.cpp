// The unknowns at a time: what the integrator has, corrected where it is off the equations; of a model without
// derivatives, which has nothing to integrate, what the equations give.
#include "linalg/sparsity.hpp"
#include "simulation/model_run.hpp"

#include <algorithm>

namespace dashpot::simulation {

namespace {

// Of the result, that an interpolant is trusted for.
constexpr double mostPointsPerStep = 2;
// To which algebraic unknowns are solved for where they are recorded.
constexpr double shareOfTolerance = 0.01;

}  // namespace

/// Nothing for the integrator to do but to go on in time and to look for events. One of the unknowns, which stays as it
/// is, stands for all of them.
Problem ModelRun::algebraicProblem(Problem model) {
  Problem result;
  result.size = 1;
  result.rhs = [this](double t, ConstView, View f) {
    std::ranges::fill(f, 0.0);
    return bound_.reachesDelayed(t, followed_) ? Evaluation::ok : Evaluation::recoverable;
  };
  result.jacobian = Jacobian{linalg::diagonalPattern(result.size),
                             [](double, ConstView, View values) { std::ranges::fill(values, 0.0); }};
  if (model.events.evaluate)
    result.events.evaluate = [this, events = std::move(model.events.evaluate)](double t, ConstView, View g) {
      return solveUnknowns(t, interpolated_) ? Evaluation::recoverable : events(t, interpolated_, g);
    };
  result.events.crossings = std::move(model.events.crossings);
  result.discontinuities = std::move(model.discontinuities);
  result.autonomous = true;
  return result;
}

/// What the integrator is given of the unknowns.
ConstView ModelRun::integrated(ConstView y) const { return isAlgebraic_ ? y.first(1) : y; }

/// The unknowns of a model without derivatives, from where they were at the end of the last step: wherever it is asked
/// for, the same time gives the same bits, so that relations and events cannot disagree.
std::optional<Diagnostic> ModelRun::solveUnknowns(double t, Vector& y) {
  y = followed_;
  if (t == followedTime_) return std::nullopt;
  algebraic_.forget();
  if (algebraic_.correct(t, y, AlgebraicPart::toleranceWithoutStates)) return std::nullopt;
  if (auto relaxed = fold_.relaxed(followedTime_, followed_, t, followed_)) {
    y = std::move(*relaxed);
    return std::nullopt;
  }
  return algebraic_.solve(t, y, "the solution of the equations");
}

bool ModelRun::follow(double t) {
  if (auto failure = solveUnknowns(t, interpolated_)) return fail(std::move(*failure));
  takeUnknowns(t, interpolated_);
  return true;
}

void ModelRun::takeUnknowns(double t, ConstView y) {
  followed_.assign(y.begin(), y.end());
  followedTime_ = t;
}

/// At a time within the last step.
ConstView ModelRun::stateWithin(double t) {
  if (isAlgebraic_) {
    if (auto failure = solveUnknowns(t, interpolated_)) fail(std::move(*failure));
    return interpolated_;
  }
  integrator_->interpolate(t, interpolated_);
  if (bound_.isSliding()) return interpolated_;  // what corrects is made for the equations of one region
  if (isLongStep()) fast_.correct(t, *integrator_, interpolated_);
  algebraic_.correct(t, interpolated_, shareOfTolerance * outcome_.experiment.tolerance);
  return interpolated_;
}

/// A step over many points of the result may be longer than what fast states follow.
bool ModelRun::isLongStep() const {
  return integrator_->time() - integrator_->previousTime() > mostPointsPerStep * outcome_.experiment.interval &&
         settings_.step == 0.0;
}

/// Whether the interpolant of the last step is all that there is to know of the unknowns within it.
bool ModelRun::isInterpolantEnough() {
  return !isAlgebraic_ && algebraic_.empty() && !(isLongStep() && fast_.concerns(*integrator_));
}

}  // namespace dashpot::simulation
