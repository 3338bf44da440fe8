// The classical Runge-Kutta method with step doubling: one step of h and two of h/2, their difference E (sum of moduli)
// as error, extrapolation, and steps that are halved or doubled (Beamis 1990, appendix B).
//
//   rk4-doubling            (16 y_half - y_full) / 15, as the order 4 of the formula demands
//   rk4-doubling-published  (32 y_half - y_full) / 31, as printed
//
// A step is accepted when E/15 (E/31) is at most the absolute tolerance times h, and the next one doubled when 16/15 E
// (32/31 E) is: error per unit of time. With a fixed step only the extrapolation is left.
#include "integrators/hermite.hpp"
#include "integrators/method.hpp"
#include "integrators/multistep/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dashpot::integrators {
namespace {

/// The method knows one absolute tolerance for all components.
double smallestTolerance(const Tolerances& tolerances) {
  const double given = tolerances.absoluteOf.empty() ? tolerances.absolute : std::ranges::min(tolerances.absoluteOf);
  const double size = tolerances.sizes && !tolerances.sizes->empty() ? std::ranges::min(*tolerances.sizes) : 0.0;
  return given + tolerances.relative * size;
}

class DoublingStepper final : public Stepper {
 public:
  DoublingStepper(double power, System& system, const Options& options)
      : power_(power),
        system_(system),
        options_(options),
        tolerance_(smallestTolerance(options.tolerances)),
        state_(static_cast<std::size_t>(system.size())),
        slope_(state_),
        before_(state_),
        slopeBefore_(state_),
        full_(state_),
        half_(state_),
        middleSlope_(state_),
        twice_(state_) {}

  StepOutcome begin(double t, ConstView y, double end, double stepHint) override {
    previousTime_ = time_ = gridStart_ = t;
    gridSteps_ = 0;
    failure_ = {};
    std::ranges::copy(y, state_.begin());
    const double sign = end < t ? -1 : 1;
    const double first = options_.initialStep > 0 ? options_.initialStep : std::abs(end - t) / 100;
    h_ = options_.step > 0 ? sign * options_.step : stepHint != 0 ? stepHint : sign * first;
    limitToMaximum();
    before_ = state_;
    const Evaluation e = system_.rhs(t, state_, slope_);
    slopeKnown_ = e == Evaluation::ok;
    return slopeKnown_ ? StepOutcome::accepted : fail(e);
  }

  void inputsChanged() override { slopeKnown_ = false; }

  StepOutcome step(double limit) override {
    if (!slopeKnown_) {
      if (const Evaluation e = system_.rhs(time_, state_, slope_); e != Evaluation::ok) return fail(e);
      slopeKnown_ = true;
    }
    before_ = state_;
    slopeBefore_ = slope_;
    previousTime_ = time_;
    for (int rejections = 0;; ++rejections) {
      const double left = limit - time_;
      const bool reachesLimit = std::abs(h_) >= std::abs(left) * (1 - 1e-9);
      const double h = reachesLimit ? left : h_;
      if (const Evaluation e = bothSteps(h); e == Evaluation::fatal) return fail(e);
      const double error = difference();
      const double allowed = tolerance_ * std::abs(h);
      if (options_.step > 0 ? std::isfinite(error) : error / (power_ - 1) <= allowed) {
        const Evaluation e = extrapolate(h);
        if (e == Evaluation::fatal) return fail(e);
        if (e == Evaluation::ok) {
          accept(h, reachesLimit ? limit : time_ + h);
          if (options_.step == 0 && !reachesLimit && power_ / (power_ - 1) * error <= allowed) h_ *= 2;
          limitToMaximum();
          return StepOutcome::accepted;
        }
      }
      if (options_.step > 0) return fail(Evaluation::recoverable);
      ++system_.statistics().rejected;
      h_ = h / 2;
      const double smallest = 16 * std::numeric_limits<double>::epsilon() * std::max(std::abs(time_), 1e-300);
      if (rejections >= options_.maxRejections || std::abs(h_) < std::max(smallest, options_.minStep))
        return failSmallStep();
    }
  }

  double previousTime() const override { return previousTime_; }
  double time() const override { return time_; }
  ConstView state() const override { return state_; }
  double nextStep() const override { return h_; }
  const Failure& failure() const override { return failure_; }

  void interpolate(double t, View y) override {
    const double h = time_ - previousTime_;
    hermite(h == 0 ? 1 : (t - previousTime_) / h, h, before_, slopeBefore_, state_, slope_, y);
  }

