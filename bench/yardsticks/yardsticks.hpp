// bench/yardsticks/yardsticks.hpp
//
// The codes that Dashpot is measured against, each called the way its authors mean it to be called.
//
//   radau5       Radau IIA of order 5, M y' = F(t, y)  (Hairer and Wanner 1996; Fortran)
//   lsoda        Adams and BDF, switching              (Petzold and Hindmarsh 1983; Fortran)
//   daspk        BDF, M y' = F(t, y)                   (Brown, Hindmarsh and Petzold 1994; Fortran)
//   cvode        BDF, on the C interface               (SUNDIALS; dense, banded, KLU or GMRES)
//   rosenbrock4  Rosenbrock of order 4                 (Boost.odeint, on ublas)
//
// Promise: the caller's functions read and write the arrays of the code measured; nothing is copied between (only
// rosenbrock4 stores matrices by rows, so its Jacobian is transposed in place). The Fortran codes keep state in COMMON
// blocks: one run at a time in a process.
#pragma once

#include <span>

namespace dashpot::yardsticks {

using Rhs = void (*)(double t, const double* y, double* f, void* user);

/// Writes ∂F_i/∂y_j to J[i + j·stride] (dense; stride is the size) or J[(i − j + upper) + j·stride] (banded).
/// J holds zeros or the values of an earlier call: write every entry that can be non-zero.
using Jacobian = void (*)(double t, const double* y, double* J, int stride, void* user);

/// Writes the values of the Jacobian in the order of System::rowIndices.
using SparseJacobian = void (*)(double t, const double* y, double* values, void* user);

/// M y' = F(t, y)
struct System {
  int size = 0;
  Rhs rhs = nullptr;
  Jacobian jacobian = nullptr;   // null: the code's own finite differences (rosenbrock4 has none)
  Rhs timeDerivative = nullptr;  // ∂F/∂t, for rosenbrock4; null: F does not depend on t
  int lower = -1, upper = -1;    // half-bandwidths; negative: dense
  const double* mass = nullptr;  // diagonal of M, zeros allowed; null: identity. Only radau5 and daspk take one.
  void* user = nullptr;          // handed to each function

  // For cvode with KLU, used if sparseJacobian is given: the pattern by columns.
  SparseJacobian sparseJacobian = nullptr;
  std::span<const int> columnStarts;  // size + 1 entries
  std::span<const int> rowIndices;

  bool krylov = false;  // cvode with GMRES, J v by differences, no matrix
};

struct Options {
  double relativeTolerance = 1e-6;
  double absoluteTolerance = 1e-6;
  std::span<const double> absoluteTolerances;  // one for each component, in place of the scalar; not for rosenbrock4
  double firstStep = 0;                        // 0: the code's own choice (rosenbrock4: 1e-6)
  double maximalStep = 0;                      // 0: no limit
  int maximalSteps = 1'000'000;                // daspk: rounded up to a multiple of 500
  bool mayOvershoot = true;  // multistep codes step past the end and interpolate; false: they stop there
};

enum class Status { finished, failed, notSupported, notBuilt };

/// −1: the code does not report this number.
struct Result {
  Status status = Status::failed;
  int code = 0;  // of the library, as it documents it
  long steps = 0;
  long rejected = 0;
  long rhsEvals = 0;
  long jacEvals = 0;
  long lu = 0;      // radau5: pairs of one real and one complex matrix
  long solves = 0;  // radau5: pairs, without those of the error estimate
};

/// Each takes y at `start` and leaves y at `end` in its place.
Result radau5(const System& system, double start, double end, std::span<double> y, const Options& options);
Result lsoda(const System& system, double start, double end, std::span<double> y, const Options& options);
Result daspk(const System& system, double start, double end, std::span<double> y, const Options& options);
Result cvode(const System& system, double start, double end, std::span<double> y, const Options& options);
Result rosenbrock4(const System& system, double start, double end, std::span<double> y, const Options& options);

/// A system from an object with size(), rhs(t, y, f) and jacobian(t, y, J, stride). The object must outlive it.
template <class Model>
System systemOf(Model& model) {
  return {
      .size = model.size(),
      .rhs = [](double t, const double* y, double* f, void* user) { static_cast<Model*>(user)->rhs(t, y, f); },
      .jacobian = [](double t, const double* y, double* J, int stride,
                     void* user) { static_cast<Model*>(user)->jacobian(t, y, J, stride); },
      .user = &model,
  };
}

}  // namespace dashpot::yardsticks
