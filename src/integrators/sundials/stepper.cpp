#include "integrators/sundials/stepper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot::integrators::sundials {
namespace {

// The packages number these alike (cvode.h, ida.h, arkode.h).
constexpr int stopTimeReached = 1;
constexpr int tooMuchAccuracy = -2;
constexpr int linearSetupFailed = -6;
constexpr int linearSolveFailed = -7;
constexpr int illegalInput = -22;

constexpr int noProgress = -1000;  // ours: a step was accepted, but too short to change t

/// 0 if all values are finite, else NaN. Four sums, so that the additions need not wait for each other.
double finiteness(ConstView values) {
  double sums[4] = {0, 0, 0, 0};
  std::size_t i = 0;
  for (; i + 4 <= values.size(); i += 4)
    for (std::size_t k = 0; k < 4; ++k) sums[k] += values[i + k] - values[i + k];
  for (; i < values.size(); ++i) sums[0] += values[i] - values[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

int firstNotFinite(ConstView values) {
  const auto found = std::ranges::find_if(values, [](double v) { return !std::isfinite(v); });
  return found == values.end() ? -1 : static_cast<int>(found - values.begin());
}

/// max |x_i w_i|, in place of SUNDIALS' root-mean-square norm: rules the error test and the Newton iteration alike.
double weightedMaximum(N_Vector x, N_Vector weights) {
  const View values = view(x), w = view(weights);
  double largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double e = std::abs(values[i] * w[i]);
    if (!(e <= largest)) largest = e;  // keeps a NaN
  }
  return largest;
}

bool withinRounding(double a, double b) {
  return std::abs(a - b) <= 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(a), std::abs(b));
}

}  // namespace

SundialsStepper::SundialsStepper(System& system, const Options& options, Form form)
    : system_(system),
      options_(options),
      form_(form),
      measure_(system.size(), options.tolerances),
      context_(makeContext()),
      y_(own(N_VNew_Serial(system.size(), context()))) {
  if (options.tolerances.norm == ErrorNorm::maximum) y_->ops->nvwrmsnorm = weightedMaximum;  // clones inherit it
  errors_ = newVector();
  output_ = own(N_VNewEmpty_Serial(system.size(), context()));
  const MassMatrix& mass = system.problem().mass;
  if (form == Form::ode && mass.kind == MassMatrix::Kind::diagonal) {
    for (double m : mass.values) inverseMass_.push_back(1 / m);
    rhs_.resize(inverseMass_.size());
  }
}

void SundialsStepper::refuseFixedStep(std::string_view method) {
  if (options_.step > 0)
    refuse(fmt::format("The method {} chooses its steps itself and takes no fixed step; arkode does.", method));
}

void SundialsStepper::refuseAllButDiagonalMass(std::string_view method) {
  const MassMatrix& mass = system_.problem().mass;
  if (mass.kind == MassMatrix::Kind::sparse)
    refuse(fmt::format("The method {} takes a diagonal mass matrix only; use ida or a Rosenbrock method.", method));
  if (mass.kind == MassMatrix::Kind::diagonal && std::ranges::find(mass.values, 0.0) != mass.values.end())
    refuse(
        fmt::format("The method {} takes no algebraic equations, but the mass matrix is singular; "
                    "use ida or a Rosenbrock method.",
                    method));
}

// ---- steps ----------------------------------------------------------------------------------------------------------

StepOutcome SundialsStepper::begin(double t, ConstView y, double end, double stepHint) {
  std::ranges::copy(y, view(y_.get()).begin());
  time_ = previousTime_ = t;
  end_ = end;
  direction_ = end < t ? -1 : 1;
  stopTime_ = std::numeric_limits<double>::quiet_NaN();
  stepped_ = false;
  rejected_ = {};
  rejectedInStep_ = 0;
  worstEvaluation_ = Evaluation::ok;
  notFinite_ = -1;
  failure_ = {};
  system_.clearException();
  if (!refusal_.empty()) return fail(illegalInput);

  const double initialStep = std::abs(stepHint != 0 ? stepHint : options_.initialStep);
  const int flag = restart(t, direction_ * initialStep);
  return flag < 0 ? fail(flag) : StepOutcome::accepted;
}

