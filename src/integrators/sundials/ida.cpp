// IDA: variable-order BDF for  M y' - F(t, y) = 0,  M constant, possibly singular.
#include "integrators/sundials/consistent_start.hpp"
#include "integrators/sundials/stepper.hpp"

#include <ida/ida.h>
#include <ida/ida_ls.h>

#include <algorithm>

namespace dashpot::integrators::sundials {
namespace {

struct FreeIda {
  void operator()(void* memory) const { IDAFree(&memory); }
};

class IdaStepper final : public SundialsStepper {
 public:
  IdaStepper(System& system, const Options& options)
      : SundialsStepper(system, options, Form::dae), slope_(newVector()) {
    refuseFixedStep("ida");
    useNewton();
    rhs_.resize(static_cast<std::size_t>(system.size()));
    if (!explicitSlope()) start_.emplace(system, newton(), measure());
  }

  /// None: after an event the formula starts at order one, for which the step of the higher order is no guide.
  double nextStep() const override { return 0; }

 private:
  int restart(double t, double initialStep) override {
    if (const int flag = findSlope(t); flag < 0) return flag;
    if (!memory_)
      create(t);
    else if (const int flag = IDAReInit(memory_.get(), t, y(), slope_.get()); flag < 0)
      return flag;
    return IDASetInitStep(memory_.get(), initialStep);
  }

  void create(double t) {
    memory_.reset(IDACreate(context()));
    if (!memory_) throw std::bad_alloc();
    void* const ida = memory_.get();
    IDASetErrHandlerFn(ida, ignoreMessage, this);
    IDAInit(ida, residual, t, y(), slope_.get());
    IDASetUserData(ida, this);
    IDAWFtolerances(ida, errorWeights);
    IDASetMaxNumSteps(ida, -1);  // the driver counts
    IDASetMaxErrTestFails(ida, options().maxRejections);
    IDASetMaxConvFails(ida, options().maxRejections);
    IDASetMinStep(ida, options().minStep);
    IDASetMaxStep(ida, options().maxStep);
    IDASetLinearSolver(ida, newton().solver(), newton().matrix());
    IDASetJacFn(ida, jacobian);
  }

  /// Whether y' follows from F row by row.
  bool explicitSlope() {
    const MassMatrix& mass = system().problem().mass;
    return mass.kind == MassMatrix::Kind::identity ||
           (mass.kind == MassMatrix::Kind::diagonal && std::ranges::find(mass.values, 0.0) == mass.values.end());
  }

  /// y' at the start; where there are algebraic equations, y is moved onto them if it is off.
  int findSlope(double t) {
    const auto rhs = [this](double at, ConstView state, View f) {
      const Evaluation evaluation = evaluate(at, state, f);
      flagOf(evaluation);  // remembers it
      return evaluation;
    };
    const View slope = view(slope_.get());
    if (start_) {
      const ConsistentStart::Outcome outcome = start_->find(rhs, t, end(), view(y()), slope);
      return outcome == ConsistentStart::Outcome::found ? 0 : inconsistentStart;
    }
    if (rhs(t, view(y()), slope) != Evaluation::ok) return IDA_FIRST_RES_FAIL;
    const MassMatrix& mass = system().problem().mass;
    for (std::size_t i = 0; i < mass.values.size(); ++i) slope[i] /= mass.values[i];
    return 0;
  }

  static int residual(double t, N_Vector y, N_Vector slope, N_Vector r, void* self) {
    IdaStepper& stepper = *static_cast<IdaStepper*>(self);
    const View out = view(r);
    const Evaluation evaluation = stepper.evaluate(t, view(y), out);
    if (evaluation != Evaluation::ok) return stepper.flagOf(evaluation);
    for (double& value : out) value = -value;
    addMassTimes(stepper.system().problem().mass, 1, view(slope), out);
    return 0;
  }

  static int jacobian(double t, double cj, N_Vector y, N_Vector slope, N_Vector r, SUNMatrix, void* self, N_Vector,
                      N_Vector, N_Vector) {
    IdaStepper& stepper = *static_cast<IdaStepper*>(self);
    const ConstView res = view(r);
    for (std::size_t i = 0; i < res.size(); ++i) stepper.rhs_[i] = -res[i];  // F = M y' - r
    addMassTimes(stepper.system().problem().mass, 1, view(slope), stepper.rhs_);
    stepper.newton().set(cj, 1);
    return stepper.flagOf(stepper.newton().evaluateJacobian(t, view(y), stepper.rhs_));
  }

  int setStopTime(double t) override { return IDASetStopTime(memory_.get(), t); }
  int advance(double limit, double& reached) override {
    return IDASolve(memory_.get(), limit, &reached, y(), slope_.get(), IDA_ONE_STEP);
  }
  int denseOutput(double t, N_Vector out) override { return IDAGetDky(memory_.get(), t, 0, out); }

  int order() const override {
    int order = 0;
    if (memory_) IDAGetLastOrder(memory_.get(), &order);
    return order;
  }
  Rejections rejections() const override {
    Rejections result;
    IDAGetNumErrTestFails(memory_.get(), &result.errorTests);
    IDAGetNumStepSolveFails(memory_.get(), &result.unsolved);
    return result;
  }
  double lastTriedStep() const override {
    double h = 0;
    if (memory_) IDAGetCurrentStep(memory_.get(), &h);
    return h;
  }
  void localErrors(N_Vector errors) const override {
    if (memory_) IDAGetEstLocalErrors(memory_.get(), errors);
  }

  Owned<N_Vector> slope_;  // y'
  Vector rhs_;
  std::optional<ConsistentStart> start_;
  std::unique_ptr<void, FreeIda> memory_;  // last: goes before what it refers to
};

}  // namespace

std::unique_ptr<Stepper> makeIda(System& system, const Options& options) {
  return std::make_unique<IdaStepper>(system, options);
}

}  // namespace dashpot::integrators::sundials
