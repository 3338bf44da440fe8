// simulation/switching_surface.hpp
//
// The surface sigma(t, y) = 0 at which relations turn, with sigma = left - right, and the regions of the state space
// that meet there, each with its own truth values and with the equations that go with them (Filippov 1988, ch. 2).
#pragma once

#include "simulation/bound_model.hpp"

#include <map>

namespace dashpot::simulation {

struct SwitchingSurface {
  std::size_t mode = 0;  // of the relation whose function sigma is
  struct Relation {
    std::size_t mode = 0;
    bool isTrueAbove = false;  // where sigma > 0; below, it is the opposite
  };
  std::vector<Relation> relations;  // that turn there: p > a, p <= a, a < p
  std::vector<std::size_t> states;  // that sigma depends on, into y
  bool dependsOnTime = false;
};

/// For each relation, how fast its function changes where y moves with M y' = field: a difference in both directions
/// over a time in which none of these states moves by more than a small part of its size. False: one is not defined.
bool ratesAlong(BoundModel& model, const std::vector<std::size_t>& states, double t, ConstView y, ConstView field,
                double duration, View rates);

/// The model as it is on the sides of these surfaces that the bits of `above` say, the other relations and the discrete
/// variables having followed. Nothing if that cannot be told from where the solution is alone: discrete variables that
/// come back from there are not what they were (a counter, a relay with two thresholds), or something would happen on
/// the way (reinit).
[[nodiscard]] std::optional<Region> regionOf(BoundModel& model, const std::vector<SwitchingSurface>& surfaces,
                                             std::size_t above, double t, ConstView y);

class SwitchingSurfaces {
 public:
  /// The model must outlive this. `duration`: of the run.
  SwitchingSurfaces(BoundModel& model, double duration) : model_(model), duration_(duration) {}

  /// The relations whose surface this point lies on, but for rounding.
  [[nodiscard]] std::vector<int> through(double t, ConstView y);
  /// The relation as it is taken drives the solution to where it turns. A cheap question: where it does not, nothing can
  /// slide there.
  [[nodiscard]] bool isDrivenBack(std::size_t mode, double t, ConstView y);
  /// Nothing if time or data decide about it, or if it depends on algebraic unknowns.
  [[nodiscard]] std::optional<SwitchingSurface> of(std::size_t mode, double t, ConstView y);
  /// How far sigma is off zero by rounding and by how well times of events are known.
  [[nodiscard]] double uncertaintyOf(std::size_t mode, double t, ConstView y);

 private:
  struct Arguments {
    std::vector<std::size_t> states;
    bool dependsOnTime = false;
    bool isSuitable = true;
  };
  const Arguments& argumentsOf(std::size_t mode);

  BoundModel& model_;
  double duration_;
  std::map<std::size_t, Arguments> arguments_;
};

}  // namespace dashpot::simulation
