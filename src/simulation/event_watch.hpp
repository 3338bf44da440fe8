// simulation/event_watch.hpp
//
// Watches events over time: the last ones, for messages; and three ways in which they get out of hand.
//
//   chattering  one relation switches back and forth while time hardly goes on:
//               each side drives the solution to the other
//   Zeno        events come closer together, and infinitely many of them fill a finite time:
//               a ball that bounces lower and lower, two tanks that take turns at one tap
//   storm       there are so many of them that the end will not be reached
#pragma once

#include "dashpot/problem.hpp"

#include <deque>
#include <optional>

namespace dashpot::simulation {

class EventWatch {
 public:
  EventWatch() = default;
  EventWatch(double start, double stop) : duration_(stop - start), stop_(stop), markedTime_(start) {}

  struct Past {
    double time = 0.0;
    std::vector<int> modes;  // the relations that switched; none: a clock ticked, or states were selected anew
    bool restarted = false;  // states were reinitialised
  };
  void note(Past event);

  /// The relation that seems to chatter; -1: none.
  [[nodiscard]] int chattering() const { return chattering(chatterShare); }
  /// The relation that switched so often in next to no time that no solution can do that: its function is noise.
  [[nodiscard]] int noise() const { return chattering(instantShare); }
  /// The time that the events will not pass.
  [[nodiscard]] std::optional<double> accumulation() const;
  /// States are reinitialised now and then, and the last event did not: the next one that does decides.
  [[nodiscard]] bool isBetweenRestarts() const;
  /// The end would need billions of events.
  [[nodiscard]] bool isStorm() const { return slowWindows_ >= patience; }
  /// The mean time between the last events that were looked at.
  [[nodiscard]] double meanInterval() const { return meanInterval_; }
  /// Something was done about it: the look-out starts anew.
  void forget() { counted_ = 0; }

  /// How many there were, of which `recent` has the last.
  [[nodiscard]] std::int64_t noted() const { return noted_; }
  /// Oldest first.
  [[nodiscard]] const std::deque<Past>& recent() const { return recent_; }

  /// As numbers, for a run that is interrupted.
  [[nodiscard]] Vector save() const;
  /// False: it names modes that the model does not have.
  [[nodiscard]] bool load(ConstView saved, std::size_t modeCount);

 private:
  // So many switches of one relation, in so small a part of the run, look like chattering.
  static constexpr std::size_t chatterCount = 20;
  static constexpr double chatterShare = 1e-5, instantShare = 1e-10;
  static constexpr int patience = 3;
  [[nodiscard]] int chattering(double share) const;
  void noteProgress(double time);

  double duration_ = 1.0, stop_ = 1.0, markedTime_ = 0.0, meanInterval_ = 0.0;
  int sinceMark_ = 0, slowWindows_ = 0;
  std::int64_t noted_ = 0;
  std::deque<Past> recent_;
  std::size_t counted_ = 0;  // of the recent events, those since forget()
};

}  // namespace dashpot::simulation
