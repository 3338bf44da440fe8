// Text to a compiled model with an integration formula worked into it, for tests.
#pragma once

#include "codegen/compile.hpp"
#include "equations/inlined_model.hpp"

namespace dashpot::testing {

class CompiledStepModel : public InlinedModel {
 public:
  CompiledStepModel(std::string text, std::string_view method, codegen::StepData data = codegen::StepData::all)
      : InlinedModel(std::move(text), method) {
    if (isSound) model = codegen::compile(*system, sources, data);
  }
  std::optional<codegen::CompiledModel> model;
};

}  // namespace dashpot::testing
