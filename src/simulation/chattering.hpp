// simulation/chattering.hpp
//
// Relations that switch without end, and whose sides cannot be combined to a motion between them (sliding_motion.hpp),
// get a hysteresis. A warning says so, with its width.
//
//   chattering  each side drives the solution to the other, wherever the truth of the relation goes: into an equation,
//               or through Boolean variables and when-clauses. The width is such that it takes about 1e-5 of the run
//               (or the tolerance, if that is larger) to cross it: the solution slides along the switching surface
//               within that width, and a run has some 1e5 switches instead of infinitely many.
//   noise       the two sides of the relation are equal but for the errors of the method, or for rounding. The width is
//               the tolerance.
//
// A width that proves too small grows tenfold.
#pragma once

#include "base/diagnostic.hpp"
#include "simulation/bound_model.hpp"

#include <map>

namespace dashpot::simulation {

/// Whether the relation's function moves in the same direction on both sides: then the solution passes through, and
/// many switches are what the model says.
[[nodiscard]] bool passesThrough(BoundModel& model, std::size_t mode, double t, ConstView y, double duration);

class CalmedRelations {
 public:
  /// A relation that chatters at (t, y) in a run of this duration gets a hysteresis.
  void calm(BoundModel& model, std::size_t mode, double t, ConstView y, double duration, double tolerance);
  /// One that seems to be noise. False: it moves by more than errors do, and is left alone.
  bool calmNoise(BoundModel& model, std::size_t mode, double t, ConstView y, double tolerance);

  /// Those that got a hysteresis while an event was iterated, where nothing but rounding decided.
  void adopt(const BoundModel& model);

  /// These relations switched.
  void count(const std::vector<int>& modes);
  /// Whether nothing but relations that chatter switched.
  [[nodiscard]] bool areAllChattering(const std::vector<int>& modes) const;

  /// Warns; the texts are also given.
  [[nodiscard]] std::vector<std::string> report(const BoundModel& model, Diagnostics& diagnostics) const;

  [[nodiscard]] Vector save() const;
  void load(ConstView saved);

 private:
  struct Calmed {
    bool isNoise = false;
    double switches = 0.0;  // since then
  };
  std::map<std::size_t, Calmed> calmed_;
};

}  // namespace dashpot::simulation
