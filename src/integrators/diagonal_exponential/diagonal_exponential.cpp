// Diagonal exponential methods: each equation is written y_i' = a_i y_i + b_i, the part in its own state is integrated
// exactly, and the coupling b enters as a forcing (University of Bath thesis on a stiff integrator for fluid power,
// 1980s, chapters 3 and 4). With z_i = a_i h and b constant or linear over the step:
//
//   E    y1 = y0 + h phi1(z) (a y0 + b0)                                   explicit, order 1
//   I1   y1 = y0 + h phi1(z) (a y0 + b1)                                   implicit, order 1
//   I2   y1 = y0 + h phi1(z) (a y0 + b0) + h phi2(z) (b1 - b0)             implicit, order 2
//   PC   (1 - w) c + w p,  p from E, c from I1,  w = 1 - phi2(z)/phi1(z)   order 2
//
// Deviations from the thesis (the published forms are in published.cpp), derived here:
//   - Without a splitting by the problem, a is the diagonal of J at a recent point, kept over the step, and b = F - a y
//     with this same a at both ends. Then F = a y + b exactly, I2 is of order 2 whatever a is, and J is the exact
//     Jacobian of the corrector equations. With the problem's own a(t, y), I1 takes it at the end of the step and I2
//     the mean of both ends, which makes I2 of order 2; the thesis takes one end and stays at order 1.
//   - With a constant, I2 is the theta method with theta_i = phi2(z_i)/phi1(z_i) for each component: 1/2 for z -> 0,
//     1 for z -> -infinity. Its slope at the end follows from the formula itself, without evaluating F.
//   - Errors are measured against b linear (E, I1, PC) or quadratic (I2) over the step:
//       E   h phi2 (b1 - b0);   I1, PC  h (phi1 - phi2) (b1 - b0);   I2  h^3 (2 phi3 - phi2) b[t1, t0, t-1].
//     A component that does not feel the others has no error. The Milne estimate (c - p)/2 of the thesis overstates the
//     error of stiff components by up to h |a|.
//   - The error d of one component disturbs b of the others: (I - K) e = d, K = h phi2 (J - diag a). Without this the
//     estimates miss almost the whole error of strongly coupled systems: for the heat equation with r = k/h^2, 1 - 1/2r
//     of it.
//   - The corrector is Newton-Jacobi (no LU) where its contraction is small, else Newton with one LU.
#include "base/kept_number.hpp"
#include "integrators/diagonal_exponential/traits.hpp"
#include "integrators/method.hpp"
#include "integrators/one_step_method.hpp"
#include "integrators/system/error_measure.hpp"
#include "integrators/system/jacobian.hpp"
#include "linalg/diagonal_dominance.hpp"
#include "linalg/scalar_phi.hpp"
#include "linalg/solvers.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dashpot::integrators {
namespace {

enum class Formula { explicitE, implicitI1, implicitI2, predictorCorrector };

/// Iterations stop when their error is this share of the tolerance.
constexpr double iterationShare = 1e-2;
constexpr int newtonIterations = 10;
constexpr int fullIterations = 25;
constexpr int jacobiIterations = 100;
/// A Jacobian is kept for the next step while Newton's iteration contracts faster than this.
constexpr double goodContraction = 0.1;
constexpr int mostJacobianAge = 20;  // steps; the estimate needs J as well, and nothing tells when it is wrong there
/// Newton-Jacobi is chosen where its contraction is below this; a large system's LU is worth more iterations.
constexpr double weakCoupling = 0.5, weakCouplingLarge = 0.9;
constexpr int largeSize = 1000;
/// As in RADAU5: a step is not enlarged by less, so that the LU can be kept.
constexpr double growthWorthAnLu = 1.2;
/// Errors grow at most by the reciprocal of this on their way through the coupling.
constexpr double leastDamping = 1e-9;

/// The pattern with all places of the diagonal, which the corrector's matrix has.
SparsityPattern withDiagonal(int n, const SparsityPattern& pattern) {
  return pattern.dense() ? pattern : linalg::unite(n, pattern, linalg::diagonalPattern(n));
}

class DiagonalExponential final : public OneStepMethod {
 public:
  DiagonalExponential(Formula formula, System& system, const Options& options)
      : formula_(formula),
        system_(system),
        options_(options.diagonal),
        errorWanted_(options.step == 0),
        supplied_(static_cast<bool>(system.problem().diagonalSplitting)),
        n_(static_cast<std::size_t>(system.size())),
        jacobian_(system, options),
        measure_(system.size(), options.tolerances),
        pattern_(withDiagonal(system.size(), jacobian_.pattern())),
        sums_{Vector(n_), Vector(n_)},
        matrix_(static_cast<std::size_t>(pattern_.nonZeros(system.size()))),
        coefficients_(supplied_ ? 2 * n_ : 0),
        start_(n_),
        end_(n_),
        before_(n_),
        a_(n_),
        phi1_(n_),
        phi2_(n_),
        phi3_(n_),
        predicted_(n_),
        update_(n_),
        sweep_(n_),
        error_(n_),
        spread_(n_) {
    places_ = pattern_.dense() ? std::vector<int>{} : linalg::placesIn(system.size(), jacobian_.pattern(), pattern_);
    const std::vector<int> diagonal =
        pattern_.dense() ? std::vector<int>{}
                         : linalg::placesIn(system.size(), linalg::diagonalPattern(system.size()), pattern_);
    diagonalPlaces_.resize(n_);
    for (std::size_t i = 0; i < n_; ++i)
      diagonalPlaces_[i] = pattern_.dense() ? static_cast<int>(i * (n_ + 1)) : diagonal[i];
  }

