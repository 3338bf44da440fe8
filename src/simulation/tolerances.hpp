// simulation/tolerances.hpp
//
// One tolerance of the user to the tolerances of every state:  tolerance (size_i + |y_i|).
//
// The size of a state is its nominal value; where the model gives none, one that goes with the unit. A state of unknown
// size is measured by what it has been: a thousandth of the largest |y_i| so far, so that a state which falls by three
// decades keeps its digits. What has been nothing but zero counts as 1e-3.
#pragma once

#include "dashpot/integrate.hpp"
#include "simulation/bound_model.hpp"

#include <memory>

namespace dashpot::simulation {

class StateTolerances {
 public:
  StateTolerances(BoundModel& model, double tolerance);

  /// For an integrator; follows the sizes as they grow.
  [[nodiscard]] Tolerances tolerances() const;

  /// To be told of every accepted state.
  void see(ConstView y);

  /// The largest |y_i| seen: all that a resumed run must know.
  [[nodiscard]] const Vector& largest() const { return largest_; }
  void restore(ConstView largest);

  /// Names the states whose absolute tolerance is more than 1 % of the largest value they took.
  [[nodiscard]] std::vector<std::string> warnings() const;

 private:
  void growSizes();

  const codegen::CompiledModel& model_;
  double tolerance_;
  std::vector<std::size_t> unknown_;  // the states whose size is not known beforehand
  std::shared_ptr<Vector> sizes_;
  Vector largest_;
};

}  // namespace dashpot::simulation
