#include "simulation/fold.hpp"

#include "simulation/relaxation.hpp"
#include "simulation/unknown_size.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {

namespace {

using codegen::Entry;

constexpr double nearestFold = 1e-10;  // of the reach, that the fold is ahead
constexpr double growth = 4.0;
// Relative to the sizes of unknowns: those that differ by less have not jumped, those that differ by more may have.
constexpr double sameSolution = 1e-3, apart = 0.2;

}  // namespace

std::optional<Vector> Fold::jacobianAt(double t, ConstView y) {
  Vector whole(y.begin(), y.end());
  const AlgebraicSystem system = algebraic_.system(t, whole);
  Vector values(system.pattern.rows.size());
  if (system.jacobian(algebraic_.unknowns(y), values) != Evaluation::ok) return std::nullopt;
  return values;
}

bool Fold::mayLieBetween(double t1, ConstView y1, double t2, ConstView y2) {
  return difference(y1, y2).size > apart || hasTurnedOver(t1, y1, t2, y2);
}

bool Fold::isAhead(double t, ConstView y, double h) {
  const auto slope = algebraic_.empty() ? std::nullopt : model_.evaluate(Entry::rhs, t, y);
  if (!slope) return false;
  Vector there = moved(y, *slope, h), z = algebraic_.unknowns(y);
  if (solveNewton(algebraic_.system(t + h, there), z).status != NewtonStatus::converged) return true;
  algebraic_.insert(z, there);
  // At a bend the slope beyond may be so steep that Newton's steps vanish where the equations do not hold: by the slope
  // before they do not vanish.
  constexpr double accuracy = 1e-10;  // as of Newton's iteration
  return mayLieBetween(t, y, t + h, there) || algebraic_.correctionBy(t, y, t + h, there) > accuracy;
}

/// By the derivatives of the states.
Vector Fold::moved(ConstView y, ConstView slope, double h) const {
  Vector result(y.begin(), y.end());
  for (std::size_t i = 0; i < slope.size(); ++i)
    if (model_.model().states.isDifferential[i]) result[i] += h * slope[i];
  return result;
}

bool Fold::hasTurnedOver(double t1, ConstView y1, double t2, ConstView y2) {
  if (algebraic_.empty()) return false;
  const auto before = jacobianAt(t1, y1), after = jacobianAt(t2, y2);
  if (!before || !after) return false;
  Vector whole(y1.begin(), y1.end());
  const AlgebraicSystem system = algebraic_.system(t1, whole);
  return orientation(system, *before) * orientation(system, *after) < 0;
}

std::optional<Vector> Fold::relaxed(double earlier, ConstView before, double t, ConstView y) {
  const auto reference = jacobianAt(earlier, before);
  if (!reference) return std::nullopt;
  Vector whole(y.begin(), y.end()), z = algebraic_.unknowns(before);
  if (relax(algebraic_.system(t, whole), *reference, z).status != NewtonStatus::converged) return std::nullopt;
  algebraic_.insert(z, whole);
  return whole;
}

std::optional<Vector> Fold::jumpFrom(double t, ConstView y, double reach) {
  if (algebraic_.empty()) return std::nullopt;
  const auto slope = model_.evaluate(Entry::rhs, t, y);
  if (!slope) return std::nullopt;
  // Where two solutions are about to meet, a small error moves them far.
  Vector before(y.begin(), y.end());
  if (Vector z = algebraic_.unknowns(y); solveNewton(algebraic_.system(t, before), z).status == NewtonStatus::converged)
    algebraic_.insert(z, before);
  if (difference(before, y).size > sameSolution) std::ranges::copy(y, before.begin());
  for (double ahead = nearestFold * reach; ahead <= reach; ahead *= growth) {
    const auto reached = relaxed(t, y, t + ahead, moved(y, *slope, ahead));
    if (!reached) continue;
    // Back to the states before the fold, on the solution that was reached.
    Vector here(y.begin(), y.end()), z = algebraic_.unknowns(*reached);
    if (solveNewton(algebraic_.system(t, here), z).status != NewtonStatus::converged) continue;
    algebraic_.insert(z, here);
    if (difference(here, before).size > sameSolution && !hasTurnedOver(t, y, t, here)) return here;
  }
  return std::nullopt;
}

Fold::Difference Fold::difference(ConstView y1, ConstView y2) const {
  Difference result;
  for (const std::size_t i : algebraic_.which()) {
    const double size = sizeOrUnknown(model_.sizes()[i]);
    const double part = std::fabs(y1[i] - y2[i]) / (std::max(std::fabs(y1[i]), std::fabs(y2[i])) + size);
    if (part > result.size) result = {part, i};
  }
  return result;
}

}  // namespace dashpot::simulation