  void begin() override {
    startKnown_ = endKnown_ = jacobianKnown_ = false;
    stepBefore_ = 0;
    contraction_ = 1;
    phisFor_ = 0;
    factoredFor_ = 0;
  }

  Trial attempt(double t, ConstView y, double h, View y1) override {
    t_ = t;
    h_ = h;
    endKnown_ = false;
    std::ranges::copy(y, start_.state.begin());
    if (const Evaluation e = prepareStart(t, y); e != Evaluation::ok) return failedTrial(e);
    useCoefficients(start_.a);
    predict(y, predicted_);
    Trial trial;
    if (formula_ == Formula::explicitE) {
      std::ranges::copy(predicted_, y1.begin());
      if (errorWanted_) trial = evaluateEnd(y1);
    } else {
      trial = correct(y, y1);
    }
    if (trial.outcome != Trial::Outcome::computed) return trial;
    trial.error = errorWanted_ ? estimate(y, y1) : 0.0;
    if (formula_ == Formula::predictorCorrector) trial.outcome = takeWeightedMean(y1);
    return trial;
  }

  void accept() override {
    if (jacobianKnown_ && dominance_.strict) ++system_.statistics().dominantSteps;
    stepBefore_ = h_;
    std::swap(before_, start_);
    std::swap(start_, end_);
    startKnown_ = endKnown_;
    jacobianFresh_ = false;
    ++jacobianAge_;
    const bool old = jacobianAge_ >= mostJacobianAge || contraction_ > goodContraction;
    if (formula_ == Formula::explicitE || supplied_ || old) jacobianKnown_ = false;
  }

  /// b linear over the step, so that the end is met: y0 + s phi1(a s) (a y0 + b0) + s^2/h phi2(a s) c.
  void interpolate(double theta, ConstView y0, ConstView y1, View y) override {
    const double s = theta * h_;
    double lastZ = 0;
    linalg::Phis phi = linalg::phis(0);
    for (std::size_t i = 0; i < n_; ++i) {
      const double z = a_[i] * s;
      if (z != lastZ) phi = linalg::phis(lastZ = z);
      const double slope = before_.slope[i] + (supplied_ ? (a_[i] - before_.a[i]) * y0[i] : 0);
      const double rest = (y1[i] - y0[i] - h_ * phi1_[i] * slope) / phi2_[i];
      y[i] = y0[i] + s * phi.first * slope + theta * theta * phi.second * rest;
    }
  }

  Evaluation initialSlope(double t, ConstView y, View f) override {
    const Evaluation e = evaluateStart(t, y);
    std::ranges::copy(start_.slope, f.begin());
    return e;
  }

  ConstView errorVector() const override { return errorWanted_ ? ConstView(error_) : ConstView{}; }
  int errorOrder() const override { return !errorWanted_ ? 0 : formula_ == Formula::implicitI2 ? 3 : 2; }
  double settle(double h, double proposed) const override {
    const bool keep = factoredFor_ != 0 && proposed / h >= 1 && proposed / h < growthWorthAnLu;
    return keep ? h : proposed;
  }

