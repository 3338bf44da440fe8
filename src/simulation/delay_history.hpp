// simulation/delay_history.hpp
//
// The values of delayed expressions at earlier times. Of every accepted step the values at five equidistant points are
// kept as the polynomial of degree four through them, which is as accurate as the methods' own interpolants. What
// changes at events only is kept as it is. No polynomial reaches across an event, so a jump stays a jump.
//
// F takes these polynomials, not values (equations/delays.hpp): the wanted time may depend on the unknowns. Which one
// it gets is decided by the window of the delay (simulation/delay_breaks.hpp): up to the instant at which the wanted
// time passes a break, the polynomial from before it is continued.
#pragma once

#include "dashpot/problem.hpp"
#include "simulation/delay_breaks.hpp"

#include <array>
#include <span>
#include <vector>

namespace dashpot::simulation {

/// The numbers that F takes of a delay, in the order of equations::DelayedStretch.
struct DelayedNumbers {
  static constexpr std::size_t count = 8;
  double anchor = 0.0, perLength = 0.0;
  std::array<double, 5> coefficients{};
  double isOpen = 0.0;
  bool operator==(const DelayedNumbers&) const = default;
};

class DelayHistory {
 public:
  static constexpr std::size_t nodesPerStep = 5;
  static constexpr double nodeDistance = 1.0 / (nodesPerStep - 1);
  /// From step to step, where the present value is a node of the last stretch.
  static constexpr double mostGrowth = 2.0;

  /// Starts at t: before, the expressions had the values they have there. `isDiscrete`: those that change at events
  /// only.
  void start(double t, ConstView values, std::vector<bool> isDiscrete);
  /// A stretch of a step: the values at its nodes, one node after the other.
  void add(double from, double to, ConstView nodes);
  /// The values of the expressions after an event at the end of the last step.
  void jumpTo(ConstView values);
  /// Nothing before t will be asked for any more.
  void forgetBefore(double t);
  /// Takes the memory for so many stretches: from then on no more is taken as long as there are no more of them.
  void reserve(std::size_t stretches);
  /// Whether nothing but the present itself lies beyond what is known: while an event is settled.
  bool isInstant = false;
  /// How far a step may reach where nothing to speak of is known since the last break, so that the present value alone
  /// must do.
  double firstReach = 0.0;

  [[nodiscard]] bool empty() const { return first_ == last_; }
  /// Up to when they are known.
  [[nodiscard]] double end() const { return stretches().back().to; }
  /// The values of the expressions after the last step or event.
  [[nodiscard]] ConstView present() const { return present_; }
  /// The stretch of expression k for a wanted time, at time t. `mayBeOpen`: the present value can be a node of it.
  [[nodiscard]] DelayedNumbers stretch(std::size_t k, double wanted, double t, const DelayWindow& window,
                                       bool mayBeOpen) const;
  /// How far beyond what is known an open stretch is trusted.
  [[nodiscard]] double reach(const DelayWindow& window) const;
  /// The polynomial of expression k through the nodes of a stretch, at a share of it.
  [[nodiscard]] double between(ConstView nodes, std::size_t k, double share) const;

  /// As numbers, for a run that is interrupted.
  [[nodiscard]] Vector save() const;
  void load(ConstView saved);

 private:
  struct Stretch {
    double from = 0.0, to = 0.0;
    Vector coefficients;  // five for each expression
  };
  [[nodiscard]] std::span<const Stretch> stretches() const { return {slots_.data() + first_, last_ - first_}; }
  /// The next one behind the others; what stood in its place is to be overwritten.
  Stretch& append(double from, double to);
  [[nodiscard]] std::array<double, 5> polynomial(ConstView nodes, std::size_t k) const;

  std::vector<bool> isDiscrete_;
  std::vector<Stretch> slots_;  // those from first_ to last_ are in use; others have memory for later ones
  std::size_t first_ = 0, last_ = 0;
  Vector present_;
};

}  // namespace dashpot::simulation
