// simulation/delay_history.hpp: what delayed expressions were at earlier times, kept at accepted steps and interpolated
// linearly between them.
#pragma once

#include "dashpot/problem.hpp"

#include <deque>

namespace dashpot::simulation {

class DelayHistory {
 public:
  /// Before the first sample, a delayed expression has its first value.
  void clear() { samples_.clear(); }
  /// The arguments at an accepted time, and how long ago each of them is wanted. A second sample at the same time is
  /// what holds after an event.
  void add(double t, ConstView arguments, ConstView ages, double longest);
  /// Values, then rates, as they are at time t.
  void evaluate(double t, View out) const;
  /// Steps must not be longer than this: what is delayed must have been.
  [[nodiscard]] double shortest() const;

 private:
  struct Sample {
    double time;
    Vector values;
  };
  std::deque<Sample> samples_;
  Vector ages_;
};

}  // namespace dashpot::simulation
