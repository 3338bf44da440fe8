// simulation/model_code.hpp: what runs of one model have in common: the code of its functions, and of the elimination
// of its matrices. Any number of runs may share it, on any number of threads.
#pragma once

#include "codegen/compiled_functions.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace dashpot::codegen {
class Eliminations;
}

namespace dashpot::simulation {

/// M: one for each state, zero for each iteration variable.
[[nodiscard]] MassMatrix massMatrix(const codegen::CompiledModel& model);

class ModelCode {
 public:
  /// The model must outlive this.
  ModelCode(const codegen::CompiledModel& model, const codegen::CodeOptions& options);
  ~ModelCode();
  /// See CompiledFunctions::stopMaking.
  [[nodiscard]] bool stopMaking();
  /// Of alpha I - A for a matrix A with this pattern; none: it is too large, or too dense.
  [[nodiscard]] std::shared_ptr<codegen::Eliminations> partEliminations(int n, const SparsityPattern& pattern);

  codegen::CompiledFunctions functions;
  std::shared_ptr<codegen::Eliminations> eliminations;                   // none: the model is too large, or too dense
  std::vector<std::shared_ptr<codegen::Eliminations>> stepEliminations;  // by part of the inlined step

 private:
  codegen::CodeOptions options_;
  std::mutex mutex_;  // of what follows
  std::map<std::pair<std::vector<int>, std::vector<int>>, std::shared_ptr<codegen::Eliminations>> ofParts_;
};

}  // namespace dashpot::simulation
