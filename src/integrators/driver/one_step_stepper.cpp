#include "integrators/driver/one_step_stepper.hpp"

#include "base/by_fours.hpp"
#include "integrators/driver/initial_step.hpp"
#include "integrators/driver/step_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dashpot::integrators {
namespace {

/// The error of an explicit method's extension over h times its defect: what (M/(gamma h) - J)^-1 amounts to where J is
/// small, with gamma as of an implicit method.
constexpr double errorOfDefect = 0.25;
/// The error allowed there, in tolerances. Continuous extensions are of lower order than their methods.
constexpr double allowedWithin = 3;
/// Where F jumps within a step the extension never fits: after so many rejections for its sake the step is taken.
constexpr int mostRejectionsWithin = 5;

class OneStepStepper final : public Stepper {
 public:
  OneStepStepper(std::unique_ptr<OneStepMethod> method, const MethodTraits& traits, System& system,
                 const Options& options)
      : method_(std::move(method)),
        traits_(traits),
        system_(system),
        options_(options),
        measure_(system.size(), options.tolerances),
        y_(static_cast<std::size_t>(system.size())),
        y1_(y_),
        slope_(y_) {
    ControllerOptions controller = options.controller;
    if (controller.kind == Controller::automatic) controller.kind = method_->ownController();
    if (controller.kind == Controller::automatic)
      controller.kind = traits.family == Family::explicitRungeKutta || traits.family == Family::secondOrder
                            ? Controller::pi
                            : Controller::predictive;
    controller_ = StepController(controller, std::max(method_->errorOrder(), 1));
  }

  StepOutcome begin(double t, ConstView y, double end, double stepHint) override {
    method_->begin();
    controller_.reset();
    std::ranges::copy(y, y1_.begin());
    previousTime_ = time_ = t;
    grid_.begin(t);
    end_ = end;
    direction_ = end < t ? -1 : 1;
    failure_ = {};
    if (options_.step > 0) {
      step_ = direction_ * options_.step;
      return StepOutcome::accepted;
    }
    if (stepHint != 0)
      step_ = stepHint;
    else if (options_.initialStep > 0)
      step_ = direction_ * options_.initialStep;
    else
      return chooseInitialStep();
    limitToMaximum();
    return StepOutcome::accepted;
  }

  StepOutcome step(double limit) override {
    std::swap(y_, y1_);
    previousTime_ = time_;
    return options_.step > 0 ? fixedStep(limit) : controlledStep(limit);
  }

  void inputsChanged() override { method_->begin(); }

  void keepStepsBelow(double longest) override {
    longest_ = longest;
    limitToMaximum();
  }

  double previousTime() const override { return previousTime_; }
  double time() const override { return time_; }
  ConstView state() const override { return y1_; }
  double nextStep() const override { return step_; }
  double accurateStep() const override { return accurateStep_; }
  int limitingComponent() const override {
    const ConstView error = method_->errorVector();
    return error.empty() ? -1 : measure_.worst(error, y1_);
  }
  int order() const override { return method_->order(); }
  const Failure& failure() const override { return failure_; }

  void interpolate(double t, View y) override {
    const double h = time_ - previousTime_;
    method_->interpolate(h == 0 ? 1 : (t - previousTime_) / h, y_, y1_, y);
  }

  void interpolateMany(ConstView times, View y) override { method_->interpolateMany(sharesOf(times), y_, y1_, y); }
  void glimpse(ConstView times, View y) override { method_->glimpse(sharesOf(times), y_, y1_, y); }

  Vector saveMemory() const override {
    Vector memory{step_, previousTime_, longest_};
    grid_.save(memory);
    controller_.save(memory);
    method_->save(memory);
    return memory;
  }
  void restoreMemory(ConstView memory) override {
    step_ = memory[0];
    previousTime_ = memory[1];
    longest_ = memory[2];
    method_->load(controller_.load(grid_.load(memory.subspan(3))));
  }

