// CVODE: variable-order BDF with Newton iteration, Adams-Moulton with fixed-point iteration.
#include "integrators/sundials/stepper.hpp"

#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

namespace dashpot::integrators::sundials {
namespace {

struct FreeCvode {
  void operator()(void* memory) const { CVodeFree(&memory); }
};

class CvodeStepper final : public SundialsStepper {
 public:
  enum class Formula { bdf = CV_BDF, adams = CV_ADAMS };

  CvodeStepper(System& system, const Options& options, Formula formula)
      : SundialsStepper(system, options, Form::ode), formula_(formula) {
    const char* const name = formula == Formula::bdf ? "cvode" : "cvode-adams";
    refuseFixedStep(name);
    refuseAllButDiagonalMass(name);
  }

  /// None: after an event the formula starts at order one, for which the step of the higher order is no guide.
  double nextStep() const override { return 0; }

 private:
  int restart(double t, double initialStep) override {
    if (!memory_)
      create(t);
    else if (const int flag = CVodeReInit(memory_.get(), t, y()); flag < 0)
      return flag;
    return CVodeSetInitStep(memory_.get(), initialStep);
  }

  void create(double t) {
    memory_.reset(CVodeCreate(static_cast<int>(formula_), context()));
    if (!memory_) throw std::bad_alloc();
    void* const cvode = memory_.get();
    CVodeSetErrHandlerFn(cvode, ignoreMessage, this);
    CVodeInit(cvode, scaledRhs, t, y());
    CVodeSetUserData(cvode, this);
    CVodeWFtolerances(cvode, errorWeights);
    CVodeSetMaxNumSteps(cvode, -1);  // the driver counts
    CVodeSetMaxErrTestFails(cvode, options().maxRejections);
    CVodeSetMaxConvFails(cvode, options().maxRejections);
    CVodeSetMinStep(cvode, options().minStep);
    CVodeSetMaxStep(cvode, options().maxStep);
    if (formula_ == Formula::bdf) {
      useNewton();
      CVodeSetLinearSolver(cvode, newton().solver(), newton().matrix());
      CVodeSetLinSysFn(cvode, newtonMatrix);
    } else {
      fixedPoint_ = own(SUNNonlinSol_FixedPoint(y(), /*acceleration vectors=*/0, context()));
      CVodeSetNonlinearSolver(cvode, fixedPoint_.get());
    }
  }

  int setStopTime(double t) override { return CVodeSetStopTime(memory_.get(), t); }
  int advance(double limit, double& reached) override {
    return CVode(memory_.get(), limit, y(), &reached, CV_ONE_STEP);
  }
  int denseOutput(double t, N_Vector out) override { return CVodeGetDky(memory_.get(), t, 0, out); }

  int order() const override {
    int order = 0;
    if (memory_) CVodeGetLastOrder(memory_.get(), &order);
    return order;
  }
  Rejections rejections() const override {
    Rejections result;
    CVodeGetNumErrTestFails(memory_.get(), &result.errorTests);
    CVodeGetNumStepSolveFails(memory_.get(), &result.unsolved);
    return result;
  }
  double lastTriedStep() const override {
    double h = 0;
    CVodeGetCurrentStep(memory_.get(), &h);
    return h;
  }
  void localErrors(N_Vector errors) const override { CVodeGetEstLocalErrors(memory_.get(), errors); }

  Formula formula_;
  Owned<SUNNonlinearSolver> fixedPoint_;
  std::unique_ptr<void, FreeCvode> memory_;  // last: goes before what it refers to
};

}  // namespace

std::unique_ptr<Stepper> makeCvode(System& system, const Options& options) {
  return std::make_unique<CvodeStepper>(system, options, CvodeStepper::Formula::bdf);
}

std::unique_ptr<Stepper> makeCvodeAdams(System& system, const Options& options) {
  return std::make_unique<CvodeStepper>(system, options, CvodeStepper::Formula::adams);
}

}  // namespace dashpot::integrators::sundials
