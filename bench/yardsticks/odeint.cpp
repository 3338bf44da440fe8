// rosenbrock4 used as odeint's documentation shows: a pair of functions on ublas vectors, step control by
// rosenbrock4_controller, the last step cut to hit the end. The loop is that of integrate_adaptive, with counters.
#include "yardsticks/odeint.hpp"

#include <boost/numeric/odeint/stepper/rosenbrock4.hpp>
#include <boost/numeric/odeint/stepper/rosenbrock4_controller.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace dashpot::yardsticks {
namespace {

namespace odeint = boost::numeric::odeint;

/// odeint has d4 with the wrong sign, which leaves order 1 for a right-hand side that depends on t. The value below is
/// that of the method, RODAS (Hairer and Wanner 1996), and restores order 4. It hides the base's member.
struct Coefficients : odeint::default_rosenbrock_coefficients<double> {
  double d4 = -0.3620000000000023e-01;
};

using Stepper = odeint::rosenbrock4<double, Coefficients>;
using Vector = Stepper::state_type;
using Matrix = Stepper::matrix_type;  // by rows; our Jacobians are by columns

void transpose(double* matrix, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) std::swap(matrix[i * n + j], matrix[j * n + i]);
}

}  // namespace

void integrateWithOdeint(OdeintRun& run, double start, double end, double* y) {
  const int n = run.size;
  const auto rhs = [&run](const Vector& x, Vector& f, double t) { run.rhs(t, &x[0], &f[0], run.user); };
  const auto jacobian = [&run, n](const Vector& x, Matrix& J, double t, Vector& dfdt) {
    double* values = &J.data()[0];
    std::fill_n(values, n * n, 0.0);  // odeint has left the factors of the last step there
    run.jacobian(t, &x[0], values, n, run.user);
    transpose(values, n);
    if (run.timeDerivative != nullptr)
      run.timeDerivative(t, &x[0], &dfdt[0], run.user);
    else
      std::fill_n(&dfdt[0], n, 0.0);
  };
  const auto system = std::make_pair(rhs, jacobian);
  odeint::rosenbrock4_controller<Stepper> controller(run.absoluteTolerance, run.relativeTolerance, run.maximalStep);

  Vector x(n);
  std::copy_n(y, n, x.begin());
  double t = start, h = run.firstStep;
  const double negligible = 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(start), std::abs(end));
  while (end - t > negligible && t + h > t && run.steps + run.rejected < run.maximalSteps) {
    h = std::min(h, end - t);
    const bool accepted = controller.try_step(system, x, t, h) == odeint::success;
    ++(accepted ? run.steps : run.rejected);
  }
  run.finished = end - t <= negligible;
  std::copy(x.begin(), x.end(), y);
}

}  // namespace dashpot::yardsticks
