// codegen/generated_solver.hpp
//
// The LinearSolver of a small compiled model: straight-line elimination for the pivots that suit the numbers at hand.
//
// A guard looks at the multipliers of each factorisation: if one has grown large, the pivots no longer suit, and others
// are selected. Code is kept by pivot sequence and shared by all solvers of a model, so that a run that goes back and
// forth, or another run of the same model, makes none twice. A matrix whose elimination would take too many operations
// goes to a general solver.
#pragma once

#include "codegen/compiled_functions.hpp"
#include "codegen/elimination.hpp"

#include <functional>
#include <map>
#include <mutex>

namespace dashpot::codegen {

/// Straight-line code pays up to about this many operations; beyond, it no longer fits the caches near the processor.
constexpr int mostEliminationOperations = 8000;

/// The eliminations made so far for one structure.
class Eliminations {
 public:
  Eliminations(MatrixStructure structure, CodeOptions options)
      : structure_(std::move(structure)), options_(std::move(options)) {}

  struct Code {
    Elimination elimination;
    std::unique_ptr<CompiledFunctions> code;
  };
  [[nodiscard]] std::shared_ptr<Code> find(const PivotSequence& pivots, Field field);
  [[nodiscard]] const MatrixStructure& structure() const { return structure_; }
  /// Makes native code of all that are known, now.
  void prepare(Tier tier);
  [[nodiscard]] std::size_t count() const;
  /// See CompiledFunctions::stopMaking.
  [[nodiscard]] bool stopMaking();

 private:
  MatrixStructure structure_;
  CodeOptions options_;
  mutable std::mutex mutex_;
  std::map<std::pair<PivotSequence, Field>, std::shared_ptr<Code>> known_;
};

struct SolverCounts {
  int selections = 0;  // of pivots
  int spared = 0;      // factorisations by the spare solver
  bool isGeneral = false;
};

class GeneratedSolver : public LinearSolver {
 public:
  [[nodiscard]] virtual SolverCounts counts() const = 0;
  /// Makes native code for what has been factored so far, instead of waiting until it pays.
  virtual bool prepare(Tier tier) = 0;
  /// For real time: no pivots are selected any more, so that no code is made and no memory taken. A matrix that they do
  /// not suit is factored by a solver that `spare` makes now; the next one is tried with them again.
  virtual void fixPivots(const std::function<std::unique_ptr<LinearSolver>()>& spare) = 0;
};

/// `general` makes the solver for what is too large. `nominal`: sizes of the unknowns; empty: all alike.
[[nodiscard]] std::unique_ptr<GeneratedSolver> makeGeneratedSolver(
    std::shared_ptr<Eliminations> eliminations, Vector nominal, std::function<std::unique_ptr<LinearSolver>()> general);

}  // namespace dashpot::codegen
