// simulation/delay_history.hpp
//
// What delayed expressions were at earlier times. Of every accepted step the values at five equidistant points are kept
// and interpolated by the polynomial of degree four through them, which is as accurate as the methods' own
// interpolants. No polynomial reaches across an event, so a jump stays a jump; it comes back later as a break, and
// steps must not reach across that either.
#pragma once

#include "dashpot/problem.hpp"

#include <deque>
#include <limits>

namespace dashpot::simulation {

class DelayHistory {
 public:
  static constexpr std::size_t nodesPerStep = 5;

  /// Starts at t: before, the expressions had the values they have there. `ages`: how long ago each of them is wanted.
  void start(double t, ConstView values, ConstView ages);
  /// A stretch of a step: the values at its nodes, one after the other.
  void add(double from, double to, ConstView nodes, ConstView ages);
  /// Nothing before t will be asked for any more.
  void forgetBefore(double t);
  /// At t the expressions jump (level 0), or a delayed one has just passed a break of this level less one: what depends
  /// on it is smoother by one order.
  void noteJump(double t, int level);
  /// What the expressions were at the end of the last step.
  [[nodiscard]] ConstView last() const;
  /// Values, then rates, as they are at time t.
  void evaluate(double t, View out) const;
  /// The polynomial of expression k of `count` through nodes, at a share of the stretch.
  [[nodiscard]] static double between(ConstView nodes, std::size_t count, std::size_t k, double share);
  /// Steps must not be longer than this: what is delayed must have been.
  [[nodiscard]] double shortest() const;

  /// The next time at which a delayed expression jumps or has a kink: the last number before it, and it.
  struct Break {
    double before = std::numeric_limits<double>::infinity();
    double at = std::numeric_limits<double>::infinity();
    int level = 0;
  };
  [[nodiscard]] Break nextBreak(double t) const;

  /// As numbers, for a run that is interrupted.
  [[nodiscard]] Vector save() const;
  void load(ConstView saved);

 private:
  struct Step {
    double from, to;
    Vector nodes;
  };
  struct Jump {
    double time;
    int level;
  };
  std::deque<Step> steps_;
  std::deque<Jump> jumps_;
  Vector ages_;
};

}  // namespace dashpot::simulation