  void save(Vector& memory) const override {
    memory.insert(memory.end(), {startKnown_ ? 1.0 : 0.0, jacobianKnown_ ? 1.0 : 0.0, stepBefore_, contraction_,
                                 contractionIsJacobis_ ? 1.0 : 0.0, static_cast<double>(jacobianAge_)});
    for (const Vector* part : {&start_.slope, &start_.a, &before_.slope, &before_.state})
      memory.insert(memory.end(), part->begin(), part->end());
    const ConstView j = jacobian_.values();
    memory.insert(memory.end(), j.begin(), j.end());
  }
  ConstView load(ConstView memory) override {
    startKnown_ = memory[0] != 0;
    jacobianKnown_ = memory[1] != 0;
    stepBefore_ = memory[2];
    contraction_ = memory[3];
    contractionIsJacobis_ = memory[4] != 0;
    jacobianAge_ = keptNumber(memory[5], 0, mostJacobianAge);
    memory = memory.subspan(6);
    for (Vector* part : {&start_.slope, &start_.a, &before_.slope, &before_.state}) {
      std::ranges::copy(memory.first(n_), part->begin());
      memory = memory.subspan(n_);
    }
    const std::size_t entries = jacobian_.values().size();
    jacobian_.restore(memory.first(entries));
    if (jacobianKnown_) examineJacobian();
    return memory.subspan(entries);
  }

 private:
  /// One end of a step: the solution there, and F as it is split.
  struct Point {
    explicit Point(std::size_t n) : state(n), slope(n), a(n) {}
    Vector state;
    Vector slope;  // F
    Vector a;
  };

  // ---- evaluations
  // ---------------------------------------------------------------------------------------------------

  /// F, and the problem's own a if it has one.
  Evaluation evaluate(double t, ConstView y, Point& point) {
    if (!supplied_) return system_.rhs(t, y, point.slope);
    if (const Evaluation e = system_.splitting(t, y, coefficients_); e != Evaluation::ok) return e;
    for (std::size_t i = 0; i < n_; ++i) {
      point.slope[i] = coefficients_[i] * y[i] + coefficients_[n_ + i];
      point.a[i] = shifted(coefficients_[i]);
    }
    return Evaluation::ok;
  }
  double shifted(double a) const { return a == 0 && options_.shiftZeroA ? -1 : a; }

  Evaluation evaluateStart(double t, ConstView y) {
    if (startKnown_) return Evaluation::ok;
    const Evaluation e = evaluate(t, y, start_);
    startKnown_ = e == Evaluation::ok;
    return e;
  }

  /// F and a at the start of the step, and J where it is needed.
  Evaluation prepareStart(double t, ConstView y) {
    if (const Evaluation e = evaluateStart(t, y); e != Evaluation::ok) return e;
    if (!jacobianKnown_) return renewJacobian(t, y);
    if (!supplied_) std::ranges::transform(sums_.diagonal, start_.a.begin(), [&](double a) { return shifted(a); });
    return Evaluation::ok;
  }

  Evaluation renewJacobian(double t, ConstView y) {
    if (const Evaluation e = jacobian_.evaluate(t, y, start_.slope); e != Evaluation::ok) return e;
    examineJacobian();
    jacobianKnown_ = jacobianFresh_ = true;
    jacobianAge_ = 0;
    if (!supplied_) std::ranges::transform(sums_.diagonal, start_.a.begin(), [&](double a) { return shifted(a); });
    phisFor_ = 0;
    return Evaluation::ok;
  }

  void examineJacobian() {
    linalg::rowSums(system_.size(), jacobian_.pattern(), jacobian_.values(), sums_);
    dominance_ = linalg::dominanceOf(sums_);
    factoredFor_ = 0;
  }

  Trial evaluateEnd(ConstView y1) {
    const Evaluation e = evaluate(t_ + h_, y1, end_);
    endKnown_ = e == Evaluation::ok;
    return endKnown_ ? Trial{} : failedTrial(e);
  }

  // ---- the formulas
  // --------------------------------------------------------------------------------------------------

  /// a over the step, and the functions phi of it.
  void useCoefficients(const Vector& a) {
    if (phisFor_ == h_ && !supplied_) return;
    double lastZ = 0;
    linalg::Phis phi = linalg::phis(0);
    for (std::size_t i = 0; i < n_; ++i) {
      const double z = a[i] * h_;
      if (z != lastZ) phi = linalg::phis(lastZ = z);  // often the diagonal is constant
      a_[i] = a[i];
      phi1_[i] = phi.first;
      phi2_[i] = phi.second;
      phi3_[i] = phi.third;
    }
    phisFor_ = h_;
    factoredFor_ = 0;
  }