 private:
  ConstView sharesOf(ConstView times) {
    using Four [[gnu::vector_size(32), gnu::aligned(8), gnu::may_alias]] = double;
    const double h = time_ - previousTime_;
    shares_.resize(times.size());
    for (std::size_t k = 0; k < times.size(); k += by_fours::count)
      *reinterpret_cast<Four*>(&shares_[k]) = (*reinterpret_cast<const Four*>(&times[k]) - previousTime_) / h;
    if (h == 0) std::ranges::fill(shares_, 1.0);
    return shares_;
  }

  double smallestStep() const {
    const double spacing = 16 * std::numeric_limits<double>::epsilon() * std::max(std::abs(time_), std::abs(step_));
    return std::max(options_.minStep, spacing);
  }

  void limitToMaximum() {
    const double most = std::min(longest_, options_.maxStep > 0 ? options_.maxStep : std::abs(end_ - time_));
    // At the end itself the step is kept: a run that goes on to a later end will want it.
    if (std::abs(step_) > most && most > 0) step_ = direction_ * most;
  }

  StepOutcome chooseInitialStep() {
    if (const Evaluation e = method_->initialSlope(time_, y1_, slope_); e != Evaluation::ok)
      return fail(e == Evaluation::fatal ? Trial::Outcome::fatal : Trial::Outcome::undefined, "at the start");
    const double left = std::min(longest_, std::abs(end_ - time_));
    const double most = options_.maxStep > 0 ? std::min(options_.maxStep, left) : left;
    step_ = direction_ * initialStep(system_, measure_, traits_.order, time_, direction_ * most, y1_, slope_, y_);
    step_ = direction_ * std::min(std::max(std::abs(step_), smallestStep()), most);
    return StepOutcome::accepted;
  }

  /// The step to try: not beyond `limit`, and not so that a sliver would be left before it.
  double stepTowards(double limit) const {
    const double left = limit - time_;
    const double h = std::abs(step_);
    if (h >= std::abs(left) * (1 - 1e-12)) return left;
    if (2 * h > std::abs(left)) return left / 2;
    return step_;
  }

  StepOutcome controlledStep(double limit) {
    int rejections = 0, rejectionsWithin = 0;
    while (true) {
      const double wanted = std::abs(step_);
      const double h = stepTowards(limit);
      const bool reachesLimit = h == limit - time_;
      Trial trial = method_->attempt(time_, y_, h, y1_);
      controller_.setOrder(std::max(method_->errorOrder(), 1));
      if (trial.outcome == Trial::Outcome::fatal) return fail(trial.outcome, "");
      if (trial.outcome == Trial::Outcome::computed && controller_.accepts(trial.error)) {
        const double errorWithin =
            options_.accurateBetween && rejectionsWithin < mostRejectionsWithin ? errorBetween(h) / allowedWithin : 0.0;
        if (!(errorWithin > 1)) {
          trial.error = std::max(trial.error, errorWithin);
          accept(h, reachesLimit ? limit : time_ + h, trial, wanted);
          return StepOutcome::accepted;
        }
        trial.error = errorWithin;
        ++rejectionsWithin;
      }
      ++system_.statistics().rejected;
      const bool measured = trial.outcome == Trial::Outcome::computed && std::isfinite(trial.error);
      if (!measured) ++system_.statistics().unsolved;
      step_ = measured ? controller_.afterRejection(h, trial.error) : controller_.afterBreakdown(h, trial.retryFactor);
      if (std::abs(step_) < smallestStep()) return fail(trial.outcome, "");
      if (++rejections >= options_.maxRejections) return measured ? failRejections() : fail(trial.outcome, "");
    }
  }

