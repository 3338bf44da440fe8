// CVODE on its C interface: BDF with Newton, and the dense, banded or KLU solver with the caller's Jacobian.
#include "yardsticks/yardsticks.hpp"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace dashpot::yardsticks {
namespace {

struct FreeContext {
  void operator()(SUNContext context) const { SUNContext_Free(&context); }
};
struct FreeVector {
  void operator()(N_Vector vector) const { N_VDestroy(vector); }
};
struct FreeMatrix {
  void operator()(SUNMatrix matrix) const { SUNMatDestroy(matrix); }
};
struct FreeSolver {
  void operator()(SUNLinearSolver solver) const { SUNLinSolFree(solver); }
};
struct FreeMemory {
  void operator()(void* memory) const { CVodeFree(&memory); }
};
template <class Handle, class Free>
using Owner = std::unique_ptr<std::remove_pointer_t<Handle>, Free>;

struct Run {
  const System& system;
  std::vector<sunindextype> columnStarts, rowIndices;  // as KLU wants them
};

Run& runIn(void* user) { return *static_cast<Run*>(user); }

int rhs(double t, N_Vector y, N_Vector f, void* user) {
  const System& system = runIn(user).system;
  system.rhs(t, NV_DATA_S(y), NV_DATA_S(f), system.user);
  return 0;
}

int denseJacobian(double t, N_Vector y, N_Vector, SUNMatrix J, void* user, N_Vector, N_Vector, N_Vector) {
  const System& system = runIn(user).system;
  system.jacobian(t, NV_DATA_S(y), SM_DATA_D(J), system.size, system.user);
  return 0;
}

int bandedJacobian(double t, N_Vector y, N_Vector, SUNMatrix J, void* user, N_Vector, N_Vector, N_Vector) {
  const System& system = runIn(user).system;
  double* band = SM_DATA_B(J) + (SM_SUBAND_B(J) - SM_UBAND_B(J));  // below the room for the fill of pivoting
  system.jacobian(t, NV_DATA_S(y), band, static_cast<int>(SM_LDIM_B(J)), system.user);
  return 0;
}

int sparseJacobian(double t, N_Vector y, N_Vector, SUNMatrix J, void* user, N_Vector, N_Vector, N_Vector) {
  const Run& run = runIn(user);
  std::ranges::copy(run.columnStarts, SM_INDEXPTRS_S(J));  // CVODE clears the pattern before each call
  std::ranges::copy(run.rowIndices, SM_INDEXVALS_S(J));
  run.system.sparseJacobian(t, NV_DATA_S(y), SM_DATA_S(J), run.system.user);
  return 0;
}

SUNMatrix newMatrix(const System& system, SUNContext context) {
  if (system.krylov) return nullptr;
  if (system.sparseJacobian != nullptr)
    return SUNSparseMatrix(system.size, system.size, std::ssize(system.rowIndices), CSC_MAT, context);
  if (system.lower >= 0) return SUNBandMatrix(system.size, system.upper, system.lower, context);
  return SUNDenseMatrix(system.size, system.size, context);
}

SUNLinearSolver newSolver(const System& system, N_Vector y, SUNMatrix matrix, SUNContext context) {
  if (system.krylov) return SUNLinSol_SPGMR(y, SUN_PREC_NONE, 0, context);
  if (system.sparseJacobian != nullptr) return SUNLinSol_KLU(y, matrix, context);
  if (system.lower >= 0) return SUNLinSol_Band(y, matrix, context);
  return SUNLinSol_Dense(y, matrix, context);
}

CVLsJacFn jacobianFunction(const System& system) {
  if (system.sparseJacobian != nullptr) return sparseJacobian;
  if (system.jacobian == nullptr) return nullptr;
  return system.lower >= 0 ? bandedJacobian : denseJacobian;
}

void setTolerances(void* memory, const Options& options, SUNContext context) {
  if (options.absoluteTolerances.empty()) {
    CVodeSStolerances(memory, options.relativeTolerance, options.absoluteTolerance);
    return;
  }
  auto* values = const_cast<double*>(options.absoluteTolerances.data());  // CVODE makes its own copy
  const Owner<N_Vector, FreeVector> absolute(N_VMake_Serial(std::ssize(options.absoluteTolerances), values, context));
  CVodeSVtolerances(memory, options.relativeTolerance, absolute.get());
}

Result resultOf(void* memory, int code) {
  long steps = 0, evaluations = 0, setups = 0, errorFailures = 0, iterations = 0, newtonFailures = 0;
  int order = 0, nextOrder = 0;
  double first = 0, last = 0, next = 0, time = 0;
  CVodeGetIntegratorStats(memory, &steps, &evaluations, &setups, &errorFailures, &order, &nextOrder, &first, &last,
                          &next, &time);
  CVodeGetNonlinSolvStats(memory, &iterations, &newtonFailures);
  long jacobians = 0, differences = 0, solverFailures = 0;
  CVodeGetNumJacEvals(memory, &jacobians);
  CVodeGetNumLinRhsEvals(memory, &differences);
  CVodeGetNumStepSolveFails(memory, &solverFailures);
  return {.status = code == CV_SUCCESS || code == CV_TSTOP_RETURN ? Status::finished : Status::failed,
          .code = code,
          .steps = steps,
          .rejected = errorFailures + solverFailures,
          .rhsEvals = evaluations + differences,
          .jacEvals = jacobians,
          .lu = setups,
          .solves = iterations};
}

}  // namespace

Result cvode(const System& system, double start, double end, std::span<double> y, const Options& options) {
  if (system.mass != nullptr) return {.status = Status::notSupported};
  SUNContext rawContext = nullptr;
  SUNContext_Create(nullptr, &rawContext);
  const Owner<SUNContext, FreeContext> context(rawContext);
  Run run{.system = system,
          .columnStarts = {system.columnStarts.begin(), system.columnStarts.end()},
          .rowIndices = {system.rowIndices.begin(), system.rowIndices.end()}};

  const Owner<N_Vector, FreeVector> state(N_VMake_Serial(system.size, y.data(), context.get()));
  const Owner<SUNMatrix, FreeMatrix> matrix(newMatrix(system, context.get()));
  const Owner<SUNLinearSolver, FreeSolver> solver(newSolver(system, state.get(), matrix.get(), context.get()));
  const std::unique_ptr<void, FreeMemory> memory(CVodeCreate(CV_BDF, context.get()));

  CVodeInit(memory.get(), rhs, start, state.get());
  setTolerances(memory.get(), options, context.get());
  CVodeSetUserData(memory.get(), &run);
  CVodeSetLinearSolver(memory.get(), solver.get(), matrix.get());
  if (!system.krylov) CVodeSetJacFn(memory.get(), jacobianFunction(system));
  CVodeSetMaxNumSteps(memory.get(), options.maximalSteps);
  CVodeSetInitStep(memory.get(), options.firstStep);
  CVodeSetMaxStep(memory.get(), options.maximalStep);
  if (!options.mayOvershoot) CVodeSetStopTime(memory.get(), end);

  const int code = CVode(memory.get(), end, state.get(), &start, CV_NORMAL);
  return resultOf(memory.get(), code);
}

}  // namespace dashpot::yardsticks
