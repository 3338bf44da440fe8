#include "integrators/sundials/newton.hpp"

#include <exception>

namespace dashpot::integrators::sundials {
namespace {

Owned<SUNMatrix> matrixWithoutContent(SUNContext context) {
  Owned<SUNMatrix> matrix = own(SUNMatNewEmpty(context));
  matrix->ops->getid = [](SUNMatrix) { return SUNMATRIX_CUSTOM; };
  matrix->ops->zero = [](SUNMatrix) -> int { return SUNMAT_SUCCESS; };
  matrix->ops->destroy = [](SUNMatrix self) { SUNMatFreeEmpty(self); };
  return matrix;
}

Owned<SUNLinearSolver> directSolver(NewtonSystem& newton, SUNContext context) {
  Owned<SUNLinearSolver> solver = own(SUNLinSolNewEmpty(context));
  solver->content = &newton;
  solver->ops->gettype = [](SUNLinearSolver) { return SUNLINEARSOLVER_DIRECT; };
  solver->ops->getid = [](SUNLinearSolver) { return SUNLINEARSOLVER_CUSTOM; };
  solver->ops->setup = [](SUNLinearSolver self, SUNMatrix) {
    return static_cast<NewtonSystem*>(self->content)->factor();
  };
  solver->ops->solve = [](SUNLinearSolver self, SUNMatrix, N_Vector x, N_Vector b, realtype) {
    return static_cast<NewtonSystem*>(self->content)->solve(view(b), view(x));
  };
  solver->ops->free = [](SUNLinearSolver self) -> int {
    self->content = nullptr;
    SUNLinSolFreeEmpty(self);
    return SUNLS_SUCCESS;
  };
  return solver;
}

/// No exception may pass through the C frames of SUNDIALS.
template <class Function>
int guarded(Function function, std::string& exceptionText) {
  try {
    return function();
  } catch (const std::exception& e) {
    exceptionText = e.what();
  } catch (...) {
    exceptionText = "an exception of unknown type";
  }
  return SUNLS_PACKAGE_FAIL_UNREC;
}

}  // namespace

NewtonSystem::NewtonSystem(System& system, const Options& options, Form form, SUNContext context)
    : system_(system),
      jacobian_(system, options),
      matrix_(matrixWithoutContent(context)),
      sunSolver_(directSolver(*this, context)) {
  const Problem& problem = system.problem();
  linearSolver_ = makeSolver(problem, jacobian_.pattern());
  if (form == Form::ode && problem.mass.kind == MassMatrix::Kind::diagonal) massFactor_ = problem.mass.values;
}

int NewtonSystem::factor() {
  ++system_.statistics().lu;
  const auto run = [this]() -> int {
    singular_ = !linearSolver_->factor(mu_ / nu_, jacobian_.values());
    return singular_ ? SUNLS_LUFACT_FAIL : SUNLS_SUCCESS;
  };
  return guarded(run, exceptionText_);
}

/// A = nu (alpha M - J), in ode form nu M^-1 (alpha M - J): so b is divided by nu and, in ode form, multiplied by M.
int NewtonSystem::solve(ConstView b, View x) {
  ++system_.statistics().solves;
  ++system_.statistics().newtonIterations;  // one solve each
  const double factor = 1 / nu_;
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = factor * b[i];
  for (std::size_t i = 0; i < massFactor_.size(); ++i) x[i] *= massFactor_[i];
  const auto run = [&]() -> int {
    linearSolver_->solve(x);
    return SUNLS_SUCCESS;
  };
  return guarded(run, exceptionText_);
}

}  // namespace dashpot::integrators::sundials
