// Accepted steps from an explicit multistep formula, all of the same length. A remainder before a limit that is not on
// the grid is covered by one classical Runge-Kutta step.
#include "integrators/driver/hermite_stepper.hpp"
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
class MultistepStepper final : public HermiteStepper {
 public:
  MultistepStepper(Formula formula, System& system, const Options& options)
      : HermiteStepper(system, options),
        formula_(std::move(formula)),
        classical_(static_cast<std::size_t>(system.size())) {}

  StepOutcome begin(double t, ConstView y, double end, double) override {
    restart(t, y, end < t ? -fixedStep_ : fixedStep_);
    formula_.begin(y);
    if (const Evaluation e = formula_.evaluate(t); e != Evaluation::ok) return fail(e);
    std::ranges::copy(formula_.slope(0), end_.slope.begin());
    return StepOutcome::accepted;
  }

  StepOutcome step(double limit) override {
    goOn();
    const double left = limit - start_.time;
    const bool onGrid = covers(left, h_);
    const Evaluation e = onGrid ? gridStep() : shortStep(left);
    if (e != Evaluation::ok) return fail(e);
    if (!formula_.converged()) return failNewton();
    if (!std::ranges::all_of(end_.state, [](double v) { return std::isfinite(v); })) return failGrowth();
    return accept(covers(h_, left), limit, h_);
  }

  void inputsChanged() override { formula_.forgetSlope(); }

 private:
  void saveHistory(Vector& memory) const override { formula_.save(memory); }
  void loadHistory(ConstView memory) override { formula_.load(memory); }

  Evaluation gridStep() {
    if (const Evaluation e = formula_.advance(start_.time, h_); e != Evaluation::ok || !formula_.converged()) return e;
    if (const Evaluation e = formula_.evaluate(start_.time + h_); e != Evaluation::ok) return e;
    formula_.complete();
    std::ranges::copy(formula_.state(0), end_.state.begin());
    std::ranges::copy(formula_.slope(0), end_.slope.begin());
    return Evaluation::ok;
  }

  Evaluation shortStep(double h) {
    const auto f = [this](double t, ConstView y, View slope) { return rhs(t, y, slope); };
    if (const Evaluation e = classical_.step(f, start_.time, h, start_.state, start_.slope, end_.state);
        e != Evaluation::ok)
      return e;
    return rhs(start_.time + h, end_.state, end_.slope);
  }

  StepOutcome failNewton() {
    if (isSilent_) return failWith(FailureKind::stepTooSmall, {});
    return failWith(FailureKind::stepTooSmall,
                    fmt::format("Newton's iteration does not converge at t = {:.10g} with the fixed step {:.3g}.",
                                start_.time, h_));
  }
  StepOutcome failGrowth() {
    if (isSilent_) return failWith(FailureKind::evaluation, {});
    return failWith(
        FailureKind::evaluation,
        fmt::format("The solution is no longer finite at t = {:.10g}; the fixed step {:.3g} may be above the "
                    "stability limit.",
                    start_.time, h_));
  }

  Formula formula_;
  ClassicalRungeKutta<double> classical_;
};

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
