// simulation/relation_search.hpp
//
// Truth values of relations that agree with the equations they decide upon: a mixed system. Dry friction is the usual
// one: whether an element sticks decides its torque, and the torque whether it sticks.
//
//   all together      the truth that was found is what is taken next. Mostly two or three rounds.
//   one at a time     where that goes round in circles: those that switched are all taken to be false (everything
//                     sticks), and then only the first that disagrees is switched. For linear complementarity problems
//                     with a P-matrix, which is what dry friction between masses makes, this ends (Murty 1974: the
//                     least-index rule).
//   neighbours        where the equations have no solution with the truth values taken, some near them are tried: one
//                     or two relations switched.
//   combinations      where one at a time goes round in circles, too: combinations of all relations that take part,
//                     those nearest to what held before first, until one agrees. An amplifier with positive feedback
//                     that leaves one limit is found at the other this way, which no step by step leads to.
#pragma once

#include "dashpot/problem.hpp"

#include <functional>
#include <vector>

namespace dashpot::simulation {

class RelationSearch {
 public:
  /// The combination to try next, after `taken` gave `found`. Both are lists of truth values.
  [[nodiscard]] Vector next(const Vector& taken, const Vector& found);
  /// So many rounds without agreement mean that this way there is none.
  [[nodiscard]] bool isHopeless() const { return rounds_ >= mostRounds; }

  /// Whether it is time to look who takes part in what seems to be a circle.
  [[nodiscard]] bool goesRound() const { return rounds_ >= roundsTogether / 2; }
  /// After a round: the values of the relations' functions, to see which of them take part in the circle.
  void observe(const Vector& taken, const Vector& found, const Vector& values);
  /// Those that disagreed or whose functions jumped when others switched.
  [[nodiscard]] std::vector<std::size_t> involved() const;

  static constexpr int roundsTogether = 30, mostRounds = 100;

 private:
  std::vector<bool> takesPart_;
  Vector values_;  // of the last round
  int rounds_ = 0;
  std::vector<bool> switched_;  // lately
};

/// Switches some of the relations involved, few before many, so that `agrees` becomes true; leaves them alone and gives
/// false if it does for none of the `atMost` combinations that were tried.
bool takeCombination(Vector& modes, const std::vector<std::size_t>& involved, const std::function<bool()>& agrees,
                     int atMost = 3000);

/// Switches one relation, or two, so that `hasSolution` becomes true; leaves them alone and gives false if none does.
bool takeNeighbour(Vector& modes, const std::function<bool()>& hasSolution);

}  // namespace dashpot::simulation