  /// How far the continuous extension is from the solution within the step, in tolerances: one iteration of Newton's
  /// method from it, (M/(gamma h) - J) d = F(u) - M u'. A component that follows its surroundings much faster than the
  /// step is right at the stages and the end of it whatever lies between; no estimate of the error at the end sees it.
  /// Explicit methods at their limit of stability have such components, too; J is of the size of 1/h there, and the
  /// defect F(u) - u' tells (Enright 1989).
  /// Algebraic unknowns are left to those who want them between the ends: their equations determine them there.
  double errorBetween(double h) {
    if (!method_->keepsFactors() && !method_->isExplicit()) return 0.0;
    slopeWithin_.resize(y_.size());
    stateWithin_.resize(y_.size());
    residual_.resize(y_.size());
    const double within = method_->betweenStages();
    method_->interpolateWithSlope(within, y_, y1_, stateWithin_, slopeWithin_);
    if (system_.rhs(time_ + within * h, stateWithin_, residual_) != Evaluation::ok) return 0.0;
    const MassMatrix& mass = system_.problem().mass;
    addMassTimes(mass, -1 / h, slopeWithin_, residual_);
    if (method_->isExplicit()) return finiteOrNone(std::abs(h) * errorOfDefect * measure_(residual_, y_, y1_));
    if (!method_->solveWithFactors(residual_)) return 0.0;
    if (mass.kind == MassMatrix::Kind::diagonal)
      for (std::size_t i = 0; i < residual_.size(); ++i)
        if (mass.values[i] == 0.0) residual_[i] = 0.0;
    return finiteOrNone(measure_(residual_, y_, y1_));
  }

  static double finiteOrNone(double error) { return std::isfinite(error) ? error : 0.0; }

  void accept(double h, double end, const Trial& trial, double wanted) {
    const double proposed = controller_.afterAcceptance(h, trial.error, trial.caution);
    method_->accept();
    time_ = end;
    const double next = std::abs(h) < wanted ? proposed : method_->settle(h, proposed);
    // A step shortened to hit a limit says nothing against the step that was wanted.
    accurateStep_ = step_ = direction_ * (std::abs(h) < wanted ? std::max(std::abs(next), wanted) : std::abs(next));
    limitToMaximum();
    ++system_.statistics().steps;
  }

  StepOutcome fixedStep(double limit) {
    const double left = limit - time_;
    const bool reachesLimit = covers(step_, left);
    const double h = reachesLimit ? left : step_;
    const Trial trial = method_->attempt(time_, y_, h, y1_);
    if (trial.outcome != Trial::Outcome::computed || !finite(y1_)) return fail(trial.outcome, " with the fixed step");
    method_->accept();
    const double gridPoint = grid_.advance(step_);
    time_ = reachesLimit ? limit : gridPoint;
    ++system_.statistics().steps;
    return StepOutcome::accepted;
  }

  /// The component to name: that with the largest scaled error, or, when the trial step was not even finite, the one
  /// that changes fastest in its own scale.
  int worstComponent() {
    if (finite(y1_)) {
      const ConstView error = method_->errorVector();
      return error.empty() ? -1 : measure_.worst(error, y_);
    }
    return system_.rhs(time_, y_, slope_) == Evaluation::ok ? measure_.worst(slope_, y_) : -1;
  }

  static bool finite(const Vector& y) {
    return std::ranges::all_of(y, [](double v) { return std::isfinite(v); });
  }

  FailureKind kindOf(Trial::Outcome outcome) const {
    switch (outcome) {
      case Trial::Outcome::fatal:
        return system_.exceptionText().empty() ? FailureKind::fatalEvaluation : FailureKind::exception;
      case Trial::Outcome::undefined: return FailureKind::evaluation;
      case Trial::Outcome::singular: return FailureKind::singularMatrix;
      case Trial::Outcome::notConverged:
      case Trial::Outcome::computed: break;
    }
    return FailureKind::stepTooSmall;
  }

  StepOutcome fail(Trial::Outcome outcome, std::string_view where) {
    failure_ = {kindOf(outcome), time_, step_, -1, ""};
    if (!options_.realTime) describe(outcome, fmt::format("at t = {:.10g}{}", time_, where));
    std::swap(y_, y1_);  // state() stays the last accepted one
    return StepOutcome::failed;
  }

