// rkf45-dirk: changes between Fehlberg's explicit pair and Cash's L-stable DIRK during a run, so that a user need not
// know whether, and when, a problem is stiff (proposed in a University of Bath thesis, 8.25 to 8.40, after Petzold
// 1983).
//
// The explicit method's step is limited by accuracy or by stability, h_N rho(J) <= r (8.47), r = 3.02 the real interval
// of Fehlberg's formula of order 4. The stiff one's is limited by accuracy alone. These bounds cost no extra work:
//
//   explicit  the last stage lies at t + h, like the first of the next step: the quotient of the differences of slopes
//             and of arguments is a lower bound for ||J||, and near rho(J) where stability limits the step (after
//             Shampine 1977)
//   DIRK      the Jacobian, whenever it has been formed anew: power iterations
//
// Rules:
//
//   to stiff      (8.49) compares steps by accuracy, but where stability limits the step the error estimate says
//                 nothing of accuracy. So: when steps touch the stability limit, h rho >= w_f r, `patience` times more
//                 often than not.
//   to non-stiff  (8.50): when the step that stability leaves to the explicit formula, w_f r / rho, is at least M times
//                 the stiff one, as often. By accuracy the two steps differ by (C_S/C_N)^(1/(p+1)) (8.42), which is
//                 near 1 and far less than what a stiff step costs more.
//
// A factor of 1.5 between the two limits and the patience keep it from chattering.
#include "base/kept_number.hpp"
#include "integrators/method.hpp"
#include "integrators/one_step_method.hpp"
#include "integrators/system/jacobian.hpp"
#include "linalg/dominant_eigenvalue.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::integrators {
namespace {

constexpr auto nonStiffName = "rkf45", stiffName = "cash-dirk";
constexpr double realInterval = 3.02;
constexpr double hysteresis = 1.5;

class TypeInsensitive final : public OneStepMethod {
 public:
  TypeInsensitive(System& system, const Options& options)
      : system_(system),
        options_(options.switching),
        nonStiff_(makeWatchingExplicit(nonStiffName, system, options)),
        stiff_(makeSdirk(stiffName, system, options)),
        active_(nonStiff_.get()),
        slope_(static_cast<std::size_t>(system.size())) {}

  void begin() override {
    nonStiff_->begin();
    stiff_->begin();
    newPoint_ = false;
    hints_ = 0;
    rate_ = 0;
  }

  Trial attempt(double t, ConstView y, double h, View y1) override {
    if (newPoint_) {
      if (wantsChange(t, y, h)) change();
      newPoint_ = false;
    }
    return active_->attempt(t, y, h, y1);
  }

  void accept() override {
    active_->accept();
    if (stiffActive()) ++system_.statistics().stiffSteps;
    newPoint_ = true;
  }

  void interpolate(double theta, ConstView y0, ConstView y1, View y) override {
    active_->interpolate(theta, y0, y1, y);
  }
  Evaluation initialSlope(double t, ConstView y, View f) override { return active_->initialSlope(t, y, f); }
  ConstView errorVector() const override { return active_->errorVector(); }
  int errorOrder() const override { return active_->errorOrder(); }
  double settle(double h, double proposed) const override { return active_->settle(h, proposed); }

  void save(Vector& memory) const override {
    memory.insert(memory.end(), {stiffActive() ? 1.0 : 0.0, newPoint_ ? 1.0 : 0.0, static_cast<double>(hints_), rate_,
                                 static_cast<double>(jacobiansSeen_)});
    nonStiff_->save(memory);
    stiff_->save(memory);
  }
  ConstView load(ConstView memory) override {
    active_ = memory[0] != 0 ? stiff_.get() : nonStiff_.get();
    newPoint_ = memory[1] != 0;
    hints_ = keptNumber(memory[2], 0, 1'000'000);
    rate_ = memory[3];
    jacobiansSeen_ = keptNumber(memory[4], std::int64_t{0}, std::int64_t{1} << 53);
    return stiff_->load(nonStiff_->load(memory.subspan(5)));
  }

 private:
  bool stiffActive() const { return active_ == stiff_.get(); }

  bool wantsChange(double t, ConstView y, double h) {
    const bool hint = stiffActive() ? nonStiffWouldDo(std::abs(h)) : stabilityLimits(t, y, std::abs(h));
    hints_ = hint ? hints_ + 1 : std::max(hints_ - 1, 0);
    return hints_ >= options_.patience;
  }

  /// The explicit method is active. Its first slope, needed anyway, completes the estimate.
  bool stabilityLimits(double t, ConstView y, double h) {
    if (nonStiff_->initialSlope(t, y, slope_) != Evaluation::ok) return false;
    return h * nonStiff_->spectralEstimate(y) >= options_.safety * realInterval;
  }

  /// The DIRK is active.
  bool nonStiffWouldDo(double h) {
    const JacobianEvaluator* const jacobian = stiff_->jacobian();
    if (!jacobian || system_.statistics().jacEvals == 0) return false;
    if (jacobiansSeen_ != system_.statistics().jacEvals)
      rate_ = linalg::dominantEigenvalue(system_.size(), jacobian->pattern(), jacobian->values());
    jacobiansSeen_ = system_.statistics().jacEvals;
    return options_.safety * realInterval >= hysteresis * options_.nonStiffAdvantage * h * rate_;
  }

  void change() {
    active_ = stiffActive() ? nonStiff_.get() : stiff_.get();
    active_->begin();
    jacobiansSeen_ = -1;
    hints_ = 0;
    ++system_.statistics().switches;
  }

  System& system_;
  SwitchingOptions options_;
  std::unique_ptr<OneStepMethod> nonStiff_, stiff_;
  OneStepMethod* active_;
  Vector slope_;
  double rate_ = 0;                  // of the Jacobian last seen
  std::int64_t jacobiansSeen_ = -1;  // their number when it was seen
  int hints_ = 0;                    // towards the other method
  bool newPoint_ = false;            // a step was accepted since the last attempt
};

}  // namespace

std::vector<MethodDescriptor> switchingMethods() {
  return {
      {.traits = {.name = "rkf45-dirk",
                  .family = Family::switching,
                  .order = 4,
                  .embeddedOrder = 3,
                  .denseOrder = 3,
                  .fixedStep = false,
                  .source = "rkf45 where the problem is not stiff, cash-dirk where it is; University of Bath thesis "
                            "(1980s)"},
       .make = [](System& system, const Options& options) {
         return std::make_unique<TypeInsensitive>(system, options);
       }}};
}

}  // namespace dashpot::integrators
