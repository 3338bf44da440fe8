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
#pragma once

#include "dashpot/problem.hpp"

#include <functional>
#include <vector>

namespace dashpot::simulation {

class RelationSearch {
 public:
  /// What to take next, after `taken` gave `found`. Both are lists of truth values.
  [[nodiscard]] Vector next(const Vector& taken, const Vector& found);
  /// So many rounds without agreement mean that there is none.
  [[nodiscard]] bool isHopeless() const { return rounds_ >= mostRounds; }

  static constexpr int roundsTogether = 30, mostRounds = 300;

 private:
  int rounds_ = 0;
  std::vector<bool> switched_;  // lately
};

/// Switches one relation, or two, so that `hasSolution` becomes true; leaves them alone and gives false if none does.
bool takeNeighbour(Vector& modes, const std::function<bool()>& hasSolution);

}  // namespace dashpot::simulation
