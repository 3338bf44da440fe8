// simulation/fold.hpp
//
// Where algebraic unknowns z cannot go on continuously.
//
// While their equations 0 = G(t, x, z) have a regular Jacobian, z follows t and the states x. At a fold two solutions
// meet and vanish, as of a Schmitt trigger at its threshold or of a spring without mass that snaps through: beyond it
// no z near the last one solves the equations, and z must jump. Where to is decided by the fast dynamics that the model
// leaves out, and under which the solution until then was stable (Sastry and Desoer 1981: jumps as limits of parasitic
// dynamics); `relax` follows it from just beyond the fold.
//
// A fold at a bend (a condition inside noEvent(), min, abs) shows by the determinant of G_z: it has opposite signs on
// the two solutions that meet there. A smooth fold is where no step is short enough.
#pragma once

#include "simulation/algebraic_part.hpp"

namespace dashpot::simulation {

class Fold {
 public:
  /// The model must outlive this.
  explicit Fold(BoundModel& model) : model_(model), algebraic_(model) {}

  /// Whether the unknowns may have jumped on the way from one point to the other.
  [[nodiscard]] bool mayLieBetween(double t1, ConstView y1, double t2, ConstView y2);
  /// Whether the unknowns may have to jump within the time h.
  [[nodiscard]] bool isAhead(double t, ConstView y, double h);
  /// From y, with a fold within the time `reach` beyond it: the unknowns after the jump, the states and t being held.
  /// Nothing: there is no jump to another solution.
  [[nodiscard]] std::optional<Vector> jumpFrom(double t, ConstView y, double reach);
  /// The states of y at t, with the unknowns to which those at an earlier point lead.
  [[nodiscard]] std::optional<Vector> relaxed(double earlier, ConstView before, double t, ConstView y);
  /// By how much algebraic unknowns differ, in units of their sizes; and the one that does so most.
  struct Difference {
    double size = 0.0;
    std::size_t element = 0;
  };
  [[nodiscard]] Difference difference(ConstView y1, ConstView y2) const;

 private:
  /// Whether the determinants of G_z have different signs.
  [[nodiscard]] bool hasTurnedOver(double t1, ConstView y1, double t2, ConstView y2);
  [[nodiscard]] Vector moved(ConstView y, ConstView slope, double h) const;
  [[nodiscard]] std::optional<Vector> jacobianAt(double t, ConstView y);

  BoundModel& model_;
  AlgebraicPart algebraic_;
};

}  // namespace dashpot::simulation
