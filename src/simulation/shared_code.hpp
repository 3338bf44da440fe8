// simulation/shared_code.hpp: what runs of one model have in common: its code. Any number of runs may share it, on any
// number of threads.
#pragma once

#include "codegen/compiled_code.hpp"

#include <memory>

namespace dashpot::codegen {
class Eliminations;
}

namespace dashpot::simulation {

class SharedCode {
 public:
  /// The model must outlive this.
  SharedCode(const codegen::CompiledModel& model, const codegen::CodeOptions& options);
  ~SharedCode();
  /// See CompiledCode::stopMaking.
  [[nodiscard]] bool stopMaking();
  codegen::CompiledCode functions;
  std::shared_ptr<codegen::Eliminations> eliminations;  // none: the model is too large, or too dense
};

}  // namespace dashpot::simulation
