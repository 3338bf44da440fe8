// Accepted steps from an explicit multistep formula: always of the same length. What is left before a limit that is not
// on the grid is covered by one classical Runge-Kutta step.
#include "integrators/hermite.hpp"
#include "integrators/method.hpp"
#include "integrators/multistep/centred.hpp"
#include "integrators/multistep/formula.hpp"

#include <fmt/format.h>

#include <cmath>

namespace dashpot::integrators {
namespace {

/// MultistepFormula<double> on a system.
class ExplicitFormula {
 public:
  ExplicitFormula(MultistepKind kind, System& system, const Options& options)
      : formula_(kind, options.start, PairLayout(system.problem()), system.size()), system_(system) {}

  void begin(ConstView y) { formula_.begin(y); }
  Evaluation evaluate(double t) {
    return formula_.evaluate(t, [this](double time, ConstView y, View f) { return system_.rhs(time, y, f); });
  }
  Evaluation advance(double t, double h) {
    h_ = h;
    return formula_.advance(t, h, [this](double time, ConstView y, View f) { return system_.rhs(time, y, f); });
  }
  void forgetSlope() { formula_.forgetSlope(); }
  void complete() { formula_.completeVelocities(h_); }
  bool converged() const { return true; }
  ConstView state(std::size_t back) const { return formula_.state(back); }
  ConstView slope(std::size_t back) const { return formula_.slope(back); }
  void save(Vector& memory) const { formula_.save(memory); }
  ConstView load(ConstView memory) { return formula_.load(memory); }

 private:
  MultistepFormula<double> formula_;
  System& system_;
  double h_ = 0;
};

class CentredWithOutput : public CentredFormula {
 public:
  using CentredFormula::CentredFormula;
  void complete() {}
};

template <class Formula>
class MultistepStepper final : public Stepper {
 public:
  MultistepStepper(Formula formula, System& system, const Options& options)
      : formula_(std::move(formula)),
        system_(system),
        step_(options.step),
        before_(static_cast<std::size_t>(system.size())),
        slopeBefore_(before_),
        state_(before_),
        slope_(before_) {}

  StepOutcome begin(double t, ConstView y, double end, double) override {
    previousTime_ = time_ = gridStart_ = t;
    gridSteps_ = 0;
    h_ = end < t ? -step_ : step_;
    failure_ = {};
    formula_.begin(y);
    std::ranges::copy(y, state_.begin());
    const Evaluation e = formula_.evaluate(t);
    if (e != Evaluation::ok) return fail(e);
    std::ranges::copy(formula_.slope(0), slope_.begin());
    return StepOutcome::accepted;
  }

  StepOutcome step(double limit) override {
    before_ = state_;
    slopeBefore_ = slope_;
    previousTime_ = time_;
    const double left = limit - time_;
    const bool reachesLimit = std::abs(h_) >= std::abs(left) * (1 - 1e-9);
    const bool onGrid = std::abs(left) >= std::abs(h_) * (1 - 1e-9);
    const Evaluation e = onGrid ? gridStep() : shortStep(left);
    if (e != Evaluation::ok) return fail(e);
    if (!formula_.converged()) return failNewton();
    if (!std::ranges::all_of(state_, [](double v) { return std::isfinite(v); })) return failGrowth();
    ++gridSteps_;
    time_ = reachesLimit ? limit : gridStart_ + gridSteps_ * h_;
    ++system_.statistics().steps;
    return StepOutcome::accepted;
  }

  void inputsChanged() override { formula_.forgetSlope(); }

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
    Vector memory{previousTime_, gridStart_, gridSteps_};
    for (const Vector* values : {&before_, &slopeBefore_, &slope_})
      memory.insert(memory.end(), values->begin(), values->end());
    formula_.save(memory);
    return memory;
  }
  void restoreMemory(ConstView memory) override {
    previousTime_ = memory[0];
    gridStart_ = memory[1];
    gridSteps_ = memory[2];
    memory = memory.subspan(3);
    for (Vector* values : {&before_, &slopeBefore_, &slope_}) {
      std::copy_n(memory.begin(), values->size(), values->begin());
      memory = memory.subspan(values->size());
    }
    formula_.load(memory);
  }

 private:
  Evaluation gridStep() {
    if (const Evaluation e = formula_.advance(time_, h_); e != Evaluation::ok || !formula_.converged()) return e;
    if (const Evaluation e = formula_.evaluate(time_ + h_); e != Evaluation::ok) return e;
    formula_.complete();
    std::ranges::copy(formula_.state(0), state_.begin());
    std::ranges::copy(formula_.slope(0), slope_.begin());
    return Evaluation::ok;
  }