  void predict(ConstView y, Vector& p) const {
    for (std::size_t i = 0; i < n_; ++i) p[i] = y[i] + h_ * phi1_[i] * start_.slope[i];
  }

  /// The formula's right-hand side less y1, in component i.
  double residual(std::size_t i, ConstView y, ConstView y1) const {
    if (formula_ != Formula::implicitI2) return y[i] - y1[i] + h_ * phi1_[i] * (end_.slope[i] - a_[i] * (y1[i] - y[i]));
    const double first = start_.slope[i] + (a_[i] - start_.a[i]) * y[i];
    const double endA = supplied_ ? end_.a[i] : a_[i];
    const double change = end_.slope[i] - start_.slope[i] - endA * y1[i] + start_.a[i] * y[i];
    return y[i] - y1[i] + h_ * phi1_[i] * first + h_ * phi2_[i] * change;
  }
  const Vector& correctorPhi() const { return formula_ == Formula::implicitI2 ? phi2_ : phi1_; }

  // ---- the corrector's iteration
  // -------------------------------------------------------------------------------------

  /// First with a Jacobian that may be old, then with a new one, then with one at every iterate.
  Trial correct(ConstView y, View y1) {
    std::ranges::copy(predicted_, y1.begin());
    Trial trial = iterate(y, y1, false);
    if (trial.outcome == Trial::Outcome::notConverged && !jacobianFresh_) {
      if (const Evaluation e = renewJacobian(t_, y); e != Evaluation::ok) return failedTrial(e);
      useCoefficients(start_.a);
      predict(y, predicted_);
      std::ranges::copy(predicted_, y1.begin());
      trial = iterate(y, y1, false);
    }
    const bool mayTry = options_.corrector != DiagonalOptions::Corrector::newtonJacobi;
    if (trial.outcome == Trial::Outcome::computed || !mayTry) return trial;
    for (const Vector* const guess : {&predicted_, &start_.state}) {
      if (trial.outcome != Trial::Outcome::notConverged && trial.outcome != Trial::Outcome::singular) break;
      std::ranges::copy(*guess, y1.begin());
      trial = iterate(y, y1, true);
    }
    return trial;
  }

  Trial iterate(ConstView y, View y1, bool everyIterate) {
    const bool jacobi = !everyIterate && chooseJacobi();
    if (supplied_) useCoefficients(start_.a);
    if (!jacobi && !everyIterate)
      if (const Trial trial = factor(); trial.outcome != Trial::Outcome::computed) return trial;
    double previous = 0;
    // As in RADAU5: the contraction of earlier steps counts, and less with every step that did not measure it. That of
    // the one iteration says nothing about the other.
    if (!everyIterate) {
      if (jacobi != contractionIsJacobis_) contraction_ = 1;
      contractionIsJacobis_ = jacobi;
      contraction_ = std::pow(std::max(contraction_, 1e-16), 0.8);
    }
    double expected = everyIterate ? 1 : contraction_;
    const int most = jacobi ? jacobiIterations : everyIterate ? fullIterations : newtonIterations;
    for (int iteration = 0; iteration < most; ++iteration) {
      ++system_.statistics().newtonIterations;
      if (const Trial trial = evaluateEnd(y1); trial.outcome != Trial::Outcome::computed) return trial;
      if (supplied_) useEndCoefficients();
      if (everyIterate)
        if (const Trial trial = factorAtIterate(y1); trial.outcome != Trial::Outcome::computed) return trial;
      const Vector& phi = correctorPhi();
      if (jacobi) {
        for (std::size_t i = 0; i < n_; ++i)
          update_[i] = residual(i, y, y1) / (1 - h_ * phi[i] * (sums_.diagonal[i] - a_[i]));
      } else {
        for (std::size_t i = 0; i < n_; ++i) update_[i] = residual(i, y, y1) / (h_ * phi[i]);
        solve(update_);
      }
      for (std::size_t i = 0; i < n_; ++i) y1[i] += update_[i];
      const double size = measure_(update_, y, y1);
      if (!std::isfinite(size)) return {Trial::Outcome::notConverged, 0};
      if (iteration > 0) {
        const double rate = size / previous;
        if (rate >= 1 && size > iterationShare && !jacobi && !everyIterate) break;
        contraction_ = expected = std::min(rate, 0.999);
      }
      if (size == 0 || expected / std::max(1 - expected, 1e-3) * size < iterationShare) return finish(y, y1);
      previous = size;
    }
    contraction_ = 1;
    return {Trial::Outcome::notConverged, 0};
  }

