// Whether a signal follows a published one: it must stay in a tube around it.
//
// The tube has a height and, around jumps, a width in time. Both csv-compare of the Modelica Association and
// diffSimulationResults of OpenModelica allow a shift in time everywhere (2e-3 and 1e-3 of the duration), which hides
// whatever oscillates fast; here only a jump may come early or late, and never by so much that it could be mistaken for
// another one. Elsewhere there is the play that sampling needs: one interval of the published grid. Where a signal
// kinks or jumps between two samples that no event marks, it has gone on until then as it did before: between samples
// the tube also holds the straight lines that continue the samples to either side.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace dashpot::msl {

struct TubeOptions {
  double height = 2e-3;      // of the range of the reference: what csv-compare takes
  double digits = 1e-5;      // and at least this part of its largest value: ten times the tolerance of most runs
  double smallest = 1e-9;    // below this two values are both zero
  double shift = 2e-3;       // of the duration: how much earlier or later a jump may come,
  double shareOfGap = 0.25;  // and at most this part of the time to the next jump
  double sampling = 1.0;     // of a grid interval: play in time that is granted everywhere
};

/// Times ascend; two equal ones are the values before and after an event.
struct Signal {
  std::span<const double> times, values;
};

struct Deviation {
  double time = 0.0, ours = 0.0, theirs = 0.0;
  double excess = 0.0;  // distance from the tube in heights of it
};

class Tube {
 public:
  /// The interval is that of the grid on which the reference is sampled.
  Tube(Signal reference, double interval, const TubeOptions& options = {});

  /// Where the signal is farthest out of the tube; none: it stays inside.
  [[nodiscard]] std::optional<Deviation> worst(Signal signal) const;
  [[nodiscard]] double height() const { return height_; }

 private:
  struct Jump {
    double time = 0.0, play = 0.0;
  };
  struct Bounds {
    double low = 0.0, high = 0.0;
  };
  void findJumps(double shift, double shareOfGap);
  [[nodiscard]] double playAt(double time) const;
  [[nodiscard]] double interpolated(double time) const;
  [[nodiscard]] double continued(std::size_t from, std::size_t through, double time) const;
  [[nodiscard]] Bounds boundsAt(double time) const;

  Signal reference_;
  double height_ = 0.0, sampling_ = 0.0;
  std::vector<Jump> jumps_;
};

}  // namespace dashpot::msl
