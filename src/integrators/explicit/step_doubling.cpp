// The classical Runge-Kutta method with step doubling: one step of h and two of h/2, their difference E (sum of moduli)
// as error, extrapolation, and steps that are halved or doubled (Beamis 1990, appendix B).
//
//   rk4-doubling            (16 y_half - y_full) / 15, as the order 4 of the formula demands
//   rk4-doubling-published  (32 y_half - y_full) / 31, as printed
//
// A step is accepted when E/15 (E/31) is at most the absolute tolerance times h, and the next one doubled when 16/15 E
// (32/31 E) is: error per unit of time. With a fixed step only the extrapolation is left.
#include "integrators/driver/hermite_stepper.hpp"
#include "integrators/explicit/classical.hpp"
#include "integrators/method.hpp"

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

class DoublingStepper final : public HermiteStepper {
 public:
  DoublingStepper(double power, System& system, const Options& options)
      : HermiteStepper(system, options),
        power_(power),
        options_(options),
        tolerance_(smallestTolerance(options.tolerances)),
        full_(static_cast<std::size_t>(system.size())),
        half_(full_),
        middleSlope_(full_),
        twice_(full_),
        classical_(full_.size()) {}

  StepOutcome begin(double t, ConstView y, double end, double stepHint) override {
    const double sign = end < t ? -1 : 1;
    const double first = options_.initialStep > 0 ? options_.initialStep : std::abs(end - t) / 100;
    restart(t, y, hasFixedStep() ? sign * fixedStep_ : stepHint != 0 ? stepHint : sign * first);
    limitToMaximum();
    const Evaluation e = evaluateEnd();
    return e == Evaluation::ok ? StepOutcome::accepted : fail(e);
  }

  void inputsChanged() override { slopeKnown_ = false; }

  StepOutcome step(double limit) override {
    const Evaluation evaluation = slopeKnown_ ? Evaluation::ok : evaluateEnd();
    goOn();
    if (evaluation != Evaluation::ok) return fail(evaluation);
    for (int rejections = 0;; ++rejections) {
      const double left = limit - start_.time;
      const bool reachesLimit = covers(h_, left);
      const double h = reachesLimit ? left : h_;
      if (const Evaluation e = bothSteps(h); e == Evaluation::fatal) return fail(e);
      const double error = difference();
      const double allowed = tolerance_ * std::abs(h);
      if (hasFixedStep() ? std::isfinite(error) : error / (power_ - 1) <= allowed) {
        const Evaluation e = extrapolate(h);
        if (e == Evaluation::fatal) return fail(e);
        if (e == Evaluation::ok) {
          accept(reachesLimit, limit, h_);
          if (!hasFixedStep() && !reachesLimit && power_ / (power_ - 1) * error <= allowed) h_ *= 2;
          limitToMaximum();
          return StepOutcome::accepted;
        }
      }
      if (hasFixedStep()) return fail(Evaluation::recoverable);
      ++system_.statistics().rejected;
      h_ = h / 2;
      const double smallest = 16 * std::numeric_limits<double>::epsilon() * std::max(std::abs(start_.time), 1e-300);
      if (rejections >= options_.maxRejections || std::abs(h_) < std::max(smallest, options_.minStep))
        return failWith(FailureKind::stepTooSmall,
                        fmt::format("The step size fell to {:.3g} at t = {:.10g}.", h_, start_.time));
    }
  }

 private:
  void limitToMaximum() {
    if (!hasFixedStep() && options_.maxStep > 0) h_ = std::clamp(h_, -options_.maxStep, options_.maxStep);
  }

  Evaluation evaluateEnd() {
    const Evaluation e = rhs(end_.time, end_.state, end_.slope);
    slopeKnown_ = e == Evaluation::ok;
    return e;
  }

  Evaluation bothSteps(double h) {
    const auto f = [this](double t, ConstView y, View slope) { return rhs(t, y, slope); };
    const auto& [t, y, slope] = start_;
    std::ranges::fill(twice_, std::numeric_limits<double>::quiet_NaN());
    if (const Evaluation e = classical_.step(f, t, h, y, slope, full_); e != Evaluation::ok) return e;
    if (const Evaluation e = classical_.step(f, t, h / 2, y, slope, half_); e != Evaluation::ok) return e;
    if (const Evaluation e = rhs(t + h / 2, half_, middleSlope_); e != Evaluation::ok) return e;
    return classical_.step(f, t + h / 2, h / 2, half_, middleSlope_, twice_);
  }

  /// NaN when a stage was not defined.
  double difference() const {
    double sum = 0;
    for (std::size_t i = 0; i < full_.size(); ++i) sum += std::abs(twice_[i] - full_[i]);
    return sum;
  }

  /// The better of both results, and F there.
  Evaluation extrapolate(double h) {
    for (std::size_t i = 0; i < full_.size(); ++i) end_.state[i] = (power_ * twice_[i] - full_[i]) / (power_ - 1);
    return rhs(start_.time + h, end_.state, end_.slope);
  }

  double power_;  // 2^p, as the extrapolation has it
  Options options_;
  double tolerance_;  // the smallest absolute one
  Vector full_;
  Vector half_;
  Vector middleSlope_;
  Vector twice_;
  ClassicalRungeKutta<double> classical_;
  bool slopeKnown_ = false;
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
