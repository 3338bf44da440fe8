// simulation/step_observer.hpp: for who wants to see the steps of a run, not only its records.
#pragma once

#include "dashpot/integrate.hpp"
#include "simulation/bound_model.hpp"
#include "simulation/event_watch.hpp"

#include <functional>
#include <vector>

namespace dashpot::simulation {

/// A step that was accepted, after what happened at its end.
struct ObservedStep {
  double from, to;
  ConstView y;             // the unknowns at its end
  bool isStiff;            // by the stiff formula of a method that has two
  BoundModel* model;       // with modes and discrete variables as they are now; null: a problem is run
  int order = 0;           // of the formula
  int limiting = -1;       // the unknown with the largest error; -1: not known
  Statistics counts = {};  // of this step alone, rejected trials among them
  std::vector<EventWatch::Past> events = {};  // since the step before, in their order
};

using StepObserver = std::function<void(const ObservedStep&)>;

}  // namespace dashpot::simulation
