// Backward Euler (theta = 1), the trapezoidal rule (theta = 1/2), and theta = 0.55 for published comparisons:
//   M (y1 - y0) = h (theta F(t1, y1) + (1 - theta) F(t0, y0)),
// simple implicit references. Newton iterates on W = M/(h theta) - J; J is taken at the start of the step, and at every
// iterate when that does not converge.
//
// Error estimates, filtered by W as in RADAU5 so that stiff components do not dominate:
//   backward Euler   h^2/2 y''    ~ h/2 (F1 - F0)
//   trapezoidal      h^3/12 y'''  from the second divided difference of F over the last two steps
// That of theta = 0.55, h/20 (F1 - F0), is taken as published: not filtered, and with steps halved or doubled.
#include "integrators/implicit_runge_kutta/traits.hpp"
#include "integrators/method.hpp"
#include "integrators/one_step_method.hpp"
#include "integrators/system/error_measure.hpp"
#include "integrators/system/initial_slope.hpp"
#include "integrators/system/jacobian.hpp"
#include "tableaux/implicit_rk.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::integrators {
namespace {

constexpr int simplifiedIterations = 7;
constexpr int fullIterations = 25;
/// Newton stops when its error is this share of the tolerance.
constexpr double newtonShare = 1e-3;

class ThetaMethod final : public OneStepMethod {
 public:
  ThetaMethod(double theta, System& system, const Options& options)
      : theta_(theta),
        system_(system),
        errorWanted_(options.step == 0),
        iterations_(options.newtonIterations),
        jacobian_(system, options),
        measure_(system.size(), options.tolerances),
        solver_(makeSolver(system.problem(), jacobian_.pattern())),
        slope0_(system.size()),
        slope1_(slope0_.value()),
        slopeBefore_(slope1_),
        stateBefore_(slope1_),
        start_(slope1_),
        update_(slope1_),
        difference_(slope1_),
        error_(slope1_) {}

  void begin() override {
    slope0_.forget();
    jacobianKnown_ = false;
    stepBefore_ = 0;
  }

  Trial attempt(double t, ConstView y, double h, View y1) override {
    h_ = h;
    std::ranges::copy(y, start_.begin());
    if (const Evaluation e = slope0_.at(system_, t, y); e != Evaluation::ok) return failedTrial(e);
    Trial trial = newton(t, y, y1, false);
    if (trial.outcome == Trial::Outcome::notConverged && iterations_ == 0) trial = newton(t, y, y1, true);
    if (trial.outcome != Trial::Outcome::computed) return trial;
    return {Trial::Outcome::computed, errorWanted_ ? estimate(y, y1) : 0.0};
  }

  void accept() override {
    slope0_.exchange(slope1_);
    std::swap(slopeBefore_, slope1_);
    jacobianKnown_ = false;
    stepBeforeLast_ = stepBefore_;
    stepBefore_ = h_;
    std::swap(stateBeforeLast_, stateBefore_);
    stateBefore_ = start_;
  }

  /// Backward Euler: linear. Trapezoidal: the parabola through the last three points, linear in the first step.
  void interpolate(double theta, ConstView y0, ConstView y1, View y) override {
    const double ratio = secondOrder() && stepBeforeLast_ != 0 ? stepBeforeLast_ / h_ : 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      const double linear = y0[i] + theta * (y1[i] - y0[i]);
      if (ratio == 0) {
        y[i] = linear;
        continue;
      }
      const double curvature = ((y1[i] - y0[i]) - (y0[i] - stateBeforeLast_[i]) / ratio) / (1 + ratio);
      y[i] = linear + curvature * theta * (theta - 1);
    }
  }

  Evaluation initialSlope(double t, ConstView y, View f) override { return slope0_.at(system_, t, y, f); }

  ConstView errorVector() const override { return errorWanted_ ? ConstView(error_) : ConstView{}; }
  int errorOrder() const override { return !errorWanted_ ? 0 : secondOrder() ? 3 : 2; }
  Controller ownController() const override { return asPublished() ? Controller::halveDouble : Controller::automatic; }

  void save(Vector& memory) const override {
    slope0_.save(memory);
    memory.push_back(stepBefore_);
    memory.insert(memory.end(), slopeBefore_.begin(), slopeBefore_.end());
    memory.insert(memory.end(), stateBefore_.begin(), stateBefore_.end());
  }
  ConstView load(ConstView memory) override {
    memory = slope0_.load(memory);
    const std::size_t n = slopeBefore_.size();
    stepBefore_ = memory[0];
    std::ranges::copy(memory.subspan(1, n), slopeBefore_.begin());
    std::ranges::copy(memory.subspan(1 + n, n), stateBefore_.begin());
    return memory.subspan(1 + 2 * n);
  }

 private:
  bool secondOrder() const { return theta_ == 0.5; }
  bool asPublished() const { return theta_ != 0.5 && theta_ != 1; }

