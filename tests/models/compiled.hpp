// Text to compiled model, for tests.
#pragma once

#include "codegen/compile.hpp"
#include "models/solved.hpp"

namespace dashpot::testing {

class Compiled : public Solved {
 public:
  explicit Compiled(std::string text, std::string fileName = "test.mo") : Solved(std::move(text), std::move(fileName)) {
    if (system) model = codegen::compile(*system, sources);
  }
  std::optional<codegen::CompiledModel> model;
};

}  // namespace dashpot::testing