  Evaluation shortStep(double h) {
    const auto rhs = [this](double t, ConstView y, View f) { return system_.rhs(t, y, f); };
    if (const Evaluation e = classicalRungeKutta<double>(rhs, time_, h, before_, slopeBefore_, state_);
        e != Evaluation::ok)
      return e;
    return system_.rhs(time_ + h, state_, slope_);
  }

  StepOutcome fail(Evaluation evaluation) {
    const std::string at = fmt::format("at t = {:.10g} with the fixed step {:.3g}", time_, h_);
    const bool threw = !system_.exceptionText().empty();
    const FailureKind kind = threw                                   ? FailureKind::exception
                             : evaluation == Evaluation::recoverable ? FailureKind::evaluation
                                                                     : FailureKind::fatalEvaluation;
    return failWith(kind, threw ? fmt::format("A user function threw {}: {}", at, system_.exceptionText())
                                : fmt::format("The right-hand side is not defined {}.", at));
  }
  StepOutcome failNewton() {
    return failWith(
        FailureKind::stepTooSmall,
        fmt::format("Newton's iteration does not converge at t = {:.10g} with the fixed step {:.3g}.", time_, h_));
  }
  StepOutcome failGrowth() {
    return failWith(
        FailureKind::evaluation,
        fmt::format("The solution is no longer finite at t = {:.10g}; the fixed step {:.3g} may be above the "
                    "stability limit.",
                    time_, h_));
  }
  StepOutcome failWith(FailureKind kind, std::string message) {
    failure_ = {kind, time_, h_, -1, std::move(message)};
    state_ = before_;
    return StepOutcome::failed;
  }

  Formula formula_;
  System& system_;
  double step_;
  Vector before_;  // at the start of the last step, with its slope
  Vector slopeBefore_;
  Vector state_;  // at its end
  Vector slope_;
  double previousTime_ = 0;
  double time_ = 0;
  double h_ = 0;          // signed
  double gridStart_ = 0;  // steps end at gridStart + k h
  double gridSteps_ = 0;
  Failure failure_;
};

}  // namespace

namespace {

struct ExplicitMultistep {
  std::string_view name;
  MultistepKind kind;
  Family family;
  int order;
  std::string_view source;
};

constexpr ExplicitMultistep explicitFormulas[] = {
    {"ab2", MultistepKind::ab2, Family::adams, 2, "Bashforth and Adams (1883)"},
    {"ab3", MultistepKind::ab3, Family::adams, 3, "Bashforth and Adams (1883)"},
    {"leapfrog", MultistepKind::leapfrog, Family::adams, 2, "two-step midpoint rule; unstable with any damping"},
    {"godunov", MultistepKind::godunov, Family::secondOrder, 2, "Stoermer (1907); Beamis (1990), eq. 2.6"},
    {"godunov-hybrid", MultistepKind::hybrid, Family::secondOrder, 2,
     "Beamis (1990), with the velocity taken from the positions"},
    {"godunov-hybrid-published", MultistepKind::hybridPublished, Family::secondOrder, 2,
     "Beamis (1990), eqs. 2.33-2.34, 3.5"},
};

MethodTraits fixedStepOnly(std::string_view name, Family family, int order, std::string_view source) {
  return {.name = std::string(name),
          .family = family,
          .order = order,
          .denseOrder = order,
          .rhsPerStep = 1,
          .rInfinity = infinity,
          .variableStep = false,
          .source = std::string(source)};
}

MethodDescriptor centred() {
  MethodTraits traits = fixedStepOnly("godunov-centred", Family::secondOrder, 2, "Beamis (1990), eqs. 2.40-2.45");
  traits.rhsPerStep = 0;  // as many as Newton's iteration takes
  return {.traits = std::move(traits), .make = [](System& system, const Options& options) {
            return std::make_unique<MultistepStepper<CentredWithOutput>>(
                CentredWithOutput(system, options, PairLayout(system.problem())), system, options);
          }};
}

}  // namespace

std::optional<MultistepKind> multistepKind(std::string_view name) {
  const auto* const found = std::ranges::find(explicitFormulas, name, &ExplicitMultistep::name);
  if (found == std::end(explicitFormulas)) return std::nullopt;
  return found->kind;
}

std::vector<MethodDescriptor> multistepMethods() {
  std::vector<MethodDescriptor> all;
  for (const ExplicitMultistep& formula : explicitFormulas)
    all.push_back({.traits = fixedStepOnly(formula.name, formula.family, formula.order, formula.source),
                   .make = [kind = formula.kind](System& system, const Options& options) {
                     return std::make_unique<MultistepStepper<ExplicitFormula>>(ExplicitFormula(kind, system, options),
                                                                                system, options);
                   }});
  all.push_back(centred());
  return all;
}

}  // namespace dashpot::integrators