  Vector saveMemory() const override {
    Vector memory{h_, previousTime_, gridStart_, gridSteps_};
    memory.insert(memory.end(), slope_.begin(), slope_.end());
    return memory;
  }
  void restoreMemory(ConstView memory) override {
    h_ = memory[0];
    previousTime_ = memory[1];
    gridStart_ = memory[2];
    gridSteps_ = memory[3];
    std::ranges::copy(memory.subspan(4), slope_.begin());
  }

 private:
  void limitToMaximum() {
    if (options_.step == 0 && options_.maxStep > 0) h_ = std::clamp(h_, -options_.maxStep, options_.maxStep);
  }

  Evaluation bothSteps(double h) {
    const auto rhs = [this](double t, ConstView y, View f) { return system_.rhs(t, y, f); };
    std::ranges::fill(twice_, std::numeric_limits<double>::quiet_NaN());
    if (const Evaluation e = classicalRungeKutta<double>(rhs, time_, h, before_, slopeBefore_, full_);
        e != Evaluation::ok)
      return e;
    if (const Evaluation e = classicalRungeKutta<double>(rhs, time_, h / 2, before_, slopeBefore_, half_);
        e != Evaluation::ok)
      return e;
    if (const Evaluation e = system_.rhs(time_ + h / 2, half_, middleSlope_); e != Evaluation::ok) return e;
    return classicalRungeKutta<double>(rhs, time_ + h / 2, h / 2, half_, middleSlope_, twice_);
  }

  /// NaN when a stage was not defined.
  double difference() const {
    double sum = 0;
    for (std::size_t i = 0; i < full_.size(); ++i) sum += std::abs(twice_[i] - full_[i]);
    return sum;
  }

  /// The better of both results, and F there.
  Evaluation extrapolate(double h) {
    for (std::size_t i = 0; i < state_.size(); ++i) state_[i] = (power_ * twice_[i] - full_[i]) / (power_ - 1);
    return system_.rhs(time_ + h, state_, slope_);
  }

  void accept(double h, double end) {
    ++gridSteps_;
    time_ = options_.step > 0 && h == h_ ? gridStart_ + gridSteps_ * h_ : end;
    ++system_.statistics().steps;
  }

  StepOutcome fail(Evaluation evaluation) {
    state_ = before_;
    const bool threw = !system_.exceptionText().empty();
    failure_ = {threw                                   ? FailureKind::exception
                : evaluation == Evaluation::recoverable ? FailureKind::evaluation
                                                        : FailureKind::fatalEvaluation,
                time_, h_, -1,
                threw ? fmt::format("A user function threw at t = {:.10g}: {}", time_, system_.exceptionText())
                      : fmt::format("The right-hand side is not defined at t = {:.10g}.", time_)};
    return StepOutcome::failed;
  }
  StepOutcome failSmallStep() {
    state_ = before_;
    failure_ = {FailureKind::stepTooSmall, time_, h_, -1,
                fmt::format("The step size fell to {:.3g} at t = {:.10g}.", h_, time_)};
    return StepOutcome::failed;
  }

  double power_;  // 2^p, as the extrapolation has it
  System& system_;
  Options options_;
  double tolerance_;  // the smallest absolute one
  Vector state_;      // at the end of the last step, with its slope
  Vector slope_;
  Vector before_;  // at its start
  Vector slopeBefore_;
  Vector full_;
  Vector half_;
  Vector middleSlope_;
  Vector twice_;
  double previousTime_ = 0;
  double time_ = 0;
  double h_ = 0;  // signed
  double gridStart_ = 0;
  double gridSteps_ = 0;
  bool slopeKnown_ = false;
  Failure failure_;
};

}  // namespace

std::vector<MethodDescriptor> doublingMethods() {
  const auto described = [](std::string name, double power, int order, std::string source) {
    return MethodDescriptor{.traits = {.name = std::move(name),
                                       .family = Family::doubling,
                                       .order = order,
                                       .embeddedOrder = 4,
                                       .denseOrder = 3,
                                       .rhsPerStep = 11,
                                       .rInfinity = infinity,
                                       .source = std::move(source)},
                            .make = [power](System& system, const Options& options) {
                              return std::make_unique<DoublingStepper>(power, system, options);
                            }};
  };
  return {described("rk4-doubling", 16, 5, "Beamis (1990), App. B, with 16/15"),
          described("rk4-doubling-published", 32, 4, "Beamis (1990), App. B, as printed, with 32/31")};
}

}  // namespace dashpot::integrators
