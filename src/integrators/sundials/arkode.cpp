// ARKODE's ARKStep with an ESDIRK table: a one-step method of order 4 for stiff problems.
//
// The settings that make it solve them, measured on HIRES, Robertson, Van der Pol, Oregonator and Pollution at rtol
// 1e-3, 1e-5 and 1e-7, changing one setting at a time; cost is that of solves, factorisations and Jacobians at equal
// error:
//   - The stage derivatives are deduced from the stages, k = (z - data)/gamma, not evaluated: F(z) would multiply
//     by J what the Newton iteration leaves over. With F(z), Robertson and Oregonator are not finished after 20,000
//     steps at any of the three tolerances (else at most 1274), and Van der Pol takes 11 to 55 times the solves.
//   - Stages are predicted by the Hermite interpolant of the last step. From y_n: 2.1 times the solves.
//   - The table is the implicit part of ARK4(3)6L[2]SA (Kennedy and Carpenter 2003). ESDIRK4(3)6L[2]SA costs 6 % less,
//     but has a stage beyond the end of the step, where F may not be defined. Other tables of order 4 and 5 cost more.
// Newton's tolerance and iterations, safety factor and PID control are ARKODE's own: neighbouring values cost 3 % less
// to 8 % more, which five problems cannot tell apart.
#include "integrators/sundials/stepper.hpp"

#include <arkode/arkode_arkstep.h>

#include <algorithm>

namespace dashpot::integrators::sundials {
namespace {

struct FreeArkode {
  void operator()(void* memory) const { ARKStepFree(&memory); }
};

constexpr int cubicHermite = 3;  // higher degrees evaluate F
constexpr int predictByInterpolant = 1;
constexpr int fixedStepIterations = 10;  // more than ARKODE's 3: a fixed step cannot be shortened instead

class ArkodeStepper final : public SundialsStepper {
 public:
  ArkodeStepper(System& system, const Options& options) : SundialsStepper(system, options, Form::ode) {
    refuseAllButDiagonalMass("arkode");
    start_.resize(static_cast<std::size_t>(system.size()));
  }

  double nextStep() const override { return lastTriedStep(); }

 private:
  int restart(double t, double initialStep) override {
    std::ranges::copy(state(), start_.begin());
    if (!memory_)
      create(t);
    else if (const int flag = ARKStepReInit(memory_.get(), nullptr, scaledRhs, t, y()); flag < 0)
      return flag;
    if (options().step > 0) return ARKStepSetFixedStep(memory_.get(), direction() * options().step);
    return ARKStepSetInitStep(memory_.get(), initialStep);
  }

  void create(double t) {
    memory_.reset(ARKStepCreate(nullptr, scaledRhs, t, y(), context()));
    if (!memory_) throw std::bad_alloc();
    void* const arkode = memory_.get();
    ARKStepSetErrHandlerFn(arkode, ignoreMessage, this);
    ARKStepSetUserData(arkode, this);
    ARKStepWFtolerances(arkode, errorWeights);
    ARKStepSetMaxNumSteps(arkode, -1);  // the driver counts
    ARKStepSetMaxErrTestFails(arkode, options().maxRejections);
    ARKStepSetMaxConvFails(arkode, options().maxRejections);
    ARKStepSetMinStep(arkode, options().minStep);
    ARKStepSetMaxStep(arkode, options().maxStep);
    useNewton();
    ARKStepSetTableNum(arkode, ARKODE_ARK436L2SA_DIRK_6_3_4, ARKODE_ERK_NONE);
    ARKStepSetDeduceImplicitRhs(arkode, SUNTRUE);
    ARKStepSetInterpolantType(arkode, ARK_INTERP_HERMITE);
    ARKStepSetInterpolantDegree(arkode, cubicHermite);
    ARKStepSetPredictorMethod(arkode, predictByInterpolant);
    if (options().step > 0) ARKStepSetMaxNonlinIters(arkode, fixedStepIterations);
    ARKStepSetLinearSolver(arkode, newton().solver(), newton().matrix());
    ARKStepSetLinSysFn(arkode, matrix);
  }

  static int matrix(double t, N_Vector y, N_Vector f, SUNMatrix a, SUNMatrix, int reuseJacobian, int* evaluated,
                    double gamma, void* self, N_Vector work1, N_Vector work2, N_Vector work3) {
    return newtonMatrix(t, y, f, a, reuseJacobian, evaluated, gamma, self, work1, work2, work3);
  }

  int setStopTime(double t) override { return ARKStepSetStopTime(memory_.get(), t); }
  int advance(double limit, double& reached) override {
    const int flag = ARKStepEvolve(memory_.get(), limit, y(), &reached, ARK_ONE_STEP);
    if (flag < 0) restoreState();
    return flag;
  }
  /// At the smallest step ARKODE gives up with a trial stage in y.
  void restoreState() {
    if (!stepped() || denseOutput(time(), y()) < 0) std::ranges::copy(start_, view(y()).begin());
  }
  int denseOutput(double t, N_Vector out) override { return ARKStepGetDky(memory_.get(), t, 0, out); }

  Rejections rejections() const override {
    Rejections result;
    ARKStepGetNumErrTestFails(memory_.get(), &result.errorTests);
    ARKStepGetNumStepSolveFails(memory_.get(), &result.unsolved);
    return result;
  }
  double lastTriedStep() const override {
    double h = 0;
    ARKStepGetCurrentStep(memory_.get(), &h);
    return h;
  }
  void localErrors(N_Vector errors) const override { ARKStepGetEstLocalErrors(memory_.get(), errors); }

  Vector start_;
  std::unique_ptr<void, FreeArkode> memory_;  // last: goes before what it refers to
};

}  // namespace

std::unique_ptr<Stepper> makeArkode(System& system, const Options& options) {
  return std::make_unique<ArkodeStepper>(system, options);
}

}  // namespace dashpot::integrators::sundials
