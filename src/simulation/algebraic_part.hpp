// simulation/algebraic_part.hpp
//
// The algebraic unknowns z of y = (x, z): 0 = G(t, x, z) with the states x held.
//
//   solve     from anywhere, as at events: damped Newton, then a trust region; says what is wrong if there is no
//             solution
//   correct   from nearby, as on an interpolant between two steps: its z is off the equations by what it errs, and
//             where z follows an input directly, no error estimate sees that. Newton with the last factorisation, as
//             long as it converges well.
#pragma once

#include "base/diagnostic.hpp"
#include "base/expected.hpp"
#include "simulation/bound_model.hpp"
#include "simulation/newton.hpp"

#include <memory>

namespace dashpot::simulation {

class AlgebraicPart {
 public:
  /// The model must outlive this.
  explicit AlgebraicPart(BoundModel& model);
  ~AlgebraicPart();
  AlgebraicPart(const AlgebraicPart&) = delete;
  AlgebraicPart& operator=(const AlgebraicPart&) = delete;

  [[nodiscard]] bool empty() const { return which_.empty(); }
  /// The elements of y that are algebraic.
  [[nodiscard]] const std::vector<std::size_t>& which() const { return which_; }
  [[nodiscard]] Vector unknowns(ConstView y) const;
  void insert(ConstView unknowns, Vector& y) const;

  /// Their equations with t and the other elements of y held. Valid as long as this and y, whose algebraic elements are
  /// those of the last evaluation.
  [[nodiscard]] AlgebraicSystem system(double t, Vector& y);

  /// `phase` for the message: what failed.
  [[nodiscard]] std::optional<Diagnostic> solve(double t, Vector& y, std::string_view phase);

  /// The units that `correct` measures in from now on, by elements of y: sizes that follow the run instead of guesses
  /// by unit.
  void measureIn(std::shared_ptr<const Vector> sizes) { measured_ = std::move(sizes); }
  /// To within `tolerance`, relative to z and its size; with factors anew where it has come to, at most so often. False: y
  /// is left as it was.
  bool correct(double t, View y, double tolerance, int mostFurtherFactors = 0);
  /// The size, relative to z, of Newton's step at the second point with the Jacobian of the first; 0: it is not known.
  double correctionBy(double t1, ConstView y1, double t2, ConstView y2);
  /// Of a model without derivatives.
  static constexpr double toleranceWithoutStates = 1e-12;
  /// The next correction starts with a factorisation of its own: so results do not depend on what was corrected before.
  void forget() { isFactored_ = false; }

 private:
  struct Equations;
  bool factor(double t, ConstView y);
  [[nodiscard]] double scale(std::size_t k, double value) const;

  BoundModel& model_;
  std::vector<std::size_t> which_;  // of y
  SparsityPattern pattern_;
  std::vector<std::size_t> places_;  // of its entries in the whole Jacobian
  Vector sizes_;
  std::shared_ptr<const Vector> measured_;
  // Work of corrections.
  std::unique_ptr<LinearSolver> solver_;
  bool isFactored_ = false;
  bool solverHolds_ = false;  // the factors of values_
  Vector f_, jacobian_, values_, step_, trial_;
};

/// Solves 0 = F for the iteration variables in y, the states held.
[[nodiscard]] Expected<Vector, Diagnostic> solveAlgebraic(BoundModel& model, double t, Vector y);

}  // namespace dashpot::simulation
