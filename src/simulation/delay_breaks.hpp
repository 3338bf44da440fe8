// simulation/delay_breaks.hpp
//
// Where the history of a delayed expression jumps or has a kink, and between which of these breaks the time lies that
// each delay looks back to (its window).
//
// A break comes back when the wanted time t - T passes it: at a known time if T is a parameter, else where an event
// function of the window changes sign. Steps end there. What then depends on the delayed value gets a break itself:
// of the same level where it follows algebraically, smoother by one where it is integrated (Bellen and Zennaro,
// Numerical Methods for Delay Differential Equations, 2003, section 2.2). From a level on at which the methods see no
// difference breaks are no longer followed. Breaks that differ by rounding are one.
#pragma once

#include "dashpot/problem.hpp"

#include <limits>
#include <vector>

namespace dashpot::simulation {

/// Two neighbouring breaks.
struct DelayWindow {
  double since = -std::numeric_limits<double>::infinity();
  double until = std::numeric_limits<double>::infinity();
};

class DelayBreaks {
 public:
  /// A jump has level 0, a kink 1, a jump of the second derivative 2.
  static constexpr int smoothEnough = 5;

  /// Starts at t, where what was constant begins to change. `ages`: the delay times of those that do not vary; not a
  /// number for the others.
  void start(double t, ConstView ages);

  [[nodiscard]] std::size_t size() const { return ages_.size(); }
  [[nodiscard]] bool varies(std::size_t k) const;
  [[nodiscard]] double age(std::size_t k) const { return ages_[k]; }
  /// Of those that do not vary; steps must not be longer.
  [[nodiscard]] double shortestAge() const;
  [[nodiscard]] DelayWindow window(std::size_t k) const;

  /// Expression k has a break at t.
  void note(std::size_t k, double t, int level);
  /// When the next break of a delay that does not vary comes back.
  [[nodiscard]] double next() const;
  /// Times that differ from t by no more than this are the same instant.
  [[nodiscard]] static double rounding(double t);

  struct Passed {
    std::size_t delay;
    int level;
  };
  /// Moves the windows of delays that do not vary on to what holds from t on.
  std::vector<Passed> passAt(double t);
  /// The wanted time of a delay that varies has just passed the end of its window, or its beginning.
  std::vector<Passed> passUp(std::size_t k, double wanted);
  std::vector<Passed> passDown(std::size_t k, double wanted);
  /// Moves the window to where the wanted time is, unless that lies at its edge.
  void relocate(std::size_t k, double wanted);
  /// Nothing before t will be asked for any more.
  void forgetBefore(double t);
  /// No break is followed from now on: steps end where they end, as in real time.
  void ignoreAll() { tracks_.assign(ages_.size(), {}); }

  /// As numbers, for a run that is interrupted.
  [[nodiscard]] Vector save() const;
  void load(ConstView saved);

 private:
  struct Break {
    double time;
    int level;
  };
  struct Track {
    std::vector<Break> breaks;  // ascending
    std::size_t passed = 0;     // how many of them lie before the window
  };
  Vector ages_;
  std::vector<Track> tracks_;
};

}  // namespace dashpot::simulation
