// The algebraic unknowns z of an index-1 problem M y' = F(t, y) with a diagonal M, as a function of time and states:
// Newton's iteration on the rows of F whose M is zero, 0 = G(t, x, z).
//
// The last solution is the first guess, and the factors of G_z are kept while the iteration contracts fast, so that a
// solution near the last one costs two or three evaluations of F and no factorisation. Otherwise G_z is evaluated at
// each iterate, and steps are damped by the natural monotonicity test (Deuflhard 2004, eq. 3.32).
#pragma once

#include <memory>
#include <vector>

#include "integrators/error_measure.hpp"
#include "integrators/jacobian.hpp"
#include "integrators/system.hpp"

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
  /// units of its tolerances. Recoverable: not solved.
  Evaluation solve(double t, View y, View f, double accuracy);
  /// The same without a trace: what is solved later does not depend on it. From the last solution, or from that of
  /// `other`, or along the way from the last solution to this point.
  Evaluation peek(double t, View y, View f, double accuracy, const AlgebraicPart& other);
  /// J at a solution, with G_z factored.
  Evaluation evaluateJacobian(double t, ConstView y, ConstView f);
  [[nodiscard]] ConstView jacobian() const { return jacobian_.values(); }
  /// Whether G_z could last not be factored.
  [[nodiscard]] bool wasSingular() const { return wasSingular_; }
  /// b := G_z^-1 b, at the point of the last evaluateJacobian.
  void applyInverse(View b);

  /// Goes on from a solution that peek has just found; G_z is evaluated there if it took that.
  void moveTo(double t, ConstView y, ConstView f);
  /// F may have changed: the factors are dropped, and y is what the next solution is searched from.
  void begin(double t, ConstView y);

  /// All that the next solution depends on beside its arguments.
  [[nodiscard]] std::size_t memorySize() const;
  void saveTo(Vector& memory) const;
  void restore(ConstView memory);

 private:
  enum class Iteration { converged, failed, fatal };
  Iteration iterate(ConstView from, double t, View y, View f, double accuracy);
  Iteration follow(double t, View y, View f, double accuracy);
  Iteration chord(double t, View y, View f, double accuracy);
  Iteration newton(double t, View y, View f, double accuracy);
  [[nodiscard]] static Evaluation evaluationOf(Iteration result);
  bool correction(ConstView f, Vector& step);
  bool factor();
  void remember(double t, ConstView y);
  double sizeOf(const Vector& step, ConstView y);

  System& whole_;
  const Split& split_;
  JacobianEvaluator jacobian_;
  ErrorMeasure measure_;
  std::unique_ptr<LinearSolver> solver_;
  bool isFactored_ = false;
  bool wasSingular_ = false;
  bool factorsFailed_ = false;  // the last iteration needed others
  double factoredAt_ = 0;       // time
  Vector factoredY_, factoredF_;
  double lastAt_ = 0;
  Vector last_;  // the last solution: y, and the time it was at
  Vector step_, following_, z_, gz_, trialY_;
  Vector keptY_, keptF_, wayY_, endY_;
};

}  // namespace dashpot::integrators
