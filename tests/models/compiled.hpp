// Text to compiled model, for tests.
#pragma once

#include "codegen/compile.hpp"
#include "equations/inlining.hpp"
#include "models/solved.hpp"

namespace dashpot::testing {

class Compiled : public Solved {
 public:
  /// `inlined`: a formula to work into the equations; empty: none.
  explicit Compiled(std::string text, std::string fileName = "test.mo", std::string_view inlined = {})
      : Solved(std::move(text), std::move(fileName)) {
    if (system && !inlined.empty() &&
        !equations::inlineFormula(*system, *equations::findStageFormula(inlined), sources, diagnostics))
      system.reset();
    if (system) model = codegen::compile(*system, sources);
  }
  std::optional<codegen::CompiledModel> model;
};

}  // namespace dashpot::testing
