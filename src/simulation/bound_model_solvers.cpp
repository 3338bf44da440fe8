// The linear solvers of a model's runs: of alpha M - J, of parts of J, and of the parts of an inlined step.
#include "codegen/generated_solver.hpp"
#include "linalg/solvers.hpp"
#include "simulation/bound_model.hpp"
#include "simulation/effort.hpp"
#include "simulation/inlined_step.hpp"
#include "simulation/model_code.hpp"

#include <algorithm>

namespace dashpot::simulation {

std::unique_ptr<LinearSolver> BoundModel::watched(std::unique_ptr<LinearSolver> solver,
                                                  std::function<std::unique_ptr<LinearSolver>()> spare) {
  if (effort) solver = measured(std::move(solver), *effort);
  solvers_.push_back({solver.get(), std::move(spare)});
  return solver;
}

/// Generated elimination, or KLU: both keep their pivots from matrix to matrix. Others the integrator chooses itself.
void BoundModel::addLinearSolvers(Problem& problem) {
  solvers_.clear();
  problem.partSolver = [this](int n, const SparsityPattern& pattern) {
    const auto general = [n, pattern] { return linalg::makeSolver(n, pattern, {}); };
    const auto eliminations = code_.partEliminations(n, pattern);
    return watched(eliminations ? codegen::makeGeneratedSolver(eliminations, {}, general) : general(),
                   [n, pattern] { return spareSolver(n, pattern, {}); });
  };
  const int n = problem.size;
  const bool isSparse = linalg::chooseSolver(n, linalg::matrixPattern(n, model_.states.pattern, problem.mass)) ==
                        linalg::SolverKind::sparse;
  if (!code_.eliminations && !isSparse) return;
  problem.linearSolver = [this, n, mass = problem.mass] {
    const auto general = [this, n, mass] { return linalg::makeSolver(n, model_.states.pattern, mass); };
    return watched(
        code_.eliminations ? codegen::makeGeneratedSolver(code_.eliminations, nominalSizes(), general) : general(),
        [this, n, mass] { return spareSolver(n, model_.states.pattern, mass); });
  };
}

/// Pivots are chosen among numbers of like size, as far as the model says what size its unknowns have.
Vector BoundModel::nominalSizes() {
  Vector nominal(model_.size(), 1.0);
  if (const auto values = evaluate(codegen::Entry::nominal, 0.0, {}))
    for (std::size_t i = 0; i < nominal.size(); ++i)
      if (model_.states.hasNominal[i] && (*values)[i] > 0.0) nominal[i] = (*values)[i];
  return nominal;
}

std::unique_ptr<InlinedStep> BoundModel::inlinedStep() {
  StepSolvers solvers = makeStepSolvers(*model_.step, code_.stepEliminations);
  for (std::size_t k = 0; k < solvers.byPart.size(); ++k)
    if (const auto& solver = solvers.byPart[k])
      solvers_.push_back({solver.get(), [part = &model_.step->parts[k]] { return spareSolver(*part); }});
  return std::make_unique<ModelStep>(*this, std::move(solvers));
}

std::vector<Vector> BoundModel::savePivots() const {
  std::vector<Vector> pivots;
  for (const Watched& each : solvers_) pivots.push_back(each.solver->savePivots());
  return pivots;
}

void BoundModel::restorePivots(const std::vector<Vector>& pivots) {
  for (std::size_t i = 0; i < std::min(pivots.size(), solvers_.size()); ++i)
    solvers_[i].solver->restorePivots(pivots[i]);
}

void BoundModel::fixPivots() {
  for (const Watched& each : solvers_)
    if (auto* const generated = dynamic_cast<codegen::GeneratedSolver*>(each.solver)) {
      (void)generated->prepare(codegen::Tier::optimised);
      generated->fixPivots(each.spare);
    }
}

std::int64_t BoundModel::sparedFactorisations() const {
  std::int64_t count = 0;
  for (const Watched& each : solvers_)
    if (const auto* const generated = dynamic_cast<const codegen::GeneratedSolver*>(each.solver))
      count += generated->counts().spared;
  return count;
}

}  // namespace dashpot::simulation
