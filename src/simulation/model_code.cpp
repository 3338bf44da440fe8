#include "simulation/model_code.hpp"

#include "codegen/generated_solver.hpp"
#include "linalg/solvers.hpp"
#include "simulation/inlined_step.hpp"

namespace dashpot::simulation {

namespace {

// Straight-line elimination is for small, sparse systems; a dense one is better off with loops.
constexpr int largestGenerated = 400;
constexpr double densestGenerated = 0.6;

// Loops over a narrow band take about as long as code of its own, and nothing has to be made for them first.
constexpr int smallestBanded = 32, widestBand = 4;

bool isNarrowBand(int n, const SparsityPattern& matrix) {
  if (n < smallestBanded || linalg::chooseSolver(n, matrix) != linalg::SolverKind::banded) return false;
  const linalg::Bandwidth band = linalg::bandwidth(n, matrix);
  return band.lower + band.upper <= widestBand;
}

}  // namespace

ModelCode::ModelCode(const codegen::CompiledModel& model, const codegen::CodeOptions& options)
    : functions(model, options), stepEliminations(simulation::stepEliminations(model, options)) {
  const auto n = static_cast<int>(model.size());
  if (n == 0 || n > largestGenerated) return;
  MassMatrix mass{.kind = MassMatrix::Kind::diagonal};
  for (const bool differential : model.states.isDifferential) mass.values.push_back(differential ? 1.0 : 0.0);
  if (isNarrowBand(n, linalg::matrixPattern(n, model.states.pattern, mass))) return;
  codegen::MatrixStructure structure = codegen::structureOf(n, model.states.pattern, mass);
  if (static_cast<double>(structure.entries.size()) <= densestGenerated * n * n)
    eliminations = std::make_shared<codegen::Eliminations>(std::move(structure), options);
}

bool ModelCode::stopMaking() {
  bool isMaking = functions.stopMaking();
  if (eliminations) isMaking = eliminations->stopMaking() || isMaking;
  for (const auto& each : stepEliminations)
    if (each) isMaking = each->stopMaking() || isMaking;
  return isMaking;
}

ModelCode::~ModelCode() = default;

}  // namespace dashpot::simulation
