// The algebraic unknowns z of an index-1 problem M y' = F(t, y) with a diagonal M, as a function of time and states:
// Newton's iteration on the rows of F whose M is zero, 0 = G(t, x, z).
//
// The first guess is always the same point, the end of the last accepted step, so that z is a function of (t, x) however
// often and in whatever order it is asked for within a step. The factors of G_z are kept while the iteration contracts
// fast, so that a solution near costs two or three evaluations of F and no factorisation. Otherwise G_z is evaluated at
// each iterate, and steps are damped by the natural monotonicity test (Deuflhard 2004, eq. 3.32).
#pragma once

#include "integrators/system/error_measure.hpp"
#include "integrators/system/jacobian.hpp"
#include "integrators/system/system.hpp"
#include "linalg/newton.hpp"

#include <memory>
#include <vector>

namespace dashpot::integrators {

/// y split into states x, whose row has a derivative, and algebraic unknowns z; J = [F_x F_z; G_x G_z] likewise.
struct Split {
  Split(const Problem& problem, const SparsityPattern& jacobian);

  std::vector<int> states;     // into y
  std::vector<int> algebraic;  // into y
  std::vector<int> placeOf;    // by element of y: its place among the states, or among the algebraic unknowns
  struct Entry {
    int value;  // place among the values of J
    int row, column;
  };
  std::vector<Entry> fx, fz, gx, gz;  // by columns
  SparsityPattern gzPattern;
};

class AlgebraicPart {
 public:
  /// All three must outlive this. The tolerances are those of y.
  AlgebraicPart(System& whole, const Split& split, const Options& options);

  /// Sets the algebraic unknowns in y, whose states are given, and f = F(t, y). `accuracy` bounds the error of z in
  /// units of its tolerances. Recoverable: not solved. What is solved later does not depend on it beyond that error.
  Evaluation solve(double t, View y, View f, double accuracy);
  /// The same without a trace, to the last bit. From where a solution is searched, or from what `other` has found last,
  /// or along the way to this point.
  Evaluation peek(double t, View y, View f, double accuracy, const AlgebraicPart& other);
  /// J at a solution, with G_z factored.
  Evaluation evaluateJacobian(double t, ConstView y, ConstView f);
  [[nodiscard]] ConstView jacobian() const { return jacobian_.values(); }
  /// Whether G_z could last not be factored.
  [[nodiscard]] bool wasSingular() const { return wasSingular_; }
  /// b := G_z^-1 b, at the point of the last evaluateJacobian.
  void applyInverse(View b);

  /// From here on solutions are searched from this one, the end of an accepted step.
  void searchFrom(double t, ConstView y);
  /// The same from a solution that peek has just found; G_z is evaluated there if it took that.
  void moveTo(double t, ConstView y, ConstView f);
  /// F may have changed: the factors are dropped, and y is what the next solution is searched from.
  void begin(double t, ConstView y);

  /// All that the next solution depends on beside its arguments.
  [[nodiscard]] std::size_t memorySize() const;
  void saveTo(Vector& memory) const;
  void restore(ConstView memory);

 private:
  struct Equations;
  linalg::NewtonEnd iterate(ConstView from, double t, View y, View f, double accuracy);
  linalg::NewtonEnd correct(double t, View y, View f);
  linalg::NewtonEnd follow(double t, View y, View f, double accuracy);
  [[nodiscard]] static Evaluation evaluationOf(linalg::NewtonEnd result);
  bool correction(ConstView f, Vector& step);
  bool factor();
  /// The largest of its components, in units of their tolerances.
  [[nodiscard]] double sizeOf(const Vector& step, ConstView y) const;

  System& whole_;
  const Split& split_;
  JacobianEvaluator jacobian_;
  ErrorMeasure measure_;
  int iterations_;  // of every solution; 0: until it is found
  std::unique_ptr<LinearSolver> solver_;
  bool isFactored_ = false;
  bool wasSingular_ = false;
  bool factorsFailed_ = false;  // the last iteration needed others
  double factoredAt_ = 0;       // time
  Vector factoredY_, factoredF_;
  double lastAt_ = 0;
  Vector last_;    // where solutions are searched from: y, and the time it was at
  Vector recent_;  // the solution found last, where that fails
  Vector step_, following_, gz_, trialY_;
  Vector keptY_, keptF_, wayY_, endY_;
};

}  // namespace dashpot::integrators
