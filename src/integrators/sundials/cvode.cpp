#include "integrators/sundials/cvode.hpp"

#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

namespace dashpot::integrators::sundials {

void CvodeStepper::FreeCvode::operator()(void* memory) const { CVodeFree(&memory); }

CvodeStepper::CvodeStepper(System& system, const Options& options, Formula formula, std::string_view name)
    : SundialsStepper(system, options, Form::ode), formula_(formula), watch_(measure()), localError_(newVector()) {
  refuseFixedStep(name);
  refuseAllButDiagonalMass(name);
}

int CvodeStepper::restart(double t, double initialStep) {
  watch_.restart();
  if (!memory_)
    create(t);
  else if (const int flag = CVodeReInit(memory_.get(), t, y()); flag < 0)
    return flag;
  return CVodeSetInitStep(memory_.get(), initialStep);
}

void CvodeStepper::create(double t) {
  const bool isBdf = formula_ == Formula::bdf;
  memory_.reset(CVodeCreate(isBdf ? CV_BDF : CV_ADAMS, context()));
  if (!memory_) throw std::bad_alloc();
  void* const cvode = memory_.get();
  CVodeSetErrHandlerFn(cvode, ignoreMessage, this);
  CVodeInit(cvode, isBdf ? scaledRhs : watchedRhs, t, y());
  CVodeSetUserData(cvode, static_cast<SundialsStepper*>(this));
  CVodeWFtolerances(cvode, errorWeights);
  CVodeSetMaxNumSteps(cvode, -1);  // the driver counts
  CVodeSetMaxErrTestFails(cvode, options().maxRejections);
  CVodeSetMaxConvFails(cvode, options().maxRejections);
  CVodeSetMinStep(cvode, options().minStep);
  CVodeSetMaxStep(cvode, options().maxStep);
  if (isBdf) {
    useNewton();
    CVodeSetLinearSolver(cvode, newton().solver(), newton().matrix());
    CVodeSetLinSysFn(cvode, newtonMatrix);
  } else {
    fixedPoint_ = own(SUNNonlinSol_FixedPoint(y(), /*acceleration vectors=*/0, context()));
    CVodeSetNonlinearSolver(cvode, fixedPoint_.get());
  }
}

int CvodeStepper::watchedRhs(double t, N_Vector y, N_Vector f, void* self) {
  const int flag = scaledRhs(t, y, f, self);
  auto& stepper = static_cast<CvodeStepper&>(*static_cast<SundialsStepper*>(self));
  if (flag == 0) stepper.watch_.observe(t, view(y), view(f));
  return flag;
}

int CvodeStepper::setStopTime(double t) { return CVodeSetStopTime(memory_.get(), t); }

int CvodeStepper::advance(double limit, double& reached) {
  watch_.beginStep();
  return CVode(memory_.get(), limit, y(), &reached, CV_ONE_STEP);
}

int CvodeStepper::denseOutput(double t, N_Vector out) { return CVodeGetDky(memory_.get(), t, 0, out); }

CvodeStepper::Rejections CvodeStepper::rejections() const {
  Rejections result;
  CVodeGetNumErrTestFails(memory_.get(), &result.errorTests);
  CVodeGetNumStepSolveFails(memory_.get(), &result.unsolved);
  return result;
}

double CvodeStepper::lastTriedStep() const {
  double h = 0;
  CVodeGetCurrentStep(memory_.get(), &h);
  return h;
}

void CvodeStepper::localErrors(N_Vector errors) const { CVodeGetEstLocalErrors(memory_.get(), errors); }

int CvodeStepper::order() const {
  int order = 0;
  if (memory_) CVodeGetLastOrder(memory_.get(), &order);
  return order;
}

double CvodeStepper::length() const {
  double h = 0;
  CVodeGetLastStep(memory_.get(), &h);
  return h;
}

double CvodeStepper::error() {
  localErrors(localError_.get());
  return measure()(view(localError_.get()), state());
}

const JacobianEvaluator* CvodeStepper::jacobian() {
  return formula_ == Formula::bdf && stepped() ? &newton().jacobian() : nullptr;
}

std::unique_ptr<Stepper> makeCvode(System& system, const Options& options) {
  return std::make_unique<CvodeStepper>(system, options, CvodeStepper::Formula::bdf, "cvode");
}

std::unique_ptr<Stepper> makeCvodeAdams(System& system, const Options& options) {
  return std::make_unique<CvodeStepper>(system, options, CvodeStepper::Formula::adams, "cvode-adams");
}

}  // namespace dashpot::integrators::sundials
