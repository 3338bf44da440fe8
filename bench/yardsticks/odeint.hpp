// rosenbrock4 of Boost.odeint behind plain types: ublas as Debian 12 has it (Boost 1.74) is not C++20, so the code that
// uses it is compiled as C++17, and this header must be both.
#pragma once

namespace dashpot::yardsticks {

struct OdeintRun {
  // The problem; see System and Options in yardsticks.hpp.
  int size;
  void (*rhs)(double t, const double* y, double* f, void* user);
  void (*jacobian)(double t, const double* y, double* J, int stride, void* user);
  void (*timeDerivative)(double t, const double* y, double* f, void* user);
  void* user;
  double relativeTolerance, absoluteTolerance, firstStep, maximalStep;
  long maximalSteps;

  // The outcome.
  bool finished = false;
  long steps = 0, rejected = 0;
};

void integrateWithOdeint(OdeintRun& run, double start, double end, double* y);

}  // namespace dashpot::yardsticks
