// codegen/compile_step.hpp: the sections of an inlined step as functions, and the order in which they are performed.
#pragma once

#include "codegen/compile.hpp"
#include "codegen/lower.hpp"

namespace dashpot::codegen {

/// What the compilation of a model knows already.
struct StepContext {
  const equations::SolvableSystem& system;
  Definitions outside;            // what is given whatever is being solved
  const Definitions& simulation;  // the variables of the model from y
  const Definitions& parametersOnly;
  LoweringMemory& memory;
  StepData data = StepData::all;
};

/// Fills model.step and appends its functions.
void compileStep(const StepContext& context, CompiledModel& model);

}  // namespace dashpot::codegen