  void describe(Trial::Outcome outcome, const std::string& at) {
    switch (outcome) {
      case Trial::Outcome::fatal:
        failure_.message = system_.exceptionText().empty()
                               ? fmt::format("The right-hand side gave up {}.", at)
                               : fmt::format("A user function threw {}: {}", at, system_.exceptionText());
        break;
      case Trial::Outcome::undefined:
        failure_.message = fmt::format("The right-hand side is not defined {}, even for steps of {:.3g}.", at, step_);
        break;
      case Trial::Outcome::singular:
        failure_.message =
            fmt::format("The matrix alpha M - J is singular {} for every step down to {:.3g}.", at, step_);
        break;
      case Trial::Outcome::notConverged:
        failure_.message = fmt::format("Newton's iteration does not converge {} for steps down to {:.3g}.", at, step_);
        break;
      case Trial::Outcome::computed:
        failure_.worstComponent = worstComponent();
        describeSmallStep(at);
        break;
    }
  }

  void describeSmallStep(const std::string& at) {
    const int worst = failure_.worstComponent;
    if (worst < 0) {
      failure_.message = fmt::format("The step size fell to {:.3g} {}.", step_, at);
    } else if (!finite(y1_)) {
      failure_.kind = FailureKind::evaluation;
      failure_.message = fmt::format(
          "The solution is no longer finite {}, even for a step of {:.3g}; {} (value {:.6g}) changes fastest.", at,
          step_, system_.nameOf(worst), y_[static_cast<std::size_t>(worst)]);
    } else {
      failure_.message = fmt::format("The step size fell to {:.3g} {}; the error of {} (value {:.6g}) limits it.",
                                     step_, at, system_.nameOf(worst), y_[static_cast<std::size_t>(worst)]);
    }
  }

  StepOutcome failRejections() {
    failure_ = {FailureKind::tooManyRejections, time_, step_, worstComponent(), ""};
    failure_.message = fmt::format("{} trial steps in a row were rejected at t = {:.10g}, down to a step of {:.3g}{}.",
                                   options_.maxRejections, time_, step_,
                                   failure_.worstComponent < 0 ? ""
                                                               : fmt::format("; the error of {} is the largest",
                                                                             system_.nameOf(failure_.worstComponent)));
    std::swap(y_, y1_);
    return StepOutcome::failed;
  }

  std::unique_ptr<OneStepMethod> method_;
  const MethodTraits& traits_;
  System& system_;
  const Options& options_;
  ErrorMeasure measure_;
  StepController controller_;
  Vector y_;   // at the start of the last step
  Vector y1_;  // at its end
  Vector slope_;
  Vector stateWithin_, slopeWithin_, residual_;
  Vector shares_;  // of the step, where it is looked at
  double previousTime_ = 0;
  double time_ = 0;
  double end_ = 0;
  double step_ = 0;          // signed
  double accurateStep_ = 0;  // after an accepted step
  double longest_ = std::numeric_limits<double>::infinity();
  StepGrid grid_;  // of fixed steps
  int direction_ = 1;
  Failure failure_;
};

}  // namespace

void OneStepMethod::interpolateWithSlope(double theta, ConstView y0, ConstView y1, View y, View slope) {
  constexpr double halfDistance = 1e-3;
  interpolate(theta + halfDistance, y0, y1, slope);
  interpolate(theta - halfDistance, y0, y1, y);
  for (std::size_t i = 0; i < y.size(); ++i) slope[i] = (slope[i] - y[i]) / (2 * halfDistance);
  interpolate(theta, y0, y1, y);
}

std::unique_ptr<Stepper> makeOneStepStepper(std::unique_ptr<OneStepMethod> method, const MethodTraits& traits,
                                            System& system, const Options& options) {
  return std::make_unique<OneStepStepper>(std::move(method), traits, system, options);
}

}  // namespace dashpot::integrators
