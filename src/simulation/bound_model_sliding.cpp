// The model while the solution slides along surfaces where relations turn.
#include "simulation/bound_model.hpp"
#include "simulation/model_code.hpp"
#include "simulation/sliding_motion.hpp"

#include <algorithm>
#include <limits>

namespace dashpot::simulation {

using codegen::Entry;
using symbolic::Op;

void BoundModel::slide(std::unique_ptr<SlidingMotion> motion) {
  motion_ = std::move(motion);
  isCombined_ = motion_ != nullptr;
}

std::unique_ptr<SlidingMotion> BoundModel::stopSliding() {
  isCombined_ = false;
  return std::move(motion_);
}

/// While the solution slides, its relations change where one of the shares comes to an end; of the others, each must
/// stay what it is in each of the regions.
Evaluation BoundModel::slidingEvents(double t, ConstView y, View outputs) {
  std::ranges::fill(outputs, std::numeric_limits<double>::max());
  Vector values(model_.modeCount());
  for (const Region& region : motion_->regions()) {
    const Evaluation result = in(region, [&] { return evaluate(Entry::events, t, y, values); });
    if (result != Evaluation::ok) return result;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const bool isTrue = region.modes[i] != 0.0;
      const Op relation = model_.events.relations[i];
      const bool isAbove = isTrue == (relation == Op::greater || relation == Op::greaterEqual);
      const double value = signedEvent(i, isTrue, values[i]);
      outputs[i] = std::min(outputs[i], isAbove ? value : -value);
    }
  }
  for (std::size_t k = 0; k < turns_.size(); ++k) outputs[model_.events.timeModes[k].mode] = 1.0;
  return motion_->exits(t, y, outputs);
}

/// The model for an integrator while the solution slides, without what holds for the equations of one region only.
Problem BoundModel::slidingProblem() {
  solvers_.clear();
  Problem problem;
  problem.size = static_cast<int>(model_.size());
  problem.rhs = [this](double t, ConstView y, View f) { return evaluate(Entry::rhs, t, y, f); };
  problem.jacobian = Jacobian{motion_->pattern(),
                              [this](double t, ConstView y, View values) { return motion_->jacobian(t, y, values); }};
  problem.autonomous = model_.states.autonomous && !motion_->dependsOnTime();
  if (!problem.autonomous)
    problem.timeDerivative = [this](double t, ConstView y, View f) { return motion_->timeDerivative(t, y, f); };
  problem.discontinuities = cornersToStopAt();
  problem.mass = massMatrix(model_);
  problem.events.evaluate = [this](double t, ConstView y, View g) { return slidingEvents(t, y, g); };
  problem.events.crossings.assign(model_.modeCount(), Crossing::either);
  problem.names = model_.states.names;
  problem.pairs = model_.features.pairs;
  return problem;
}

}  // namespace dashpot::simulation
