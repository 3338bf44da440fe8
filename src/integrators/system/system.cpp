#include "integrators/system/system.hpp"

#include "linalg/solvers.hpp"
#include "linalg/sparsity.hpp"

#include <fmt/format.h>

namespace dashpot::integrators {

std::string System::nameOf(int component) const {
  if (component >= 0 && component < static_cast<int>(problem_.names.size())) return problem_.names[component];
  return fmt::format("y[{}]", component);
}

namespace {

template <class Scalar>
void add(const MassMatrix& mass, Scalar alpha, std::span<const Scalar> x, std::span<Scalar> y) {
  switch (mass.kind) {
    case MassMatrix::Kind::identity:
      for (std::size_t i = 0; i < x.size(); ++i) y[i] += alpha * x[i];
      return;
    case MassMatrix::Kind::diagonal:
      for (std::size_t i = 0; i < x.size(); ++i) y[i] += alpha * mass.values[i] * x[i];
      return;
    case MassMatrix::Kind::sparse:
      for (std::size_t j = 0; j < x.size(); ++j)
        for (int k = mass.pattern.columnStart[j]; k < mass.pattern.columnStart[j + 1]; ++k)
          y[mass.pattern.rows[k]] += alpha * mass.values[k] * x[j];
      return;
  }
}

}  // namespace

void addMassTimes(const MassMatrix& mass, double alpha, ConstView x, View y) { add(mass, alpha, x, y); }
void addMassTimes(const MassMatrix& mass, std::complex<double> alpha, std::span<const std::complex<double>> x,
                  std::span<std::complex<double>> y) {
  add(mass, alpha, x, y);
}

std::unique_ptr<LinearSolver> makeSolver(const Problem& problem, const SparsityPattern& jacobian) {
  return problem.linearSolver ? problem.linearSolver() : linalg::makeSolver(problem.size, jacobian, problem.mass);
}

std::unique_ptr<LinearSolver> makePartSolver(const Problem& problem, int size, const SparsityPattern& part) {
  return problem.partSolver ? problem.partSolver(size, part) : linalg::makeSolver(size, part, {});
}

}  // namespace dashpot::integrators
