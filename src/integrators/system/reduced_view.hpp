// The reduced view: an index-1 problem M y' = F(t, y) with a diagonal singular M as the ODE  M_x x' = f(t, x)  in its
// states alone, for methods that have no place for algebraic unknowns.
//
//   f(t, x) = F(t, x, z)  where  0 = G(t, x, z)
//   f_x = F_x - F_z G_z^-1 G_x,   f_t = F_t - F_z G_z^-1 G_t      (implicit function theorem)
//
// z is solved for inside every evaluation, with an error of at most 1/100 of its tolerance; event functions, linear
// parts, splittings and pairs are passed through. What happens outside the stepping itself (events, output) is solved
// for apart and more sharply, so that looking at a run does not change it.
//
// It stands here, and not with compiled models, because nothing in it knows of models: any problem with a diagonal M
// gets it, and the driver hands y in and out in full, so that nobody outside has to know which methods need it.
#pragma once

#include "integrators/system/algebraic_part.hpp"

namespace dashpot::integrators {

class ReducedView {
 public:
  /// Whether the problem has algebraic unknowns that can be solved for: M diagonal, some of it zero, and index 1
  /// throughout.
  static bool appliesTo(const Problem& problem);

  /// Its work is added to the statistics.
  ReducedView(Problem whole, const Options& options, Statistics& statistics);

  /// The ODE, and the options that fit it. They refer to this object. A problem without states gets one that stays
  /// zero.
  [[nodiscard]] Problem problem();
  [[nodiscard]] Options options();

  [[nodiscard]] int componentOf(int state) const;  // of y

  /// A run starts or goes on from y: its algebraic unknowns are the first guess, and are corrected.
  Evaluation begin(double t, View y);
  /// y from the states x: for the end of a step, and for those who look at one, who get what is not a number where
  /// there is no solution.
  Evaluation complete(double t, ConstView x, View y);
  Evaluation observe(double t, ConstView x, View y);

  [[nodiscard]] std::size_t size() const { return std::max<std::size_t>(split_.states.size(), 1); }
  /// Of y, the states.
  void takeStates(ConstView y, View x) const;

  /// For a bit-identical continuation.
  [[nodiscard]] Vector saveMemory() const;
  /// False: does not fit.
  bool restoreMemory(ConstView memory);
  [[nodiscard]] std::size_t memorySize() const;

  /// Where the algebraic equations could last not be solved; empty if they always could.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }
  /// Whether that was because they are singular.
  [[nodiscard]] bool isSingular() const { return isSingular_; }

 private:
  Evaluation look(double t, ConstView x, View y);
  /// Remembers what went wrong, if anything did.
  Evaluation judged(double t, Evaluation result);
  void putStates(ConstView x, View y) const;
  Evaluation solveInStep(double t, ConstView x);
  Evaluation rhs(double t, ConstView x, View f);
  Evaluation jacobian(double t, ConstView x, View values);
  Evaluation timeDerivative(double t, ConstView x, View ft);
  [[nodiscard]] LinearPart reduced(LinearPart part);
  [[nodiscard]] Tolerances reduced(Tolerances tolerances) const;
  void findPattern();
  void takeSizes();
  /// Adds what has been done to the statistics, but for what the caller counts itself.
  Evaluation counted(Evaluation result, std::int64_t rhsEvals, std::int64_t jacEvals);
  Evaluation reported(Evaluation result, std::int64_t rhsEvals, std::int64_t jacEvals);

  Statistics& statistics_;
  Statistics own_;  // of the evaluations of F and J themselves
  System whole_;
  Options options_;
  double accuracy_;
  Split split_;
  AlgebraicPart inStep_, watching_;
  SparsityPattern pattern_;                     // of f_x
  std::vector<std::size_t> fxStart_, gxStart_;  // by state: where its column begins in F_x and G_x
  std::shared_ptr<Vector> sizes_;               // those of the states, where these do not come first in y
  std::string trouble_;
  bool isSingular_ = false;

  // The last point solved for in a step.
  bool isSolved_ = false;
  double solvedAt_ = 0;
  Vector solvedX_, y_, f_;
  Vector unusedF_, column_, z_;
  Vector slope_;    // dF/dt
  Vector atEvent_;  // y
};

}  // namespace dashpot::integrators
