// simulation/clocks.hpp: sample(first, interval): when clocks tick, and the flags that tell it to the model.
//
// A tick is at first + n interval, computed from n and not summed up. Ticks of several clocks that differ by rounding
// only are one instant: sample(0, 0.1) and sample(0, 0.3) meet at every 0.3.
#pragma once

#include "base/diagnostic.hpp"
#include "simulation/bound_model.hpp"

#include <limits>
#include <optional>

namespace dashpot::simulation {

class Clocks {
 public:
  /// A fault if an interval is not positive.
  [[nodiscard]] std::optional<Diagnostic> start(BoundModel& model, double t);
  /// The next tick; infinite if there is none.
  [[nodiscard]] double next() const { return next_; }
  /// Raises the flags of the clocks that tick at t; false if none does.
  bool raise(BoundModel& model, double t);
  void lower(BoundModel& model) const;

  /// How often each has ticked: with the model, all there is to know.
  [[nodiscard]] Vector save() const;
  void load(ConstView counts);

 private:
  struct Clock {
    double first = 0.0, interval = 1.0;
    double count = 0.0;  // ticks that are over
    [[nodiscard]] double time() const { return first + count * interval; }
    [[nodiscard]] double roundingAt(double t) const;
    [[nodiscard]] bool isDueAt(double t) const { return time() <= t + roundingAt(t); }
    /// To the first tick after t.
    void pass(double t);
  };
  void findNext();

  std::vector<Clock> clocks_;
  double next_ = std::numeric_limits<double>::infinity();
};

}  // namespace dashpot::simulation
