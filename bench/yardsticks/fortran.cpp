// RADAU5, LSODA and DASPK as the deSolve package keeps them. Their argument RPAR, an array of the caller's that the
// codes only pass on, carries the system.
#include "yardsticks/yardsticks.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace {
using Callback = void (*)();  // Fortran's EXTERNAL: a subroutine of any signature
}

extern "C" {
void radau5_(const int* n, Callback rhs, double* x, double* y, const double* xEnd, double* h, double* rtol,
             double* atol, const int* itol, Callback jacobian, const int* ijac, int* mljac, int* mujac, Callback mass,
             const int* imas, int* mlmas, int* mumas, Callback output, const int* iout, double* work, const int* lwork,
             int* iwork, const int* liwork, void* rpar, int* ipar, int* idid);

void dlsoda_(Callback rhs, const int* neq, double* y, double* t, const double* tout, const int* itol,
             const double* rtol, const double* atol, const int* itask, int* istate, const int* iopt, double* rwork,
             const int* lrw, int* iwork, const int* liw, Callback jacobian, const int* jt, void* rpar, int* ipar);

void ddaspk_(Callback residual, const int* neq, double* t, double* y, double* yprime, const double* tout, int* info,
             double* rtol, double* atol, int* idid, double* rwork, const int* lrw, int* iwork, const int* liw,
             void* rpar, int* ipar, Callback jacobian, Callback preconditioner);
}

