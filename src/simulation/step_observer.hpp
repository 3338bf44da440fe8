// simulation/step_observer.hpp: for who wants to see the steps of a run, not only its records.
#pragma once

#include "simulation/bound_model.hpp"

#include <functional>

namespace dashpot::simulation {

/// A step that was accepted, after what happened at its end.
struct ObservedStep {
  double from, to;
  ConstView y;        // the unknowns at its end
  bool isStiff;       // by the stiff formula of a method that has two
  BoundModel* model;  // with modes and discrete variables as they are now; null: a problem is run
};

using StepObserver = std::function<void(const ObservedStep&)>;

}  // namespace dashpot::simulation