  Trial factorAtIterate(ConstView y1) {
    if (const Evaluation e = jacobian_.evaluate(t_ + h_, y1, end_.slope); e != Evaluation::ok) return failedTrial(e);
    jacobianKnown_ = false;  // it no longer belongs to the start of the step
    factoredFor_ = 0;
    return factor();
  }

  void useEndCoefficients() {
    if (formula_ == Formula::implicitI2)
      for (std::size_t i = 0; i < n_; ++i) sweep_[i] = (start_.a[i] + end_.a[i]) / 2;
    const double kept = factoredFor_;  // the matrix may lag behind
    useCoefficients(formula_ == Formula::implicitI2 ? sweep_ : end_.a);
    factoredFor_ = kept;
  }

  /// F at the end: from I2 itself where a is constant, which is also free of the iteration's noise.
  Trial finish(ConstView y, ConstView y1) {
    if (supplied_ || formula_ != Formula::implicitI2) return evaluateEnd(y1);
    for (std::size_t i = 0; i < n_; ++i) {
      const double theta = phi2_[i] / phi1_[i];
      end_.slope[i] = ((y1[i] - y[i]) / h_ - (1 - theta) * start_.slope[i]) / theta;
    }
    endKnown_ = true;
    return {};
  }

  bool chooseJacobi() const {
    if (options_.corrector != DiagonalOptions::Corrector::automatic)
      return options_.corrector == DiagonalOptions::Corrector::newtonJacobi;
    const Vector& phi = correctorPhi();
    double contraction = 0;
    for (std::size_t i = 0; i < n_; ++i) contraction = std::max(contraction, std::abs(h_ * phi[i]) * sums_.others[i]);
    return contraction < (system_.size() < largeSize ? weakCoupling : weakCouplingLarge);
  }

  /// W = diag(1/(h phi) + a) - J: the corrector's matrix I - h phi (J - diag a) with its rows divided by h phi.
  Trial factor() {
    if (factoredFor_ == h_) return {};
    if (!solver_) makeSolver();
    const ConstView j = jacobian_.values();
    if (pattern_.dense()) {
      std::ranges::copy(j, matrix_.begin());
    } else {
      std::ranges::fill(matrix_, 0.0);
      for (std::size_t k = 0; k < places_.size(); ++k) matrix_[static_cast<std::size_t>(places_[k])] = j[k];
    }
    const Vector& phi = correctorPhi();
    for (std::size_t i = 0; i < n_; ++i)
      matrix_[static_cast<std::size_t>(diagonalPlaces_[i])] -= 1 / (h_ * phi[i]) + a_[i];
    ++system_.statistics().lu;
    if (!solver_->factor(0.0, matrix_)) return {Trial::Outcome::singular, 0};
    factoredFor_ = h_;
    return {};
  }

  void makeSolver() {
    const Problem& problem = system_.problem();
    const bool own = problem.linearSolver && pattern_.rows.size() == jacobian_.pattern().rows.size();
    solver_ = own ? problem.linearSolver() : linalg::makeSolver(system_.size(), pattern_, problem.mass);
  }

  void solve(View b) {
    ++system_.statistics().solves;
    solver_->solve(b);
  }

  // ---- errors
  // --------------------------------------------------------------------------------------------------------

  double estimate(ConstView y, ConstView y1) {
    const bool quadratic = formula_ == Formula::implicitI2 && stepBefore_ != 0;
    for (std::size_t i = 0; i < n_; ++i) {
      const double change = end_.slope[i] - start_.slope[i] - a_[i] * (y1[i] - y[i]);  // of b
      if (quadratic) {
        const double earlier = start_.slope[i] - before_.slope[i] - a_[i] * (y[i] - before_.state[i]);
        const double second = (change / h_ - earlier / stepBefore_) / (h_ + stepBefore_);
        error_[i] = h_ * h_ * h_ * (2 * phi3_[i] - phi2_[i]) * second;
      } else {
        const bool implicitOne = formula_ == Formula::implicitI1 || formula_ == Formula::predictorCorrector;
        error_[i] = h_ * (implicitOne ? phi1_[i] - phi2_[i] : phi2_[i]) * change;
      }
    }
    spreadError(y, y1);
    return measure_(error_, y, y1);
  }