StepOutcome SundialsStepper::step(double limit) {
  const double before = time_;
  if (withinRounding(time_, limit)) {  // shorter than any step a package would take
    previousTime_ = before;
    time_ = limit;
    return StepOutcome::accepted;
  }
  if (limit != stopTime_) {
    if (const int flag = setStopTime(limit); flag < 0) return fail(flag);
    stopTime_ = limit;
  }
  worstEvaluation_ = Evaluation::ok;
  double reached = before;
  const int flag = advance(limit, reached);
  const Rejections rejectedSoFar = rejections();
  rejectedInStep_ = rejectedSoFar.all() - rejected_.all();
  system_.statistics().rejected += rejectedInStep_;
  system_.statistics().unsolved += rejectedSoFar.unsolved - rejected_.unsolved;
  rejected_ = rejectedSoFar;

  // CVODE's fixed-point iteration takes a fatal return for slow convergence and goes on with a smaller step.
  if (flag < 0 || worstEvaluation_ == Evaluation::fatal) return fail(flag);
  if (reached == before) return fail(noProgress);
  if (flag == stopTimeReached) stopTime_ = std::numeric_limits<double>::quiet_NaN();  // the package forgets it
  ++system_.statistics().steps;
  stepped_ = true;
  previousTime_ = before;
  time_ = reached;
  return StepOutcome::accepted;
}

void SundialsStepper::interpolate(double t, View y) {
  N_VSetArrayPointer(y.data(), output_.get());
  if (!stepped_ || denseOutput(t, output_.get()) < 0) std::ranges::copy(state(), y.begin());
}

// ---- callbacks ------------------------------------------------------------------------------------------------------

Evaluation SundialsStepper::evaluate(double t, ConstView y, View f) {
  const Evaluation evaluation = system_.rhs(t, y, f);
  if (evaluation == Evaluation::ok && finiteness(f) == 0) return evaluation;
  notFinite_ = firstNotFinite(f);
  return evaluation == Evaluation::ok ? Evaluation::recoverable : evaluation;
}

int SundialsStepper::flagOf(Evaluation evaluation) {
  worstEvaluation_ = std::max(worstEvaluation_, evaluation);
  switch (evaluation) {
    case Evaluation::ok: return 0;
    case Evaluation::recoverable: return 1;
    case Evaluation::fatal: break;
  }
  return -1;
}

int SundialsStepper::scaledRhs(double t, N_Vector y, N_Vector f, void* self) {
  SundialsStepper& stepper = *static_cast<SundialsStepper*>(self);
  const View out = view(f);
  const Evaluation evaluation = stepper.evaluate(t, view(y), out);
  for (std::size_t i = 0; i < stepper.inverseMass_.size(); ++i) out[i] *= stepper.inverseMass_[i];
  return evaluation == Evaluation::ok ? 0 : stepper.flagOf(evaluation);
}

int SundialsStepper::newtonMatrix(double t, N_Vector y, N_Vector f, SUNMatrix, int reuseJacobian, int* evaluated,
                                  double gamma, void* self, N_Vector, N_Vector, N_Vector) {
  SundialsStepper& stepper = *static_cast<SundialsStepper*>(self);
  *evaluated = !reuseJacobian;
  stepper.newton().set(1, gamma);
  if (reuseJacobian) return 0;
  ConstView rhs = view(f);
  if (!stepper.inverseMass_.empty()) {
    const Vector& mass = stepper.system_.problem().mass.values;
    for (std::size_t i = 0; i < rhs.size(); ++i) stepper.rhs_[i] = mass[i] * rhs[i];
    rhs = stepper.rhs_;
  }
  return stepper.flagOf(stepper.newton().evaluateJacobian(t, view(y), rhs));
}

