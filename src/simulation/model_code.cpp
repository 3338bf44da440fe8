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

std::shared_ptr<codegen::Eliminations> eliminationsFor(int n, const SparsityPattern& pattern, const MassMatrix& mass,
                                                       const codegen::CodeOptions& options) {
  if (n == 0 || n > largestGenerated || isNarrowBand(n, linalg::matrixPattern(n, pattern, mass))) return nullptr;
  codegen::MatrixStructure structure = codegen::structureOf(n, pattern, mass);
  if (static_cast<double>(structure.entries.size()) > densestGenerated * n * n) return nullptr;
  return std::make_shared<codegen::Eliminations>(std::move(structure), options);
}

}  // namespace

MassMatrix massMatrix(const codegen::CompiledModel& model) {
  MassMatrix mass;
  for (const bool differential : model.states.isDifferential) {
    if (!differential) mass.kind = MassMatrix::Kind::diagonal;
    mass.values.push_back(differential ? 1.0 : 0.0);
  }
  if (mass.kind == MassMatrix::Kind::identity) mass.values.clear();
  return mass;
}

ModelCode::ModelCode(const codegen::CompiledModel& model, const codegen::CodeOptions& options)
    : functions(model, options),
      eliminations(eliminationsFor(static_cast<int>(model.size()), model.states.pattern, massMatrix(model), options)),
      stepEliminations(simulation::stepEliminations(model, options)),
      options_(options) {}

std::shared_ptr<codegen::Eliminations> ModelCode::partEliminations(int n, const SparsityPattern& pattern) {
  const std::lock_guard lock(mutex_);
  const auto [found, isNew] = ofParts_.try_emplace({pattern.columnStart, pattern.rows});
  if (isNew) found->second = eliminationsFor(n, pattern, {}, options_);
  return found->second;
}

bool ModelCode::stopMaking() {
  bool isMaking = functions.stopMaking();
  if (eliminations) isMaking = eliminations->stopMaking() || isMaking;
  for (const auto& each : stepEliminations)
    if (each) isMaking = each->stopMaking() || isMaking;
  const std::lock_guard lock(mutex_);
  for (const auto& [pattern, each] : ofParts_)
    if (each) isMaking = each->stopMaking() || isMaking;
  return isMaking;
}

ModelCode::~ModelCode() = default;

}  // namespace dashpot::simulation
