// cvode-switching: CVODE's Adams formulas where a problem is not stiff, its BDF formulas where it is, as LSODA does (Petzold
// 1983). Both need the step that they could take next, by accuracy and, for Adams, by stability and convergence:
//
//   accuracy    h (1.2 e^(1/(q+1)))^-1, e the error of the last step in units of the tolerance; BDF errs more at the same order
//   stability   r(q) / rho: rho from the corrector's iterates while Adams is active, from the Jacobian while BDF is
//
//   to BDF      where its step would be five times that of Adams: it costs as much more
//   to Adams    where its step would be as long as that of BDF
//
// after twenty steps with one formula at least, and never where nothing is known of rho. LSODA takes the history over; CVODE
// cannot, and starts again at order one.
#include "integrators/sundials/cvode.hpp"
#include "linalg/dominant_eigenvalue.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace dashpot::integrators::sundials {
namespace {

/// Of the stability domains of the Adams formulas of order 1 to 12 (Petzold 1983, as in LSODA).
constexpr std::array stabilityRadius{0.5, 0.575, 0.55, 0.45, 0.35, 0.25, 0.2, 0.15, 0.1, 0.075, 0.05, 0.025};
constexpr double bdfShare = 0.7;   // its step by accuracy over that of Adams of the same order
constexpr double advantage = 5;    // what a step of BDF may cost more
constexpr double mostGrowth = 10;  // from one step to the next, as in CVODE
constexpr int leastSteps = 20;

constexpr const char* switchingName = "cvode-switching";

class AdamsBdf final : public Stepper {
 public:
  AdamsBdf(System& system, const Options& options)
      : system_(system),
        adams_(system, options, CvodeStepper::Formula::adams, switchingName),
        bdf_(system, options, CvodeStepper::Formula::bdf, switchingName),
        active_(&adams_) {}

  StepOutcome begin(double t, ConstView y, double end, double stepHint) override {
    active_ = &adams_;
    end_ = end;
    steps_ = 0;
    jacobiansSeen_ = -1;
    return active_->begin(t, y, end, stepHint);
  }

  StepOutcome step(double limit) override {
    if (steps_ >= leastSteps && wantsChange() && !change()) return StepOutcome::failed;
    const StepOutcome outcome = active_->step(limit);
    if (outcome != StepOutcome::accepted) return outcome;
    ++steps_;
    if (active_ == &bdf_) ++system_.statistics().stiffSteps;
    return outcome;
  }

  double previousTime() const override { return active_->previousTime(); }
  double time() const override { return active_->time(); }
  ConstView state() const override { return active_->state(); }
  void interpolate(double t, View y) override { active_->interpolate(t, y); }
  double nextStep() const override { return 0; }
  int order() const override { return active_->order(); }
  int limitingComponent() const override { return active_->limitingComponent(); }
  const Failure& failure() const override { return active_->failure(); }

 private:
  bool wantsChange() {
    const double rho = active_ == &adams_ ? adams_.spectralEstimate() : jacobianEstimate();
    const double h = std::abs(active_->length());
    if (!(rho > 0) || h == 0) return false;
    const int order = std::max(active_->order(), 1);
    const double byAccuracy = 1 / std::max(1.2 * std::pow(active_->error(), 1.0 / (order + 1)), 1 / mostGrowth);
    const std::size_t row = std::min<std::size_t>(static_cast<std::size_t>(order), stabilityRadius.size()) - 1;
    const double byStability = stabilityRadius[row] / (h * rho);
    if (active_ == &adams_) return bdfShare * byAccuracy > advantage * std::min(byAccuracy, byStability);
    return std::min(byAccuracy / bdfShare, byStability) >= byAccuracy;
  }

  double jacobianEstimate() {
    const JacobianEvaluator* const jacobian = bdf_.jacobian();
    if (!jacobian || jacobian->values().empty()) return 0;
    if (jacobiansSeen_ != system_.statistics().jacEvals)
      rho_ = linalg::dominantEigenvalue(system_.size(), jacobian->pattern(), jacobian->values());
    jacobiansSeen_ = system_.statistics().jacEvals;
    return rho_;
  }

  /// False: the other formula cannot begin here.
  bool change() {
    CvodeStepper* const other = active_ == &adams_ ? &bdf_ : &adams_;
    const StepOutcome outcome = other->begin(active_->time(), active_->state(), end_, 0);
    active_ = other;
    steps_ = 0;
    ++system_.statistics().switches;
    return outcome == StepOutcome::accepted;
  }

  System& system_;
  CvodeStepper adams_, bdf_;
  CvodeStepper* active_;
  double end_ = 0;
  int steps_ = 0;  // since the last change
  double rho_ = 0;
  std::int64_t jacobiansSeen_ = -1;
};

}  // namespace

std::unique_ptr<Stepper> makeCvodeSwitching(System& system, const Options& options) {
  return std::make_unique<AdamsBdf>(system, options);
}

}  // namespace dashpot::integrators::sundials