int SundialsStepper::errorWeights(N_Vector y, N_Vector weights, void* self) {
  const ErrorMeasure& measure = static_cast<SundialsStepper*>(self)->measure_;
  const View values = view(y), out = view(weights);
  bool positive = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double scale = measure.scale(i, std::abs(values[i]));
    positive = positive && scale > 0;
    out[i] = 1 / scale;
  }
  return positive ? 0 : -1;
}

/// Failures are reported by their flags; SUNDIALS would also write to the standard error stream.
void SundialsStepper::ignoreMessage(int, const char*, const char*, char*, void*) {}

// ---- failure --------------------------------------------------------------------------------------------------------

StepOutcome SundialsStepper::fail(int flag) {
  failure_.kind = classify(flag);
  failure_.time = time_;
  failure_.stepSize = refusal_.empty() ? lastTriedStep() : 0;
  failure_.worstComponent = worstComponent(failure_.kind);
  failure_.message = describe(failure_, flag);
  return StepOutcome::failed;
}

FailureKind SundialsStepper::classify(int flag) const {
  if (!refusal_.empty()) return FailureKind::invalidInput;
  if (!system_.exceptionText().empty() || (newton_ && !newton_->exceptionText().empty())) return FailureKind::exception;
  if (worstEvaluation_ == Evaluation::fatal) return FailureKind::fatalEvaluation;
  if (worstEvaluation_ == Evaluation::recoverable) return FailureKind::evaluation;
  if (flag == illegalInput || flag == tooMuchAccuracy || flag == inconsistentStart) return FailureKind::invalidInput;
  if (flag == linearSetupFailed || flag == linearSolveFailed || (newton_ && newton_->singular()))
    return FailureKind::singularMatrix;
  if (flag != noProgress && rejectedInStep_ >= options_.maxRejections) return FailureKind::tooManyRejections;
  return FailureKind::stepTooSmall;
}

int SundialsStepper::worstComponent(FailureKind kind) const {
  switch (kind) {
    case FailureKind::evaluation:
    case FailureKind::fatalEvaluation: return notFinite_;
    case FailureKind::stepTooSmall:
    case FailureKind::tooManyRejections:
      if (options_.step > 0) return -1;  // no error is estimated
      localErrors(errors_.get());
      return measure_.worst(view(errors_.get()), state());
    default: return -1;
  }
}

std::string SundialsStepper::describe(const Failure& failure, int flag) const {
  const std::string where = fmt::format("at t = {:.10g} (step {:.3g})", failure.time, failure.stepSize);
  const std::string name = failure.worstComponent >= 0 ? system_.nameOf(failure.worstComponent) : "";
  const std::string largest = name.empty() ? "" : fmt::format("; the largest error is that of {}", name);
  switch (failure.kind) {
    case FailureKind::exception:
      return fmt::format("A function of the problem threw an exception {}: {}.", where,
                         !system_.exceptionText().empty() ? system_.exceptionText() : newton_->exceptionText());
    case FailureKind::fatalEvaluation:
      return fmt::format("A function of the problem reported a fatal error {}.", where);
    case FailureKind::evaluation:
      return fmt::format("The problem could not be evaluated {}, however small the step{}.", where,
                         name.empty() ? "" : fmt::format("; the derivative of {} is not finite", name));
    case FailureKind::invalidInput:
      if (!refusal_.empty()) return refusal_;
      if (flag == inconsistentStart)
        return fmt::format("No state near the given one fulfils the algebraic equations at t = {:.10g}.", failure.time);
      if (flag == tooMuchAccuracy)
        return fmt::format("The tolerances ask for more digits than double precision has {}.", where);
      return fmt::format("A component without absolute tolerance, or a time or step option, cannot be used {}.", where);
    case FailureKind::singularMatrix:
      return fmt::format("The matrix of the Newton iteration is singular {}, however small the step.", where);
    case FailureKind::tooManyRejections:
      return fmt::format("The step was rejected {} times in a row {}{}.", rejectedInStep_, where, largest);
    default: return fmt::format("The step became too small {}{}.", where, largest);
  }
}

}  // namespace dashpot::integrators::sundials