namespace dashpot::yardsticks {
namespace {

const System& systemIn(void* rpar) { return *static_cast<const System*>(rpar); }

bool banded(const System& system) { return system.lower >= 0; }

template <class Function>
Callback external(Function* function) {
  return reinterpret_cast<Callback>(function);
}

std::vector<double> absoluteTolerances(const Options& options) {
  if (options.absoluteTolerances.empty()) return {options.absoluteTolerance};
  return {options.absoluteTolerances.begin(), options.absoluteTolerances.end()};
}

void unused() {}

// ---- RADAU5 --------------------------------------------------------------------------------------------------------

void radauRhs(const int*, const double* t, const double* y, double* f, void* rpar, int*) {
  const System& system = systemIn(rpar);
  system.rhs(*t, y, f, system.user);
}

void radauJacobian(const int*, const double* t, const double* y, const int*, const int*, double* J, const int* stride,
                   void* rpar, int*) {
  const System& system = systemIn(rpar);
  system.jacobian(*t, y, J, *stride, system.user);
}

void radauMass(const int* n, double* diagonal, const int*, void* rpar, int*) {
  std::copy_n(systemIn(rpar).mass, *n, diagonal);
}

// ---- LSODA ---------------------------------------------------------------------------------------------------------

void lsodaRhs(const int*, const double* t, const double* y, double* f, void* rpar, int*) {
  const System& system = systemIn(rpar);
  system.rhs(*t, y, f, system.user);
}

void lsodaJacobian(const int*, const double* t, const double* y, const int*, const int*, double* J, const int* stride,
                   void* rpar, int*) {
  const System& system = systemIn(rpar);
  system.jacobian(*t, y, J, *stride, system.user);
}

// ---- DASPK: G = F(t, y) − M y', so that ∂G/∂y + c ∂G/∂y' = J − c M needs no change of sign of J
// -----------------------

void daspkResidual(const double* t, const double* y, const double* yPrime, const double*, double* G, int*, void* rpar,
                   int*) {
  const System& system = systemIn(rpar);
  system.rhs(*t, y, G, system.user);
  if (system.mass != nullptr)
    for (int i = 0; i < system.size; ++i) G[i] -= system.mass[i] * yPrime[i];
  else
    for (int i = 0; i < system.size; ++i) G[i] -= yPrime[i];
}

void daspkJacobian(const double* t, const double* y, const double*, double* matrix, const double* c, void* rpar, int*) {
  const System& system = systemIn(rpar);
  // Banded as LINPACK wants it: room for the fill of pivoting above the band.
  const int stride = banded(system) ? 2 * system.lower + system.upper + 1 : system.size;
  system.jacobian(*t, y, banded(system) ? matrix + system.lower : matrix, stride, system.user);
  double* diagonal = banded(system) ? matrix + system.lower + system.upper : matrix;
  const int next = banded(system) ? stride : stride + 1;
  for (int i = 0; i < system.size; ++i) diagonal[i * next] -= *c * (system.mass != nullptr ? system.mass[i] : 1.0);
}

/// y' of the differential components. Those of the algebraic ones do not enter the residual.
std::vector<double> initialSlope(const System& system, double t, const double* y) {
  std::vector<double> slope(system.size);
  system.rhs(t, y, slope.data(), system.user);
  if (system.mass != nullptr)
    for (int i = 0; i < system.size; ++i) slope[i] = system.mass[i] == 0 ? 0 : slope[i] / system.mass[i];
  return slope;
}

}  // namespace

Result radau5(const System& system, double start, double end, std::span<double> y, const Options& options) {
  const int n = system.size;
  int mljac = banded(system) ? system.lower : n;
  int mujac = banded(system) ? system.upper : n;
  int mlmas = 0, mumas = 0;
  const int ljac = banded(system) ? mljac + mujac + 1 : n;
  const int le = banded(system) ? 2 * mljac + mujac + 1 : n;
  const int imas = system.mass != nullptr ? 1 : 0;
  std::vector<double> work(n * (ljac + imas + 3 * le + 12) + 20);
  std::vector<int> iwork(3 * n + 20);
  work[6] = options.maximalStep;
  iwork[1] = options.maximalSteps;

  std::vector<double> atol = absoluteTolerances(options);
  std::vector<double> rtol(atol.size(), options.relativeTolerance);
  const int itol = options.absoluteTolerances.empty() ? 0 : 1;

  const int ijac = system.jacobian != nullptr ? 1 : 0, iout = 0;
  const int lwork = static_cast<int>(work.size()), liwork = static_cast<int>(iwork.size());
  double h = options.firstStep;
  int ipar = 0, idid = 0;
  radau5_(&n, external(radauRhs), &start, y.data(), &end, &h, rtol.data(), atol.data(), &itol, external(radauJacobian),
          &ijac, &mljac, &mujac, external(radauMass), &imas, &mlmas, &mumas, unused, &iout, work.data(), &lwork,
          iwork.data(), &liwork, const_cast<System*>(&system), &ipar, &idid);

  const long attempts = iwork[15], accepted = iwork[16];
  return {.status = idid == 1 ? Status::finished : Status::failed,
          .code = idid,
          .steps = accepted,
          .rejected = attempts - accepted,
          .rhsEvals = iwork[13],
          .jacEvals = iwork[14],
          .lu = iwork[18],
          .solves = iwork[19]};
}

Result lsoda(const System& system, double start, double end, std::span<double> y, const Options& options) {
  if (system.mass != nullptr) return {.status = Status::notSupported};
  const int n = system.size;
  const int matrix = banded(system) ? (2 * system.lower + system.upper + 1) * n : n * n;
  std::vector<double> rwork(22 + std::max(16 * n, 9 * n + matrix));
  std::vector<int> iwork(20 + n);
  rwork[0] = end;
  rwork[4] = options.firstStep;
  rwork[5] = options.maximalStep;
  if (banded(system)) {
    iwork[0] = system.lower;
    iwork[1] = system.upper;
  }
  iwork[5] = options.maximalSteps;

  const std::vector<double> atol = absoluteTolerances(options);
  const int itol = options.absoluteTolerances.empty() ? 1 : 2;
  const int jt = (banded(system) ? 4 : 1) + (system.jacobian != nullptr ? 0 : 1);
  const int itask = options.mayOvershoot ? 1 : 4, iopt = 1;
  const int lrw = static_cast<int>(rwork.size()), liw = static_cast<int>(iwork.size());
  int istate = 1, ipar = 0;
  dlsoda_(external(lsodaRhs), &n, y.data(), &start, &end, &itol, &options.relativeTolerance, atol.data(), &itask,
          &istate, &iopt, rwork.data(), &lrw, iwork.data(), &liw, external(lsodaJacobian), &jt,
          const_cast<System*>(&system), &ipar);

  return {.status = istate == 2 ? Status::finished : Status::failed,
          .code = istate,
          .steps = iwork[10],
          .rejected = -1,
          .rhsEvals = iwork[11],
          .jacEvals = iwork[12],
          .lu = iwork[12],
          .solves = -1};
}

Result daspk(const System& system, double start, double end, std::span<double> y, const Options& options) {
  const int n = system.size;
  const int matrix = banded(system) ? (2 * system.lower + system.upper + 1) * n : n * n;
  const int differences = banded(system) ? 2 * (n / (system.lower + system.upper + 1) + 1) : 0;
  std::vector<double> rwork(50 + 9 * n + matrix + differences);
  std::vector<int> iwork(40 + n);
  std::array<int, 30> info{};
  std::vector<double> slope = initialSlope(system, start, y.data());

  std::vector<double> atol = absoluteTolerances(options);
  std::vector<double> rtol(atol.size(), options.relativeTolerance);
  if (!options.absoluteTolerances.empty()) info[1] = 1;
  if (!options.mayOvershoot) info[3] = 1, rwork[0] = end;
  if (system.jacobian != nullptr) info[4] = 1;
  if (banded(system)) info[5] = 1, iwork[0] = system.lower, iwork[1] = system.upper;
  if (options.maximalStep > 0) info[6] = 1, rwork[1] = options.maximalStep;
  if (options.firstStep > 0) info[7] = 1, rwork[2] = options.firstStep;
  info[20] = n;  // deSolve's addition: the number of variables of index 1

  const int lrw = static_cast<int>(rwork.size()), liw = static_cast<int>(iwork.size());
  int ipar = 0, idid = 0;
  do {
    ddaspk_(external(daspkResidual), &n, &start, y.data(), slope.data(), &end, info.data(), rtol.data(), atol.data(),
            &idid, rwork.data(), &lrw, iwork.data(), &liw, const_cast<System*>(&system), &ipar, external(daspkJacobian),
            unused);
    info[0] = 1;
  } while (idid == -1 && iwork[10] < options.maximalSteps);  // it pauses after each 500 steps

  return {.status = idid == 2 || idid == 3 ? Status::finished : Status::failed,
          .code = idid,
          .steps = iwork[10],
          .rejected = static_cast<long>(iwork[13]) + iwork[14],
          .rhsEvals = iwork[11],
          .jacEvals = iwork[12],
          .lu = iwork[12],
          .solves = iwork[18]};
}

}  // namespace dashpot::yardsticks
