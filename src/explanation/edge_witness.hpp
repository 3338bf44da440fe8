// explanation/edge_witness.hpp
//
// Sharp edges that make no event: conditions inside noEvent() or in functions, and the corners of tables. The error
// control finds them by trial: steps are rejected until one is so short that the edge is within the tolerance. Rejected
// trials are laid to the charge of the edge that is passed within the next few steps, or was in the last ones. Where both
// sides drive the solution to the edge (dry friction at rest, as sign(v)), it is held there, and steps never become
// longer again.
#pragma once

#include "explanation/facts.hpp"
#include "simulation/step_observer.hpp"

#include <deque>
#include <map>

namespace dashpot::explanation {

class EdgeWitness {
 public:
  void begin(simulation::BoundModel& model, double t, ConstView y);
  void see(const simulation::ObservedStep& step);
  void tell(std::int64_t steps, Facts& facts) const;

 private:
  static constexpr std::size_t near = 10;  // steps before and after an edge
  static constexpr double closeBy = 1e-5;  // of the time since the start: who is no farther after many steps, is held

  struct Edge {
    std::int64_t turns = 0, rejected = 0;
    double firstTime = 0.0;
  };
  void charge(std::int64_t rejected);

  std::vector<std::string> texts_;
  Vector values_;                                // of the conditions at the end of the last step
  std::map<std::size_t, Edge> edges_;            // by condition
  std::deque<std::int64_t> uncharged_;           // rejected trials of the last steps
  std::size_t lastEdge_ = 0, since_ = near + 1;  // the condition that turned last, and how many steps ago
  std::int64_t rejected_ = 0;                    // of all edges
  std::int64_t passed_ = 0;
  std::int64_t held_ = 0;  // steps that do not get away from an edge
  double began_ = 0.0;
  double lastTurn_ = 0.0, closest_ = 0.0;  // the shortest time between two turns
};

}  // namespace dashpot::explanation
