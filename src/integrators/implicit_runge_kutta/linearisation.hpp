// F and J at the start of a step, for methods whose stages are solved by simplified Newton iteration (Hairer and Wanner
// II, IV.8), and the rules by which they and the factors of alpha M - J serve for more than one step:
//   - J is kept while the iteration contracts fast; an iteration that fails with an old one is repeated with a new one
//     before the step shrinks;
//   - factors are kept while the step has the same length, and a step that might grow by a little stays as it is;
//   - F is M y' at the end of the step before, as the stages of that step have it, where the method hands it over. It
//     differs from F by the residual of the iteration, which differences for J would multiply: they take F itself.
#pragma once

#include "base/kept_number.hpp"
#include "integrators/one_step_method.hpp"
#include "integrators/system/initial_slope.hpp"
#include "integrators/system/jacobian.hpp"

#include <cstddef>
#include <functional>
#include <utility>

namespace dashpot::integrators {

/// An iteration is not trusted to contract faster than this: two updates may show the rate of components that converge
/// at once, and hide the slower one of others (25 times the tolerance was lost so on the Oregonator).
inline constexpr double fastestTrusted = 0.03;

class Linearisation {
 public:
  struct Economy {
    double goodRate;     // below this rate of contraction J serves another step
    double leastGrowth;  // a step that may grow by less keeps its length, and the factors with it
  };

  /// Makes the factors for steps of length h with one of the method's formulas; false: a matrix is singular.
  using Factor = std::function<bool(double h, int formula)>;

  Linearisation(System& system, const Options& options, Economy economy, Factor factor)
      : system_(system),
        economy_(economy),
        factor_(std::move(factor)),
        slope_(system.size()),
        jacobian_(system, options) {}

  void begin() {
    forgetSlope();
    jacobianKnown_ = factored_ = false;
  }

  /// F, if it is wanted, and J, if no old one serves, at the start of a step.
  Evaluation evaluate(double t, ConstView y, bool slopeWanted) {
    const bool forDifferences = !jacobianKnown_ && jacobian_.needsSlope();
    if (forDifferences && slopeFromStages_) forgetSlope();
    if (slopeWanted || forDifferences)
      if (const Evaluation e = slope_.at(system_, t, y); e != Evaluation::ok) return e;
    if (jacobianKnown_) return Evaluation::ok;
    if (const Evaluation e = jacobian_.evaluate(t, y, slope_.value()); e != Evaluation::ok) return e;
    jacobianKnown_ = jacobianIsNew_ = true;
    factored_ = false;
    return Evaluation::ok;
  }

  /// The factors for steps of length h, if they are not there yet.
  Trial factorFor(double h, int formula = 0) {
    if (factored_ && factoredStep_ == h && factoredFormula_ == formula) return {};
    ++system_.statistics().lu;
    return factor(h, formula) ? Trial{} : Trial{.outcome = Trial::Outcome::singular};
  }
  bool factored() const { return factored_; }
  /// Neither J nor its factors would have to be computed for a step of length h.
  bool servesStep(double h) const { return jacobianKnown_ && factored_ && factoredStep_ == h; }

  /// Whether an iteration is to be repeated with a new J, since it failed with an old one.
  bool renewAfter(const Trial& trial) {
    if (trial.outcome != Trial::Outcome::notConverged || jacobianIsNew_) return false;
    jacobianKnown_ = false;
    return true;
  }

  /// The step was accepted; its iterations contracted at this rate.
  void accept(double rate) {
    jacobianIsNew_ = false;
    if (rate > economy_.goodRate) jacobianKnown_ = false;
  }

  double settle(double h, double proposed) const {
    const double growth = proposed / h;
    return jacobianKnown_ && growth >= 1 && growth <= economy_.leastGrowth ? h : proposed;
  }

  InitialSlope& initialSlope() { return slope_; }
  ConstView slope() const { return slope_.value(); }
  void forgetSlope() {
    slope_.forget();
    slopeFromStages_ = false;
  }
  /// Takes over M y' at the end of a step, and hands out the old slope.
  void takeSlopeFromStages(Vector& slope) {
    slope_.exchange(slope);
    slopeFromStages_ = true;
  }

  const JacobianEvaluator& jacobian() const { return jacobian_; }

  void save(Vector& memory) const {
    slope_.save(memory);
    memory.insert(memory.end(), {slopeFromStages_ ? 1.0 : 0.0, jacobianKnown_ ? 1.0 : 0.0,
                                 factored_ ? factoredStep_ : 0.0, static_cast<double>(factoredFormula_)});
    memory.insert(memory.end(), jacobian_.values().begin(), jacobian_.values().end());
  }
  ConstView load(ConstView memory) {
    memory = slope_.load(memory);
    slopeFromStages_ = memory[0] != 0;
    jacobianKnown_ = memory[1] != 0;
    const double step = memory[2];
    const int formula = keptNumber(memory[3], 0, 100);
    const std::size_t entries = jacobian_.values().size();
    jacobian_.restore(memory.subspan(4, entries));
    jacobianIsNew_ = factored_ = false;
    if (step != 0) factor(step, formula);
    return memory.subspan(4 + entries);
  }

 private:
  bool factor(double h, int formula) {
    factored_ = factor_(h, formula);
    factoredStep_ = h;
    factoredFormula_ = formula;
    return factored_;
  }

  System& system_;
  Economy economy_;
  Factor factor_;
  InitialSlope slope_;
  JacobianEvaluator jacobian_;
  double factoredStep_ = 0;
  int factoredFormula_ = 0;
  bool factored_ = false;
  bool jacobianKnown_ = false;
  bool jacobianIsNew_ = false;  // evaluated at the start of the present step
  bool slopeFromStages_ = false;
};

}  // namespace dashpot::integrators