  /// (I - K) e = d, with the LU if there is one, else by the first terms of the Neumann series.
  void spreadError(ConstView y, ConstView y1) {
    if (formula_ != Formula::explicitE && solver_ && factoredFor_ == h_) {
      const Vector& phi = correctorPhi();
      for (std::size_t i = 0; i < n_; ++i) error_[i] /= h_ * phi[i];
      solve(error_);
      return;
    }
    update_ = error_;
    std::ranges::fill(spread_, 0.0);
    const double size = measure_(update_, y, y1);
    for (int term = 0; term < 2; ++term) {
      multiplyByCoupling();
      for (std::size_t i = 0; i < n_; ++i) spread_[i] += update_[i];
    }
    // Two terms at a time: an error may pass to and fro between components of different scale.
    const double growth = size > 0 ? measure_(update_, y, y1) / size : 0;
    const double series = 1 / std::max(1 - growth, leastDamping);
    for (std::size_t i = 0; i < n_; ++i) error_[i] += series * spread_[i];
  }

  /// update = K update
  void multiplyByCoupling() {
    std::ranges::fill(sweep_, 0.0);
    const SparsityPattern& pattern = jacobian_.pattern();
    const ConstView j = jacobian_.values();
    for (std::size_t column = 0; column < n_; ++column) {
      if (pattern.dense())
        for (std::size_t i = 0; i < n_; ++i) sweep_[i] += j[column * n_ + i] * update_[column];
      else
        for (int k = pattern.columnStart[column]; k < pattern.columnStart[column + 1]; ++k)
          sweep_[static_cast<std::size_t>(pattern.rows[k])] += j[k] * update_[column];
    }
    for (std::size_t i = 0; i < n_; ++i) update_[i] = h_ * phi2_[i] * (sweep_[i] - a_[i] * update_[i]);
  }

  /// y1 holds the corrector's c; the leading errors of c and p cancel.
  Trial::Outcome takeWeightedMean(View y1) {
    for (std::size_t i = 0; i < n_; ++i) y1[i] += (predicted_[i] - y1[i]) * (1 - phi2_[i] / phi1_[i]);
    return evaluateEnd(y1).outcome;
  }

  Formula formula_;
  System& system_;
  DiagonalOptions options_;
  bool errorWanted_;
  bool supplied_;  // the problem has its own a and b
  std::size_t n_;
  JacobianEvaluator jacobian_;
  ErrorMeasure measure_;
  SparsityPattern pattern_;          // of W
  std::vector<int> places_;          // of the entries of J in W
  std::vector<int> diagonalPlaces_;  // of its diagonal
  std::unique_ptr<LinearSolver> solver_;
  linalg::RowSums sums_;
  linalg::Dominance dominance_;
  Vector matrix_;  // -W
  Vector coefficients_;
  Point start_, end_, before_;
  Vector a_;  // over the step
  Vector phi1_, phi2_, phi3_;
  Vector predicted_;
  Vector update_;
  Vector sweep_;
  Vector error_;
  Vector spread_;
  double t_ = 0;
  double h_ = 0;
  double stepBefore_ = 0;
  double contraction_ = 1;  // of the last iteration that converged
  bool contractionIsJacobis_ = false;
  double phisFor_ = 0;      // the step for which phi are known
  double factoredFor_ = 0;  // the step for which W is factored
  bool startKnown_ = false, endKnown_ = false;
  bool jacobianKnown_ = false;
  int jacobianAge_ = 0;         // in steps
  bool jacobianFresh_ = false;  // evaluated at the start of this step
};

}  // namespace

std::vector<MethodDescriptor> diagonalMethods() {
  const auto described = [](Formula formula, const DiagonalFacts& facts) {
    return MethodDescriptor{.traits = traitsOf(facts), .make = [formula](System& system, const Options& options) {
                              return std::make_unique<DiagonalExponential>(formula, system, options);
                            }};
  };
  return {
      described(Formula::explicitE,
                {"diag-exp-e", 1, 2, 1, 1, 1, 45, true, "formula E (3.6), a = diag J, error from the change of b"}),
      described(Formula::implicitI1,
                {"diag-exp-i1", 1, 2, 1, 1, 0, 90, true, "formula I1 (3.7), error from the change of b"}),
      described(Formula::implicitI2, {"diag-exp-i2", 2, 3, 2, 2, 0, 90, true,
                                      "formula I2 (3.11) with mean a; error from the second difference of b"}),
      described(Formula::predictorCorrector,
                {"diag-exp-pc", 2, 1, 2, 2, 0, 72.7, true, "weighted mean of predictor E and corrector I1"}),
  };
}

}  // namespace dashpot::integrators
