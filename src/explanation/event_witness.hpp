// explanation/event_witness.hpp
//
// Events by relation: how often each switches, which of them chatter, and which switch without any effect at that
// instant. Where the solution begins or ceases to slide along the surface of a relation, F changes by that.
//
// An event is needless if neither states nor discrete variables change in it and F is the same with the truth values
// before and after: it costs a search, a restart and a short step, and the error control would have passed it unnoticed.
#pragma once

#include "explanation/facts.hpp"
#include "simulation/step_observer.hpp"

#include <map>
#include <vector>

namespace dashpot::explanation {

class EventWitness {
 public:
  /// The model as it is when the run begins.
  void begin(simulation::BoundModel& model, double t, ConstView y);
  void see(const simulation::ObservedStep& step);
  void tell(double duration, std::int64_t steps, Facts& facts) const;

 private:
  struct Relation {
    std::int64_t switches = 0, needless = 0;
  };
  [[nodiscard]] bool isNeedless(const simulation::ObservedStep& step);
  void remember(const simulation::BoundModel& model);
  void keepSpeeds(const simulation::ObservedStep& step);
  void tellChattering(std::int64_t steps, Facts& facts) const;
  void tellNeedless(std::int64_t steps, Facts& facts) const;
  /// As the user wrote it, with its place.
  [[nodiscard]] std::string text(int mode) const;

  std::int64_t count_ = 0, ticks_ = 0, restarts_ = 0, needless_ = 0, selections_ = 0;
  std::map<int, Relation> relations_;
  Vector modes_, d_;  // as they were since the last event
  bool slid_ = false;
  Vector largest_;  // of |F_i|
  Vector y_;        // at the end of the last step
  std::map<int, double> hysteresis_;
  std::vector<std::string> texts_;
};

}  // namespace dashpot::explanation