  Trial newton(double t, ConstView y, View y1, bool everyIterate) {
    const double alpha = 1 / (h_ * theta_);
    std::ranges::copy(y, y1.begin());
    if (!everyIterate) {
      if (const Trial trial = factorAt(t, y, slope0_.value(), alpha, jacobianKnown_);
          trial.outcome != Trial::Outcome::computed)
        return trial;
    }
    double previous = 0;
    const int most = iterations_ > 0 ? iterations_ : everyIterate ? fullIterations : simplifiedIterations;
    for (int iteration = 0; iteration < most; ++iteration) {
      ++system_.statistics().newtonIterations;
      if (const Evaluation e = system_.rhs(t + h_, y1, slope1_); e != Evaluation::ok) return failedTrial(e);
      if (everyIterate) {
        if (const Trial trial = factorAt(t + h_, y1, slope1_, alpha, false); trial.outcome != Trial::Outcome::computed)
          return trial;
        jacobianKnown_ = false;  // it no longer belongs to the start of the step
      }
      // W update = F1 + (1-theta)/theta F0 - alpha M (y1 - y0)
      for (std::size_t i = 0; i < update_.size(); ++i) {
        difference_[i] = y1[i] - y[i];
        update_[i] = slope1_[i] + (1 - theta_) / theta_ * slope0_.value()[i];
      }
      addMassTimes(system_.problem().mass, -alpha, difference_, update_);
      solve(update_);
      for (std::size_t i = 0; i < update_.size(); ++i) y1[i] += update_[i];
      const double size = measure_(update_, y, y1);
      if (!std::isfinite(size)) return {Trial::Outcome::notConverged, 0};
      if (iterations_ > 0) continue;
      const double rate = iteration == 0 ? 1 : size / previous;
      if (size == 0 || (iteration > 0 && rate < 1 && rate / (1 - rate) * size < newtonShare)) return evaluateEnd(t, y1);
      if (!everyIterate && iteration > 0 && rate >= 1) break;
      previous = size;
    }
    return iterations_ > 0 ? evaluateEnd(t, y1) : Trial{Trial::Outcome::notConverged, 0};
  }

  /// F at the converged end point: the estimate and the next step need it.
  Trial evaluateEnd(double t, ConstView y1) {
    const Evaluation e = system_.rhs(t + h_, y1, slope1_);
    return e == Evaluation::ok ? Trial{} : failedTrial(e);
  }

  Trial factorAt(double t, ConstView y, ConstView f, double alpha, bool jacobianIsThere) {
    if (!jacobianIsThere) {
      if (const Evaluation e = jacobian_.evaluate(t, y, f); e != Evaluation::ok) return failedTrial(e);
      jacobianKnown_ = true;
    }
    ++system_.statistics().lu;
    return solver_->factor(alpha, jacobian_.values()) ? Trial{} : Trial{.outcome = Trial::Outcome::singular};
  }

  void solve(View b) {
    ++system_.statistics().solves;
    solver_->solve(b);
  }

  double estimate(ConstView y, ConstView y1) {
    if (asPublished()) {
      for (std::size_t i = 0; i < error_.size(); ++i)
        error_[i] = (theta_ - 0.5) * h_ * (slope1_[i] - slope0_.value()[i]);
      return measure_(error_, y, y1);
    }
    const double toError = 1 / (h_ * theta_);  // W^-1 b / (h theta) is (M - h theta J)^-1 b
    const bool third = secondOrder() && stepBefore_ != 0;
    for (std::size_t i = 0; i < error_.size(); ++i) {
      const double first = (slope1_[i] - slope0_.value()[i]) / h_;
      if (third) {
        const double before = (slope0_.value()[i] - slopeBefore_[i]) / stepBefore_;
        error_[i] = h_ * h_ * h_ / 6 * (first - before) / (h_ + stepBefore_) * toError;
      } else {
        error_[i] = h_ * h_ / 2 * first * toError;
      }
    }
    solve(error_);
    return measure_(error_, y, y1);
  }

  double theta_;
  System& system_;
  bool errorWanted_;
  int iterations_;  // of every step; 0: until they converge
  JacobianEvaluator jacobian_;
  ErrorMeasure measure_;
  std::unique_ptr<LinearSolver> solver_;
  InitialSlope slope0_;
  Vector slope1_;
  Vector slopeBefore_;  // F at the start of the previous step
  Vector stateBefore_;  // y at the start of the last accepted step
  Vector stateBeforeLast_{stateBefore_};
  Vector start_;
  Vector update_;
  Vector difference_;
  Vector error_;
  double h_ = 0;
  double stepBefore_ = 0;  // 0: the step about to be tried is the first
  double stepBeforeLast_ = 0;
  bool jacobianKnown_ = false;
};

}  // namespace

std::vector<MethodDescriptor> thetaMethods() {
  std::vector<MethodDescriptor> all;
  for (const auto& [name, theta] :
       {std::pair{"backward-euler", 1.0}, std::pair{"trapezoidal", 0.5}, std::pair{"theta-055-published", 0.55}}) {
    MethodTraits traits = traitsOf(*tableaux::findImplicit(name), Family::implicitRungeKutta);
    traits.embeddedOrder = traits.order + 1;  // the estimate is the leading term of the error
    traits.denseOrder = traits.order;
    all.push_back({.traits = std::move(traits), .make = [theta](System& system, const Options& options) {
                     return std::make_unique<ThetaMethod>(theta, system, options);
                   }});
  }
  return all;
}

}  // namespace dashpot::integrators
