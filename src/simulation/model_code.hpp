// simulation/model_code.hpp: what runs of one model have in common: the code of its functions, and of the elimination
// of its matrices. Any number of runs may share it, on any number of threads.
#pragma once

#include "codegen/compiled_functions.hpp"

#include <memory>
#include <vector>

namespace dashpot::codegen {
class Eliminations;
}

namespace dashpot::simulation {

class ModelCode {
 public:
  /// The model must outlive this.
  ModelCode(const codegen::CompiledModel& model, const codegen::CodeOptions& options);
  ~ModelCode();
  /// See CompiledFunctions::stopMaking.
  [[nodiscard]] bool stopMaking();
  codegen::CompiledFunctions functions;
  std::shared_ptr<codegen::Eliminations> eliminations;                   // none: the model is too large, or too dense
  std::vector<std::shared_ptr<codegen::Eliminations>> stepEliminations;  // by part of the inlined step
};

}  // namespace dashpot::simulation
